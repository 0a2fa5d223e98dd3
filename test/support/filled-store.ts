import { hourOf, minuteOf } from '#gateway/server/storage/periods.js';
import { openPostgresFor } from '#gateway/server/storage/postgres/open.js';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';

/** How much a store has. */
export interface StoredAmount {
  readonly keys: number;
  readonly accounts: number;
}

const daysOfUsage = 30;
const hoursOfUsage = 26;
const minutesOfQuota = 60;

/** Numbers from `from` up to `to`, without it, in SQL of both engines. */
const numbers = (name: string, from: number, to: number) =>
  `(WITH RECURSIVE s (${name}) AS (SELECT ${from} UNION ALL SELECT ${name} + 1 FROM s WHERE ${name} < ${to - 1})
    SELECT ${name} FROM s) AS of_${name}`;

/** @param hash - an expression for the hash of the secret of key `i`. */
const keyStatements = (from: number, { keys, accounts }: StoredAmount, hash: string): readonly string[] => [
  `INSERT INTO keys (id, sequence, account_id, environment, origins, last4, created_at, revision)
   SELECT 'key_' || i, i + 1, 'acc_' || (i % ${accounts}), 'live', '[]', 'abcd', 0, i + 1 FROM ${numbers('i', from, keys)}`,
  `INSERT INTO secrets (hash, key_id, last4, created_at) SELECT ${hash}, 'key_' || i, 'abcd', 0
   FROM ${numbers('i', from, keys)}`,
];

const accountStatement = (from: number, { accounts }: StoredAmount) =>
  `INSERT INTO accounts (id, sequence, plan, created_at, revision)
   SELECT 'acc_' || i, i + 1, 'pro', 0, i + 1 FROM ${numbers('i', from, accounts)}`;

/**
 * Fills a new SQLite database as a gateway leaves it that is killed: with the counts and blocks of a process that has
 * ended, and with the statistics that it stored when the database was almost empty.
 */
export function fillSqlite(dataDir: string, amount: StoredAmount, now = Date.now()): void {
  const { keys, accounts } = amount;
  const fill = (from: number, to: StoredAmount) => [
    accountStatement(from, to),
    ...keyStatements(from, to, 'randomblob(32)'),
  ];
  const account = numbers('i', 0, accounts);
  const history = [
    `INSERT INTO members (id, process, seen_at, turn) VALUES ('dead', '0', ${now}, 1)`,
    `INSERT INTO quota_blocks (account_id, member_id, requests) SELECT 'acc_' || i, 'dead', 10 FROM ${account}`,
    `INSERT INTO quota_counts (account_id, minute, count) SELECT 'acc_' || i, ${minuteOf(now)} - ago, 1
     FROM ${account} CROSS JOIN ${numbers('ago', 0, minutesOfQuota)}`,
    `INSERT INTO usage_hours (hour, account_id, key_id, operation, status, refusal, writer, count)
     SELECT ${hourOf(now)} - ago, 'acc_' || i, 'key_' || i, 'run', 200, '', '0', 1
     FROM ${account} CROSS JOIN ${numbers('ago', 0, hoursOfUsage)}`,
    `INSERT INTO usage_days (day, account_id, key_id, operation, status, refusal, count)
     SELECT ${hourOf(now)} / 24 - ago, 'acc_' || i, 'key_' || i, 'run', 200, '', 1
     FROM ${account} CROSS JOIN ${numbers('ago', 1, daysOfUsage)}`,
    `INSERT INTO burst_buckets (kind, id, level, updated_at, writer, capacity) SELECT 'key', 'key_' || i, 1, ${now}, '0', 120
     FROM ${numbers('i', 0, keys)}`,
  ];
  const database = openDatabase(dataDir);
  try {
    for (const statement of fill(0, { keys: 1, accounts: 1 })) database.exec(statement);
    database.exec('ANALYZE');
    database.transaction(() => {
      for (const statement of [...fill(1, amount), ...history]) database.exec(statement);
    })();
  } finally {
    database.close();
  }
}

/** Fills a new PostgreSQL database with keys. Its statistics are those of a database with one. */
export async function fillPostgres(url: string, amount: StoredAmount): Promise<void> {
  const { pool, close } = await openPostgresFor(url, { connections: 1, statementTimeoutMs: 600_000 });
  const fill = async (from: number, to: StoredAmount) => {
    const statements = [accountStatement(from, to), ...keyStatements(from, to, 'sha256(i::text::bytea)')];
    for (const statement of statements) await pool.query(statement);
  };
  try {
    await fill(0, { keys: 1, accounts: 1 });
    await pool.query('ANALYZE');
    await fill(1, amount);
    await pool.query('UPDATE key_revision SET newest = $1', [amount.keys]);
    await pool.query('INSERT INTO key_history SELECT newest, token FROM key_revision ON CONFLICT DO NOTHING');
  } finally {
    await close();
  }
}
