import type { Clock } from '../core/clock.js';
import { gatewayProblem } from '../core/errors.js';
import { Memo } from '../core/memo.js';
import type { KeyTable, KeyWriter, NewSecretRow, Plan } from '../store/key-table.js';
import { generateId, generateSecret, hashSecret } from './key-format.js';
import { KeyIndex } from './key-index.js';
import {
  type Account,
  AccountError,
  type AccountPage,
  type ApiKey,
  type IssuedKey,
  type KeyPage,
  type KeyQuery,
  type KeyStore,
  maxGraceSeconds,
  type NewKey,
  type PageQuery,
  visibleAfterMs,
} from './key-store.js';
import { LastUses } from './last-uses.js';

/** Time before the next read of a database that cannot be read, in milliseconds. */
const afterFailureMs = 1_000;

/** Most secrets in the cache. They are in memory in plain text. */
const rememberedSecrets = 1_000;

/**
 * Stores keys in a table of the database, with a copy of all of them in memory.
 *
 * Memory is filled in one way: {@link refresh} reads what has changed in the table, whichever process changed it. This
 * process also makes its own changes in a transaction and reads them back, so two processes on one database agree.
 */
export class IndexedKeyStore implements KeyStore {
  readonly uses = new LastUses();
  readonly #table: KeyTable;
  readonly #clock: Clock;
  readonly #index = new KeyIndex();
  /**
   * Hashes of recently found secrets, so that the secret of a busy client is not hashed each time. Whether a key is
   * still valid is checked in the index at each look-up.
   */
  readonly #hashes = new Memo<string, string>(rememberedSecrets);
  #seenVersion = 0;
  /** When to check the database again, by `performance.now()`: a clock that is set back must not delay it. */
  #nextLook = 0;
  #revision = 0;

  constructor(table: KeyTable, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
    this.follow();
  }

  get activeCount(): number {
    return this.#index.activeCount;
  }

  create({ plan, environment, accountId, label = null, origins = [] }: NewKey): IssuedKey {
    const now = this.#clock.now();
    const id = generateId('key');
    const secret = generateSecret(environment);
    this.#change((rows) => {
      const owner = accountFor(rows, plan, accountId);
      rows.insertKey({ id, accountId: owner, environment, label, origins: unique(origins), createdAt: now });
      rows.insertSecret(secretRow(id, secret, now));
    });
    return this.#issued(id, secret);
  }

  find(secret: string): ApiKey | undefined {
    const remembered = this.#hashes.get(secret);
    const hash = remembered ?? hashSecret(secret);
    const found = hash === undefined ? undefined : this.#index.secret(hash);
    if (hash === undefined || found === undefined) return undefined;
    if (found.expiresAt !== null && found.expiresAt <= this.#clock.now()) return undefined;
    if (remembered === undefined) this.#hashes.set(secret, hash);
    return found.key;
  }

  get(id: string): ApiKey | undefined {
    return this.#index.get(id);
  }

  list(query: KeyQuery): KeyPage | undefined {
    return this.#index.list(query);
  }

  revoke(id: string): ApiKey | undefined {
    this.#change((rows) => rows.revoke(id, this.#clock.now()));
    return this.#index.get(id);
  }

  rotate(id: string, graceSeconds: number): IssuedKey | undefined {
    if (!Number.isInteger(graceSeconds) || graceSeconds < 0 || graceSeconds > maxGraceSeconds) {
      throw new RangeError(`graceSeconds must be a whole number from 0 to ${maxGraceSeconds}`);
    }
    const now = this.#clock.now();
    const secret = this.#change((rows) => {
      const environment = rows.beginChange(id);
      if (environment === undefined) return undefined;
      const issued = generateSecret(environment);
      rows.expireSecrets(id, now, now + graceSeconds * 1_000);
      rows.insertSecret(secretRow(id, issued, now));
      return issued;
    });
    return secret === undefined ? undefined : this.#issued(id, secret);
  }

  setOrigins(id: string, origins: readonly string[]): ApiKey | undefined {
    return this.#changeKey(id, (rows) => rows.setOrigins(id, unique(origins)));
  }

  setLabel(id: string, label: string | null): ApiKey | undefined {
    return this.#changeKey(id, (rows) => rows.setLabel(id, label));
  }

  account(id: string): Account | undefined {
    return this.#index.account(id);
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

  follow(): void {
    const now = performance.now();
    if (now < this.#nextLook) return;
    this.#nextLook = now + visibleAfterMs;
    try {
      const version = this.#table.version();
      if (version === this.#seenVersion) return;
      this.refresh();
      this.#seenVersion = version;
    } catch (error) {
      if (this.#seenVersion === 0) throw error;
      // The old state of keys is used: a process that locks the database must not delay every request.
      this.#nextLook = performance.now() + afterFailureMs;
    }
  }

  /** Reads the changes since the last time; cheap if there are none. */
  refresh(): void {
    const now = this.#clock.now();
    for (const { revision, key, secrets } of this.#table.changedSince(this.#revision)) {
      this.#index.put(
        key,
        secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now),
      );
      this.#revision = Math.max(this.#revision, revision);
    }
  }

  #change<Result>(work: (rows: KeyWriter) => Result): Result {
    const result = this.#table.write(work);
    this.refresh();
    return result;
  }

  /**
   * Changes a key in a transaction. @returns undefined if there is no such key, or it is revoked: nothing was written
   * then.
   */
  #changeKey(id: string, write: (rows: KeyWriter) => void): ApiKey | undefined {
    const changed = this.#change((rows) => {
      if (rows.beginChange(id) === undefined) return false;
      write(rows);
      return true;
    });
    return changed ? this.#index.get(id) : undefined;
  }

  #issued(id: string, secret: string): IssuedKey {
    const key = this.#index.get(id);
    if (key === undefined) throw new Error(`Key ${id} was written and is not there`);
    return { key, secret };
  }
}

/** Returns the account that a new key belongs to, which is created unless `accountId` names one. */
function accountFor(rows: KeyWriter, plan: Plan, accountId: string | undefined): string {
  if (accountId === undefined) {
    const id = generateId('acc');
    rows.insertAccount(id, plan);
    return id;
  }
  const existing = rows.planOf(accountId);
  const path = 'accountId';
  if (existing === undefined) throw new AccountError(gatewayProblem('unknown-account', { path, accountId }));
  if (existing !== plan) throw new AccountError(gatewayProblem('plan-mismatch', { path, accountId, plan: existing }));
  return accountId;
}

function secretRow(keyId: string, secret: string, createdAt: number): NewSecretRow {
  const hash = hashSecret(secret);
  if (hash === undefined) throw new Error('A generated secret is too long to be found again');
  return { keyId, hash, last4: secret.slice(-4), createdAt };
}

function unique(origins: readonly string[]): string[] {
  return [...new Set(origins)];
}
