import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivate } from '../storage/data-folder.js';

/** The format of a token, for messages: characters that a header accepts unescaped. */
export const adminTokenForm = '16 to 1000 printable ASCII characters without spaces';

/** Tests whether a text has the {@link adminTokenForm} of a token. */
export function isAdminToken(text: string): boolean {
  return /^[\x21-\x7e]{16,1000}$/.test(text);
}

/** The admin token. Only its digest is kept. */
export class AdminToken {
  readonly #digest: Buffer;
  /** The file with a generated token; undefined for a configured one. */
  readonly file: string | undefined;

  private constructor(token: string, file: string | undefined) {
    this.#digest = digest(token);
    this.file = file;
  }

  /**
   * The token that was configured, else the one in the data folder, which is made on the first start. The file is closed
   * to others, should somebody have put it there with a wider mode.
   *
   * @throws {Error} with one sentence if the file is there and no token, or not to be trusted.
   */
  static load(configured: string | undefined, dataDir: string): AdminToken {
    if (configured !== undefined) return new AdminToken(configured, undefined);
    const file = join(dataDir, 'admin-token');
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    makePrivate(file);
    const token = readToken(file) ?? generateToken(file);
    if (!isAdminToken(token)) {
      throw new Error(`${file} has no valid token (${adminTokenForm}); remove it to generate a new one`);
    }
    return new AdminToken(token, file);
  }

  /** Compares in constant time. */
  verify(presented: string): boolean {
    return timingSafeEqual(digest(presented), this.#digest);
  }
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function readToken(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trimEnd();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function generateToken(file: string): string {
  const token = randomBytes(32).toString('base64url');
  writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx' });
  return token;
}
