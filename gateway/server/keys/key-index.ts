import type { AccountRow, KeyRow, KeySink, Plan, SecretRow, WorkflowHead } from '../storage/key-table.js';
import { BoundsInForce } from './key-bounds.js';
import type { Account, AccountPage, ApiKey, ExpiringKey, KeyPage, KeyQuery, PageQuery } from './key-store.js';
import { RowTable, textHash } from './row-table.js';
import {
  AccountColumns,
  type AllColumns,
  fromTime,
  hashLength,
  isBounded,
  isDev,
  isFree,
  isLimited,
  KeyColumns,
  SecretColumns,
  StoredKey,
  toRow,
  toTime,
} from './stored-key.js';

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

/** The key of a secret, and when the secret expires, in milliseconds since the epoch. */
export interface IndexedSecret {
  readonly key: ApiKey;
  readonly expiresAt: number | null;
}

/** Keys whose objects are remembered. A busy key is used many times a millisecond. */
const rememberedKeys = 1_000;

const noWorkflows: ReadonlyMap<string, WorkflowHead> = new Map();

/**
 * All keys in memory, indexed by secret, id, account and order.
 *
 * A key with a secret and an account of its own takes 200 bytes, outside of V8's heap. As objects in maps it took 1,500,
 * and the collector visited a dozen objects for each.
 */
