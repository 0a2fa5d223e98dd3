import type { Database } from 'better-sqlite3';
import {
  type AuditAction,
  type AuditTarget,
  type AuditValue,
  accountAction,
  auditedList,
  boundsAction,
} from '../audit-log.js';
import type { Author } from '../author.js';
import type { UseRow } from '../counter-store.js';
import {
  type AccountPatch,
  type AccountRow,
  type BoundsHolder,
  type Environment,
  type KeyBounds,
  type KeyBoundsPatch,
  type KeyChanges,
  KeyList,
  type KeyPosition,
  type KeyRow,
  type KeySink,
  type KeyTable,
  mostValidSecrets,
  type NewAccountRow,
  type NewKeyRow,
  type NewSecretRow,
  type Plan,
  type WorkflowHead,
} from '../key-table.js';
import { OpenedFiles } from '../opened-files.js';
import { DamagedRowError } from '../store-fault.js';
import { appendEntry } from './audit-entries.js';
import { countOwnerSecret, requireFewerActiveKeys } from './owner-limits.js';
import { requireSession } from './session-table.js';

type JsonColumn = 'origins' | 'operatorBounds' | 'ownerBounds';

/** An account as the columns have it. */
type StoredAccount = Omit<AccountRow, 'enabled'> & { readonly enabled: 0 | 1 };

/** A key with one of its secrets, or with null for a key that has none. */
interface ChangedRow extends Omit<KeyRow, JsonColumn> {
  readonly origins: string;
  readonly operatorBounds: string | null;
  readonly ownerBounds: string | null;
  readonly hash: Buffer | null;
  readonly expiresAt: number | null;
}

/** The columns of a key in the order in which all keys are read. */
type StoredKey = [
  sequence: number,
  id: string,
  accountId: string,
  environment: Environment,
  label: string | null,
  origins: string,
  operatorBounds: string | null,
  ownerBounds: string | null,
  passedExpiry: number | null,
  last4: string,
  createdAt: number,
  revokedAt: number | null,
  lastUsedAt: number | null,
];

/** Pages that are cached while all keys are read. */
const pagesOfScan = 100;

type StoredSecret = [keyId: string, hash: Buffer, expiresAt: number | null];

const nextRevision = '(SELECT max(revision) + 1 FROM key_history)';

const accountColumns = `sequence, id, plan, name, external_id AS externalId, daily_quota AS dailyQuota,
  burst_per_minute AS burstPerMinute, enabled, created_at AS createdAt`;

/** With statistics of a database that was almost empty, SQLite would read all secrets. */
const secretsByKey = 'secrets INDEXED BY secrets_by_key';

/** Keys in SQLite. Its methods have done their work when they return; their promises only suit the port. */
export class SqliteKeyTable implements KeyTable {
  readonly #database: Database;
  readonly #files: OpenedFiles;
  readonly #dataVersion;
  readonly #newest;
  readonly #knows;
  readonly #changed;
  readonly #changedAccounts;
  readonly #workflowsOf;
  /** The version of the database that the last {@link changedElsewhere} has read. */
  #seenVersion = 0;

