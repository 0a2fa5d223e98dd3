import type { PoolClient } from 'pg';
import { lapseMs } from '../quota-ledger.js';
import { type MovedRow, type MovedTable, MoveError, movedTables } from './tables.js';

/** Rows in one statement. */
const usualRows = 1_000;

/**
 * Keeps gateways out until the end of the transaction.
 *
 * @throws {MoveError} if one is using the database.
 */
export async function lockDatabase(client: PoolClient): Promise<void> {
  await client.query('LOCK TABLE key_revision, members IN EXCLUSIVE MODE');
  const { rows } = await client.query<{ name: string }>(
    `SELECT coalesce(name, id) AS name FROM members
     WHERE keys_heard_at > store_now() - $1::bigint OR (ended_at IS NULL AND seen_at > store_now() - $1::bigint) LIMIT 1`,
    [lapseMs],
  );
  const [first] = rows;
  if (first !== undefined) {
    throw new MoveError(`The gateway ${first.name} is using the database: stop all gateways and wait ten seconds`);
  }
}

/** Returns the number of accounts in the database. */
export async function countAccounts(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ count: number }>('SELECT count(*) FROM accounts');
  return rows[0]?.count ?? 0;
}

/** Reads a table, some rows at a time: years of usage are millions. In a transaction of the caller. */
export async function* readRows(
  client: PoolClient,
  { name, columns, reads = {}, batchRows = usualRows }: MovedTable,
): AsyncGenerator<readonly MovedRow[]> {
  const selected = Object.keys(columns).map((column) => `${reads[column] ?? column} AS ${column}`);
  await client.query(`DECLARE moved_rows NO SCROLL CURSOR FOR SELECT ${selected.join(', ')} FROM ${name}`);
  for (;;) {
    const { rows } = await client.query<MovedRow>(`FETCH ${batchRows} FROM moved_rows`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('CLOSE moved_rows');
}

/** Adds rows to a table, some at a time. @returns how many there were. */
export async function writeRows(
  client: PoolClient,
  { name, columns, writes = {}, batchRows = usualRows }: MovedTable,
  rows: Iterable<MovedRow>,
): Promise<number> {
  const names = Object.keys(columns);
  const types = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  const values = names.map((column) => writes[column] ?? column);
  const text = `INSERT INTO ${name} (${names.join(', ')}) SELECT ${values.join(', ')}
                FROM jsonb_to_recordset($1::jsonb) AS moved (${types.join(', ')})`;
  let written = 0;
  let batch: MovedRow[] = [];
  const write = async () => {
    if (batch.length > 0) await client.query(text, [JSON.stringify(batch)]);
    written += batch.length;
    batch = [];
  };
  for (const row of rows) {
    batch.push(row);
    if (batch.length === batchRows) await write();
  }
  await write();
  return written;
}

/** Brings up to date what follows from the rows that were written. */
export async function concludeWrites(client: PoolClient): Promise<void> {
  await client.query(
    'INSERT INTO quota_accounts (account_id, counted) SELECT account_id, sum(count) FROM quota_minutes GROUP BY account_id',
  );
  await client.query(
    `UPDATE key_revision SET newest = greatest(
       newest, (SELECT max(greatest(revision, sequence)) FROM keys), (SELECT max(greatest(revision, sequence)) FROM accounts)
     )`,
  );
  await client.query('UPDATE audit_position SET newest = (SELECT coalesce(max(sequence), 0) FROM audit_entries)');
  await beginKeyHistory(client);
  // Until the server has statistics, it reads all keys to find those that have changed.
  await client.query('ANALYZE accounts, keys, secrets');
}

/** Makes a gateway that was stopped during the move read all keys: what it knows is part of no history any more. */
async function beginKeyHistory(client: PoolClient): Promise<void> {
  await client.query('DELETE FROM key_history');
  await client.query('SELECT next_key_revision()');
}

/** Counts what members held as spent. */
export async function endMembers(client: PoolClient): Promise<void> {
  let hasMore: boolean | undefined = true;
  while (hasMore) {
    const { rows } = await client.query<{ more: boolean }>('SELECT end_lapsed_members(0, $1) AS more', [usualRows]);
    hasMore = rows[0]?.more;
  }
}

/** Removes what was moved, and what follows from it. */
export async function emptyDatabase(client: PoolClient): Promise<void> {
  const derived = ['quota_accounts', 'quota_blocks', 'members', 'sessions', 'sign_in_links', 'announcements'];
  const names = [...movedTables.map(({ name }) => name), ...derived];
  await client.query("SET LOCAL textmill.moves = 'true'");
  await client.query(`TRUNCATE ${names.join(', ')}`);
  await beginKeyHistory(client);
}