export class KeyIndex implements KeySink {
  readonly #columns: AllColumns = {
    keys: new KeyColumns(),
    secrets: new SecretColumns(),
    accounts: new AccountColumns(),
  };
  #keyCount = 0;
  #activeCount = 0;
  #secretCount = 0;
  /** Rows of secrets that are gone. */
  readonly #freeSecrets: number[] = [];
  #accountCount = 0;
  readonly #accountsByExternalId = new Map<string, number>();
  /** Of the accounts that have any, by name. */
  readonly #workflows = new Map<string, ReadonlyMap<string, WorkflowHead>>();
  /** Whether the rows of keys and accounts are in the order of creation. */
  #isInOrder = true;
  readonly #keysById = new RowTable((row) => this.#columns.keys.ids.hashOf(row));
  readonly #accountsById = new RowTable((row) => this.#columns.accounts.ids.hashOf(row));
  readonly #secrets = new RowTable((row) => this.#secretHash(row));
  readonly #origins = new OriginUnion();
  /** By id. */
  readonly #recentKeys = new Map<string, StoredKey>();

  putAccount({ id, sequence, plan, createdAt, name, externalId, workflows = [], ...limits }: AccountRow): void {
    const { accounts } = this.#columns;
    const known = this.#accountOf(id);
    const row = known ?? this.#appendAccount(id, plan);
    const isFirst = accounts.sequences.get(row) === 0;
    // One of its keys may have come before it.
    if (isFirst && (known !== undefined || (row > 0 && accounts.sequences.get(row - 1) > sequence)))
      this.#isInOrder = false;
    accounts.sequences.set(row, sequence);
    accounts.createdAt.set(row, fromTime(createdAt));
    setOrDelete(accounts.names, row, name);
    setOrDelete(accounts.externalIds, row, externalId);
    if (externalId !== null) this.#accountsByExternalId.set(externalId, row);
    if (workflows.length === 0) this.#workflows.delete(id);
    else this.#workflows.set(id, new Map(workflows.map((head) => [head.name, head])));
    const { dailyQuota, burstPerMinute, enabled } = limits;
    const hasLimits = dailyQuota !== null || burstPerMinute !== null || !enabled;
    const hadLimits = accounts.limits.has(row);
    setOrDelete(accounts.limits, row, hasLimits ? { dailyQuota, burstPerMinute, enabled } : null);
    accounts.flags.set(row, (plan === 'free' ? isFree : 0) | (hasLimits ? isLimited : 0));
    if (!hasLimits && !hadLimits) return;
    const { nextKeys } = this.#columns.keys;
    for (let key = toRow(accounts.firstKeys.get(row)); key !== undefined; key = toRow(nextKeys.get(key)))
      this.#bind(key);
  }

  put(stored: KeyRow, secrets: readonly SecretRow[]): void {
    const { keys, accounts } = this.#columns;
    const known = this.#rowOf(stored.id);
    const row = known ?? this.#append(stored);
    if (known !== undefined) this.#withdraw(row);
    if (keys.lastUsedAt.get(row) === 0) keys.lastUsedAt.set(row, fromTime(stored.lastUsedAt));
    keys.last4.set(row, stored.last4);
    keys.revokedAt.set(row, fromTime(stored.revokedAt));
    setOrDelete(keys.labels, row, stored.label);
    setOrDelete(keys.origins, row, stored.origins.length === 0 ? null : stored.origins);
    const hadPassed = keys.passedExpiries.has(row);
    setOrDelete(keys.operatorBounds, row, stored.operatorBounds);
    setOrDelete(keys.ownerBounds, row, stored.ownerBounds);
    setOrDelete(keys.passedExpiries, row, stored.passedExpiry);
    this.#bind(row, hadPassed && stored.passedExpiry === null);
    if (stored.revokedAt !== null) return;
    const account = keys.accounts.get(row);
    accounts.activeKeys.set(account, accounts.activeKeys.get(account) + 1);
    this.#activeCount++;
    this.#origins.add(stored.origins);
    for (const secret of secrets) this.#addSecret(row, secret);
  }

  putSecret(keyId: string, secret: SecretRow): void {
    const row = this.#rowOf(keyId);
    if (row !== undefined && this.#columns.keys.revokedAt.get(row) === 0) this.#addSecret(row, secret);
  }

  /** Returns an index with the keys in the order of creation: this one, if they have come so. */
  inOrder(): KeyIndex {
    if (this.#isInOrder) return this;
    const { sequences, firstSecrets, passedExpiries } = this.#columns.keys;
    const accountSequences = this.#columns.accounts.sequences;
    const inOrderOf = (length: number, order: Pick<typeof sequences, 'get'>) =>
      Uint32Array.from({ length }, (_, row) => row).sort((a, b) => order.get(a) - order.get(b));
    const sorted = new KeyIndex();
    for (const row of inOrderOf(this.#accountCount, accountSequences)) {
      const account = this.#accountAt(row);
      const workflows = [...this.workflowsOf(account.id).values()];
      sorted.putAccount({ ...account, sequence: accountSequences.get(row), workflows });
    }
    for (const row of inOrderOf(this.#keyCount, sequences)) {
      const key = this.#keyAt(row);
      const { id, accountId, plan, environment, label, origins, last4, createdAt, revokedAt, lastUsedAt } = key;
      const { operatorBounds, ownerBounds } = key;
      const bounds = { operatorBounds, ownerBounds, passedExpiry: passedExpiries.get(row) ?? null };
      const details = { environment, label, origins, last4, createdAt, revokedAt, lastUsedAt, ...bounds };
      const secrets = this.#columns.secrets.rowsFrom(firstSecrets.get(row)).map((secret) => this.#secretAt(secret));
      sorted.put({ sequence: sequences.get(row), id, accountId, plan, ...details }, secrets);
    }
    return sorted;
  }

  /**
   * Returns the secret with a hash, expired or not; undefined if there is none, or its key is revoked.
   *
   * @param hash - the bytes of SHA-256.
   */
  secret(hash: Buffer): IndexedSecret | undefined {
    const { hashes, keys, expiresAt } = this.#columns.secrets;
    const row = this.#secrets.find(hash.readUInt32LE(0), (found) => hashes.has(found, hash));
    const key = row === undefined ? undefined : this.#keyOf(this.#columns.keys.ids.get(keys.get(row)));
    return row === undefined || key === undefined ? undefined : { key, expiresAt: toTime(expiresAt.get(row)) };
  }

  /** Keys that are not revoked. */
  get activeCount(): number {
    return this.#activeCount;
  }

  get(id: string): ApiKey | undefined {
    return this.#keyOf(id);
  }

  account(id: string): Account | undefined {
    const row = this.#accountOf(id);
    return row === undefined ? undefined : this.#accountAt(row);
  }

  workflowsOf(accountId: string): ReadonlyMap<string, WorkflowHead> {
    return this.#workflows.get(accountId) ?? noWorkflows;
  }

  accountByExternalId(externalId: string): Account | undefined {
    const row = this.#accountsByExternalId.get(externalId);
    return row === undefined ? undefined : this.#accountAt(row);
  }

  isAllowedAnywhere(origin: string): boolean {
    return this.#origins.has(origin);
  }

  /** Records a use. @returns false if it was known: a busy key is used many times a millisecond. */
  touch(id: string, now: number): boolean {
    const { lastUsedAt } = this.#columns.keys;
    const row = this.#keyOf(id)?.row;
    const usedAt = fromTime(now);
    if (row === undefined || lastUsedAt.get(row) === usedAt) return false;
    lastUsedAt.set(row, usedAt);
    return true;
  }

  /** Notes a use at another gateway. */
  learnUse(id: string, at: number): void {
    const { lastUsedAt } = this.#columns.keys;
    const row = this.#rowOf(id);
    if (row !== undefined) lastUsedAt.set(row, Math.max(lastUsedAt.get(row), fromTime(at)));
  }

  /** Returns keys that can be used, and that expire after one time and until another, in milliseconds since the epoch. */
  expiring(after: number, until: number): ExpiringKey[] {
    const { revokedAt, boundsInForce } = this.#columns.keys;
    const found: ExpiringKey[] = [];
    for (const [row, { expiresAt, expiry, isDisabled }] of boundsInForce) {
      if (expiresAt === undefined || expiresAt <= after || expiresAt > until) continue;
      if (isDisabled || expiry !== 'ahead' || revokedAt.get(row) !== 0) continue;
      const { id, accountId } = this.#keyAt(row);
      found.push({ id, accountId, expiresAt });
    }
    return found;
  }

  list({ limit, after, accountId }: KeyQuery): KeyPage | undefined {
    const last = after === undefined ? undefined : this.#rowOf(after);
    if (after !== undefined && last === undefined) return undefined;
    const next = (row: number) => {
      if (accountId !== undefined) return toRow(this.#columns.keys.nextKeys.get(row));
      return row + 1 < this.#keyCount ? row + 1 : undefined;
    };
    const keys: ApiKey[] = [];
    let row = accountId === undefined ? next(last ?? -1) : this.#firstOfAccount(accountId, last);
    for (; row !== undefined && keys.length < limit; row = next(row)) keys.push(this.#keyAt(row));
    return { keys, next: row === undefined ? undefined : keys.at(-1)?.id };
  }

  /** Returns the number of keys of an account that are not revoked. */
  activeKeysOf(accountId: string): number {
    const account = this.#accountOf(accountId);
    return account === undefined ? 0 : this.#columns.accounts.activeKeys.get(account);
  }

  listAccounts({ limit, after }: PageQuery): AccountPage | undefined {
    const last = after === undefined ? -1 : this.#accountOf(after);
    if (last === undefined) return undefined;
    const { activeKeys } = this.#columns.accounts;
    const length = Math.min(limit, this.#accountCount - last - 1);
    const accounts = Array.from({ length }, (_, index) => {
      const row = last + 1 + index;
      return { ...this.#accountAt(row), keys: activeKeys.get(row) };
    });
    const isLast = last + 1 + length >= this.#accountCount;
    return { accounts, next: isLast ? undefined : accounts.at(-1)?.id };
  }

  #append({ id, sequence, accountId, plan, environment, createdAt }: KeyRow): number {
    const { keys, accounts } = this.#columns;
    const row = this.#keyCount++;
    if (row > 0 && keys.sequences.get(row - 1) > sequence) this.#isInOrder = false;
    keys.ids.set(row, id);
    keys.sequences.set(row, sequence);
    keys.flags.set(row, environment === 'dev' ? isDev : 0);
    keys.createdAt.set(row, fromTime(createdAt));
    this.#keysById.add(row, textHash(id));
    const account = this.#accountOf(accountId) ?? this.#appendAccount(accountId, plan);
    keys.accounts.set(row, account);
    const before = toRow(accounts.lastKeys.get(account));
    if (before === undefined) accounts.firstKeys.set(account, row + 1);
    else keys.nextKeys.set(before, row + 1);
    accounts.lastKeys.set(account, row + 1);
    return row;
  }

  #appendAccount(id: string, plan: Plan): number {
    const { ids, flags } = this.#columns.accounts;
    const account = this.#accountCount++;
    ids.set(account, id);
    flags.set(account, plan === 'free' ? isFree : 0);
    this.#accountsById.add(account, textHash(id));
    return account;
  }

  #accountAt(row: number): Account {
    const { ids, createdAt, names, externalIds, limits } = this.#columns.accounts;
    const { dailyQuota, burstPerMinute, enabled } = limits.get(row) ?? noLimits;
    return {
      id: ids.get(row),
      name: names.get(row) ?? null,
      externalId: externalIds.get(row) ?? null,
      plan: this.#columns.accounts.planOf(row),
      dailyQuota,
      burstPerMinute,
      enabled,
      createdAt: toTime(createdAt.get(row)) ?? 0,
    };
  }

  /**
   * Brings what narrows the use of a key up to date, after it or its account has changed.
   *
   * @param isForgiven - whether the store has forgotten that its expiry has passed.
   */
  #bind(row: number, isForgiven = false): void {
    const { keys, accounts } = this.#columns;
    const account = keys.accounts.get(row);
    const limits = (accounts.flags.get(account) & isLimited) === 0 ? undefined : accounts.limits.get(account);
    const operator = keys.operatorBounds.get(row) ?? null;
    const owner = keys.ownerBounds.get(row) ?? null;
    const flags = keys.flags.get(row);
    if (operator === null && owner === null && limits === undefined) {
      if ((flags & isBounded) === 0) return;
      keys.boundsInForce.delete(row);
      keys.flags.set(row, flags & ~isBounded);
      return;
    }
    const bounds = new BoundsInForce(operator, owner, keys.passedExpiries.get(row) ?? null, limits);
    const before = keys.boundsInForce.get(row);
    // The store may not know yet that it has passed.
    const isSame = before?.expiresAt === bounds.expiresAt && !isForgiven;
    if (isSame && before?.expiry === 'passed here' && bounds.expiry === 'ahead') bounds.expiry = before.expiry;
    keys.boundsInForce.set(row, bounds);
    keys.flags.set(row, flags | isBounded);
  }

  #addSecret(key: number, { hash, expiresAt }: SecretRow): void {
    const { keys, secrets } = this.#columns;
    const row = this.#freeSecrets.pop() ?? this.#secretCount++;
    secrets.hashes.set(row, hash);
    secrets.keys.set(row, key);
    secrets.expiresAt.set(row, fromTime(expiresAt));
    secrets.nextSecrets.set(row, keys.firstSecrets.get(key));
    keys.firstSecrets.set(key, row + 1);
    this.#secrets.add(row, this.#secretHash(row));
  }

  /** Removes the index entries of a key that is about to change. */
  #withdraw(row: number): void {
    const { keys, secrets, accounts } = this.#columns;
    if (keys.revokedAt.get(row) === 0) {
      this.#origins.remove(keys.origins.get(row) ?? []);
      const account = keys.accounts.get(row);
      accounts.activeKeys.set(account, accounts.activeKeys.get(account) - 1);
      this.#activeCount--;
    }
    for (const secret of secrets.rowsFrom(keys.firstSecrets.get(row))) {
      this.#secrets.delete(secret);
      this.#freeSecrets.push(secret);
    }
    keys.firstSecrets.set(row, 0);
  }

  #rowOf(id: string): number | undefined {
    return this.#keysById.find(textHash(id), (row) => this.#columns.keys.ids.has(row, id));
  }

  #keyOf(id: string): StoredKey | undefined {
    const recent = this.#recentKeys.get(id);
    if (recent !== undefined) return recent;
    const row = this.#rowOf(id);
    if (row === undefined) return undefined;
    const key = new StoredKey(this.#columns, row);
    if (this.#recentKeys.size >= rememberedKeys) this.#recentKeys.clear();
    this.#recentKeys.set(id, key);
    return key;
  }

  #accountOf(id: string): number | undefined {
    return this.#accountsById.find(textHash(id), (row) => this.#columns.accounts.ids.has(row, id));
  }

  /** Returns the first key of an account, or the first that was created after another key, which may be of any account. */
  #firstOfAccount(accountId: string, last: number | undefined): number | undefined {
    const { keys, accounts } = this.#columns;
    const account = this.#accountOf(accountId);
    if (account === undefined) return undefined;
    if (last !== undefined && keys.accounts.get(last) === account) return toRow(keys.nextKeys.get(last));
    let row = toRow(accounts.firstKeys.get(account));
    while (row !== undefined && last !== undefined && row <= last) row = toRow(keys.nextKeys.get(row));
    return row;
  }

  #keyAt(row: number): ApiKey {
    const key = new StoredKey(this.#columns, row);
    return this.#recentKeys.get(key.id) ?? key;
  }

  /** Returns the first bytes: all are equally random. */
  #secretHash(row: number): number {
    const { chunk, start } = this.#columns.secrets.hashes.at(row);
    return chunk.readUInt32LE(start);
  }

  #secretAt(row: number): SecretRow {
    const { hashes, expiresAt } = this.#columns.secrets;
    const { chunk, start } = hashes.at(row);
    return { hash: chunk.subarray(start, start + hashLength), expiresAt: toTime(expiresAt.get(row)) };
  }
}

const noLimits = { dailyQuota: null, burstPerMinute: null, enabled: true };

function setOrDelete<Value>(map: Map<number, Value>, row: number, value: Value | null): void {
  if (value === null) map.delete(row);
  else map.set(row, value);
}
