import type { Author } from './author.js';
import type { UseRow } from './counter-store.js';

export type Plan = 'pro' | 'free';

/** What a key is for. Its secret's prefix says so too. */
export type Environment = 'live' | 'dev';

/** What a key may be used for. Messages of agents are no operation: the calls in them are. */
export const keyOperations = ['run', 'sanitize', 'sort-dedupe'] as const;

export type KeyOperation = (typeof keyOperations)[number];

/** The largest limit of a key or an account. */
export const largestLimit = 2 ** 31 - 1;

/** What narrows the use of a key. A member that is left out narrows nothing. */
export interface KeyBounds {
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
  /** Requests per minute; 0 for no limit, left out for the limit of the account. */
  readonly burstPerMinute?: number;
  readonly operations?: readonly KeyOperation[];
  /** Networks of both families in CIDR notation, as `parseBound` writes them. */
  readonly addresses?: readonly string[];
  readonly disabled?: true;
}

/** A change of {@link KeyBounds}: null removes a member, one that is left out stays. */
export type KeyBoundsPatch = { readonly [Name in keyof KeyBounds]?: KeyBounds[Name] | null };

/** Who narrows the use of a key: the operator, or the owner of the account. Their bounds are stored apart. */
export type BoundsHolder = 'operator' | 'owner';

/** The newest version of a workflow that an account has stored. */
export interface WorkflowHead {
  readonly name: string;
  /** The same for all versions. One that is deleted and stored again gets another. */
  readonly id: string;
  /** 1 for the first. */
  readonly version: number;
}

export interface AccountRow {
  /** Its place in the order of creation. */
  readonly sequence: number;
  readonly id: string;
  readonly plan: Plan;
  readonly name: string | null;
  /** The operator's own id of the customer. No two accounts have the same. */
  readonly externalId: string | null;
  /** Requests in 24 hours; 0 for no limit, null for the setting. */
  readonly dailyQuota: number | null;
  /** Requests per minute of each of its keys; 0 for no limit, null for the setting. */
  readonly burstPerMinute: number | null;
  readonly enabled: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** None if left out. */
  readonly workflows?: readonly WorkflowHead[];
}

/** What is written when an account is created. */
export type NewAccountRow = Omit<AccountRow, 'sequence' | 'enabled' | 'workflows'>;

/** A change of an account: a member that is left out stays. */
export type AccountPatch = Partial<Pick<AccountRow, 'name' | 'dailyQuota' | 'burstPerMinute' | 'enabled'>>;

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
  /** Those of the operator; null for none. */
  readonly operatorBounds: KeyBounds | null;
  /** Those of the account's owner; null for none. */
  readonly ownerBounds: KeyBounds | null;
  /**
   * An expiry that is known to have passed, in milliseconds since the epoch: the key stays expired although a clock is set
   * back, unless it gets a later expiry.
   */
  readonly passedExpiry: number | null;
  /** The last four characters of the newest secret. */
  readonly last4: string;
  /** Milliseconds since the epoch, as the next two. */
  readonly createdAt: number;
  readonly revokedAt: number | null;
  /** As far as gateways have reported: each does once an interval. */
  readonly lastUsedAt: number | null;
}

/** A secret that has not been deleted; it may have expired. */
export interface SecretRow {
  /** The 32 bytes of the secret's SHA-256. */
  readonly hash: Uint8Array;
  /** Milliseconds since the epoch; null for never. */
  readonly expiresAt: number | null;
}

/**
 * A revision of the keys, and the random token that it got when it was made. A database that loses changes gives their
 * numbers to others, so a number alone does not identify what was changed up to it.
 */
export interface KeyPosition {
  readonly revision: number;
  readonly token: string;
}

/** A key with its secrets, as of now. */
export interface ChangedKey {
  readonly key: KeyRow;
  readonly secrets: readonly SecretRow[];
}

/** The keys and accounts that were changed since some position. */
export interface KeyChanges {
  /** The newest position, as of the moment that the keys were read. */
  readonly position: KeyPosition;
  /** Whether these are all that there are: whatever else is known of keys and accounts is wrong. */
  readonly isWhole: boolean;
  /** In the order of creation, as the next ones; empty if a sink has taken them. */
  readonly accounts: readonly AccountRow[];
  readonly keys: readonly ChangedKey[];
}

/** Takes keys one by one while they are read, so that a store with very many keys is never in memory as objects. */
export interface KeySink {
  /** Takes an account, in place of what was taken of it before. */
  putAccount(account: AccountRow): void;
  /** Takes a key with its secrets, in place of what was taken of it before. */
  put(key: KeyRow, secrets: readonly SecretRow[]): void;
  /** Takes one more secret of a key. */
  putSecret(keyId: string, secret: SecretRow): void;
}

/** Keeps the keys that it takes. */
export class KeyList implements KeySink {
  readonly #accounts = new Map<string, AccountRow>();
  readonly #keys = new Map<string, ChangedKey & { readonly secrets: SecretRow[] }>();

  putAccount(account: AccountRow): void {
    this.#accounts.set(account.id, account);
  }

  put(key: KeyRow, secrets: readonly SecretRow[]): void {
    this.#keys.set(key.id, { key, secrets: [...secrets] });
  }

  putSecret(keyId: string, secret: SecretRow): void {
    this.#keys.get(keyId)?.secrets.push(secret);
  }

