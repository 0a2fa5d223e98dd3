import type { Pool, PoolClient } from 'pg';

/** The database cannot be used. The message is one sentence. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}

/** The oldest release of PostgreSQL that is tested, as `server_version_num` has it. */
const oldestServer = 140_000;

interface ServerFacts {
  readonly version: string;
  readonly release: string;
  readonly encoding: string;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  /** The process that serves the connection. */
  readonly pid: number;
}

/**
 * Checks what a gateway needs of the server, and changes nothing.
 *
 * @param pool - takes another connection beside `client`.
 * @throws {UnusableDatabaseError} if the server is too old, does not store UTF-8, only reads, or is behind a pooler that
 *   gives each transaction another session.
 */
export async function checkServer(client: PoolClient, pool: Pool): Promise<void> {
  const facts = await factsOf(client);
  const problem = problemOf(facts);
  if (problem !== undefined) throw new UnusableDatabaseError(problem);
  // A pooler gives its clients a number of its own in place of the process.
  const { processID } = client as PoolClient & { readonly processID: number | null };
  if (processID !== facts.pid && !(await keepsSession(client, pool))) {
    throw new UnusableDatabaseError(
      'a pooler gives each of its transactions another session, in which LISTEN and prepared statements fail: set ' +
        'pool_mode = session there, or name PostgreSQL itself',
    );
  }
}

async function factsOf(client: PoolClient): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_version') AS release,
       current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS "isStandby",
       current_setting('transaction_read_only') = 'on' AS "isReadOnly", pg_backend_pid() AS pid`,
  );
  const [facts] = rows;
  if (facts === undefined) throw new Error('The server returned nothing');
  return facts;
}

function problemOf({ version, release, encoding, isStandby, isReadOnly }: ServerFacts): string | undefined {
  if (Number(version) < oldestServer) return `it is PostgreSQL ${release}, and Textmill needs 14 or newer`;
  if (encoding !== 'UTF8') {
    return `its encoding is ${encoding}: create another database with ENCODING 'UTF8' TEMPLATE template0`;
  }
  if (isStandby) return 'its server is a standby, which cannot be written to: name the primary';
  if (isReadOnly) return 'it cannot be written to: switch default_transaction_read_only off for its user and database';
  return undefined;
}

/** How often it is tried to get another session: a pooler with other clients may give the same one by chance. */
const attempts = 5;

/**
 * Returns whether a connection through a pooler keeps its session while another connection has a transaction open. A
 * pooler that gives sessions by transaction gives the session of the first, which is idle, to the second.
 */
async function keepsSession(client: PoolClient, pool: Pool): Promise<boolean> {
  const second = await pool.connect();
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const own = await processOf(client);
      await second.query('BEGIN');
      const other = await processOf(second);
      // If the pooler has one session only, the first connection would wait for it now.
      if (other === own || (await processOf(client)) !== own) return false;
      await second.query('COMMIT');
    }
    return true;
  } catch (error) {
    // PgBouncer in statement mode refuses transactions.
    if (/transaction blocks not allowed/.test((error as Error).message)) return false;
    throw error;
  } finally {
    second.release(true);
  }
}

async function processOf(client: PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}
