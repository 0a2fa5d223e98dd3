import type { Database } from 'better-sqlite3';
import type {
  ChangedKey,
  Environment,
  KeyRow,
  KeyTable,
  KeyWriter,
  NewKeyRow,
  NewSecretRow,
  Plan,
} from './key-table.js';

interface ChangedRow extends Omit<KeyRow, 'origins' | 'last4'> {
  readonly revision: number;
  readonly origins: string;
}

interface StoredSecret {
  readonly hash: Buffer;
  readonly last4: string;
  readonly expiresAt: number | null;
}

const nextRevision = '(SELECT coalesce(max(revision), 0) + 1 FROM keys)';

/** Keys in SQLite. */
export class SqliteKeyTable implements KeyTable {
  readonly #database: Database;
  readonly #writer: KeyWriter;
  readonly #dataVersion;
  readonly #changed;
  readonly #secretsOf;

  /** @param database - from openDatabase; the caller closes it. */
  constructor(database: Database) {
    this.#database = database;
    this.#writer = new SqliteKeyWriter(database);
    this.#dataVersion = database.prepare<[], number>('PRAGMA data_version').pluck();
    this.#changed = database.prepare<[number], ChangedRow>(
      `SELECT sequence, keys.id, account_id AS accountId, plan, environment, label, origins, revision,
              created_at AS createdAt, revoked_at AS revokedAt, last_used_at AS lastUsedAt
       FROM keys JOIN accounts ON accounts.id = account_id WHERE revision > ? ORDER BY sequence`,
    );
    this.#secretsOf = database.prepare<[string], StoredSecret>(
      'SELECT hash, last4, expires_at AS expiresAt FROM secrets WHERE key_id = ? ORDER BY expires_at IS NULL',
    );
  }

  version(): number {
    return this.#dataVersion.get() ?? 0;
  }

  changedSince(revision: number): ChangedKey[] {
    return this.#database.transaction(() =>
      this.#changed.all(revision).map(({ revision, origins, ...row }) => {
        const secrets = this.#secretsOf.all(row.id);
        return {
          revision,
          // The newest secret does not expire, and comes last.
          key: { ...row, origins: JSON.parse(origins) as string[], last4: secrets.at(-1)?.last4 ?? '' },
          secrets: secrets.map(({ hash, expiresAt }) => ({ hash: hash.toString('hex'), expiresAt })),
        };
      }),
    )();
  }

  write<Result>(work: (rows: KeyWriter) => Result): Result {
    return this.#database.transaction(() => work(this.#writer)).immediate();
  }
}

class SqliteKeyWriter implements KeyWriter {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  planOf(accountId: string): Plan | undefined {
    return this.#database.prepare<[string], Plan>('SELECT plan FROM accounts WHERE id = ?').pluck().get(accountId);
  }

  insertAccount(id: string, plan: Plan): void {
    this.#database.prepare('INSERT INTO accounts (id, plan) VALUES (?, ?)').run(id, plan);
  }

  insertKey({ origins, ...row }: NewKeyRow): void {
    this.#database
      .prepare(
        `INSERT INTO keys (id, account_id, environment, label, origins, created_at, revision)
         VALUES (:id, :accountId, :environment, :label, :origins, :createdAt, ${nextRevision})`,
      )
      .run({ ...row, origins: JSON.stringify(origins) });
  }

  insertSecret({ keyId, hash, last4, createdAt }: NewSecretRow): void {
    this.#database
      .prepare('INSERT INTO secrets (hash, key_id, last4, created_at) VALUES (?, ?, ?, ?)')
      .run(Buffer.from(hash, 'hex'), keyId, last4, createdAt);
  }

  revoke(id: string, now: number): void {
    this.#database
      .prepare(`UPDATE keys SET revoked_at = ?, revision = ${nextRevision} WHERE id = ? AND revoked_at IS NULL`)
      .run(now, id);
  }

  beginChange(id: string): Environment | undefined {
    return this.#database
      .prepare<[string], Environment>(
        `UPDATE keys SET revision = ${nextRevision} WHERE id = ? AND revoked_at IS NULL RETURNING environment`,
      )
      .pluck()
      .get(id);
  }

  expireSecrets(keyId: string, now: number, expiresAt: number): void {
    this.#database
      .prepare(
        'UPDATE secrets SET expires_at = :expiresAt WHERE key_id = :keyId AND ifnull(expires_at > :expiresAt, 1)',
      )
      .run({ keyId, expiresAt });
    this.#database.prepare('DELETE FROM secrets WHERE key_id = ? AND expires_at <= ?').run(keyId, now);
  }

  setOrigins(id: string, origins: readonly string[]): void {
    this.#database.prepare('UPDATE keys SET origins = ? WHERE id = ?').run(JSON.stringify(origins), id);
  }

  setLabel(id: string, label: string | null): void {
    this.#database.prepare('UPDATE keys SET label = ? WHERE id = ?').run(label, id);
  }
}
