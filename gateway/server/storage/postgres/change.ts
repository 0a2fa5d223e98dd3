import { type AuditAction, mostChanges } from '../audit-log.js';
import type { Author } from '../author.js';
import { SessionEndedError } from '../session-table.js';
import { type Queries, run } from './connection.js';

/** A change: who makes it, what it is in the audit log, and the function of the database that makes it. */
export interface Change {
  readonly author: Author;
  readonly action: AuditAction;
  readonly values: readonly unknown[];
}

/**
 * Makes a change by calling one function of the database, which also appends the entry of the audit log. In a session, the
 * same statement first makes sure that it has not ended, and keeps it from ending until the change is committed.
 *
 * @param name - of the function, whose last parameter is the entry.
 * @returns what the function returns; null if that is nothing.
 * @throws {SessionEndedError} if the session has ended: the function was not called.
 */
export async function change<Value>(
  queries: Queries,
  name: string,
  { author, action, values }: Change,
): Promise<Value | null> {
  const { acting } = author;
  const all = [...values, auditOf(author, action)];
  const parameters = all.map((_, index) => `$${index + 1}`);
  const call = `${name}(${parameters.join(', ')})`;
  if (acting === undefined) {
    const [reply] = await run<{ value: Value | null }>(queries, name, `SELECT ${call} AS value`, all);
    return reply?.value ?? null;
  }
  const session = [1, 2, 3].map((index) => `$${all.length + index}`).join(', ');
  const [reply] = await run<{ holds: boolean; value: Value | null }>(
    queries,
    `${name}_in_session`,
    `SELECT holds, CASE WHEN holds THEN ${call} END AS value FROM hold_session(${session}) AS holds`,
    [...all, acting.id, acting.idleSince, acting.begunSince],
  );
  if (reply?.holds !== true) throw new SessionEndedError();
  return reply.value;
}

/** Returns what append_audit_entry takes, as JSON. */
export function auditOf(author: Author, action: AuditAction): string {
  const { kind, sessionId, user, keyId, address, requestId } = author;
  const mostOfKind = mostChanges(author, action);
  return JSON.stringify({ action, kind, sessionId, user, keyId, address, requestId, mostOfKind });
}
