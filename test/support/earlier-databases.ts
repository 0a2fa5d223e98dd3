import { readdirSync, readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { databaseFile } from '../../gateway/store/connection.js';

/** A database of an earlier schema, and what a client and the operator know of it. */
export interface EarlierDatabase {
  readonly version: number;
  /** The database as SQL, its version included. */
  readonly sql: string;
  /** When it was last written, in milliseconds since the epoch. */
  readonly now: number;
  /** Secrets that open something, and those that do no more. */
  readonly working: readonly string[];
  readonly ended: readonly string[];
  /** The secret of an account of the free plan, whose quota has room. */
  readonly free: string;
  /** Requests that count, by account. */
  readonly used: Readonly<Record<string, number>>;
  /** The burst of a key. */
  readonly burst: { readonly key: string; readonly left: number };
  /** One key as `GET /keys/{id}` shows it. */
  readonly key: { readonly id: string };
}

const folder = new URL('../fixtures/databases/', import.meta.url);

/** All that are kept, oldest first: `version-<n>.sql` with its `version-<n>.json`. */
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

/** Puts the database into a data folder, as the program leaves it: with a write-ahead log. */
export function restore({ sql }: EarlierDatabase, dataDir: string, more = ''): string {
  const file = databaseFile(dataDir);
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.exec(sql + more);
  database.close();
  return file;
}

/** Everything in a database as text, its version included. */
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
