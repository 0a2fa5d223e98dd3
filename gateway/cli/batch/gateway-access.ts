import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { addressOf } from '../../client/access.js';
import { type Io, UsageError } from '../core/io.js';

/** The address of the gateway: what the option says, else TEXTMILL_URL, else where `textmill serve` listens. */
export function gatewayUrl({ environment }: Io, option: string | undefined): string {
  const url = option ?? (environment.TEXTMILL_URL || 'http://127.0.0.1:8080');
  try {
    addressOf(url, "The gateway's address");
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  return url;
}

/** The API key: from a file, else from the environment. Never an argument: other users see those of all processes. */
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
