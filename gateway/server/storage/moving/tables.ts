/** A table that is moved from one engine to the other, row by row. */
export interface MovedTable {
  readonly name: string;
  /** Its columns in PostgreSQL with their types. */
  readonly columns: Readonly<Record<string, string>>;
  /** Selects the rows in SQLite, with these columns; hashes as hexadecimal text, lists as JSON. */
  readonly fromSqlite: string;
  /** Inserts a row in SQLite, with these columns as parameters. */
  readonly toSqlite: string;
  /** Rows in one statement, if they are long; 1,000 if left out. */
  readonly batchRows?: number;
  /** Expressions that PostgreSQL reads columns with, where they are not just the columns. */
  readonly reads?: Readonly<Record<string, string>>;
  /** Expressions that PostgreSQL writes columns with, where they are not just the columns. */
  readonly writes?: Readonly<Record<string, string>>;
}

/**
 * The tables that are moved, those first that others refer to. Burst limits are not: they are full again within a
 * minute. Sessions end: people sign in again.
 */
export const movedTables: readonly MovedTable[] = [
  {
    name: 'accounts',
    columns: {
      sequence: 'bigint',
      id: 'text',
      plan: 'text',
      name: 'text',
      external_id: 'text',
      daily_quota: 'bigint',
      burst_per_minute: 'bigint',
      enabled: 'bigint',
      created_at: 'bigint',
      revision: 'bigint',
    },
    fromSqlite: `SELECT sequence, id, plan, name, external_id, daily_quota, burst_per_minute, enabled, created_at, revision
                 FROM accounts`,
    toSqlite: `INSERT INTO accounts (
                 sequence, id, plan, name, external_id, daily_quota, burst_per_minute, enabled, created_at, revision
               ) VALUES (
                 :sequence, :id, :plan, :name, :external_id, :daily_quota, :burst_per_minute, :enabled, :created_at, :revision
               )`,
    reads: { enabled: 'enabled::integer' },
    writes: { enabled: 'enabled <> 0' },
  },
  {
    name: 'keys',
    columns: {
      sequence: 'bigint',
      id: 'text',
      account_id: 'text',
      environment: 'text',
      label: 'text',
      origins: 'text',
      operator_bounds: 'text',
      owner_bounds: 'text',
      passed_expiry: 'bigint',
      last4: 'text',
      created_at: 'bigint',
      revoked_at: 'bigint',
      last_used_at: 'bigint',
      revision: 'bigint',
    },
    fromSqlite: `SELECT sequence, id, account_id, environment, label, origins, operator_bounds, owner_bounds, passed_expiry,
                   last4, created_at, revoked_at, last_used_at, revision
                 FROM keys`,
    toSqlite: `INSERT INTO keys (
                 sequence, id, account_id, environment, label, origins, operator_bounds, owner_bounds, passed_expiry, last4,
                 created_at, revoked_at, last_used_at, revision
               ) VALUES (
                 :sequence, :id, :account_id, :environment, :label, :origins, json(:operator_bounds), json(:owner_bounds), :passed_expiry, :last4,
                 :created_at, :revoked_at, :last_used_at, :revision
               )`,
    reads: {
      origins: 'origins::text',
      operator_bounds: 'operator_bounds::text',
      owner_bounds: 'owner_bounds::text',
    },
    writes: {
      origins: 'origins::json',
      operator_bounds: 'operator_bounds::jsonb',
      owner_bounds: 'owner_bounds::jsonb',
    },
  },
  {
    name: 'secrets',
    columns: { hash: 'text', key_id: 'text', last4: 'text', created_at: 'bigint', expires_at: 'bigint' },
    fromSqlite: 'SELECT lower(hex(hash)) AS hash, key_id, last4, created_at, expires_at FROM secrets',
    toSqlite: `INSERT INTO secrets (hash, key_id, last4, created_at, expires_at)
               VALUES (unhex(:hash), :key_id, :last4, :created_at, :expires_at)`,
    reads: { hash: "encode(hash, 'hex')" },
    writes: { hash: "decode(hash, 'hex')" },
  },
  {
    name: 'owner_secrets',
    columns: { account_id: 'text', issued_at: 'bigint', count: 'integer' },
    fromSqlite: 'SELECT account_id, issued_at, count FROM owner_secrets',
    toSqlite: 'INSERT INTO owner_secrets (account_id, issued_at, count) VALUES (:account_id, :issued_at, :count)',
  },
  {
    name: 'audit_entries',
    columns: {
      sequence: 'bigint',
      id: 'text',
      at: 'bigint',
      actor_kind: 'text',
      session_id: 'text',
      actor_user: 'text',
      actor_key: 'text',
      address: 'text',
      request_id: 'text',
      action: 'text',
      target_kind: 'text',
      target_id: 'text',
      account_id: 'text',
      old_value: 'text',
      new_value: 'text',
    },
    fromSqlite: `SELECT sequence, id, at, actor_kind, session_id, actor_user, actor_key, address, request_id, action,
                   target_kind, target_id, account_id, old_value, new_value
                 FROM audit_entries`,
    toSqlite: `INSERT INTO audit_entries (
                 sequence, id, at, actor_kind, session_id, actor_user, actor_key, address, request_id, action,
                 target_kind, target_id, account_id, old_value, new_value
               ) VALUES (
                 :sequence, :id, :at, :actor_kind, :session_id, :actor_user, :actor_key, :address, :request_id, :action, :target_kind, :target_id,
                 :account_id, :old_value, :new_value
               )`,
    reads: { old_value: 'old_value::text', new_value: 'new_value::text' },
    writes: { old_value: 'old_value::json', new_value: 'new_value::json' },
  },
  {
    name: 'workflows',
    columns: {
      account_id: 'text',
      name: 'text',
      version: 'integer',
      id: 'text',
      length: 'integer',
      updated_at: 'bigint',
      author_kind: 'text',
      key_id: 'text',
      steps: 'text',
    },
    fromSqlite: 'SELECT account_id, name, version, id, length, updated_at, author_kind, key_id, steps FROM workflows',
    toSqlite: `INSERT INTO workflows (account_id, name, version, id, length, updated_at, author_kind, key_id, steps)
               VALUES (:account_id, :name, :version, :id, :length, :updated_at, :author_kind, :key_id, :steps)`,
    batchRows: 50,
  },
  {
    name: 'quota_minutes',
    columns: { account_id: 'text', minute: 'bigint', count: 'bigint' },
    fromSqlite: 'SELECT account_id, minute, count FROM quota_counts',
    toSqlite: 'INSERT INTO quota_counts (account_id, minute, count) VALUES (:account_id, :minute, :count)',
  },
  {
    name: 'usage_hours',
    columns: {
      hour: 'bigint',
      account_id: 'text',
      key_id: 'text',
      operation: 'text',
      status: 'integer',
      refusal: 'text',
      writer: 'text',
      count: 'bigint',
      charged: 'bigint',
      characters_in: 'bigint',
      characters_out: 'bigint',
    },
    fromSqlite: `SELECT hour, account_id, key_id, operation, status, refusal, writer, count, charged, characters_in,
                   characters_out FROM usage_hours`,
    toSqlite: `INSERT INTO usage_hours (hour, account_id, key_id, operation, status, refusal, writer, count, charged,
                 characters_in, characters_out)
               VALUES (:hour, :account_id, :key_id, :operation, :status, :refusal, :writer, :count, :charged,
                 :characters_in, :characters_out)`,
  },
  {
    name: 'usage_days',
    columns: {
      day: 'bigint',
      account_id: 'text',
      key_id: 'text',
      operation: 'text',
      status: 'integer',
      refusal: 'text',
      count: 'bigint',
      charged: 'bigint',
      characters_in: 'bigint',
      characters_out: 'bigint',
    },
    fromSqlite: `SELECT day, account_id, key_id, operation, status, refusal, count, charged, characters_in, characters_out
                 FROM usage_days`,
    toSqlite: `INSERT INTO usage_days (day, account_id, key_id, operation, status, refusal, count, charged,
                 characters_in, characters_out)
               VALUES (:day, :account_id, :key_id, :operation, :status, :refusal, :count, :charged,
                 :characters_in, :characters_out)`,
  },
];

/** A row with columns of {@link MovedTable}. */
export type MovedRow = Readonly<Record<string, string | number | null>>;

/** What was moved. */
export interface MoveFacts {
  readonly accounts: number;
  /** Including revoked ones. */
  readonly keys: number;
}

/** The stores cannot be moved. The message is a sentence, and nothing was changed. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}