  /** The accounts, in the order of creation. */
  get accounts(): AccountRow[] {
    return [...this.#accounts.values()].toSorted((a, b) => a.sequence - b.sequence);
  }

  /** The keys, in the order of creation. */
  get keys(): ChangedKey[] {
    return [...this.#keys.values()].toSorted((a, b) => a.key.sequence - b.key.sequence);
  }
}

/** What is written when a key is created. */
export interface NewKeyRow {
  readonly id: string;
  readonly accountId: string;
  /** Whether the account is created with the key. */
  readonly isNewAccount: boolean;
  readonly plan: Plan;
  readonly environment: Environment;
  readonly label: string | null;
  readonly origins: readonly string[];
  readonly operatorBounds: KeyBounds | null;
  readonly ownerBounds: KeyBounds | null;
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
  /** Those of the owner who issues it; undefined for an operator, who has none. */
  readonly ownerLimits?: OwnerLimits | undefined;
}

/** How many keys and secrets an owner can create. */
export interface OwnerLimits {
  /** Most keys of the account that are not revoked, a new one included. */
  readonly activeKeys: number;
  /** Most secrets that the owner issues in 24 hours, with new keys and rotations together. */
  readonly secretsInDay: number;
  /** Most changes of all kinds in 24 hours: the audit log keeps each of them. Revoking a key is always possible. */
  readonly changesInDay: number;
}

/** Thrown by a change that would exceed a limit of an owner. Nothing was written. */
export class OwnerLimitError extends Error {
  override readonly name = 'OwnerLimitError';
  readonly exceeded: keyof OwnerLimits;

  constructor(exceeded: keyof OwnerLimits) {
    super(`An owner has exceeded the limit ${exceeded}`);
    this.exceeded = exceeded;
  }
}

/** The time that {@link OwnerLimits.secretsInDay} is about, in milliseconds. */
export const ownerDayMs = 24 * 60 * 60_000;

/** Most secrets of a key that are valid at the same time. */
export const mostValidSecrets = 3;

/**
 * Accounts, keys and secrets in a database: the port that each engine implements.
 *
 * Every change of a key or an account is one transaction, and gives it a revision above all others, with a token.
 * Revisions become visible in their order, so a process that has read all changes up to one needs to read only what is
 * above it, as long as the database has that revision with that token in its history.
 *
 * A change that makes a difference appends one entry to the audit log, in its transaction. If its author acts in a session
 * that has ended, it throws `SessionEndedError` and writes nothing; so it does with `OwnerLimitError` for an owner who has
 * made too many changes.
 */
export interface KeyTable {
  /**
   * Returns the keys and accounts that were changed since a position: all changes up to the new position, and perhaps
   * later ones.
   *
   * @param position - as an earlier call returned it; undefined for all keys.
   * @param openSink - called before all are read: what it returns takes them, in any order, in place of
   *   {@link KeyChanges.keys} and {@link KeyChanges.accounts}. If the call fails or returns undefined, they may be
   *   incomplete.
   * @returns undefined if the position is none of the newest 10,000 in the history of the database: only a read of all
   *   keys helps.
   */
  changedSince(position: KeyPosition | undefined, openSink?: () => KeySink): Promise<KeyChanges | undefined>;
  /**
   * Returns the same without waiting, if the engine can and another connection has committed since the last call; all
   * keys if the position does not belong to the history. Undefined otherwise.
   */
  changedElsewhere(position: KeyPosition | undefined, openSink?: () => KeySink): KeyChanges | undefined;
  /** Returns when keys were last used, in milliseconds since the epoch; those that never were are left out. */
  lastUses(ids: readonly string[]): Promise<readonly UseRow[]>;
  /** Whether any of these secrets is stored, valid or not. @param hashes - in hexadecimal. */
  hasSecret(hashes: readonly string[]): Promise<boolean>;
  /**
   * Creates a key with its first secret.
   *
   * @returns the plan of its account, or undefined if there is no such account. Unless it is the plan of `row`, nothing
   *   was written.
   * @throws {OwnerLimitError}
   */
  create(row: NewKeyRow, secret: NewSecretRow, author: Author): Promise<Plan | undefined>;
  /**
   * Revokes a key, and deletes its secrets. A repetition changes nothing but the revision, so that every process reads the
   * key again.
   *
   * @param now - milliseconds since the epoch.
   */
  revoke(id: string, now: number, author: Author): Promise<void>;
  /**
   * Adds a secret to a key, and lets every older one expire at `expiresAt`, unless it does before. Deletes those that
   * have expired, and all but the newest {@link mostValidSecrets}: if they were only marked, a clock that is set back
   * would make them valid again.
   *
   * @returns false if there is no such key, or it is revoked: nothing was written then. So do the next three.
   * @throws {OwnerLimitError}
   */
  rotate(secret: NewSecretRow, expiresAt: number, author: Author): Promise<boolean>;
  setOrigins(id: string, origins: readonly string[], author: Author): Promise<boolean>;
  setLabel(id: string, label: string | null, author: Author): Promise<boolean>;
  /** Changes the bounds of a key that a holder has set. A new expiry of the operator makes the key forget a passed one. */
  setBounds(id: string, holder: BoundsHolder, patch: KeyBoundsPatch, author: Author): Promise<boolean>;
  /**
   * Notes that an expiry of a key has passed, unless a later one is known to have. Not a change that somebody makes, but
   * every process reads it like one.
   */
  notePassedExpiry(id: string, expiresAt: number): Promise<void>;
  /** Creates an account. @returns the account that has its external id; undefined if none had, and it was created. */
  createAccount(row: NewAccountRow, author: Author): Promise<string | undefined>;
  /** @returns false if there is no such account: nothing was written then. */
  changeAccount(id: string, patch: AccountPatch, author: Author): Promise<boolean>;
}
