import type { Pool } from 'pg';
import { StoreBusyError, StoreUnavailableError } from '../store-fault.js';

/** How long a new connection and a statement may take, in milliseconds: changes of keys get a 503 after that. */
const connectTimeoutMs = 2_000;
const usualLimits = { connections: 8, statementTimeoutMs: 2_000 };

/** A server that has stopped does not end its own statements. */
const graceMs = 1_000;

/** PostgreSQL's code of the type bigint. */
const bigintType = 20;

/** What runs statements: a pool, or one connection of it in a transaction. */
export type Queries = Pick<Pool, 'query'>;

/** A PostgreSQL connection URL in its parts. */
export interface PostgresAddress {
  /** The URL for `pg`. */
  readonly url: string;
  /** The URL without its password, for logs and messages. */
  readonly shown: string;
}

/** Parses DATABASE_URL. @returns undefined for another kind of text. */
export function parsePostgresUrl(text: string): PostgresAddress | undefined {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return undefined;
  }
  const database = url.pathname.slice(1);
  if (!/^postgres(?:ql)?:$/.test(url.protocol) || database === '' || database.includes('/')) return undefined;
  if (url.hostname === '' && !url.searchParams.has('host')) return undefined;
  const user = url.username === '' ? '' : `${url.username}@`;
  return { url: withPlainTlsMode(text, url), shown: `postgres://${user}${url.host}/${database}` };
}

/**
 * `pg` verifies the server's certificate in each mode but these, and writes a warning of several lines about some of the
 * others.
 */
const unverifiedModes: ReadonlySet<string | null> = new Set([null, '', 'disable', 'no-verify']);

function withPlainTlsMode(text: string, { href, searchParams }: URL): string {
  if (unverifiedModes.has(searchParams.get('sslmode')) || searchParams.has('uselibpqcompat')) return text;
  const verified = new URL(href);
  verified.searchParams.set('sslmode', 'verify-full');
  return verified.href;
}

export interface PoolLimits {
  readonly connections: number;
  readonly statementTimeoutMs: number;
}

/** Opens a pool of connections; none is made before it is needed. `pg` is loaded only here. */
export async function openPool(
  { url }: PostgresAddress,
  { connections, statementTimeoutMs }: PoolLimits = usualLimits,
): Promise<Pool> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs + graceMs,
    keepAlive: true,
    application_name: 'textmill',
    onConnect: (client) => client.query(sessionSettings(statementTimeoutMs)),
    types: {
      // Times and revisions are well below 2^53.
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === bigintType ? Number : pg.types.getTypeParser(type, format as 'text'),
    },
  });
  // A connection that ends while nobody uses it is replaced by the pool. Without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
}

/**
 * Returns the statement that makes a new session independent of what the role or the database sets. It is not sent with
 * the connection: PgBouncer refuses settings that come so.
 */
function sessionSettings(statementTimeoutMs: number): string {
  return [
    `SET statement_timeout = ${statementTimeoutMs}`,
    "SET default_transaction_isolation = 'read committed'",
    // Compiling a statement takes up to a second. PostgreSQL does it by its estimates, which may be those of an empty table.
    'SET jit = off',
  ].join('; ');
}

/**
 * Runs one statement, and tells the failures of the store from bugs.
 *
 * @throws {StoreUnavailableError} if the store is unavailable. Whether the statement was carried out is unknown then.
 * @throws {StoreBusyError} if it was not carried out, and a retry may succeed.
 */
export async function run<Row extends object>(
  queries: Queries,
  name: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  try {
    const { rows } = await queries.query<Row>({ name, text, values: [...values] });
    return rows;
  } catch (error) {
    throw storeError(error);
  }
}

/** Classes of errors, https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const busy = /^(?:40|55|57014)/;
/**
 * Connections, rights, resources, a server that stops or only reads, faults of its disk and damage, and tables or functions
 * that somebody has removed.
 */
const unavailable = /^(?:08|25006|28|3D|3F|42501|42704|42883|42P01|53|57|58|XX)/;

/** Returns what an error of `pg` means for the store; errors in statements stay what they are. */
function storeError(error: unknown): unknown {
  const { code = '' } = error as { readonly code?: string };
  if (busy.test(code)) return new StoreBusyError(error);
  // `pg` gives no code to a connection that ends or takes too long, and that of the system to one that fails.
  if (code === '' || /^E[A-Z_]+$/.test(code) || unavailable.test(code)) return new StoreUnavailableError(error);
  return error;
}
