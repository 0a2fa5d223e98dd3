import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { programFile } from '#engine/core/program-folder.js';

/** The folder of this program's migrations: `0001_<name>.sql` and so on, without a gap. */
export const migrationsDirectory = programFile('gateway/server/storage/sqlite/migrations');

/**
 * Migrates a database to the newest schema, or leaves it unchanged: all missing migrations run in one transaction. The
 * version is the database's `user_version`, the number of the last migration. Statistics are deleted in any case.
 *
 * @throws {Error} if the database is newer than the program, or a migration fails.
 */
export function migrate(database: Database, directory: string = migrationsDirectory): void {
  const files = migrationFiles(directory);
  const version = () => database.pragma('user_version', { simple: true }) as number;
  if (version() > files.length) {
    throw new Error(
      `The database ${database.name} has schema version ${version()}, but this program knows versions up to ` +
        `${files.length} only: it was last used by a newer Textmill.`,
    );
  }
  // Before a migration, which may have to find the secrets of each key.
  forgetStatistics(database);
  if (version() === files.length) return;
  // The version is read again under the lock: another process may have been faster.
  const run = database.transaction(() => {
    for (const file of files.slice(version())) database.exec(readFileSync(join(directory, file), 'utf8'));
    database.pragma(`user_version = ${Math.max(version(), files.length)}`);
  });
  run.immediate();
}

/** Returns the schema version after all migrations of this program. */
export function newestVersion(directory: string = migrationsDirectory): number {
  return migrationFiles(directory).length;
}

/** Whether an existing database has the schema of this program. Changes nothing. */
export function isNewestSchema(file: string): boolean {
  const database = new Sqlite(file, { readonly: true, fileMustExist: true });
  try {
    return database.pragma('user_version', { simple: true }) === newestVersion();
  } finally {
    database.close();
  }
}

function migrationFiles(directory: string): string[] {
  const files = readdirSync(directory).filter((name) => name.endsWith('.sql'));
  files.sort();
  for (const [index, name] of files.entries()) {
    if (Number.parseInt(name, 10) !== index + 1) throw new Error(`${name} is not migration ${index + 1}`);
  }
  return files;
}

/**
 * Deletes SQLite's statistics (ANALYZE, https://sqlite.org/lang_analyze.html), and has all connections plan without them.
 * They say how many rows the tables had once: with those of an almost empty database, SQLite reads whole tables in place
 * of the rows that an index finds. Without any, it takes the indexes.
 */
function forgetStatistics(database: Database): void {
  const isThere = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'").get() !== undefined;
  if (!isThere || database.prepare('SELECT 1 FROM sqlite_stat1 LIMIT 1').get() === undefined) return;
  // ANALYZE creates both tables again, and leaves them empty; that makes other connections read the schema again.
  const forget = 'DROP TABLE sqlite_stat1; DROP TABLE IF EXISTS sqlite_stat4; ANALYZE sqlite_schema';
  database.transaction(() => database.exec(forget)).immediate();
}