  /**
   * @param database - from openDatabase; the caller closes it.
   * @param files - its files: changes are confirmed only while they are where they were opened.
   */
  constructor(database: Database, files = new OpenedFiles([])) {
    this.#database = database;
    this.#files = files;
    this.#dataVersion = database.prepare<[], number>('PRAGMA data_version').pluck();
    // Each change adds a row: see the triggers in migrations/0001_schema.sql.
    this.#newest = database.prepare<[], KeyPosition>(
      'SELECT revision, token FROM key_history WHERE revision = (SELECT max(revision) FROM key_history)',
    );
    this.#knows = database.prepare<[number, string]>('SELECT 1 FROM key_history WHERE revision = ? AND token = ?');
    // The indexes and the order of the tables are named, so that no statistics make SQLite read all keys for a few, or
    // all secrets for a key. The first index is that of the revision, the second that of the id. The plus sign: to have the
    // rows in order without sorting them, SQLite would read all keys.
    this.#changed = database.prepare<[number], ChangedRow>(
      `SELECT keys.sequence, keys.id, account_id AS accountId, plan, environment, label, origins,
              operator_bounds AS operatorBounds, owner_bounds AS ownerBounds, passed_expiry AS passedExpiry, keys.last4,
              keys.created_at AS createdAt, revoked_at AS revokedAt, last_used_at AS lastUsedAt,
              hash, expires_at AS expiresAt
       FROM keys INDEXED BY sqlite_autoindex_keys_2
       CROSS JOIN accounts INDEXED BY sqlite_autoindex_accounts_1 ON accounts.id = account_id
       LEFT JOIN secrets INDEXED BY secrets_by_key ON key_id = keys.id
       WHERE keys.revision > ? ORDER BY +keys.sequence`,
    );
    this.#changedAccounts = database.prepare<[number], StoredAccount>(
      `SELECT ${accountColumns} FROM accounts WHERE revision > ? ORDER BY revision`,
    );
    this.#workflowsOf = database.prepare<[string], WorkflowHead>(
      `SELECT name, id, max(version) AS version FROM workflows INDEXED BY workflows_by_name
       WHERE account_id = ? GROUP BY name`,
    );
  }

  changedElsewhere(position: KeyPosition | undefined, openSink?: () => KeySink): KeyChanges | undefined {
    this.#files.require();
    const version = this.#dataVersion.get() ?? 0;
    if (version === this.#seenVersion) return undefined;
    const changes = this.#readSince(position, openSink) ?? this.#readSince(undefined, openSink);
    this.#seenVersion = version;
    return changes;
  }

  async changedSince(position: KeyPosition | undefined, openSink?: () => KeySink): Promise<KeyChanges | undefined> {
    return this.#readSince(position, openSink);
  }

  async lastUses(ids: readonly string[]): Promise<UseRow[]> {
    return this.#database
      .prepare<[string], UseRow>(
        `SELECT id AS keyId, last_used_at AS lastUsedAt FROM keys
         WHERE id IN (SELECT value FROM json_each(?)) AND last_used_at IS NOT NULL`,
      )
      .all(JSON.stringify(ids));
  }

  async hasSecret(hashes: readonly string[]): Promise<boolean> {
    const find = this.#database.prepare('SELECT 1 FROM secrets WHERE hash = ?');
    return hashes.some((hash) => find.get(Buffer.from(hash, 'hex')) !== undefined);
  }

  async create(
    { isNewAccount, plan, origins, operatorBounds, ownerBounds, ...row }: NewKeyRow,
    secret: NewSecretRow,
    author: Author,
  ): Promise<Plan | undefined> {
    return this.#write(author, () => {
      const database = this.#database;
      const { accountId, createdAt } = row;
      if (isNewAccount) this.#insertAccount({ ...namelessAccount, id: accountId, plan, createdAt });
      const found = database
        .prepare<[string], Plan>('SELECT plan FROM accounts WHERE id = ?')
        .pluck()
        .get(row.accountId);
      if (found !== plan) return found;
      requireFewerActiveKeys(database, row.accountId, secret.ownerLimits);
      database
        .prepare(
          `INSERT INTO keys (
             id, account_id, environment, label, origins, operator_bounds, owner_bounds, last4, created_at, revision
           ) VALUES (
             :id, :accountId, :environment, :label, :origins, :operatorBounds, :ownerBounds, :last4, :createdAt, ${nextRevision}
           )`,
        )
        .run({
          ...row,
          origins: JSON.stringify(origins),
          operatorBounds: operatorBounds && JSON.stringify(operatorBounds),
          ownerBounds: ownerBounds && JSON.stringify(ownerBounds),
          last4: secret.last4,
        });
      this.#insertSecret(secret);
      const { environment, label } = row;
      const limits = operatorBounds ?? ownerBounds;
      appendEntry(database, author, {
        action: 'key.create',
        target: { kind: 'key', id: row.id, accountId },
        after: { plan, environment, label, newAccount: isNewAccount, limits, origins: auditedList(origins) },
      });
      return found;
    });
  }

  async revoke(id: string, now: number, author: Author): Promise<void> {
    const update = `UPDATE keys SET revoked_at = ifnull(revoked_at, ?), revision = ${nextRevision} WHERE id = ?`;
    this.#write(author, () => {
      const found = this.#database
        .prepare<[string], { accountId: string; revokedAt: number | null }>(
          'SELECT account_id AS accountId, revoked_at AS revokedAt FROM keys WHERE id = ?',
        )
        .get(id);
      this.#database.prepare(update).run(now, id);
      this.#database.prepare(`DELETE FROM ${secretsByKey} WHERE key_id = ?`).run(id);
      if (found?.revokedAt !== null) return;
      appendEntry(this.#database, author, {
        action: 'key.revoke',
        target: { kind: 'key', id, accountId: found.accountId },
        before: { revoked: false },
        after: { revoked: true },
      });
    });
  }

  async rotate(secret: NewSecretRow, expiresAt: number, author: Author): Promise<boolean> {
    const { keyId, last4, createdAt: now } = secret;
    const database = this.#database;
    return this.#change(keyId, author, (accountId) => {
      database.prepare('UPDATE keys SET last4 = ? WHERE id = ?').run(last4, keyId);
      database
        .prepare(
          `UPDATE ${secretsByKey} SET expires_at = :expiresAt
           WHERE key_id = :keyId AND ifnull(expires_at > :expiresAt, 1)`,
        )
        .run({ keyId, expiresAt });
      this.#insertSecret(secret);
      database
        .prepare(
          `DELETE FROM ${secretsByKey} WHERE key_id = :keyId AND (expires_at <= :now OR hash NOT IN
             (SELECT hash FROM ${secretsByKey} WHERE key_id = :keyId ORDER BY created_at DESC LIMIT :most))`,
        )
        .run({ keyId, now, most: mostValidSecrets });
      const after = { graceSeconds: Math.floor((expiresAt - now) / 1_000) };
      appendEntry(database, author, { action: 'key.rotate', target: { kind: 'key', id: keyId, accountId }, after });
    });
  }

  async setOrigins(id: string, origins: readonly string[], author: Author): Promise<boolean> {
    return this.#change(id, author, (accountId) => {
      const stored = JSON.stringify(origins);
      const was = this.#set(id, 'origins', stored);
      if (was === stored) return;
      appendEntry(this.#database, author, {
        action: 'key.set-origins',
        target: { kind: 'key', id, accountId },
        before: { origins: auditedList(parsed(id, was ?? '[]', null, null).origins) },
        after: { origins: auditedList(origins) },
      });
    });
  }

  async setLabel(id: string, label: string | null, author: Author): Promise<boolean> {
    return this.#change(id, author, (accountId) => {
      const was = this.#set(id, 'label', label);
      if (was === label) return;
      appendEntry(this.#database, author, {
        action: 'key.set-label',
        target: { kind: 'key', id, accountId },
        before: { label: was },
        after: { label },
      });
    });
  }

  async setBounds(id: string, holder: BoundsHolder, patch: KeyBoundsPatch, author: Author): Promise<boolean> {
    const column = holder === 'owner' ? 'owner_bounds' : 'operator_bounds';
    const read = this.#database.prepare<[string], string | null>(`SELECT ${column} FROM keys WHERE id = ?`).pluck();
    // Null removes a member (RFC 7396).
    const update = `UPDATE keys SET ${column} = nullif(json_patch(ifnull(${column}, '{}'), ?), '{}') WHERE id = ?`;
    return this.#change(id, author, (accountId) => {
      const bounds = (stored: string | null | undefined) => JSON.parse(stored ?? '{}') as KeyBounds;
      const was = bounds(read.get(id));
      this.#database.prepare(update).run(JSON.stringify(patch), id);
      const target = { kind: 'key', id, accountId } as const;
      this.#appendPatch(author, boundsAction(patch), target, patch, [was, bounds(read.get(id))]);
      if (holder === 'owner' || patch.expiresAt === undefined) return;
      this.#database.prepare('UPDATE keys SET passed_expiry = NULL WHERE id = ?').run(id);
    });
  }

  async notePassedExpiry(id: string, expiresAt: number): Promise<void> {
    const update = `UPDATE keys SET passed_expiry = :expiresAt, revision = ${nextRevision}
                    WHERE id = :id AND revoked_at IS NULL AND ifnull(passed_expiry < :expiresAt, 1)`;
    this.#inTransaction(() => this.#database.prepare(update).run({ id, expiresAt }));
  }

  async createAccount(row: NewAccountRow, author: Author): Promise<string | undefined> {
    const find = this.#database
      .prepare<[string | null], string>('SELECT id FROM accounts WHERE external_id = ?')
      .pluck();
    return this.#write(author, () => {
      const taken = find.get(row.externalId);
      if (taken !== undefined) return taken;
      this.#insertAccount(row);
      const { id, createdAt: _createdAt, ...after } = row;
      const target = { kind: 'account', id, accountId: id } as const;
      appendEntry(this.#database, author, { action: 'account.create', target, after });
      return undefined;
    });
  }

  async changeAccount(id: string, patch: AccountPatch, author: Author): Promise<boolean> {
    const columns = { name: 'name', dailyQuota: 'daily_quota', burstPerMinute: 'burst_per_minute', enabled: 'enabled' };
    const changed = Object.entries(columns).filter(([name]) => patch[name as keyof AccountPatch] !== undefined);
    const sets = [...changed.map(([name, column]) => `${column} = :${name}`), `revision = ${nextRevision}`];
    const update = `UPDATE accounts SET ${sets.join(', ')} WHERE id = :id`;
    const { enabled, ...values } = patch;
    const read = this.#database.prepare<[string], AccountPatch>(
      `SELECT name, daily_quota AS dailyQuota, burst_per_minute AS burstPerMinute, enabled FROM accounts WHERE id = ?`,
    );
    const membersNow = () => {
      const found = read.get(id);
      return found && { ...found, enabled: Boolean(found.enabled) };
    };
    return this.#write(author, () => {
      const was = membersNow();
      if (was === undefined) return false;
      const row = { id, ...values, ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }) };
      this.#database.prepare(update).run(row);
      const target = { kind: 'account', id, accountId: id } as const;
      this.#appendPatch(author, accountAction(patch), target, patch, [was, membersNow() ?? {}]);
      return true;
    });
  }

  /**
   * Appends the entry of a change of some members, if that makes a difference.
   *
   * @param values - all members, before and after.
   */
  #appendPatch(
    author: Author,
    action: AuditAction,
    target: AuditTarget,
    patch: object,
    values: readonly [before: object, after: object],
  ): void {
    const [before, after] = values.map((whole) =>
      Object.fromEntries(Object.keys(patch).map((name) => [name, (whole as AuditValue)[name] ?? null])),
    );
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    appendEntry(this.#database, author, { action, target, before, after });
  }

  #insertAccount(row: NewAccountRow): void {
    this.#database
      .prepare(
        `INSERT INTO accounts (id, plan, name, external_id, daily_quota, burst_per_minute, created_at, revision)
         VALUES (:id, :plan, :name, :externalId, :dailyQuota, :burstPerMinute, :createdAt, ${nextRevision})`,
      )
      .run(row);
  }

  /** Sets a column of a key that is there. @returns what it was. */
  #set(id: string, column: 'origins' | 'label', value: string | null): string | null {
    const was = this.#database.prepare<[string], string | null>(`SELECT ${column} FROM keys WHERE id = ?`);
    const before = was.pluck().get(id) ?? null;
    this.#database.prepare(`UPDATE keys SET ${column} = ? WHERE id = ?`).run(value, id);
    return before;
  }

  /** Returns undefined if the position does not belong to the history of the database. */
  #readSince(position: KeyPosition | undefined, openSink?: () => KeySink): KeyChanges | undefined {
    return this.#database.transaction(() => {
      if (position !== undefined && this.#knows.get(position.revision, position.token) === undefined) return undefined;
      const newest = this.#newest.get();
      if (newest === undefined) throw new Error('The table key_history is empty');
      const list = new KeyList();
      if (position !== undefined) this.#readChanged(position.revision, list);
      else this.#readAll(openSink?.() ?? list);
      const { accounts, keys } = list;
      return { position: newest, isWhole: position === undefined, accounts, keys };
    })();
  }

  #readChanged(revision: number, sink: KeySink): void {
    for (const account of this.#changedAccounts.iterate(revision)) {
      sink.putAccount({ ...accountRow(account), workflows: this.#workflowsOf.all(account.id) });
    }
    let last = '';
    for (const { origins, operatorBounds, ownerBounds, hash, expiresAt, ...row } of this.#changed.iterate(revision)) {
      if (row.id !== last) sink.put({ ...row, ...parsed(row.id, origins, operatorBounds, ownerBounds) }, []);
      last = row.id;
      if (hash !== null) sink.putSecret(row.id, { hash, expiresAt });
    }
  }

  /**
   * Reads each table from its start to its end. To look up the account and the secrets of each key would read pages in
   * random order, four for a key: a million keys took 8 s in place of 3.
   */
  #readAll(sink: KeySink): void {
    // Pages that are read once need no cache. Memory that it has given back stays with the process.
    const cached = this.#database.pragma('cache_size', { simple: true });
    this.#database.pragma(`cache_size = ${pagesOfScan}`);
    try {
      this.#scanAll(sink);
    } finally {
      this.#database.pragma(`cache_size = ${cached}`);
    }
  }

  #scanAll(sink: KeySink): void {
    const database = this.#database;
    const free = new Set<string>();
    const accounts = database.prepare<[], StoredAccount>(`SELECT ${accountColumns} FROM accounts ORDER BY sequence`);
    const workflows = new Map<string, WorkflowHead[]>();
    const heads = database.prepare<[], WorkflowHead & { readonly accountId: string }>(
      `SELECT account_id AS accountId, name, id, max(version) AS version FROM workflows INDEXED BY workflows_by_name
       GROUP BY account_id, name`,
    );
    for (const { accountId, ...head } of heads.iterate()) {
      const others = workflows.get(accountId);
      if (others === undefined) workflows.set(accountId, [head]);
      else others.push(head);
    }
    for (const account of accounts.iterate()) {
      if (account.plan === 'free') free.add(account.id);
      sink.putAccount({ ...accountRow(account), workflows: workflows.get(account.id) ?? [] });
    }
    const keys = database.prepare<[], StoredKey>(
      `SELECT sequence, id, account_id, environment, label, origins, operator_bounds, owner_bounds, passed_expiry, last4,
         created_at, revoked_at, last_used_at
       FROM keys ORDER BY sequence`,
    );
    // Arrays, because it takes longer to make objects than to read them.
    for (const row of keys.raw().iterate() as IterableIterator<StoredKey>) {
      const [sequence, id, accountId, environment, label, origins, operatorBounds, ownerBounds, passedExpiry] = row;
      const [, , , , , , , , , last4, createdAt, revokedAt, lastUsedAt] = row;
      const details = { environment, label, passedExpiry, last4, createdAt, revokedAt, lastUsedAt };
      const lists = parsed(id, origins, operatorBounds, ownerBounds);
      sink.put({ sequence, id, accountId, plan: free.has(accountId) ? 'free' : 'pro', ...details, ...lists }, []);
    }
    const secrets = database.prepare<[], StoredSecret>('SELECT key_id, hash, expires_at FROM secrets');
    for (const [keyId, hash, expiresAt] of secrets.raw().iterate() as IterableIterator<StoredSecret>) {
      sink.putSecret(keyId, { hash, expiresAt });
    }
  }

  /**
   * Changes a key that is there and not revoked, and gives it a new revision.
   *
   * @param change - gets the account of the key.
   * @returns whether it is.
   */
  #change(id: string, author: Author, change: (accountId: string) => void): boolean {
    const update = `UPDATE keys SET revision = ${nextRevision} WHERE id = ? AND revoked_at IS NULL RETURNING account_id`;
    return this.#write(author, () => {
      const accountId = this.#database.prepare<[string], string>(update).pluck().get(id);
      if (accountId !== undefined) change(accountId);
      return accountId !== undefined;
    });
  }

  /** Adds a secret, later than all others of its key: their order decides which are kept, also if the clock is set back. */
  #insertSecret({ keyId, hash, last4, createdAt, ownerLimits }: NewSecretRow): void {
    const database = this.#database;
    database
      .prepare(
        `INSERT INTO secrets (hash, key_id, last4, created_at) SELECT :hash, :keyId, :last4,
           max(:createdAt, (SELECT ifnull(max(created_at) + 1, 0) FROM ${secretsByKey} WHERE key_id = :keyId))`,
      )
      .run({ hash: Buffer.from(hash, 'hex'), keyId, last4, createdAt });
    countOwnerSecret(database, keyId, createdAt, ownerLimits);
  }

  /**
   * Makes a change of something else of an account, which gets a new revision if the work returns that it is changed.
   *
   * @throws {SessionEndedError}
   */
  changeOf<Result extends { readonly isChanged: boolean }>(
    accountId: string,
    author: Author,
    work: () => Result,
  ): Result {
    const update = this.#database.prepare(`UPDATE accounts SET revision = ${nextRevision} WHERE id = ?`);
    return this.#write(author, () => {
      const result = work();
      if (result.isChanged) update.run(accountId);
      return result;
    });
  }

  #write<Result>(author: Author, work: () => Result): Result {
    return this.#inTransaction(() => {
      requireSession(this.#database, author);
      return work();
    });
  }

  #inTransaction<Result>(work: () => Result): Result {
    // What is stored but not confirmed has to be read, and the version of the database does not show own changes.
    this.#seenVersion = 0;
    const change = this.#database.transaction(work);
    return this.#files.during(() => change.immediate());
  }
}

const namelessAccount = { name: null, externalId: null, dailyQuota: null, burstPerMinute: null };

function accountRow({ enabled, ...account }: StoredAccount): AccountRow {
  return { ...account, enabled: enabled === 1 };
}

const plain: Pick<KeyRow, JsonColumn> = { origins: [], operatorBounds: null, ownerBounds: null };

/** @throws {DamagedRowError} */
function parsed(
  id: string,
  origins: string,
  operatorBounds: string | null,
  ownerBounds: string | null,
): Pick<KeyRow, JsonColumn> {
  // Most keys have none of it.
  if (origins === '[]' && operatorBounds === null && ownerBounds === null) return plain;
  try {
    return {
      origins: JSON.parse(origins) as string[],
      operatorBounds: JSON.parse(operatorBounds ?? 'null') as KeyBounds | null,
      ownerBounds: JSON.parse(ownerBounds ?? 'null') as KeyBounds | null,
    };
  } catch (error) {
    throw new DamagedRowError(`The origins or limits of ${id} cannot be read`, { cause: error });
  }
}
