import type { Database } from 'better-sqlite3';
import { endAction, linkAction } from '../audit-log.js';
import type { ActingSession, Author } from '../author.js';
import { OpenedFiles } from '../opened-files.js';
import {
  type NewSessionRow,
  type SessionBounds,
  SessionEndedError,
  type SessionHolder,
  type SessionRow,
  type SessionTable,
  type SignInLinkRow,
} from '../session-table.js';
import { appendEntry } from './audit-entries.js';

const sessionColumns =
  'id, role, account_id AS accountId, browser, created_at AS createdAt, last_used_at AS lastUsedAt';
const linkColumns =
  'id, role, account_id AS accountId, created_at AS createdAt, expires_at AS expiresAt, used_at AS usedAt';
const isActive = 'last_used_at > :idleSince AND created_at > :begunSince';

/**
 * Call it in the transaction of a change.
 *
 * @throws {SessionEndedError} if the session has ended in which the author acts, or its account is disabled.
 */
export function requireSession(database: Database, { acting }: Author): void {
  if (acting === undefined) return;
  const find = database.prepare<[ActingSession], number>(
    `SELECT 1 FROM sessions WHERE id = :id AND ${isActive}
       AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.id = account_id AND enabled = 0)`,
  );
  if (find.get(acting) === undefined) throw new SessionEndedError();
}

/** Sessions in SQLite. Its methods have done their work when they return; their promises only suit the port. */
export class SqliteSessionTable implements SessionTable {
  readonly #database: Database;
  readonly #files: OpenedFiles;
  readonly #find;

