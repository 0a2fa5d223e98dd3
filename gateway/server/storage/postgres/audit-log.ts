import {
  type AuditFacts,
  type AuditLog,
  type AuditPage,
  type AuditQuery,
  type AuditRow,
  auditColumns,
  auditEntryOf,
  clockDifferenceMs,
} from '../audit-log.js';
import type { Author } from '../author.js';
import { auditOf } from './change.js';
import { type Queries, run } from './connection.js';

/** Entries that one statement deletes: well within the time that it may take. */
const rowsPerExpiry = 10_000;

/** The audit log in PostgreSQL. */
export class PostgresAuditLog implements AuditLog {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  async append(author: Author, { action, target, before, after }: AuditFacts): Promise<void> {
    await run(this.#queries, 'append_audit_entry', 'SELECT append_audit_entry($1, $2, $3, $4, $5, $6)', [
      auditOf(author, action),
      target.kind,
      target.id,
      target.accountId,
      before === undefined ? null : JSON.stringify(before),
      after === undefined ? null : JSON.stringify(after),
    ]);
  }

  async read(query: AuditQuery): Promise<AuditPage | undefined> {
    const { accountId, action, from, to, limit, after, order = 'oldest' } = query;
    if ([accountId, action, after].some((text) => text?.includes('\0'))) return { entries: [], hasMore: false };
    const values: unknown[] = [];
    const value = (each: unknown) => `$${values.push(each)}`;
    // Without conditions that are not asked for, so that each statement is planned with the index of those that are.
    const conditions = {
      account: accountId !== undefined && `account_id = ${value(accountId)}`,
      action: action !== undefined && `action = ${value(action)}`,
      // Times are nearly in the order of the sequences: none outside these has an entry of the times.
      from:
        from !== undefined &&
        `at >= ${value(from)} AND sequence > coalesce((
           SELECT sequence FROM audit_entries WHERE at < ${value(from - clockDifferenceMs)}
           ORDER BY at DESC, sequence DESC LIMIT 1
         ), 0)`,
      to:
        to !== undefined &&
        `at < ${value(to)} AND sequence < coalesce((
           SELECT sequence FROM audit_entries WHERE at >= ${value(to + clockDifferenceMs)} ORDER BY at, sequence LIMIT 1
         ), ${Number.MAX_SAFE_INTEGER})`,
      after:
        after !== undefined &&
        `sequence ${order === 'oldest' ? '>' : '<'} (SELECT sequence FROM audit_entries WHERE id = ${value(after)})`,
    };
    const asked = Object.entries(conditions).filter(([, condition]) => condition !== false);
    const where = asked.length === 0 ? '' : `WHERE ${asked.map(([, condition]) => condition).join(' AND ')}`;
    const rows = await run<AuditRow>(
      this.#queries,
      ['audit_page', order, ...asked.map(([name]) => name)].join('_'),
      `SELECT ${auditColumns} FROM audit_entries ${where}
       ORDER BY sequence ${order === 'oldest' ? 'ASC' : 'DESC'} LIMIT ${value(limit + 1)}`,
      values,
    );
    if (rows.length === 0 && after !== undefined && !(await this.#has(after))) return undefined;
    return { entries: rows.slice(0, limit).map(auditEntryOf), hasMore: rows.length > limit };
  }

  async #has(id: string): Promise<boolean> {
    const text = 'SELECT 1 AS one FROM audit_entries WHERE id = $1';
    return (await run(this.#queries, 'has_audit_entry', text, [id])).length > 0;
  }

  async expire(before: number): Promise<boolean> {
    const [reply] = await run<{ count: number }>(
      this.#queries,
      'expire_audit',
      `WITH gone AS (
         DELETE FROM audit_entries WHERE sequence = ANY (
           ARRAY(SELECT sequence FROM audit_entries WHERE at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
         ) RETURNING 1
       ) SELECT count(*)::integer AS count FROM gone`,
      [before, rowsPerExpiry],
    );
    return reply?.count === rowsPerExpiry;
  }

  async close(): Promise<void> {}
}
