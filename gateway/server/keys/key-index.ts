import type { KeyRow, SecretRow } from '../storage/key-table.js';
import type { Account, AccountPage, ApiKey, KeyPage, KeyQuery, PageQuery } from './key-store.js';

/** The union of many lists of origins, maintained list by list. */
class OriginUnion {
  readonly #counts = new Map<string, number>();

  has(origin: string): boolean {
    return this.#counts.has(origin);
  }

  add(origins: readonly string[]): void {
    for (const origin of origins) this.#counts.set(origin, (this.#counts.get(origin) ?? 0) + 1);
  }

  /** Removes a list that was added before. */
  remove(origins: readonly string[]): void {
    for (const origin of origins) {
      const count = this.#counts.get(origin) ?? 0;
      if (count > 1) this.#counts.set(origin, count - 1);
      else this.#counts.delete(origin);
    }
  }
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

type IndexedKey = Writable<KeyRow & ApiKey>;

/** The key of a secret, and when the secret expires, in milliseconds since the epoch. */
export interface IndexedSecret {
  readonly key: ApiKey;
  readonly expiresAt: number | null;
}

/** All keys in memory, indexed by secret, id, account and order. */
export class KeyIndex {
  readonly #keys = new Map<string, IndexedKey>();
  readonly #inOrder: IndexedKey[] = [];
  /** The first key of each account, in order of creation: an account is created with it. */
  readonly #firstKeys: IndexedKey[] = [];
  readonly #byAccount = new Map<string, IndexedKey[]>();
  /** Numbers of keys that are not revoked. */
  readonly #activeByAccount = new Map<string, number>();
  readonly #accounts = new Map<string, Account>();
  readonly #secrets = new Map<string, IndexedSecret>();
  readonly #hashes = new Map<string, readonly string[]>();
  readonly #origins = new OriginUnion();

  /** Adds or updates a key with its secrets. New keys come in the order of creation. */
  put(stored: KeyRow, secrets: readonly SecretRow[]): void {
    const oldSecretExpiresAt = stored.revokedAt === null ? lastExpiry(secrets) : null;
    let key = this.#keys.get(stored.id);
    if (key === undefined) {
      key = { ...stored, oldSecretExpiresAt };
      this.#append(key);
    } else {
      this.#withdraw(key);
      const lastUsedAt = key.lastUsedAt ?? stored.lastUsedAt;
      Object.assign(key, stored, { lastUsedAt, oldSecretExpiresAt });
    }
    if (key.revokedAt !== null) return;
    this.#activeByAccount.set(key.accountId, this.activeKeysOf(key.accountId) + 1);
    this.#origins.add(key.origins);
    for (const { hash, expiresAt } of secrets) this.#secrets.set(hash, { key, expiresAt });
    this.#hashes.set(
      key.id,
      secrets.map(({ hash }) => hash),
    );
  }

  /** Returns the secret with a hash, expired or not; undefined if there is none, or its key is revoked. */
  secret(hash: string): IndexedSecret | undefined {
    return this.#secrets.get(hash);
  }

  /** Keys that are not revoked. */
  get activeCount(): number {
    return this.#hashes.size;
  }

  get(id: string): ApiKey | undefined {
    return this.#keys.get(id);
  }

  account(id: string): Account | undefined {
    return this.#accounts.get(id);
  }

  isAllowedAnywhere(origin: string): boolean {
    return this.#origins.has(origin);
  }

  /** Records a use. @returns false if it was known: a busy key is used many times a millisecond. */
  touch(id: string, now: number): boolean {
    const key = this.#keys.get(id);
    if (key === undefined || key.lastUsedAt === now) return false;
    key.lastUsedAt = now;
    return true;
  }

  /** Notes a use at another gateway. */
  learnUse(id: string, at: number): void {
    const key = this.#keys.get(id);
    if (key !== undefined) key.lastUsedAt = Math.max(key.lastUsedAt ?? 0, at);
  }

  list({ limit, after, accountId }: KeyQuery): KeyPage | undefined {
    const keys = accountId === undefined ? this.#inOrder : (this.#byAccount.get(accountId) ?? []);
    const last = after === undefined ? undefined : this.#keys.get(after);
    if (after !== undefined && last === undefined) return undefined;
    const { page, isLast } = pageBehind(keys, last, limit);
    return { keys: page, next: isLast ? undefined : page.at(-1)?.id };
  }

  /** Returns the number of keys of an account that are not revoked. */
  activeKeysOf(accountId: string): number {
    return this.#activeByAccount.get(accountId) ?? 0;
  }

  listAccounts({ limit, after }: PageQuery): AccountPage | undefined {
    const last = after === undefined ? undefined : this.#byAccount.get(after)?.[0];
    if (after !== undefined && last === undefined) return undefined;
    const { page, isLast } = pageBehind(this.#firstKeys, last, limit);
    const accounts = page.map(({ accountId, plan }) => ({ id: accountId, plan, keys: this.activeKeysOf(accountId) }));
    return { accounts, next: isLast ? undefined : page.at(-1)?.accountId };
  }

  #append(key: IndexedKey): void {
    this.#keys.set(key.id, key);
    this.#inOrder.push(key);
    const siblings = this.#byAccount.get(key.accountId);
    if (siblings !== undefined) {
      siblings.push(key);
      return;
    }
    this.#byAccount.set(key.accountId, [key]);
    this.#firstKeys.push(key);
    this.#accounts.set(key.accountId, { id: key.accountId, plan: key.plan });
  }

  /** Removes the index entries of a key that is about to change. */
  #withdraw(key: IndexedKey): void {
    if (key.revokedAt === null) {
      this.#origins.remove(key.origins);
      this.#activeByAccount.set(key.accountId, this.activeKeysOf(key.accountId) - 1);
    }
    for (const hash of this.#hashes.get(key.id) ?? []) this.#secrets.delete(hash);
    this.#hashes.delete(key.id);
  }
}

/** Returns when the last of the secrets that expire does. */
function lastExpiry(secrets: readonly SecretRow[]): number | null {
  return secrets.reduce<number | null>(
    (last, { expiresAt }) => (expiresAt === null ? last : Math.max(last ?? 0, expiresAt)),
    null,
  );
}

/** Returns up to `limit` keys after one, or from the start. */
function pageBehind<Key extends KeyRow>(keys: readonly Key[], last: KeyRow | undefined, limit: number) {
  const start = last === undefined ? 0 : firstBehind(keys, last.sequence);
  return { page: keys.slice(start, start + limit), isLast: start + limit >= keys.length };
}

/** Returns the index of the first key after a place in the order of creation, by binary search. */
function firstBehind(keys: readonly KeyRow[], sequence: number): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle]?.sequence ?? 0) <= sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}