  /**
   * @param database - from openDatabase; the caller closes it.
   * @param files - its files: changes are confirmed only while they are where they were opened.
   */
  constructor(database: Database, files = new OpenedFiles([])) {
    this.#database = database;
    this.#files = files;
    this.#find = database.prepare<[object], SessionRow>(
      `SELECT ${sessionColumns} FROM sessions WHERE hash = :hash AND ${isActive}`,
    );
  }

  async begin(
    session: NewSessionRow,
    holder: SessionHolder,
    now: number,
    bounds: SessionBounds,
    author: Author,
  ): Promise<SessionRow> {
    return this.#write(author, () => this.#begin(session, holder, now, bounds, author));
  }

  async findLink(linkHash: string, now: number): Promise<SignInLinkRow | undefined> {
    return this.#database
      .prepare<[Buffer, number], SignInLinkRow>(
        `SELECT ${linkColumns} FROM sign_in_links WHERE hash = ? AND used_at IS NULL AND expires_at > ?`,
      )
      .get(bytesOf(linkHash), now);
  }

  async takeLink(
    linkHash: string,
    session: NewSessionRow,
    now: number,
    bounds: SessionBounds,
    author: Author,
  ): Promise<SessionRow | undefined> {
    return this.#write(author, () => {
      const link = this.#database
        .prepare<[object], SessionHolder & { readonly id: string }>(
          `UPDATE sign_in_links SET used_at = :now WHERE hash = :hash AND used_at IS NULL AND expires_at > :now
           RETURNING id, role, account_id AS accountId`,
        )
        .get({ hash: bytesOf(linkHash), now });
      if (link === undefined) return undefined;
      // Who signs in with a link is who the link is for.
      const holder = { ...author, kind: link.role, sessionId: session.id };
      return this.#begin(session, link, now, bounds, holder, link.id);
    });
  }

  async find(hash: string, now: number, bounds: SessionBounds): Promise<SessionRow | undefined> {
    // Another process may have ended it where this one does not look.
    this.#files.require();
    return this.#find.get({ hash: bytesOf(hash), ...oldest(now, bounds) });
  }

  async touch(id: string, now: number): Promise<void> {
    const update = 'UPDATE sessions SET last_used_at = max(last_used_at, ?) WHERE id = ?';
    this.#files.during(() => this.#database.prepare(update).run(now, id));
  }

  async list(now: number, bounds: SessionBounds, accountId?: string): Promise<SessionRow[]> {
    return this.#database
      .prepare<[object], SessionRow>(
        `SELECT ${sessionColumns} FROM sessions WHERE ${isActive} AND (:accountId IS NULL OR account_id = :accountId)
         ORDER BY last_used_at DESC, id`,
      )
      .all({ accountId: accountId ?? null, ...oldest(now, bounds) });
  }

  async end(id: string, author: Author): Promise<SessionRow | undefined> {
    const deletion = `DELETE FROM sessions WHERE id = ? RETURNING ${sessionColumns}`;
    return this.#write(author, () => {
      const ended = this.#database.prepare<[string], SessionRow>(deletion).get(id);
      if (ended === undefined) return undefined;
      const { role, browser, accountId } = ended;
      const target = { kind: 'session', id, accountId } as const;
      appendEntry(this.#database, author, { action: endAction(id, author), target, before: { role, browser } });
      return ended;
    });
  }

  async endAllOf(accountId: string, author: Author): Promise<number> {
    return this.#write(author, () => {
      const links = this.#database.prepare('DELETE FROM sign_in_links WHERE account_id = ? AND used_at IS NULL');
      const invitations = links.run(accountId).changes;
      const sessions = this.#database.prepare('DELETE FROM sessions WHERE account_id = ?').run(accountId).changes;
      if (invitations + sessions > 0) {
        appendEntry(this.#database, author, {
          action: 'session.end-all',
          target: { kind: 'account', id: accountId, accountId },
          before: { sessions, invitations },
          after: { sessions: 0, invitations: 0 },
        });
      }
      return sessions;
    });
  }

  async addLink(
    { accountId, ...link }: SignInLinkRow,
    hash: string,
    bounds: SessionBounds,
    author: Author,
  ): Promise<boolean> {
    return this.#write(author, () => {
      const account = this.#database.prepare('SELECT 1 FROM accounts WHERE id = ?');
      if (accountId !== null && account.get(accountId) === undefined) return false;
      this.#database
        .prepare(
          `INSERT INTO sign_in_links (id, hash, role, account_id, created_at, expires_at, used_at)
           VALUES (:id, :hash, :role, :accountId, :createdAt, :expiresAt, :usedAt)`,
        )
        .run({ ...link, accountId, hash: bytesOf(hash) });
      this.#database
        .prepare('DELETE FROM sign_in_links WHERE expires_at < ?')
        .run(link.createdAt - bounds.linksListedMs);
      this.#database
        .prepare(
          `DELETE FROM sign_in_links WHERE id IN (
             SELECT id FROM sign_in_links WHERE account_id IS ? ORDER BY created_at DESC, id = ? DESC LIMIT -1 OFFSET ?
           )`,
        )
        .run(accountId, link.id, bounds.linksPerHolder);
      const { id, role, createdAt, expiresAt } = link;
      appendEntry(this.#database, author, {
        action: linkAction(link),
        target: { kind: 'link', id, accountId },
        after: { role, minutes: Math.floor((expiresAt - createdAt) / 60_000) },
      });
      return true;
    });
  }

  async links(accountId: string): Promise<SignInLinkRow[]> {
    return this.#database
      .prepare<[string], SignInLinkRow>(
        `SELECT ${linkColumns} FROM sign_in_links WHERE account_id = ? ORDER BY created_at DESC, id`,
      )
      .all(accountId);
  }

  async deleteLink(id: string, accountId: string, author: Author): Promise<boolean> {
    const deletion = 'DELETE FROM sign_in_links WHERE id = ? AND account_id = ? AND used_at IS NULL';
    return this.#write(author, () => {
      const isDeleted = this.#database.prepare(deletion).run(id, accountId).changes === 1;
      if (isDeleted) {
        const target = { kind: 'link', id, accountId } as const;
        appendEntry(this.#database, author, { action: 'invitation.delete', target, before: { role: 'owner' } });
      }
      return isDeleted;
    });
  }

  /** @param link - that is used up; undefined without one. */
  #begin(
    { id, hash, browser, replaces }: NewSessionRow,
    holder: SessionHolder,
    now: number,
    bounds: SessionBounds,
    author: Author,
    link?: string,
  ): SessionRow {
    const { role, accountId } = holder;
    // First, so that it does not count against the bounds.
    const deletion = 'DELETE FROM sessions WHERE hash = ? RETURNING id';
    const endedSession =
      replaces === null ? undefined : this.#database.prepare<[Buffer], string>(deletion).pluck().get(bytesOf(replaces));
    this.#database
      .prepare(
        `INSERT INTO sessions (id, hash, role, account_id, browser, created_at, last_used_at)
         VALUES (:id, :hash, :role, :accountId, :browser, :now, :now)`,
      )
      .run({ id, hash: bytesOf(hash), role, accountId, browser, now });
    this.#database.prepare(`DELETE FROM sessions WHERE NOT (${isActive})`).run(oldest(now, bounds));
    const endOldest = (where: string) =>
      this.#database.prepare<[object]>(
        `DELETE FROM sessions WHERE id IN (
           SELECT id FROM sessions ${where} ORDER BY last_used_at DESC, id = :id DESC LIMIT -1 OFFSET :most
         )`,
      );
    endOldest('WHERE account_id IS :accountId').run({ accountId, id, most: bounds.perHolder });
    endOldest('').run({ id, most: bounds.inAll });
    appendEntry(this.#database, author, {
      action: 'session.sign-in',
      target: { kind: 'session', id, accountId },
      before: endedSession === undefined ? undefined : { endedSession },
      after: { role, browser, link },
    });
    return { id, role, accountId, browser, createdAt: now, lastUsedAt: now };
  }

  #write<Result>(author: Author, work: () => Result): Result {
    const change = this.#database.transaction(() => {
      requireSession(this.#database, author);
      return work();
    });
    return this.#files.during(() => change.immediate());
  }
}

function bytesOf(hash: string): Buffer {
  return Buffer.from(hash, 'hex');
}

function oldest(now: number, { idleMs, longestMs }: SessionBounds) {
  return { idleSince: now - idleMs, begunSince: now - longestMs };
}
