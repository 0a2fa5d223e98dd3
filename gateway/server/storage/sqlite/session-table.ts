import type { Database } from 'better-sqlite3';
import { OpenedFiles } from '../opened-files.js';
import {
  type ActingSession,
  type NewSessionRow,
  type SessionBounds,
  SessionEndedError,
  type SessionHolder,
  type SessionRow,
  type SessionTable,
  type SignInLinkRow,
} from '../session-table.js';

const sessionColumns =
  'id, role, account_id AS accountId, browser, created_at AS createdAt, last_used_at AS lastUsedAt';
const linkColumns =
  'id, role, account_id AS accountId, created_at AS createdAt, expires_at AS expiresAt, used_at AS usedAt';
const isActive = 'last_used_at > :idleSince AND created_at > :begunSince';

/**
 * Call it in the transaction of a change.
 *
 * @param by - the session in which the change is made; undefined for the admin token and the command line.
 * @throws {SessionEndedError} if the session has ended, or its account is disabled.
 */
export function requireSession(database: Database, by: ActingSession | undefined): void {
  if (by === undefined) return;
  const find = database.prepare<[ActingSession], number>(
    `SELECT 1 FROM sessions WHERE id = :id AND ${isActive}
       AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.id = account_id AND enabled = 0)`,
  );
  if (find.get(by) === undefined) throw new SessionEndedError();
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

  async begin(session: NewSessionRow, holder: SessionHolder, now: number, bounds: SessionBounds): Promise<SessionRow> {
    return this.#write(undefined, () => this.#begin(session, holder, now, bounds));
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
  ): Promise<SessionRow | undefined> {
    return this.#write(undefined, () => {
      const holder = this.#database
        .prepare<[object], SessionHolder>(
          `UPDATE sign_in_links SET used_at = :now WHERE hash = :hash AND used_at IS NULL AND expires_at > :now
           RETURNING role, account_id AS accountId`,
        )
        .get({ hash: bytesOf(linkHash), now });
      return holder && this.#begin(session, holder, now, bounds);
    });
  }

  async find(hash: string, now: number, bounds: SessionBounds): Promise<SessionRow | undefined> {
    // Another process may have ended it where this one does not look.
    this.#files.require();
    return this.#find.get({ hash: bytesOf(hash), ...oldest(now, bounds) });
  }

  async touch(id: string, now: number): Promise<void> {
    const update = 'UPDATE sessions SET last_used_at = max(last_used_at, ?) WHERE id = ?';
    this.#write(undefined, () => this.#database.prepare(update).run(now, id));
  }

  async list(now: number, bounds: SessionBounds, accountId?: string): Promise<SessionRow[]> {
    return this.#database
      .prepare<[object], SessionRow>(
        `SELECT ${sessionColumns} FROM sessions WHERE ${isActive} AND (:accountId IS NULL OR account_id = :accountId)
         ORDER BY last_used_at DESC, id`,
      )
      .all({ accountId: accountId ?? null, ...oldest(now, bounds) });
  }

  async end(id: string, by?: ActingSession): Promise<SessionRow | undefined> {
    const deletion = `DELETE FROM sessions WHERE id = ? RETURNING ${sessionColumns}`;
    return this.#write(by, () => this.#database.prepare<[string], SessionRow>(deletion).get(id));
  }

  async endAllOf(accountId: string, by?: ActingSession): Promise<number> {
    return this.#write(by, () => {
      this.#database.prepare('DELETE FROM sign_in_links WHERE account_id = ? AND used_at IS NULL').run(accountId);
      return this.#database.prepare('DELETE FROM sessions WHERE account_id = ?').run(accountId).changes;
    });
  }

  async addLink(
    { accountId, ...link }: SignInLinkRow,
    hash: string,
    bounds: SessionBounds,
    by?: ActingSession,
  ): Promise<boolean> {
    return this.#write(by, () => {
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

  async deleteLink(id: string, accountId: string, by?: ActingSession): Promise<boolean> {
    const deletion = 'DELETE FROM sign_in_links WHERE id = ? AND account_id = ? AND used_at IS NULL';
    return this.#write(by, () => this.#database.prepare(deletion).run(id, accountId).changes === 1);
  }

  #begin(
    { id, hash, browser, replaces }: NewSessionRow,
    holder: SessionHolder,
    now: number,
    bounds: SessionBounds,
  ): SessionRow {
    const { role, accountId } = holder;
    // First, so that it does not count against the bounds.
    if (replaces !== null) this.#database.prepare('DELETE FROM sessions WHERE hash = ?').run(bytesOf(replaces));
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
    return { id, role, accountId, browser, createdAt: now, lastUsedAt: now };
  }

  #write<Result>(by: ActingSession | undefined, work: () => Result): Result {
    const change = this.#database.transaction(() => {
      requireSession(this.#database, by);
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
