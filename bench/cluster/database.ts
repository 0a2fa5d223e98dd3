import pg from 'pg';
import { LocalPostgres, missingPostgres, postgresPrograms } from '../../test/support/local-postgres.js';

/** Why rows that need PostgreSQL are skipped here; undefined if they are measured. */
export function withoutPostgres(): string | undefined {
  return postgresPrograms() === undefined ? missingPostgres : undefined;
}

/** Starts a PostgreSQL with its default settings for some work, and ends it afterwards in any case. */
export async function withPostgres<Result>(work: (postgres: LocalPostgres) => Promise<Result>): Promise<Result> {
  const postgres = await LocalPostgres.start(['shared_preload_libraries=pg_stat_statements']);
  try {
    return await work(postgres);
  } finally {
    await postgres.end();
  }
}

/** What gateways ask the store for, and how their statements are recognised. */
const purposes = [
  ['quota', /\bquota_turn\(/],
  ['upkeep of the quota', /\b(?:end_lapsed_members|expire_quota)\(/],
  ['bursts', /\bexchange_buckets\(/],
  ['usage history', /^INSERT INTO usage_hours\b/],
  ['last uses of keys', /\bUPDATE keys SET last_used_at\b/],
  ['changes of keys', /\bnote_keys_seen\(/],
] as const;

/** Returns what a statement of a gateway is for. */
export function purposeOf(statement: string): string {
  return purposes.find(([, pattern]) => pattern.test(statement))?.[0] ?? 'other';
}

/** Counts the statements of a database: each is one round trip. */
export class StatementCounter {
  readonly #client: pg.Client;
  readonly #database: string;

  private constructor(client: pg.Client, database: string) {
    this.#client = client;
    this.#database = database;
  }

  /** @param database - its name. */
  static async open(postgres: LocalPostgres, database: string): Promise<StatementCounter> {
    const client = new pg.Client({ connectionString: postgres.url('postgres') });
    await client.connect();
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    return new StatementCounter(client, database);
  }

  /** Returns how many statements there were until now, by what they are for. */
  async read(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.#client.query<{ query: string; calls: string }>(
      `SELECT query, calls FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid
       WHERE datname = $1 AND toplevel`,
      [this.#database],
    );
    const counts = new Map<string, number>();
    for (const { query, calls } of rows) {
      const purpose = purposeOf(query);
      counts.set(purpose, (counts.get(purpose) ?? 0) + Number(calls));
    }
    return counts;
  }

  /** Returns how many connections the database has. */
  async connections(): Promise<number> {
    const { rows } = await this.#client.query<{ count: string }>(
      'SELECT count(*) FROM pg_stat_activity WHERE datname = $1',
      [this.#database],
    );
    return Number(rows[0]?.count);
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
