import { readdirSync, readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { databaseFile } from '../../gateway/store/sqlite/connection.js';

/** A database with an earlier schema, and what a client and the operator know about its contents. */
export interface EarlierDatabase {
  readonly version: number;
  /** The database as SQL, with its version. */
  readonly sql: string;
  /** When it was last written, in milliseconds since the epoch. */
  readonly now: number;
  /** Valid secrets, and invalid ones. */
  readonly working: readonly string[];
  readonly ended: readonly string[];
  /** The secret of an account on the free plan with quota left. */
  readonly free: string;
  /** Requests that count, by account. */
  readonly used: Readonly<Record<string, number>>;
  /** The burst of a key. */
  readonly burst: { readonly key: string; readonly left: number };
  /** One key as `GET /keys/{id}` shows it. */
  readonly key: { readonly id: string };
}

const folder = new URL('../fixtures/databases/', import.meta.url);

/** All stored databases, oldest first: `version-<n>.sql` with its `version-<n>.json`. */
export function earlierDatabases(): EarlierDatabase[] {
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => ({
      ...(JSON.parse(read(name.replace('.sql', '.json'))) as Omit<EarlierDatabase, 'version' | 'sql'>),
      version: Number(/^version-(\d+)\.sql$/.exec(name)?.[1]),
      sql: read(name),
    }))
    .toSorted((a, b) => a.version - b.version);
}

/** Writes the database into a data folder as the program does: with a write-ahead log. */
export function restore({ sql }: EarlierDatabase, dataDir: string, more = ''): string {
  const file = databaseFile(dataDir);
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.exec(sql + more);
  database.close();
  return file;
}

/** Returns the whole contents of a database as text, with its version. */
export function dumpOf(file: string): string {
  const database = new Database(file, { readonly: true });
  try {
    const schema = database.prepare('SELECT name, type, sql FROM sqlite_schema ORDER BY name').all() as {
      readonly name: string;
      readonly type: string;
    }[];
    const tables = schema.filter(({ type }) => type === 'table');
    const rows = tables.map(({ name }) => [name, database.prepare(`SELECT * FROM "${name}"`).raw().all()]);
    return JSON.stringify([database.pragma('user_version', { simple: true }), schema, rows]);
  } finally {
    database.close();
  }
}
