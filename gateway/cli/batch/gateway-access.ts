import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { addressOf } from '../../client/access.js';
import { type Io, UsageError } from '../core/io.js';

/** Returns the address of the gateway: the option, else TEXTMILL_URL, else the address of `textmill serve`. */
export function gatewayUrl({ environment }: Io, option: string | undefined): string {
  const url = option ?? (environment.TEXTMILL_URL || 'http://127.0.0.1:8080');
  try {
    addressOf(url, "The gateway's address");
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  return url;
}

/** Returns the API key from a file or the environment. Never from an argument: other users can see those. */
export function gatewayKey({ environment, workingFolder }: Io, file: string | undefined): string {
  const key = file === undefined ? environment.TEXTMILL_API_KEY : readKey(resolve(workingFolder, file), file);
  if (key === undefined || key === '') {
    throw new UsageError('No API key: set TEXTMILL_API_KEY, or name a file that contains it with --key-file');
  }
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new UsageError(`${file ?? 'TEXTMILL_API_KEY'} does not contain an API key`);
}

function readKey(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`${name} cannot be read: ${(error as Error).message}`);
  }
}
