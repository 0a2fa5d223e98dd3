import { RequestError } from '#engine/core/errors.js';
import type { Author } from '../storage/author.js';
import type { UseRow, WriteBehind } from '../storage/counter-store.js';
import type { PendingMember } from '../storage/key-members.js';
import type {
  AccountPatch,
  AccountRow,
  BoundsHolder,
  Environment,
  KeyBounds,
  KeyBoundsPatch,
  KeyRow,
  NewAccountRow,
  OwnerLimits,
  Plan,
  WorkflowHead,
} from '../storage/key-table.js';
import type { BoundsInForce } from './key-bounds.js';

export type Account = Omit<AccountRow, 'sequence' | 'workflows'>;

/** By default without a name, and with the limits of the settings. */
export type NewAccount = Pick<NewAccountRow, 'plan'> & Partial<Omit<NewAccountRow, 'id' | 'plan' | 'createdAt'>>;

/** Why a key must not be used: its problem's code. Who presents it learns only that it is invalid. */
export type KeyRefusal = 'key-expired' | 'key-disabled';

/**
 * An API key without its secret. The object follows every change, until all keys are read again because the database has
 * lost changes: keep the id, not the object, for longer than a request.
 */
export interface ApiKey extends Omit<KeyRow, 'sequence' | 'passedExpiry'> {
  /** What narrows its use, with the limits of the account; undefined for nothing. */
  readonly bounds: BoundsInForce | undefined;
  /** The account's, as {@link Account} has it. */
  readonly dailyQuota: number | null;
  /** When the last secret before a rotation expires or has expired, in milliseconds since the epoch; null for none. */
  readonly oldSecretExpiresAt: number | null;
}

/** A key and its new secret, which is not kept anywhere and cannot be shown again. */
export interface IssuedKey {
  readonly key: ApiKey;
  readonly secret: string;
}

export interface NewKey {
  readonly plan: Plan;
  readonly environment: Environment;
  /** An existing account; by default a new one is created. */
  readonly accountId?: string | undefined;
  readonly label?: string | null | undefined;
  /** As {@link parseOrigin} serialises them. */
  readonly origins?: readonly string[] | undefined;
  readonly operatorBounds?: KeyBounds | undefined;
  readonly ownerBounds?: KeyBounds | undefined;
  /** Those of the owner who creates it; undefined for an operator, who has none. */
  readonly ownerLimits?: OwnerLimits | undefined;
}

/** A key with an end, in milliseconds since the epoch. */
export type ExpiringKey = Pick<ApiKey, 'id' | 'accountId'> & { readonly expiresAt: number };

export interface PageQuery {
  readonly limit: number;
  /** The id of the last key or account of the page before. */
  readonly after?: string | undefined;
}

export interface KeyQuery extends PageQuery {
  readonly accountId?: string | undefined;
}

export interface KeyPage {
  /** In order of creation, including revoked ones. */
  readonly keys: readonly ApiKey[];
  /** What to ask for as `after` next; undefined on the last page. */
  readonly next: string | undefined;
}

/** An account with the number of its active keys. */
export interface AccountWithKeys extends Account {
  readonly keys: number;
}

export interface AccountPage {
  /** In order of creation, including accounts without active keys. */
  readonly accounts: readonly AccountWithKeys[];
  /** What to ask for as `after` next; undefined on the last page. */
  readonly next: string | undefined;
}

/** Thrown if a key cannot be added to the account, or an account not be created. The message is for the caller of the API. */
export class AccountError extends RequestError {
  override readonly name = 'AccountError';
}

/** Longest time that a secret stays valid after a rotation, in seconds: 7 days. */
export const maxGraceSeconds = 7 * 24 * 60 * 60;

/**
 * Shortest time between two checks of the database by {@link KeyStore.follow}, in milliseconds. A change that another
 * process commits takes effect for every request that begins this much later.
 */
export const visibleAfterMs = 5;

/**
 * Keys and their accounts.
 *
 * Look-ups read memory only. A change is committed before its promise resolves, and takes effect from the next look-up
 * on. A change that fails rejects, and changes nothing: only with `StoreUnavailableError` that is not known.
 *
 * Each change has an author, for the audit log. If that acts in a session that has ended, it rejects with
 * `SessionEndedError`; with `RequestError` if an owner has made too many changes.
 */
