import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import { RequestError } from '#engine/core/errors.js';
import type { Clock } from '#gateway/core/clock.js';
import { gatewayProblem } from '#gateway/core/errors.js';
import type { Author } from '../storage/author.js';
import type { PendingMember } from '../storage/key-members.js';
import {
  type AccountPatch,
  type BoundsHolder,
  type KeyBoundsPatch,
  type KeyChanges,
  type KeyPosition,
  type KeyTable,
  type NewSecretRow,
  OwnerLimitError,
  type OwnerLimits,
  type Plan,
  type WorkflowHead,
} from '../storage/key-table.js';
import { StoreUnavailableError } from '../storage/store-fault.js';
import { FreshnessGuard, type FreshnessOptions } from './freshness-guard.js';
import { lostChange } from './key-confirmations.js';
import { generateId, generateSecret, hashSecret } from './key-format.js';
import { type IndexedSecret, KeyIndex } from './key-index.js';
import {
  type Account,
  AccountError,
  type AccountPage,
  type ApiKey,
  type ExpiringKey,
  type IssuedKey,
  type KeyPage,
  type KeyQuery,
  type KeyRefusal,
  type KeyStore,
  maxGraceSeconds,
  type NewAccount,
  type NewKey,
  type PageQuery,
  visibleAfterMs,
} from './key-store.js';
import { LastUses } from './last-uses.js';
import { ownerLimitProblem } from './owner-limits.js';
import { SecretLookUps } from './secret-look-ups.js';
import { SharedRuns } from './shared-runs.js';

/** Time before the next read of a database that cannot be read, in milliseconds. */
const afterFailureMs = 1_000;

/** Time before the next try to store that an expiry has passed, in milliseconds: SQLite may wait for a lock. */
const afterUnstoredMs = 10_000;

/** How a gateway shares keys with others. */
export interface KeySharing {
  /** See {@link KeyStore.isFresh}. */
  readonly isFresh: boolean;
  /** Whether the store did not respond when it was last asked: nobody waits for it then. */
  readonly isUnavailable: boolean;
  /** See {@link KeyStore.mayKnowMore}. */
  readonly mayKnowMore: boolean;
  /** Waits until all gateways serve the changes up to a position. @returns those that do not. */
  confirmed(position: KeyPosition): Promise<readonly PendingMember[]>;
}

/** Most secrets in the cache. They are in memory in plain text. */
const rememberedSecrets = 1_000;

/** A secret that was found in the index when the keys had some version. */
interface FoundSecret extends IndexedSecret {
  readonly hash: Buffer;
  readonly version: number;
}

/** A new index, in case that all keys are read. */
class WholeRead {
  index: KeyIndex | undefined;
  readonly begin = (): KeyIndex => {
    this.index = new KeyIndex();
    return this.index;
  };
}

/**
 * Stores keys in a table of the database, with a copy of all of them in memory.
 *
 * Memory is filled in one way: it reads what has changed in the table, whichever process changed it. This process also
 * reads back its own changes, so two processes on one database agree.
 */
