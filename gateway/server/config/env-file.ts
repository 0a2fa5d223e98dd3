import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError, variableNames } from './config.js';
import type { EnvironmentVariables } from './setting.js';

/**
 * Reads the variables of a `.env` file; none if there is no such file.
 *
 * @throws {ConfigError} if the file cannot be read.
 */
export function readEnvFile(file = '.env'): EnvironmentVariables {
  try {
    // Windows editors may start a file with a byte order mark, which would become part of the first name.
    return parseEnv(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new ConfigError([`${file} cannot be read: ${(error as Error).message}`]);
  }
}

/** Returns the environment with the variables of a `.env` file. The environment wins over the file. */
export function withEnvFile(environment: EnvironmentVariables, file = '.env'): EnvironmentVariables {
  const added = readEnvFile(file);
  if (Object.keys(added).length === 0) return environment;
  // An empty variable counts as unset here too.
  const present = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '');
  return { ...added, ...Object.fromEntries(present) };
}

/**
 * Returns the variables of a `.env` file that Textmill does not know. Another program may use them, or a setting is
 * misspelt.
 */
export function unknownSettings(fromFile: EnvironmentVariables): string[] {
  const known = new Set(variableNames);
  return Object.keys(fromFile).filter((name) => !known.has(name));
}

/** Returns the settings of a `.env` file that the environment of the process overrides with another value. */
export function overriddenSettings(environment: EnvironmentVariables, fromFile: EnvironmentVariables): string[] {
  const names = variableNames.filter((name) => environment[name] && fromFile[name]);
  return names.filter((name) => environment[name] !== fromFile[name]);
}
