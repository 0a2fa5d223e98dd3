import type { KeyRow, SecretRow } from '../store/key-table.js';
import type { Account, AccountPage, ApiKey, KeyPage, KeyQuery, PageQuery } from './key-store.js';

/** The union of many lists of origins, kept up to date list by list. */
class OriginUnion {
  readonly #counts = new Map<string, number>();

  has(origin: string): boolean {
    return this.#counts.has(origin);
  }

  add(origins: readonly string[]): void {
    for (const origin of origins) this.#counts.set(origin, (this.#counts.get(origin) ?? 0) + 1);
  }

  /** Takes a list out again that was added before. */
  remove(origins: readonly string[]): void {
    for (const origin of origins) {
      const count = this.#counts.get(origin) ?? 0;
      if (count > 1) this.#counts.set(origin, count - 1);
      else this.#counts.delete(origin);
    }
  }
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

type IndexedKey = Writable<KeyRow>;

/** What a secret opens, and until when, in milliseconds since the epoch. */
export interface IndexedSecret {
  readonly key: ApiKey;
  readonly expiresAt: number | null;
}

/** All keys in memory, by everything that they are looked up by. */
export class KeyIndex {
  readonly #keys = new Map<string, IndexedKey>();
  readonly #inOrder: IndexedKey[] = [];
  /** The first key of each account, in order: an account is made with it. */
  readonly #firstKeys: IndexedKey[] = [];
  readonly #byAccount = new Map<string, IndexedKey[]>();
  readonly #accounts = new Map<string, Account>();
  readonly #secrets = new Map<string, IndexedSecret>();
  readonly #hashes = new Map<string, readonly string[]>();
  readonly #origins = new OriginUnion();

  /** Takes in a key that is new or has changed, with its secrets. New ones come in the order of creation. */
  put(stored: KeyRow, secrets: readonly SecretRow[]): void {
    let key = this.#keys.get(stored.id);
    if (key === undefined) {
      key = { ...stored };
      this.#append(key);
    } else {
      this.#withdraw(key);
      const lastUsedAt = key.lastUsedAt ?? stored.lastUsedAt;
      Object.assign(key, stored, { lastUsedAt });
    }
    if (key.revokedAt !== null) return;
    this.#origins.add(key.origins);
    for (const { hash, expiresAt } of secrets) this.#secrets.set(hash, { key, expiresAt });
    this.#hashes.set(
      key.id,
      secrets.map(({ hash }) => hash),
    );
  }

  /** The secret with a hash, expired or not; undefined if there is none, or its key is revoked. */
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

  /** @returns false if that was known already: a busy key is used many times a millisecond. */
  touch(id: string, now: number): boolean {
    const key = this.#keys.get(id);
    if (key === undefined || key.lastUsedAt === now) return false;
    key.lastUsedAt = now;
    return true;
  }

  list({ limit, after, accountId }: KeyQuery): KeyPage | undefined {
    const keys = accountId === undefined ? this.#inOrder : (this.#byAccount.get(accountId) ?? []);
    const last = after === undefined ? undefined : this.#keys.get(after);
    if (after !== undefined && last === undefined) return undefined;
    const { page, isLast } = pageBehind(keys, last, limit);
    return { keys: page, next: isLast ? undefined : page.at(-1)?.id };
  }

  listAccounts({ limit, after }: PageQuery): AccountPage | undefined {
    const last = after === undefined ? undefined : this.#byAccount.get(after)?.[0];
    if (after !== undefined && last === undefined) return undefined;
    const { page, isLast } = pageBehind(this.#firstKeys, last, limit);
    const accounts = page.map(({ accountId, plan }) => ({ id: accountId, plan, keys: this.#activeOf(accountId) }));
    return { accounts, next: isLast ? undefined : page.at(-1)?.accountId };
  }

  #activeOf(accountId: string): number {
    return (this.#byAccount.get(accountId) ?? []).filter(({ revokedAt }) => revokedAt === null).length;
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

  /** Takes back what holds of a key only as long as it is not changed. */
  #withdraw(key: IndexedKey): void {
    if (key.revokedAt === null) this.#origins.remove(key.origins);
    for (const hash of this.#hashes.get(key.id) ?? []) this.#secrets.delete(hash);
    this.#hashes.delete(key.id);
  }
}

/** Up to `limit` keys behind one, or from the beginning. */
function pageBehind(keys: readonly KeyRow[], last: KeyRow | undefined, limit: number) {
  const start = last === undefined ? 0 : firstBehind(keys, last.sequence);
  return { page: keys.slice(start, start + limit), isLast: start + limit >= keys.length };
}

/** Index of the first key behind a place in the order of creation, by binary search. */
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
