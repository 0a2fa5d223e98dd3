import type { Pool, PoolClient } from 'pg';
import { openPool, type PoolLimits, type PostgresAddress, parsePostgresUrl } from './connection.js';
import { checkMigration, migratePostgres } from './migrations.js';
import { checkServer, UnusableDatabaseError } from './server-check.js';

/** How long a start may wait for the server, in milliseconds: with everything else, less than 10 s. */
const startTimeoutMs = 8_000;

/** An open database with the newest schema. */
export interface PostgresStore {
  readonly address: PostgresAddress;
  readonly pool: Pool;
  /** Whether it was empty, and this start created the schema. */
  readonly isNew: boolean;
  close(): Promise<void>;
}

/**
 * Connects to a database and migrates it to the newest schema.
 *
 * @param url - as DATABASE_URL has it.
 * @throws {UnusableDatabaseError} with one sentence, without the password, if the database cannot be used.
 */
export function openPostgres(url: string): Promise<PostgresStore> {
  return openPostgresFor(url);
}

/** As {@link openPostgres}, with limits for other work than requests. */
export async function openPostgresFor(url: string, limits?: PoolLimits): Promise<PostgresStore> {
  const address = addressOf(url);
  const isNew = await overOneConnection(address, migratePostgres);
  const pool = await openPool(address, limits);
  return { address, pool, isNew, close: () => pool.end() };
}

/**
 * Checks that a gateway could start on a database, and changes nothing.
 *
 * @param url - as DATABASE_URL has it.
 * @throws {UnusableDatabaseError} as {@link openPostgres}.
 */
export function checkPostgres(url: string): Promise<void> {
  return overOneConnection(addressOf(url), checkMigration);
}

/** @throws {UnusableDatabaseError} */
function addressOf(url: string): PostgresAddress {
  const address = parsePostgresUrl(url);
  if (address === undefined) throw new UnusableDatabaseError('DATABASE_URL is not a URL of a PostgreSQL database');
  return address;
}

/** Checks the server, and works over a connection of its own: a migration may take longer than a statement does. */
async function overOneConnection<Result>(
  address: PostgresAddress,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const pool = await openPool(address, { connections: 2, statementTimeoutMs: startTimeoutMs });
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${startTimeoutMs / 1_000} s`)), startTimeoutMs);
  });
  let client: PoolClient | undefined;
  try {
    const connected = pool.connect();
    const connection = await Promise.race([connected, tooLate]);
    client = connection;
    return await Promise.race([checkServer(connection, pool).then(() => work(connection)), tooLate]);
  } catch (error) {
    throw unusable(address, error);
  } finally {
    clearTimeout(timer);
    client?.release(true);
    void pool.end();
  }
}

function unusable({ shown }: PostgresAddress, error: unknown): UnusableDatabaseError {
  const { message, code = '' } = error as NodeJS.ErrnoException;
  let reason = `it cannot be used: ${(message === '' ? code : message).replace(/\s+/g, ' ')}`;
  if (error instanceof UnusableDatabaseError) reason = message;
  if (code === '42501') reason = `its user may not create tables there: ${message}`;
  return new UnusableDatabaseError(`DATABASE_URL is ${shown}, but ${reason}`, { cause: error });
}
