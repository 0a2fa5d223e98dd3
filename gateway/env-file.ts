import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError, type Environment } from './config.js';

/**
 * What a `.env` file sets; nothing if there is no such file.
 *
 * @throws {ConfigError} if it is there and cannot be read.
 */
export function readEnvFile(file = '.env'): Environment {
  try {
    // Editors of Windows begin a file with a byte order mark, which would become part of the first name.
    return parseEnv(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new ConfigError([`${file} cannot be read: ${(error as Error).message}`]);
  }
}

/** The environment with what a `.env` file adds to it: a variable that is set already wins. */
export function withEnvFile(environment: Environment, file = '.env'): Environment {
  const added = readEnvFile(file);
  if (Object.keys(added).length === 0) return environment;
  // A variable that is set to nothing counts as not set here as well.
  const present = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '');
  return { ...added, ...Object.fromEntries(present) };
}
