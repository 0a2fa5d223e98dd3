export type Plan = 'pro' | 'free';

/** What a key is for. Its secret's prefix says so too. */
export type Environment = 'live' | 'dev';

/** A key with its account's plan. */
export interface KeyRow {
  /** Its place in the order of creation. */
  readonly sequence: number;
  readonly id: string;
  readonly accountId: string;
  /** The account's. */
  readonly plan: Plan;
  readonly environment: Environment;
  readonly label: string | null;
  /** Serialised origins from which browsers may use the key. */
  readonly origins: readonly string[];
  /** The last four characters of the newest secret. */
  readonly last4: string;
  /** Milliseconds since the epoch, as the next two. */
  readonly createdAt: number;
  readonly revokedAt: number | null;
  /** Exact while the process runs; after a `kill -9` it may be one sync interval behind. */
  readonly lastUsedAt: number | null;
}

/** A secret that has not been deleted; it may have expired. */
export interface SecretRow {
  /** SHA-256 of the secret in hexadecimal. */
  readonly hash: string;
  /** Milliseconds since the epoch; null for never. */
  readonly expiresAt: number | null;
}

/** A key that was changed since some revision. */
export interface ChangedKey {
  readonly revision: number;
  readonly key: KeyRow;
  readonly secrets: readonly SecretRow[];
}

/** What is written when a key is created. */
export interface NewKeyRow {
  readonly id: string;
  readonly accountId: string;
  readonly environment: Environment;
  readonly label: string | null;
  readonly origins: readonly string[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** What is written when a secret is issued. */
export interface NewSecretRow {
  readonly keyId: string;
  /** SHA-256 of the secret in hexadecimal. */
  readonly hash: string;
  readonly last4: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/**
 * Accounts, keys and secrets in a database.
 *
 * Every change of a key gives it a revision above all others, so that each process reads only what has changed.
 */
export interface KeyTable {
  /** Returns a number that differs from the one before if another connection has committed in between. */
  version(): number;
  /** Returns the keys whose revision is above one, in the order of creation, all as of the same moment. */
  changedSince(revision: number): ChangedKey[];
  /** Runs writes in one transaction, which is committed when this returns and rolled back if `work` throws. */
  write<Result>(work: (rows: KeyWriter) => Result): Result;
}

/** The writes of one transaction. */
export interface KeyWriter {
  /** Returns the plan of an account; undefined if there is no such account. */
  planOf(accountId: string): Plan | undefined;
  insertAccount(id: string, plan: Plan): void;
  insertKey(row: NewKeyRow): void;
  insertSecret(row: NewSecretRow): void;
  /** Revokes a key. Idempotent. */
  revoke(id: string, now: number): void;
  /** Gives a key a new revision. @returns its environment; undefined if there is no such key, or it is revoked. */
  beginChange(id: string): Environment | undefined;
  /**
   * Lets every secret of a key expire at `expiresAt`, unless it does before. Deletes those that have expired: if they
   * were only marked, a clock that is set back would make them valid again.
   */
  expireSecrets(keyId: string, now: number, expiresAt: number): void;
  setOrigins(id: string, origins: readonly string[]): void;
  setLabel(id: string, label: string | null): void;
}
