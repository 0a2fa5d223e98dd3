import type { Database } from 'better-sqlite3';
import {
  type AuditFacts,
  type AuditPage,
  type AuditQuery,
  type AuditRow,
  type AuditValue,
  auditColumns,
  auditDayMs,
  auditEntryOf,
  clockDifferenceMs,
  mostChanges,
} from '../audit-log.js';
import type { Author } from '../author.js';
import { OwnerLimitError } from '../key-table.js';

/**
 * Appends an entry. Call it in the transaction of the change.
 *
 * @throws {OwnerLimitError} if the owner of the account, or the holders of its keys, have made too many changes in 24 hours.
 */
export function appendEntry(database: Database, author: Author, { action, target, before, after }: AuditFacts): void {
  const { kind, sessionId = null, user = null, keyId = null, address = null, requestId = null, at } = author;
  const most = mostChanges(author, action);
  if (most !== undefined) requireFewerChanges(database, target.accountId, kind, most, at);
  database
    .prepare(
      `INSERT INTO audit_entries (
         at, actor_kind, session_id, actor_user, actor_key, address, request_id, action, target_kind, target_id,
         account_id, old_value, new_value
       ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      at,
      kind,
      sessionId,
      user,
      keyId,
      address,
      requestId,
      action,
      target.kind,
      target.id,
      target.accountId,
      jsonOf(before),
      jsonOf(after),
    );
}

function requireFewerChanges(
  database: Database,
  accountId: string | null,
  kind: Author['kind'],
  most: number,
  now: number,
): void {
  const oldest = database
    .prepare<[string | null, string, number], number>(
      `SELECT at FROM audit_entries INDEXED BY audit_entries_of_owners
       WHERE account_id = ? AND actor_kind = ? AND actor_kind IN ('owner', 'key') ORDER BY sequence DESC LIMIT 1 OFFSET ?`,
    )
    .pluck()
    .get(accountId, kind, most - 1);
  if (oldest !== undefined && oldest > now - auditDayMs) throw new OwnerLimitError('changesInDay');
}

function jsonOf(value: AuditValue | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

interface StoredRow extends Omit<AuditRow, 'before' | 'after'> {
  readonly before: string | null;
  readonly after: string | null;
}

/** Returns a page of entries, or undefined if there is no entry `after`. See `AuditLog.read`. */
export function auditPage(database: Database, query: AuditQuery): AuditPage | undefined {
  const { accountId, action, from, to, limit, after, order = 'oldest' } = query;
  const one = (sql: string, value: string | number) =>
    database.prepare<[string | number], number>(sql).pluck().get(value);
  const start = after === undefined ? undefined : one('SELECT sequence FROM audit_entries WHERE id = ?', after);
  if (after !== undefined && start === undefined) return undefined;
  // Times are nearly in the order of the sequences: none outside these has an entry of the times.
  const below =
    from &&
    one(
      'SELECT sequence FROM audit_entries WHERE at < ? ORDER BY at DESC, sequence DESC LIMIT 1',
      from - clockDifferenceMs,
    );
  const above =
    to && one('SELECT sequence FROM audit_entries WHERE at >= ? ORDER BY at, sequence LIMIT 1', to + clockDifferenceMs);
  const conditions = [
    accountId !== undefined && 'account_id = :accountId',
    action !== undefined && 'action = :action',
    from !== undefined && 'at >= :from',
    below !== undefined && 'sequence > :below',
    to !== undefined && 'at < :to',
    above !== undefined && 'sequence < :above',
    start !== undefined && (order === 'oldest' ? 'sequence > :start' : 'sequence < :start'),
  ].filter((condition) => condition !== false);
  const rows = database
    .prepare<[object], StoredRow>(
      `SELECT ${auditColumns} FROM audit_entries ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
       ORDER BY sequence ${order === 'oldest' ? 'ASC' : 'DESC'} LIMIT :rows`,
    )
    .all({ accountId, action, from, to, below, above, start, rows: limit + 1 });
  const entries = rows
    .slice(0, limit)
    .map(({ before, after: value, ...row }) => auditEntryOf({ ...row, before: parsed(before), after: parsed(value) }));
  return { entries, hasMore: rows.length > limit };
}

function parsed(text: string | null): AuditValue | null {
  return text === null ? null : (JSON.parse(text) as AuditValue);
}

/** Entries that one transaction deletes: it keeps the lock for a few milliseconds. */
const rowsPerExpiry = 1_000;

/** Deletes some entries before a time. @returns whether there may be more. */
export function expireEntries(database: Database, before: number): boolean {
  const { changes } = database
    .prepare('DELETE FROM audit_entries WHERE sequence IN (SELECT sequence FROM audit_entries WHERE at < ? LIMIT ?)')
    .run(before, rowsPerExpiry);
  return changes === rowsPerExpiry;
}
