import { RequestError } from '../../engine/core/errors.js';
import type { UseRow, WriteBehind } from '../store/counter-store.js';
import type { Environment, KeyRow, Plan } from '../store/key-table.js';

export interface Account {
  readonly id: string;
  readonly plan: Plan;
}

/**
 * An API key without its secret. There is one such object for each key, and it follows every change: code that keeps it
 * for longer than a request sees the key as it is now.
 */
export type ApiKey = Omit<KeyRow, 'sequence'>;

/** A key and its new secret, which is not kept anywhere and cannot be shown again. */
export interface IssuedKey {
  readonly key: ApiKey;
  readonly secret: string;
}

export interface NewKey {
  readonly plan: Plan;
  readonly environment: Environment;
  /** An account that exists; left out, a new one is made. */
  readonly accountId?: string | undefined;
  readonly label?: string | null | undefined;
  /** As {@link parseOrigin} serialises them. */
  readonly origins?: readonly string[] | undefined;
}

export interface PageQuery {
  readonly limit: number;
  /** The id of the last key or account of the page before. */
  readonly after?: string | undefined;
}

export interface KeyQuery extends PageQuery {
  readonly accountId?: string | undefined;
}

export interface KeyPage {
  /** In order of creation, revoked ones among them. */
  readonly keys: readonly ApiKey[];
  /** What to ask for as `after` next; undefined on the last page. */
  readonly next: string | undefined;
}

/** An account and how many keys it has that are not revoked. */
export interface AccountWithKeys extends Account {
  readonly keys: number;
}

export interface AccountPage {
  /** In order of creation, those whose keys are all revoked among them. */
  readonly accounts: readonly AccountWithKeys[];
  /** What to ask for as `after` next; undefined on the last page. */
  readonly next: string | undefined;
}

/** A key cannot be added to the account that was named. The message is a sentence for whoever named it. */
export class AccountError extends RequestError {
  override readonly name = 'AccountError';
}

/** Longest time that a secret stays valid after a rotation, in seconds: 7 days. */
export const maxGraceSeconds = 7 * 24 * 60 * 60;

/**
 * How often {@link KeyStore.follow} looks at the database at most, in milliseconds: a change that another process
 * commits holds for every request that begins so long after.
 */
export const visibleAfterMs = 5;

/**
 * Keys and their accounts.
 *
 * Looking up reads memory only. A change is committed before its method returns, and holds from the next look-up on.
 * A change that fails throws and has changed nothing.
 */
export interface KeyStore {
  /** @throws {AccountError} if the account does not exist or has another plan. */
  create(request: NewKey): IssuedKey;
  /** The key that a secret belongs to; undefined if it is unknown or expired, or the key is revoked. */
  find(secret: string): ApiKey | undefined;
  /** Undefined if there is no such key. */
  get(id: string): ApiKey | undefined;
  /** Undefined if `after` is not a key. */
  list(query: KeyQuery): KeyPage | undefined;
  /** Revokes a key permanently. Undefined if there is no such key. Idempotent. */
  revoke(id: string): ApiKey | undefined;
  /**
   * Gives a key a new secret. Every older one expires after `graceSeconds`, or before if an earlier rotation said so.
   *
   * @returns undefined if there is no such key, or it is revoked.
   * @throws {RangeError} if `graceSeconds` is not a whole number from 0 to {@link maxGraceSeconds}.
   */
  rotate(id: string, graceSeconds: number): IssuedKey | undefined;
  /** Replaces a key's origins. Undefined if there is no such key, or it is revoked. */
  setOrigins(id: string, origins: readonly string[]): ApiKey | undefined;
  /** Changes what a key is called; null takes its label away. Undefined if there is no such key, or it is revoked. */
  setLabel(id: string, label: string | null): ApiKey | undefined;
  /** How many keys there are that are not revoked. */
  readonly activeCount: number;
  /** Undefined if there is no such account. */
  account(id: string): Account | undefined;
  /** Undefined if `after` is not an account. */
  listAccounts(query: PageQuery): AccountPage | undefined;
  /** Whether any key that is not revoked has an origin on its allowlist: the first layer of CORS. */
  isAllowedAnywhere(origin: string): boolean;
  /** Notes that a key is being used, in memory. @param now - where the caller knows it, in milliseconds since the epoch. */
  touch(id: string, now?: number): void;
  /** When keys were used, for the store. */
  readonly uses: WriteBehind<UseRow>;
  /**
   * To be called before keys are looked up for a request: takes in what other processes (the command line) have
   * changed, all that they had committed {@link visibleAfterMs} ago.
   */
  follow(): void;
}
