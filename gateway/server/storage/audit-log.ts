import type { ActorKind, Author } from './author.js';

/** Everything that is recorded, and what it says. */
export const auditActions = {
  'key.create': 'A key was created, and with `newAccount` its account',
  'key.revoke': 'A key was revoked',
  'key.rotate': 'A key got a new secret; the old one ends after `graceSeconds`',
  'key.set-origins': 'The browser origins of a key were replaced',
  'key.set-label': 'The label of a key was changed',
  'key.set-limits': 'What narrows the use of a key was changed',
  'key.set-enabled': 'A key was disabled or enabled',
  'account.create': 'An account was created',
  'account.set-name': 'The name of an account was changed',
  'account.set-limits': 'The limits of an account were changed',
  'account.set-enabled': 'An account was disabled or enabled',
  'workflow.put': 'A version of a workflow was stored',
  'workflow.delete': 'A workflow was deleted, with all its versions',
  'invitation.create': 'The owner of an account was invited',
  'invitation.delete': 'An invitation was taken back',
  'sign-in-link.create': 'A sign-in link for an operator was made',
  'session.sign-in': 'Somebody signed in, with a link or with the admin token',
  'session.sign-in-failed': 'Sign-ins were refused; `count` says how many',
  'session.sign-out': 'Somebody signed out',
  'session.end': 'A session was ended by an operator',
  'session.end-all': "All sessions of an account's owner were ended, and its invitations taken back",
  'admin-token.refused': 'Requests with a wrong admin token were refused; `count` says how many',
  export: 'Everything was moved to another store',
  backup: 'The database was copied to a file',
  restore: 'The database was replaced by a backup',
} as const satisfies Readonly<Record<string, string>>;

export type AuditAction = keyof typeof auditActions;

/** What an owner can always do, whatever else was done: it is bounded by other limits. */
const unlimitedForOwners: ReadonlySet<AuditAction> = new Set(['key.revoke', 'session.sign-in', 'session.sign-out']);

/** Returns the most changes in 24 hours that an author can make of a kind; undefined for no limit. */
export function mostChanges({ kind, mostInDay }: Author, action: AuditAction): number | undefined {
  return (kind === 'owner' || kind === 'key') && !unlimitedForOwners.has(action) ? mostInDay : undefined;
}

/** The time that {@link Author.mostInDay} is about, in milliseconds. */
export const auditDayMs = 24 * 60 * 60_000;

/** What something is done to. */
export interface AuditTarget {
  readonly kind: 'key' | 'account' | 'workflow' | 'session' | 'link' | 'database' | 'service';
  readonly id: string | null;
  readonly accountId: string | null;
}

/** Values by name. Never a secret, a hash of one, or a link. */
export type AuditValue = Readonly<Record<string, unknown>>;

/** What is recorded, without who did it. */
export interface AuditFacts {
  readonly action: AuditAction;
  readonly target: AuditTarget;
  readonly before?: AuditValue | undefined;
  readonly after?: AuditValue | undefined;
}

/** An entry of the audit log, as the API shows it. */
export interface AuditEntry extends AuditFacts {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly actor: {
    readonly kind: ActorKind;
    readonly accountId?: string;
    readonly sessionId?: string;
    readonly user?: string;
    readonly keyId?: string;
  };
  readonly address: string | null;
  readonly requestId: string | null;
}

/** Which entries to read. */
export interface AuditFilter {
  readonly accountId?: string | undefined;
  readonly action?: string | undefined;
  /** From this time on, in milliseconds since the epoch. */
  readonly from?: number | undefined;
  /** Before this time. */
  readonly to?: number | undefined;
  /** In which order of the changes; by default from the oldest one on. */
  readonly order?: 'oldest' | 'newest' | undefined;
}

export interface AuditQuery extends AuditFilter {
  readonly limit: number;
  /** The id of the last entry of the page before. */
  readonly after?: string | undefined;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Whether there may be more. */
  readonly hasMore: boolean;
}

