import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const shortestToken = 16;

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
   * The token that was configured, else the one in the data folder, which is made on the first start.
   *
   * @throws {Error} with one sentence if the file is there and no token.
   */
  static load(configured: string | undefined, dataDir: string): AdminToken {
    if (configured !== undefined) return new AdminToken(configured, undefined);
    const file = join(dataDir, 'admin-token');
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const token = readToken(file) ?? generateToken(file);
    if (token.length < shortestToken) throw new Error(`${file} holds no token of at least ${shortestToken} characters`);
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
    return readFileSync(file, 'utf8').trim();
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
