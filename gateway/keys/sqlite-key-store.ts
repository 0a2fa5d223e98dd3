import type { Database } from 'better-sqlite3';
import type { Clock } from '../core/clock.js';
import { gatewayProblem } from '../core/errors.js';
import { Memo } from '../core/memo.js';
import { generateId, generateSecret, hashSecret } from './key-format.js';
import { KeyIndex } from './key-index.js';
import { KeyStatements } from './key-statements.js';
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
  type Plan,
  visibleAfterMs,
} from './key-store.js';
import { LastUses } from './last-uses.js';

/** The pause before a database that cannot be read is read again, in milliseconds. */
const afterFailureMs = 1_000;

/** Each is in memory in clear as long as it is remembered. */
const rememberedSecrets = 1_000;

/**
 * Stores keys in SQLite, with a copy of all of them in memory.
 *
 * There is one way into memory: {@link refresh} reads what has changed in the database, whichever process changed it.
 * This process also decides its changes in a transaction on the database and reads them back, so two processes on one
 * file agree.
 */
export class SqliteKeyStore implements KeyStore {
  readonly uses = new LastUses();
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #statements: KeyStatements;
  readonly #index = new KeyIndex();
  /**
   * Hashes of recently found secrets, so that the secret of a busy client is not hashed each time. Whether a key is
   * still valid is checked in the index at each look-up.
   */
  readonly #hashes = new Memo<string, string>(rememberedSecrets);
  /** Differs from one read to the next if another connection has committed in between (`PRAGMA data_version`). */
  readonly #dataVersion;
  #seenVersion = 0;
  /** When to look at the database again, by `performance.now()`: a clock that is set back must not put it off. */
  #nextLook = 0;
  #revision = 0;

  /** @param database - from openDatabase; stays the caller's. */
  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#statements = new KeyStatements(database);
    this.#dataVersion = database.prepare<[], number>('PRAGMA data_version').pluck();
    this.follow();
  }

  get activeCount(): number {
    return this.#index.activeCount;
  }

  create({ plan, environment, accountId, label = null, origins = [] }: NewKey): IssuedKey {
    const now = this.#clock.now();
    const id = generateId('key');
    const secret = generateSecret(environment);
    this.#change(() => {
      const owner = this.#accountFor(plan, accountId);
      this.#statements.insertKey({
        id,
        accountId: owner,
        environment,
        label,
        origins: unique(origins),
        createdAt: now,
      });
      this.#statements.insertSecret(id, hashBytes(secret), secret.slice(-4), now);
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
    this.#change(() => this.#statements.revoke(id, this.#clock.now()));
    return this.#index.get(id);
  }

  rotate(id: string, graceSeconds: number): IssuedKey | undefined {
    if (!Number.isInteger(graceSeconds) || graceSeconds < 0 || graceSeconds > maxGraceSeconds) {
      throw new RangeError(`graceSeconds must be a whole number from 0 to ${maxGraceSeconds}`);
    }
    const now = this.#clock.now();
    const secret = this.#change(() => {
      const environment = this.#statements.beginChange(id);
      if (environment === undefined) return undefined;
      const issued = generateSecret(environment);
      this.#statements.expireSecrets(id, now, now + graceSeconds * 1_000);
      this.#statements.insertSecret(id, hashBytes(issued), issued.slice(-4), now);
      return issued;
    });
    return secret === undefined ? undefined : this.#issued(id, secret);
  }

  setOrigins(id: string, origins: readonly string[]): ApiKey | undefined {
    return this.#changeKey(id, () => this.#statements.setOrigins(id, unique(origins)));
  }

  setLabel(id: string, label: string | null): ApiKey | undefined {
    return this.#changeKey(id, () => this.#statements.setLabel(id, label));
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
      const version = this.#dataVersion.get() ?? 0;
      if (version === this.#seenVersion) return;
      this.refresh();
      this.#seenVersion = version;
    } catch (error) {
      if (this.#seenVersion === 0) throw error;
      // Keys are served as they were. A process that locks the database must not delay every request.
      this.#nextLook = performance.now() + afterFailureMs;
    }
  }

  /** Reads what has changed since the last time; cheap when nothing has. */
  refresh(): void {
    const now = this.#clock.now();
    for (const { revision, key, secrets } of this.#statements.changedSince(this.#revision)) {
      this.#index.put(
        key,
        secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now),
      );
      this.#revision = Math.max(this.#revision, revision);
    }
  }

  #change<Result>(work: () => Result): Result {
    const result = this.#database.transaction(work).immediate();
    this.refresh();
    return result;
  }

  /** @returns undefined if there is no such key, or it is revoked: nothing was written then. */
  #changeKey(id: string, write: () => void): ApiKey | undefined {
    const changed = this.#change(() => {
      if (this.#statements.beginChange(id) === undefined) return false;
      write();
      return true;
    });
    return changed ? this.#index.get(id) : undefined;
  }

  #accountFor(plan: Plan, accountId: string | undefined): string {
    if (accountId === undefined) {
      const id = generateId('acc');
      this.#statements.insertAccount(id, plan);
      return id;
    }
    const existing = this.#statements.planOf(accountId);
    const path = 'accountId';
    if (existing === undefined) throw new AccountError(gatewayProblem('unknown-account', { path, accountId }));
    if (existing !== plan) throw new AccountError(gatewayProblem('plan-mismatch', { path, accountId, plan: existing }));
    return accountId;
  }

  #issued(id: string, secret: string): IssuedKey {
    const key = this.#index.get(id);
    if (key === undefined) throw new Error(`Key ${id} was written and is not there`);
    return { key, secret };
  }
}

function hashBytes(secret: string): Buffer {
  const hash = hashSecret(secret);
  if (hash === undefined) throw new Error('A secret of ours is too long to be found again');
  return Buffer.from(hash, 'hex');
}

function unique(origins: readonly string[]): string[] {
  return [...new Set(origins)];
}
