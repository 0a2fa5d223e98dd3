import { accountAction, boundsAction } from '../audit-log.js';
import type { Author } from '../author.js';
import type { UseRow } from '../counter-store.js';
import {
  type AccountPatch,
  type AccountRow,
  type BoundsHolder,
  type KeyBoundsPatch,
  type KeyChanges,
  KeyList,
  type KeyPosition,
  type KeyRow,
  type KeySink,
  type KeyTable,
  type NewAccountRow,
  type NewKeyRow,
  type NewSecretRow,
  OwnerLimitError,
  type OwnerLimits,
  type Plan,
} from '../key-table.js';
import { type Change, change } from './change.js';
import { type Queries, run } from './connection.js';

/**
 * The position of the table, with one of the keys or accounts that have changed since the one that was asked for; with
 * neither in the only row if nothing has changed.
 */
interface ChangedRow extends Omit<KeyRow, 'id'> {
  readonly newest: number;
  readonly token: string;
  readonly isKnown: boolean;
  readonly revision: number | null;
  readonly account: AccountRow | null;
  /** Null if the row has no key. */
  readonly id: string | null;
  /** Hashes in hexadecimal. */
  readonly secrets: readonly { readonly hash: string; readonly expiresAt: number | null }[];
}

/** Keys, and accounts, that one statement reads at most: in about a twentieth of the time that it may take. */
const pageRows = 1_000;

/**
 * The keys with the lowest revisions above $1, and the accounts above $2, if the position of $3 and $4 belongs to the
 * history. The order and the limits have PostgreSQL find them by the indexes of revisions, whatever its statistics are.
 * One statement, so that position, keys and accounts are of one server and one moment: the next statement may go to
 * another server.
 */
const changedSince = `
  WITH store AS MATERIALIZED (
    SELECT newest, token, $4::uuid IS NULL OR is_key_position($3, $4) AS "isKnown" FROM key_revision
  )
  SELECT newest, store.token, "isKnown", changed.* FROM store LEFT JOIN (
    SELECT keys.revision, NULL::jsonb AS account, keys.sequence, keys.id, account_id AS "accountId", plan, environment,
      label, origins, operator_bounds AS "operatorBounds", owner_bounds AS "ownerBounds",
      passed_expiry AS "passedExpiry", last4, keys.created_at AS "createdAt", revoked_at AS "revokedAt",
      last_used_at AS "lastUsedAt", s.secrets
    FROM (SELECT * FROM keys WHERE revision > $1 ORDER BY revision LIMIT ${pageRows}) AS keys
    JOIN accounts ON accounts.id = account_id
    CROSS JOIN LATERAL (
      SELECT coalesce(
        jsonb_agg(jsonb_build_object('hash', encode(hash, 'hex'), 'expiresAt', expires_at)), '[]'
      ) AS secrets
      FROM secrets WHERE key_id = keys.id
    ) AS s
    UNION ALL
    SELECT revision, jsonb_build_object(
      'sequence', sequence, 'id', id, 'plan', plan, 'name', name, 'externalId', external_id, 'dailyQuota', daily_quota,
      'burstPerMinute', burst_per_minute, 'enabled', enabled, 'createdAt', created_at,
      'workflows', (
        SELECT coalesce(jsonb_agg(jsonb_build_object('name', name, 'id', workflows.id, 'version', version)), '[]') FROM (
          SELECT DISTINCT ON (name) name, id, version FROM workflows WHERE account_id = accounts.id
          ORDER BY name, version DESC
        ) AS workflows
      )
    ), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM (SELECT * FROM accounts WHERE revision > $2 ORDER BY revision LIMIT ${pageRows}) AS accounts
  ) AS changed ON "isKnown"
  ORDER BY revision`;

/** Keys in PostgreSQL. Each method but {@link changedSince} is one statement, so one round trip and one transaction. */
export class PostgresKeyTable implements KeyTable {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** Changes are announced instead: see key-members.ts. */
  changedElsewhere(): undefined {
    return undefined;
  }