export class IndexedKeyStore implements KeyStore {
  readonly uses = new LastUses();
  readonly #table: KeyTable;
  readonly #clock: Clock;
  #index = new KeyIndex();
  /**
   * Recently found secrets, so that the secret of a busy client is not hashed each time. After each change of keys they
   * are looked for in the index again. A look-up takes 38 ns, 14 more than one in a map that is cleared when it is full.
   * By size, since that is faster than with `max` (69 ns).
   */
  readonly #found = new LRUCache<string, FoundSecret>({ maxSize: rememberedSecrets, sizeCalculation: () => 1 });
  /** Whether the database could be read. */
  #hasRead = false;
  /** When to poll the database again, by `performance.now()`: a clock that is set back must not delay it. */
  #nextPoll = 0;
  #version = 0;
  #position: KeyPosition | undefined;
  #restarts = 0;
  #wholeReads = 0;
  #sharing: KeySharing | undefined;
  /** When to try again to store passed expiries, by `performance.now()`. */
  #nextPassedExpiry = 0;
  readonly #reads: FreshnessGuard;
  readonly #reading = new SharedRuns(() => this.#read());
  readonly #lookUps = new SecretLookUps(async (hashes) => {
    if (await this.#table.hasSecret(hashes)) await this.refresh();
  });

  /** @param trust - for how long {@link follow} may fail; without an end if left out. */
  constructor(table: KeyTable, clock: Clock, trust?: FreshnessOptions) {
    this.#table = table;
    this.#clock = clock;
    this.#reads = new FreshnessGuard(trust);
    this.follow();
  }

  /** Shares the keys with other gateways from now on. */
  share(sharing: KeySharing): void {
    this.#sharing = sharing;
  }

  /** The keys in memory are those of this position; undefined while they are of no history of the store. */
  get position(): KeyPosition | undefined {
    return this.#position;
  }

  /** How often the position turned out to belong to no history of the store, so that all keys are read again. */
  get restarts(): number {
    return this.#restarts;
  }

  get version(): number {
    return this.#version;
  }

  get isFresh(): boolean {
    return this.#reads.isFresh && (this.#sharing?.isFresh ?? true);
  }

  /** Whether {@link follow} fails for longer than a moment. */
  get isUnreadable(): boolean {
    return this.#reads.isUnreadable;
  }

  get mayKnowMore(): boolean {
    return this.isUnreadable || (this.#sharing?.mayKnowMore ?? false);
  }

  async lookUp(secret: string): Promise<ApiKey | undefined> {
    this.#requireStore();
    // Reading once more could wait for a lock, on the event loop and for each wrong secret.
    if (this.isUnreadable) throw new StoreUnavailableError(new Error('it could not be read before'));
    const hash = hashSecret(secret);
    if (hash !== undefined) await this.#lookUps.find(hash);
    return this.find(secret);
  }

  async confirmed(): Promise<readonly PendingMember[]> {
    if (this.#sharing === undefined) return [];
    // What was read back was forgotten since.
    if (this.#position === undefined) throw lostChange();
    return this.#sharing.confirmed(this.#position);
  }

  get activeCount(): number {
    return this.#index.activeCount;
  }

  async create(request: NewKey, author: Author): Promise<IssuedKey> {
    const { plan, environment, accountId, label = null, origins = [], ownerLimits } = request;
    const bounds = { operatorBounds: request.operatorBounds ?? null, ownerBounds: request.ownerBounds ?? null };
    this.#requireStore();
    const createdAt = this.#clock.now();
    const id = generateId('key');
    const secret = generateSecret(environment);
    const account = { accountId: accountId ?? generateId('acc'), isNewAccount: accountId === undefined, plan };
    const row = { ...account, id, environment, label, origins: unique(origins), ...bounds, createdAt };
    const found = await this.#table
      .create(row, secretRow(id, secret, createdAt, ownerLimits), author)
      .catch(throwLimit);
    if (found !== plan) throw accountError(account.accountId, found);
    await this.#readChange();
    return this.#issued(secret);
  }

  find(secret: string): ApiKey | undefined {
    const known = this.#found.get(secret);
    const found = known?.version === this.#version ? known : this.#findInIndex(secret, known);
    if (found === undefined) return undefined;
    if (found.expiresAt !== null && found.expiresAt <= this.#clock.now()) return undefined;
    return found.key;
  }

  now(): number {
    return this.#clock.now();
  }

  refusalOf({ id, bounds }: ApiKey): KeyRefusal | undefined {
    if (bounds === undefined) return undefined;
    const { expiresAt, isDisabled } = bounds;
    if (expiresAt === undefined || (bounds.expiry === 'ahead' && this.#clock.now() < expiresAt)) {
      return isDisabled ? 'key-disabled' : undefined;
    }
    if (bounds.expiry === 'ahead') bounds.expiry = 'passed here';
    if (bounds.expiry === 'passed here') void this.#storePassedExpiry(id, expiresAt);
    return 'key-expired';
  }

  get(id: string): ApiKey | undefined {
    return this.#index.get(id);
  }

  expiringUntil(time: number): readonly ExpiringKey[] {
    return this.#index.expiring(this.#clock.now(), time);
  }

  list(query: KeyQuery): KeyPage | undefined {
    return this.#index.list(query);
  }

  activeKeysOf(accountId: string): number {
    return this.#index.activeKeysOf(accountId);
  }

  async revoke(id: string, author: Author): Promise<ApiKey | undefined> {
    this.#requireStore();
    await this.#table.revoke(id, this.#clock.now(), author);
    await this.#readChange();
    const key = this.#index.get(id);
    if (key?.revokedAt === null) throw lostChange();
    return key;
  }

  async rotate(
    id: string,
    graceSeconds: number,
    author: Author,
    ownerLimits?: OwnerLimits,
  ): Promise<IssuedKey | undefined> {
    if (!Number.isInteger(graceSeconds) || graceSeconds < 0 || graceSeconds > maxGraceSeconds) {
      throw new RangeError(`graceSeconds must be a whole number from 0 to ${maxGraceSeconds}`);
    }
    this.#requireStore();
    if (this.#index.get(id) === undefined) await this.refresh();
    const environment = this.#index.get(id)?.environment;
    if (environment === undefined) return undefined;
    const now = this.#clock.now();
    const secret = generateSecret(environment);
    const row = secretRow(id, secret, now, ownerLimits);
    const isDone = await this.#table.rotate(row, now + graceSeconds * 1_000, author).catch(throwLimit);
    await this.#readChange();
    return isDone ? this.#issued(secret) : undefined;
  }

  setOrigins(id: string, origins: readonly string[], author: Author): Promise<ApiKey | undefined> {
    return this.#changed(id, () => this.#table.setOrigins(id, unique(origins), author));
  }

  setLabel(id: string, label: string | null, author: Author): Promise<ApiKey | undefined> {
    return this.#changed(id, () => this.#table.setLabel(id, label, author));
  }

  setBounds(id: string, holder: BoundsHolder, patch: KeyBoundsPatch, author: Author): Promise<ApiKey | undefined> {
    return this.#changed(id, () => this.#table.setBounds(id, holder, patch, author));
  }

  async createAccount(request: NewAccount, author: Author): Promise<Account> {
    const { plan, name = null, externalId = null, dailyQuota = null, burstPerMinute = null } = request;
    this.#requireStore();
    const row = { id: generateId('acc'), plan, name, externalId, dailyQuota, burstPerMinute };
    const taken = await this.#table.createAccount({ ...row, createdAt: this.#clock.now() }, author);
    if (taken !== undefined) {
      throw new AccountError(gatewayProblem('external-id-taken', { path: 'externalId', accountId: taken }));
    }
    await this.#readChange();
    const account = this.#index.account(row.id);
    if (account === undefined) throw lostChange();
    return account;
  }

  async changeAccount(id: string, patch: AccountPatch, author: Author): Promise<Account | undefined> {
    this.#requireStore();
    const isDone = await this.#table.changeAccount(id, patch, author);
    await this.#readChange();
    return isDone ? this.#index.account(id) : undefined;
  }

  account(id: string): Account | undefined {
    return this.#index.account(id);
  }

  workflowsOf(accountId: string): ReadonlyMap<string, WorkflowHead> {
    return this.#index.workflowsOf(accountId);
  }

  /** How often all keys were read: what was kept of an account before may be of another history. */
  get wholeReads(): number {
    return this.#wholeReads;
  }

  /** Makes a change that another table stores with a new revision of an account, and reads it back. */
  async changeThrough<Result>(change: () => Promise<Result>): Promise<Result> {
    this.#requireStore();
    const result = await change().catch(throwLimit);
    await this.#readChange();
    return result;
  }

  accountByExternalId(externalId: string): Account | undefined {
    return this.#index.accountByExternalId(externalId);
  }

  listAccounts(query: PageQuery): AccountPage | undefined {
    return this.#index.listAccounts(query);
  }

  isAllowedAnywhere(origin: string): boolean {
    return this.#index.isAllowedAnywhere(origin);
  }

  touch(id: string, now = this.#clock.now()): void {
    if (this.#index.touch(id, now)) this.uses.note(id, now);
  }

  async learnUses(ids: readonly string[]): Promise<void> {
    // The only gateway knows them all.
    if (this.#sharing === undefined || this.#sharing.isUnavailable) return;
    try {
      for (const { keyId, lastUsedAt } of await this.#table.lastUses(ids)) this.#index.learnUse(keyId, lastUsedAt);
    } catch {
      // What is known here is shown, as long as the store cannot be read.
    }
  }

  follow(now = performance.now()): void {
    if (now < this.#nextPoll) return;
    this.#nextPoll = now + visibleAfterMs;
    try {
      const whole = new WholeRead();
      const changes = this.#table.changedElsewhere(this.#position, whole.begin);
      if (changes !== undefined) this.#apply(changes, whole);
      this.#hasRead = true;
      this.#reads.succeeded();
    } catch (error) {
      if (!this.#hasRead) throw error;
      // The old state of keys is used for now: a process that locks the database must not delay every request.
      this.#nextPoll = performance.now() + afterFailureMs;
      this.#reads.failed(error, now);
    }
  }

  /**
   * Reads the changes since the last time; cheap if there are none. Reads come one after the other, so that each adds to
   * what the one before it has found.
   */
  refresh(): Promise<void> {
    return this.#reading.run();
  }

  /** Forgets how far the keys were read, because the store's history is another one: {@link refresh} reads them all. */
  startOver(): void {
    this.#position = undefined;
    this.#restarts++;
  }

  async #read(): Promise<void> {
    for (;;) {
      const position = this.#position;
      const whole = new WholeRead();
      const changes = await this.#table.changedSince(position, whole.begin);
      // Something else has read or forgotten keys meanwhile.
      if (position !== this.#position) continue;
      if (changes !== undefined) return this.#apply(changes, whole);
      this.startOver();
    }
  }

  /**
   * Reads a change that was just made. A connection may break in between, so it tries twice: after an error the caller
   * takes the change for one that was not made, and a new secret is lost.
   */
  async #readChange(): Promise<void> {
    await this.refresh().catch(() => this.refresh());
  }

  #apply({ position, isWhole, accounts, keys }: KeyChanges, whole: WholeRead): void {
    this.#version += 1;
    if (isWhole) {
      this.#wholeReads++;
      this.#index = whole.index?.inOrder() ?? new KeyIndex();
      // They would keep the index in memory that they were found in.
      this.#found.clear();
    }
    for (const account of accounts) this.#index.putAccount(account);
    // Expired secrets too: the clock may be ahead.
    for (const { key, secrets } of keys) this.#index.put(key, secrets);
    this.#position = position;
  }

  #findInIndex(secret: string, known: FoundSecret | undefined): FoundSecret | undefined {
    const hash = known?.hash ?? secretHash(secret);
    const indexed = hash === undefined ? undefined : this.#index.secret(hash);
    if (hash === undefined || indexed === undefined) return undefined;
    const found = { ...indexed, hash, version: this.#version };
    this.#found.set(secret, found);
    return found;
  }

  /** Never rejects: until it is stored, each use of the key tries again. */
  async #storePassedExpiry(id: string, expiresAt: number): Promise<void> {
    const now = performance.now();
    if (now < this.#nextPassedExpiry || this.isUnreadable || this.#sharing?.isUnavailable) return;
    this.#nextPassedExpiry = now + afterUnstoredMs;
    try {
      await this.#table.notePassedExpiry(id, expiresAt);
      this.#nextPassedExpiry = 0;
      await this.refresh();
    } catch {
      // What this process knows holds in it.
    }
  }

  /** Nobody waits for a store that is known to be unavailable. @throws {StoreUnavailableError} */
  #requireStore(): void {
    if (this.#sharing?.isUnavailable) throw new StoreUnavailableError(new Error('it did not respond before'));
  }

  /** Changes a key, and returns it; undefined if the change was refused. */
  async #changed(id: string, change: () => Promise<boolean>): Promise<ApiKey | undefined> {
    this.#requireStore();
    const isDone = await change().catch(throwLimit);
    await this.#readChange();
    return isDone ? this.#index.get(id) : undefined;
  }

  /** Returns the key of a secret that was just stored. @throws {StoreBusyError} if it is not there. */
  #issued(secret: string): IssuedKey {
    const key = this.find(secret);
    if (key === undefined) throw lostChange();
    return { key, secret };
  }
}

/** Returns the error of a key that cannot be added to an account. @param plan - that of the account, if it exists. */
function accountError(accountId: string, plan: Plan | undefined): AccountError {
  const path = 'accountId';
  if (plan === undefined) return new AccountError(gatewayProblem('unknown-account', { path, accountId }));
  return new AccountError(gatewayProblem('plan-mismatch', { path, accountId, plan }));
}

/** @throws {RequestError} for a limit of an owner; everything else as it is. */
function throwLimit(error: unknown): never {
  throw error instanceof OwnerLimitError ? new RequestError(ownerLimitProblem(error.exceeded)) : error;
}

/** Returns the bytes of {@link hashSecret}. */
function secretHash(secret: string): Buffer | undefined {
  const hash = hashSecret(secret);
  return hash === undefined ? undefined : Buffer.from(hash, 'hex');
}

function secretRow(keyId: string, secret: string, createdAt: number, ownerLimits?: OwnerLimits): NewSecretRow {
  const hash = hashSecret(secret);
  if (hash === undefined) throw new Error('A generated secret is too long to be found again');
  return { keyId, hash, last4: secret.slice(-4), createdAt, ownerLimits };
}

function unique(origins: readonly string[]): string[] {
  return [...new Set(origins)];
}
