import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError, type EnvironmentVariables, type SettingName, settingFacts } from './config.js';

/**
 * What a `.env` file sets; nothing if there is no such file.
 *
 * @throws {ConfigError} if it is there and cannot be read.
 */
export function readEnvFile(file = '.env'): EnvironmentVariables {
  try {
    // Editors of Windows begin a file with a byte order mark, which would become part of the first name.
    return parseEnv(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new ConfigError([`${file} cannot be read: ${(error as Error).message}`]);
  }
}

/** The environment with what a `.env` file adds to it: a variable that is set already wins. */
export function withEnvFile(environment: EnvironmentVariables, file = '.env'): EnvironmentVariables {
  const added = readEnvFile(file);
  if (Object.keys(added).length === 0) return environment;
  // A variable that is set to nothing counts as not set here as well.
  const present = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '');
  return { ...added, ...Object.fromEntries(present) };
}

/** What a `.env` file sets and Textmill does not read. Other programs may share the file, or a setting is misspelt. */
export function unknownSettings(fromFile: EnvironmentVariables): string[] {
  const known = new Set<string>(settingFacts.map(({ name }) => name));
  return Object.keys(fromFile).filter((name) => !known.has(name));
}

/** Settings that a `.env` file sets in vain: the environment of the process has another value, and wins. */
export function overriddenSettings(environment: EnvironmentVariables, fromFile: EnvironmentVariables): SettingName[] {
  const names = settingFacts.map(({ name }) => name).filter((name) => environment[name] && fromFile[name]);
  return names.filter((name) => environment[name] !== fromFile[name]);
}