  /**
   * Reads page by page, so that no statement takes longer with more keys. Each page makes sure that it is of the history
   * that the first one was of. A key that changes meanwhile comes again.
   */
  async changedSince(position: KeyPosition | undefined, openSink?: () => KeySink): Promise<KeyChanges | undefined> {
    const list = new KeyList();
    const sink = position === undefined ? (openSink?.() ?? list) : list;
    let newest: KeyPosition | undefined;
    let [keysFrom, accountsFrom] = [position?.revision ?? 0, position?.revision ?? 0];
    for (let isLast = false; !isLast; ) {
      const known = newest ?? position;
      const values = [keysFrom, accountsFrom, known?.revision ?? 0, known?.token ?? null];
      const rows = await run<ChangedRow>(this.#queries, 'keys_changed_since', changedSince, values);
      const [first] = rows;
      if (first === undefined) throw new Error('The table key_revision is empty');
      if (!first.isKnown) return undefined;
      newest ??= { revision: first.newest, token: first.token };
      let [keys, accounts] = [0, 0];
      for (const {
        newest: _newest,
        token: _token,
        isKnown: _isKnown,
        revision,
        account,
        id,
        secrets,
        ...key
      } of rows) {
        if (account !== null) {
          sink.putAccount(account);
          accountsFrom = revision ?? accountsFrom;
          accounts++;
        } else if (id !== null) {
          const bytes = secrets.map(({ hash, expiresAt }) => ({ hash: Buffer.from(hash, 'hex'), expiresAt }));
          sink.put({ id, ...key }, bytes);
          keysFrom = revision ?? keysFrom;
          keys++;
        }
      }
      isLast = keys < pageRows && accounts < pageRows;
    }
    if (newest === undefined) throw new Error('No page of keys was read');
    return { position: newest, isWhole: position === undefined, accounts: list.accounts, keys: list.keys };
  }

  lastUses(ids: readonly string[]): Promise<UseRow[]> {
    return run<UseRow>(
      this.#queries,
      'last_uses',
      `SELECT id AS "keyId", last_used_at AS "lastUsedAt" FROM keys WHERE id = ANY ($1) AND last_used_at IS NOT NULL`,
      [ids],
    );
  }

  async hasSecret(hashes: readonly string[]): Promise<boolean> {
    const [reply] = await run<{ isThere: boolean }>(
      this.#queries,
      'has_secret',
      'SELECT EXISTS (SELECT FROM secrets WHERE hash = ANY ($1)) AS "isThere"',
      [hashes.map((hash) => Buffer.from(hash, 'hex'))],
    );
    return reply?.isThere ?? false;
  }

  async create(row: NewKeyRow, secret: NewSecretRow, author: Author): Promise<Plan | undefined> {
    if (isNoId(row.accountId)) return undefined;
    const { id, accountId, isNewAccount, plan, environment, label, origins, createdAt } = row;
    const { operatorBounds, ownerBounds } = row;
    const { hash, last4, ownerLimits } = secret;
    const found = await change<Plan>(this.#queries, 'create_limited_key', {
      author,
      action: 'key.create',
      values: [
        id,
        accountId,
        isNewAccount,
        plan,
        environment,
        label,
        JSON.stringify(origins),
        operatorBounds && JSON.stringify(operatorBounds),
        ownerBounds && JSON.stringify(ownerBounds),
        createdAt,
        Buffer.from(hash, 'hex'),
        last4,
        ownerLimits?.activeKeys ?? null,
        ownerLimits?.secretsInDay ?? null,
      ],
    }).catch(throwLimit);
    return found ?? undefined;
  }

  async revoke(id: string, now: number, author: Author): Promise<void> {
    if (isNoId(id)) return;
    await change(this.#queries, 'revoke_key', { author, action: 'key.revoke', values: [id, now] });
  }

  async rotate(secret: NewSecretRow, expiresAt: number, author: Author): Promise<boolean> {
    const { keyId, hash, last4, createdAt, ownerLimits } = secret;
    const values = [keyId, expiresAt, createdAt, Buffer.from(hash, 'hex'), last4, ownerLimits?.secretsInDay ?? null];
    return this.#change('rotate_limited_key', { author, action: 'key.rotate', values });
  }

  async setOrigins(id: string, origins: readonly string[], author: Author): Promise<boolean> {
    const values = [id, JSON.stringify(origins)];
    return this.#change('set_key_origins', { author, action: 'key.set-origins', values });
  }

  async setLabel(id: string, label: string | null, author: Author): Promise<boolean> {
    return this.#change('set_key_label', { author, action: 'key.set-label', values: [id, label] });
  }

  async setBounds(id: string, holder: BoundsHolder, patch: KeyBoundsPatch, author: Author): Promise<boolean> {
    const values = [id, holder === 'owner', JSON.stringify(patch)];
    return this.#change('set_key_bounds', { author, action: boundsAction(patch), values });
  }

  async notePassedExpiry(id: string, expiresAt: number): Promise<void> {
    await run(this.#queries, 'note_passed_expiry', 'SELECT note_passed_expiry($1, $2)', [id, expiresAt]);
  }

  async createAccount(row: NewAccountRow, author: Author): Promise<string | undefined> {
    const { id, plan, name, externalId, dailyQuota, burstPerMinute, createdAt } = row;
    const values = [id, plan, name, externalId, dailyQuota, burstPerMinute, createdAt];
    const creation = { author, action: 'account.create', values } as const;
    return (await change<string>(this.#queries, 'create_account', creation)) ?? undefined;
  }

  async changeAccount(id: string, patch: AccountPatch, author: Author): Promise<boolean> {
    const values = [id, JSON.stringify(patch)];
    return this.#change('change_account', { author, action: accountAction(patch), values });
  }

  /** @param made - whose first value is the id of what is changed. */
  async #change(name: string, made: Change): Promise<boolean> {
    if (isNoId(String(made.values[0]))) return false;
    return (await change<boolean>(this.#queries, name, made).catch(throwLimit)) === true;
  }
}

/** The codes that count_owner_secret and append_audit_entry fail with. */
const exceededLimits: Readonly<Record<string, keyof OwnerLimits>> = {
  TM001: 'activeKeys',
  TM002: 'secretsInDay',
  TM003: 'changesInDay',
};

/** @throws {OwnerLimitError} for a limit of an owner; everything else as it is. */
export function throwLimit(error: unknown): never {
  const exceeded = exceededLimits[(error as { readonly code?: string }).code ?? ''];
  throw exceeded === undefined ? error : new OwnerLimitError(exceeded);
}

/** PostgreSQL refuses texts with this character; no id has it. */
function isNoId(id: string): boolean {
  return id.includes('\0');
}
