import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivate } from '../store/data-folder.js';

/** What a token may be, as people read it: what fits into a header as it is. */
export const adminTokenForm = '16 to 1000 printable ASCII characters without spaces';

export function isAdminToken(text: string): boolean {
  return /^[\x21-\x7e]{16,1000}$/.test(text);
}

/** The token of the key administration. Only its digest is kept. */
export class AdminToken {
  readonly #digest: Buffer;
  /** Where it can be read, if it is not the operator's own. */
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
      throw new Error(`${file} holds no token (${adminTokenForm}); remove it to have a new one made`);
    }
    return new AdminToken(token, file);
  }

  /** Compares in a time that does not tell how much of the token was right. */
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
