import type { Database } from 'better-sqlite3';

/**
 * Deletes SQLite's statistics (ANALYZE, https://sqlite.org/lang_analyze.html), and has all connections plan without them.
 * They say how many rows the tables had once: with those of an almost empty database, SQLite reads whole tables in place
 * of the rows that an index finds. Without any, it takes the indexes.
 */
export function forgetStatistics(database: Database): void {
  const isThere = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'").get() !== undefined;
  if (!isThere || database.prepare('SELECT 1 FROM sqlite_stat1 LIMIT 1').get() === undefined) return;
  // ANALYZE creates both tables again, and leaves them empty; that makes other connections read the schema again.
  const forget = 'DROP TABLE sqlite_stat1; DROP TABLE IF EXISTS sqlite_stat4; ANALYZE sqlite_schema';
  database.transaction(() => database.exec(forget)).immediate();
}