export interface KeyStore {
  /**
   * @throws {AccountError} if the account does not exist or has another plan.
   * @throws {RequestError} if its owner has reached a limit.
   */
  create(request: NewKey, author: Author): Promise<IssuedKey>;
  /** The store's time, in milliseconds since the epoch: by it keys and secrets expire. */
  now(): number;
  /**
   * Returns the key of a secret; undefined if the secret is unknown or expired, or the key is revoked. Ask for
   * {@link refusalOf} before you let somebody use it.
   */
  find(secret: string): ApiKey | undefined;
  /**
   * Returns why a key must not be used now; undefined if it may be. What has once been returned as expired stays so, at all
   * gateways, whatever clocks do: until it gets another expiry.
   */
  refusalOf(key: ApiKey): KeyRefusal | undefined;
  /**
   * Whether keys may be served now. False only if the store has been silent, or could not be read, for so long that a
   * change by another process may have been missed.
   */
  readonly isFresh: boolean;
  /** Whether a secret that {@link find} does not find may be in the store: then {@link lookUp} finds it there. */
  readonly mayKnowMore: boolean;
  /** Changes whenever {@link find} or {@link refusalOf} may return something else for a secret, but for what expires. */
  readonly version: number;
  /** As {@link find}, after looking into the store. @throws what the store fails with. */
  lookUp(secret: string): Promise<ApiKey | undefined>;
  /**
   * Waits until all gateways that share the store serve the changes that were made here, at most for two seconds. Does not
   * reject if the store is unavailable: the changes are stored.
   *
   * @returns the gateways that do not.
   * @throws {StoreBusyError} if the store has lost the changes.
   */
  confirmed(): Promise<readonly PendingMember[]>;
  /** Returns undefined if there is no such key. */
  get(id: string): ApiKey | undefined;
  /** Returns keys that can be used now, and that expire until a time in milliseconds since the epoch. */
  expiringUntil(time: number): readonly ExpiringKey[];
  /** Returns undefined if `after` is not a key. */
  list(query: KeyQuery): KeyPage | undefined;
  /**
   * Revokes a key permanently. Idempotent; a repetition makes all gateways read the key again. Returns undefined if there
   * is no such key.
   */
  revoke(id: string, author: Author): Promise<ApiKey | undefined>;
  /**
   * Issues a new secret for a key. Every older one expires after `graceSeconds`, unless an earlier rotation makes it
   * expire before. At most three secrets of a key are valid: a fourth ends the oldest.
   *
   * @param ownerLimits - as {@link NewKey} has them.
   * @returns undefined if there is no such key, or it is revoked.
   * @throws {RangeError} if `graceSeconds` is not a whole number from 0 to {@link maxGraceSeconds}.
   * @throws {RequestError} if the owner has reached a limit.
   */
  rotate(id: string, graceSeconds: number, author: Author, ownerLimits?: OwnerLimits): Promise<IssuedKey | undefined>;
  /** Replaces a key's origins. Returns undefined if there is no such key, or it is revoked. */
  setOrigins(id: string, origins: readonly string[], author: Author): Promise<ApiKey | undefined>;
  /** Changes the label of a key; null removes it. Returns undefined if there is no such key, or it is revoked. */
  setLabel(id: string, label: string | null, author: Author): Promise<ApiKey | undefined>;
  /** Changes the bounds that a holder has set. Returns undefined if there is no such key, or it is revoked. */
  setBounds(id: string, holder: BoundsHolder, patch: KeyBoundsPatch, author: Author): Promise<ApiKey | undefined>;
  /** @throws {AccountError} if another account has its external id. */
  createAccount(request: NewAccount, author: Author): Promise<Account>;
  /** Returns undefined if there is no such account. */
  changeAccount(id: string, patch: AccountPatch, author: Author): Promise<Account | undefined>;
  /** Returns the number of keys of an account that are not revoked. */
  activeKeysOf(accountId: string): number;
  /** Number of keys that are not revoked. */
  readonly activeCount: number;
  /** Returns undefined if there is no such account. */
  account(id: string): Account | undefined;
  /** Returns the newest versions of the workflows that an account has stored, by name. */
  workflowsOf(accountId: string): ReadonlyMap<string, WorkflowHead>;
  accountByExternalId(externalId: string): Account | undefined;
  /** Returns undefined if `after` is not an account. */
  listAccounts(query: PageQuery): AccountPage | undefined;
  /** Whether any active key has an origin on its allowlist: the first layer of CORS. */
  isAllowedAnywhere(origin: string): boolean;
  /**
   * Records the use of a key, in memory. @param now - the current time if the caller knows it, in milliseconds since
   * the epoch.
   */
  touch(id: string, now?: number): void;
  /** Learns when keys were last used at other gateways, as far as these have reported it to the store. Never rejects. */
  learnUses(ids: readonly string[]): Promise<void>;
  /** Last uses of keys, to be written to the store. */
  readonly uses: WriteBehind<UseRow>;
  /**
   * Reads the changes of other processes (the command line): at least all that were committed {@link visibleAfterMs}
   * ago, while the database can be read. Call it before you look up keys for a request. Does nothing where gateways
   * notify each other of changes.
   *
   * @param now - by `performance.now()`, if the caller knows it.
   */
  follow(now?: number): void;
}
