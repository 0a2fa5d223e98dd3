import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { programFile } from '#engine/core/program-folder.js';
import { UnusableDatabaseError } from './server-check.js';

/** The folder of this program's migrations: `0001_<name>.sql` and so on, without a gap. */
export const postgresMigrations = programFile('gateway/server/storage/postgres/migrations');

/**
 * Migrates a database to the newest schema, or leaves it unchanged: all missing migrations run in one transaction, under
 * an advisory lock that makes other processes wait.
 *
 * @param client - a connection that is in no transaction.
 * @returns whether the database was empty.
 * @throws {UnusableDatabaseError} if the database is newer than the program, or contains something else.
 */
export async function migratePostgres(client: PoolClient, directory: string = postgresMigrations): Promise<boolean> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock(7838, 0)');
    const isNew = await migrateLocked(client, directory);
    await client.query('COMMIT');
    return isNew;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/**
 * Checks what {@link migratePostgres} needs, and changes nothing.
 *
 * @throws {UnusableDatabaseError} if it would fail.
 */
export async function checkMigration(client: PoolClient): Promise<void> {
  const version = await schemaVersion(client);
  if (version === usableFiles(postgresMigrations, version).length) return;
  const { rows } = await client.query<{ allowed: boolean | null }>(
    "SELECT has_schema_privilege(current_schema(), 'CREATE') AS allowed",
  );
  if (rows[0]?.allowed !== true) throw new UnusableDatabaseError('its user may not create tables there');
}

/** @returns whether the database was empty. */
async function migrateLocked(client: PoolClient, directory: string): Promise<boolean> {
  const found = await schemaVersion(client);
  const version = found ?? 0;
  const files = usableFiles(directory, version);
  if (found === undefined) {
    await client.query(
      'CREATE TABLE textmill_schema (version integer NOT NULL); INSERT INTO textmill_schema VALUES (0)',
    );
  }
  for (const [index, name] of files.entries()) {
    if (Number.parseInt(name, 10) !== index + 1) throw new Error(`${name} is not migration ${index + 1}`);
    if (index >= version) await client.query(readFileSync(join(directory, name), 'utf8'));
  }
  if (version < files.length) await client.query('UPDATE textmill_schema SET version = $1', [files.length]);
  return found === undefined;
}

/** Returns the names of all migrations. @throws {UnusableDatabaseError} if the database has had more than these. */
function usableFiles(directory: string, version = 0): readonly string[] {
  const files = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  if (version <= files.length) return files;
  throw new UnusableDatabaseError(
    `it has schema version ${version}, but this program knows versions up to ${files.length} only: it was last used by ` +
      'a newer Textmill',
  );
}

/** Returns the version of the schema; undefined for an empty database. */
async function schemaVersion(client: PoolClient): Promise<number | undefined> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY relname`,
  );
  if (tables.some(({ name }) => name === 'textmill_schema')) {
    const { rows } = await client.query<{ version: number }>('SELECT version FROM textmill_schema');
    return rows[0]?.version ?? 0;
  }
  const [first] = tables;
  if (first === undefined) return undefined;
  throw new UnusableDatabaseError(
    `it contains the table ${first.name}, which is not Textmill's: create a database for Textmill alone`,
  );
}