/** The audit log of a store: who changed what. Changes append to it in their own transactions. */
export interface AuditLog {
  /** Appends an entry about something that is not a change of the store. */
  append(author: Author, facts: AuditFacts): Promise<void>;
  /**
   * Returns a page of entries. Does not block the event loop.
   *
   * @returns undefined if `after` is not the id of an entry.
   */
  read(query: AuditQuery): Promise<AuditPage | undefined>;
  /** Deletes some of the entries before a time. Does not block the event loop. @returns whether there may be more. */
  expire(before: number): Promise<boolean>;
  /** Frees all resources. */
  close(): Promise<void>;
}

/** A row of the table of entries. */
export interface AuditRow {
  readonly id: string;
  readonly at: number;
  readonly actorKind: ActorKind;
  readonly sessionId: string | null;
  readonly actorUser: string | null;
  readonly actorKey: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly action: AuditAction;
  readonly targetKind: AuditTarget['kind'];
  readonly targetId: string | null;
  readonly accountId: string | null;
  readonly before: AuditValue | null;
  readonly after: AuditValue | null;
}

/** The columns of {@link AuditRow}, for both engines. */
export const auditColumns = `id, at, actor_kind AS "actorKind", session_id AS "sessionId", actor_user AS "actorUser",
  actor_key AS "actorKey", address, request_id AS "requestId", action, target_kind AS "targetKind", target_id AS "targetId",
  account_id AS "accountId", old_value AS "before", new_value AS "after"`;

/** By how much times of entries may differ from the order in which they were committed, in milliseconds. */
export const clockDifferenceMs = 60_000;

export function auditEntryOf(row: AuditRow): AuditEntry {
  const { id, at, actorKind, sessionId, actorUser, actorKey, address, requestId, ...of } = row;
  const { action, targetKind, targetId, accountId } = of;
  return {
    id,
    at: new Date(at).toISOString(),
    actor: {
      kind: actorKind,
      ...((actorKind === 'owner' || actorKind === 'key') && accountId !== null && { accountId }),
      ...(sessionId !== null && { sessionId }),
      ...(actorUser !== null && { user: actorUser }),
      ...(actorKey !== null && { keyId: actorKey }),
    },
    address,
    requestId,
    action,
    target: { kind: targetKind, id: targetId, accountId },
    ...(row.before !== null && { before: shown(row.before) }),
    ...(row.after !== null && { after: shown(row.after) }),
  };
}

/** Returns values as the API has them elsewhere: times in ISO 8601, and `enabled` for what is disabled. */
function shown({ disabled, expiresAt, limits, ...others }: AuditValue): AuditValue {
  return {
    ...others,
    ...(disabled !== undefined && { enabled: disabled !== true }),
    ...(expiresAt !== undefined && {
      expiresAt: typeof expiresAt === 'number' ? new Date(expiresAt).toISOString() : null,
    }),
    ...(limits !== undefined && limits !== null && { limits: shown(limits as AuditValue) }),
  };
}

/** Returns what the end of a session is. */
export function endAction(id: string, { sessionId }: Author): AuditAction {
  return id === sessionId ? 'session.sign-out' : 'session.end';
}

/** Returns what a new link is. */
export function linkAction({ role }: { readonly role: string }): AuditAction {
  return role === 'owner' ? 'invitation.create' : 'sign-in-link.create';
}

/** Returns what a change of the bounds of a key is. */
export function boundsAction(patch: object): AuditAction {
  return Object.keys(patch).join() === 'disabled' ? 'key.set-enabled' : 'key.set-limits';
}

/** Returns what a change of an account is. */
export function accountAction(patch: object): AuditAction {
  const members = Object.keys(patch).join();
  if (members === 'enabled') return 'account.set-enabled';
  return members === 'name' ? 'account.set-name' : 'account.set-limits';
}

/** Most values of a list in an entry: an owner may have 26 KB of origins on each key. */
const listedValues = 20;

/** Returns what an entry has of a list. */
export function auditedList(list: readonly string[]): readonly string[] {
  if (list.length <= listedValues) return list;
  return [...list.slice(0, listedValues), `${list.length - listedValues} more`];
}
