import type { Database } from 'better-sqlite3';
import type { Environment } from './key-format.js';
import type { StoredKey, StoredSecret } from './key-index.js';
import type { Plan } from './key-store.js';

/** A key that was changed since some revision. */
export interface ChangedKey {
  readonly revision: number;
  readonly key: StoredKey;
  readonly secrets: readonly StoredSecret[];
}

/** What is written when a key is made. */
export interface KeyRow {
  readonly id: string;
  readonly accountId: string;
  readonly environment: Environment;
  readonly label: string | null;
  readonly origins: readonly string[];
  readonly createdAt: number;
}

interface ChangedRow extends Omit<StoredKey, 'origins' | 'last4'> {
  readonly revision: number;
  readonly origins: string;
}

interface SecretRow {
  readonly hash: Buffer;
  readonly last4: string;
  readonly expiresAt: number | null;
}

const nextRevision = '(SELECT coalesce(max(revision), 0) + 1 FROM keys)';

/** The SQL of the key store. Everything that writes belongs into a transaction. */
export class KeyStatements {
  readonly #database: Database;
  readonly #changed;
  readonly #secretsOf;

  constructor(database: Database) {
    this.#database = database;
    this.#changed = database.prepare<[number], ChangedRow>(
      `SELECT sequence, keys.id, account_id AS accountId, plan, environment, label, origins, revision,
              created_at AS createdAt, revoked_at AS revokedAt, last_used_at AS lastUsedAt
       FROM keys JOIN accounts ON accounts.id = account_id WHERE revision > ? ORDER BY sequence`,
    );
    this.#secretsOf = database.prepare<[string], SecretRow>(
      'SELECT hash, last4, expires_at AS expiresAt FROM secrets WHERE key_id = ? ORDER BY expires_at IS NULL',
    );
  }

  /** Keys whose revision is above one, in the order of creation, all as of the same moment. */
  changedSince(revision: number): ChangedKey[] {
    return this.#database.transaction(() =>
      this.#changed.all(revision).map(({ revision, origins, ...row }) => {
        const secrets = this.#secretsOf.all(row.id);
        return {
          revision,
          // The secret that does not expire is the newest, and comes last.
          key: { ...row, origins: JSON.parse(origins) as string[], last4: secrets.at(-1)?.last4 ?? '' },
          secrets: secrets.map(({ hash, expiresAt }) => ({ hash: hash.toString('hex'), expiresAt })),
        };
      }),
    )();
  }

  planOf(accountId: string): Plan | undefined {
    return this.#database.prepare<[string], Plan>('SELECT plan FROM accounts WHERE id = ?').pluck().get(accountId);
  }

  insertAccount(id: string, plan: Plan): void {
    this.#database.prepare('INSERT INTO accounts (id, plan) VALUES (?, ?)').run(id, plan);
  }

  insertKey({ origins, ...row }: KeyRow): void {
    this.#database
      .prepare(
        `INSERT INTO keys (id, account_id, environment, label, origins, created_at, revision)
         VALUES (:id, :accountId, :environment, :label, :origins, :createdAt, ${nextRevision})`,
      )
      .run({ ...row, origins: JSON.stringify(origins) });
  }

  insertSecret(keyId: string, hash: Buffer, last4: string, createdAt: number): void {
    this.#database
      .prepare('INSERT INTO secrets (hash, key_id, last4, created_at) VALUES (?, ?, ?, ?)')
      .run(hash, keyId, last4, createdAt);
  }

  revoke(id: string, now: number): void {
    this.#database
      .prepare(`UPDATE keys SET revoked_at = ?, revision = ${nextRevision} WHERE id = ? AND revoked_at IS NULL`)
      .run(now, id);
  }

  /** Gives a key a new revision. @returns its environment; undefined if there is no such key, or it is revoked. */
  beginChange(id: string): Environment | undefined {
    return this.#database
      .prepare<[string], Environment>(
        `UPDATE keys SET revision = ${nextRevision} WHERE id = ? AND revoked_at IS NULL RETURNING environment`,
      )
      .pluck()
      .get(id);
  }

  /**
   * Lets every secret of a key expire at a time, unless it does before. Those that have expired are deleted: were they
   * only marked, a clock that is set back would bring them to life again.
   */
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
