import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { addressOf } from '#gateway/client/access.js';
import { type Io, UsageError } from './io.js';

/**
 * Returns the address of the gateway: the argument, else TEXTMILL_URL, else the address of `textmill serve`.
 *
 * @throws {UsageError} if it is not an http or https URL.
 */
export function gatewayUrl({ environment }: Io, given: string | undefined): string {
  const url = given ?? (environment.TEXTMILL_URL || 'http://127.0.0.1:8080');
  try {
    addressOf(url, "The gateway's address");
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  return url;
}

/** Returns the API key from a file or the environment. @throws {UsageError} if there is none. */
export function gatewayKey(io: Io, file: string | undefined): string {
  const key = secretFrom(io, file, 'TEXTMILL_API_KEY', 'an API key');
  if (key !== undefined) return key;
  throw new UsageError('No API key: set TEXTMILL_API_KEY, or name a file that contains it with --key-file');
}

/**
 * Returns a secret from a file or the environment, never from an argument: other users can see those.
 *
 * @param what - the secret with its article, for messages.
 * @returns undefined if it is empty, or there is none.
 * @throws {UsageError} if the file cannot be read, or a header cannot hold what is in it.
 */
export function secretFrom(
  { environment, workingFolder }: Io,
  file: string | undefined,
  variable: string,
  what: string,
): string | undefined {
  const secret = file === undefined ? environment[variable] : contentOf(resolve(workingFolder, file), file);
  if (secret === undefined || secret === '') return undefined;
  if (/^[\x21-\x7e]+$/.test(secret)) return secret;
  throw new UsageError(`${file ?? variable} does not contain ${what}`);
}

function contentOf(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`${name} cannot be read: ${(error as Error).message}`);
  }
}
