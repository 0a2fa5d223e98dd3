import { closeSync, existsSync, fsyncSync, openSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The mark beside a database: a file that says that there was one. A database that is missing then was deleted or moved,
 * and an empty one in its place would refuse every key without a word.
 */

/** Returns the mark of a database. It does not go with `rm textmill.sqlite*`. */
export function markOf(file: string): string {
  return join(dirname(file), 'database-created');
}

/**
 * Marks a database durably. Idempotent. Call it when the database is complete and has no key yet, so that a start which
 * was interrupted can be repeated.
 */
export function markDatabase(file: string): void {
  const mark = markOf(file);
  if (existsSync(mark)) return;
  const text = `${file} was created. While this file exists, Textmill does not create another database here.\n`;
  try {
    writeFileSync(mark, text, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    // Another gateway of the machine was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/**
 * Refuses to go on without a database that was there.
 *
 * @param isExpected - whether there was one in any case: a gateway has served from it.
 * @throws {Error} with one sentence, if it is missing or empty.
 */
export function requireDatabase(file: string, isExpected = false): void {
  // Before the database is looked for: another process may be creating both, the mark last.
  const isMarked = existsSync(markOf(file));
  if (!isMarked && !isExpected) return;
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size !== undefined && size > 0) return;
  const what = size === undefined ? `There is no ${file}` : `${file} is empty`;
  const withoutKeys = isMarked ? `delete ${markOf(file)}` : 'restart the service';
  throw new Error(
    `${what}, but there was a database: put it back, or restore a backup with textmill restore; if it was moved to ` +
      `PostgreSQL, set DATABASE_URL; to begin without any key, ${withoutKeys}`,
  );
}
