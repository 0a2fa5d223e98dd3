import type { Database } from 'better-sqlite3';
import type {
  NewSessionRow,
  SessionBounds,
  SessionHolder,
  SessionRow,
  SessionTable,
  SignInLinkRow,
} from '../session-table.js';

const sessionColumns =
  'id, role, account_id AS accountId, browser, created_at AS createdAt, last_used_at AS lastUsedAt';
const linkColumns =
  'id, role, account_id AS accountId, created_at AS createdAt, expires_at AS expiresAt, used_at AS usedAt';
const isActive = 'last_used_at > :idleSince AND created_at > :begunSince';

/** Sessions in SQLite. Its methods have done their work when they return; their promises only suit the port. */
export class SqliteSessionTable implements SessionTable {
  readonly #database: Database;
  readonly #find;

  /** @param database - from openDatabase; the caller closes it. */
  constructor(database: Database) {
    this.#database = database;
    this.#find = database.prepare<[object], SessionRow>(
      `SELECT ${sessionColumns} FROM sessions WHERE hash = :hash AND ${isActive}`,
    );
  }

  async begin(session: NewSessionRow, holder: SessionHolder, now: number, bounds: SessionBounds): Promise<SessionRow> {
    return this.#write(() => this.#begin(session, holder, now, bounds));
  }

  async hasLink(linkHash: string, now: number): Promise<boolean> {
    const find = this.#database.prepare(
      'SELECT 1 FROM sign_in_links WHERE hash = ? AND used_at IS NULL AND expires_at > ?',
    );
    return find.get(bytesOf(linkHash), now) !== undefined;
  }

  async takeLink(
    linkHash: string,
    session: NewSessionRow,
    now: number,
    bounds: SessionBounds,
  ): Promise<SessionRow | undefined> {
    return this.#write(() => {
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
    return this.#find.get({ hash: bytesOf(hash), ...oldest(now, bounds) });
  }

  async touch(id: string, now: number): Promise<void> {
    this.#database.prepare('UPDATE sessions SET last_used_at = max(last_used_at, ?) WHERE id = ?').run(now, id);
  }

  async list(now: number, bounds: SessionBounds, accountId?: string): Promise<SessionRow[]> {
    return this.#database
      .prepare<[object], SessionRow>(
        `SELECT ${sessionColumns} FROM sessions WHERE ${isActive} AND (:accountId IS NULL OR account_id = :accountId)
         ORDER BY last_used_at DESC, id`,
      )
      .all({ accountId: accountId ?? null, ...oldest(now, bounds) });
  }

  async end(id: string, accountId?: string): Promise<SessionRow | undefined> {
    return this.#database
      .prepare<[object], SessionRow>(
        `DELETE FROM sessions WHERE id = :id AND (:accountId IS NULL OR account_id = :accountId)
         RETURNING ${sessionColumns}`,
      )
      .get({ id, accountId: accountId ?? null });
  }

  async endAllOf(accountId: string): Promise<number> {
    return this.#write(() => {
      this.#database.prepare('DELETE FROM sign_in_links WHERE account_id = ? AND used_at IS NULL').run(accountId);
      return this.#database.prepare('DELETE FROM sessions WHERE account_id = ?').run(accountId).changes;
    });
  }

  async addLink({ accountId, ...link }: SignInLinkRow, hash: string, bounds: SessionBounds): Promise<boolean> {
    return this.#write(() => {
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

  async deleteLink(id: string, accountId: string): Promise<boolean> {
    return (
      this.#database
        .prepare('DELETE FROM sign_in_links WHERE id = ? AND account_id = ? AND used_at IS NULL')
        .run(id, accountId).changes === 1
    );
  }

  #begin({ id, hash, browser }: NewSessionRow, holder: SessionHolder, now: number, bounds: SessionBounds): SessionRow {
    const { role, accountId } = holder;
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

  #write<Result>(work: () => Result): Result {
    return this.#database.transaction(work).immediate();
  }
}

function bytesOf(hash: string): Buffer {
  return Buffer.from(hash, 'hex');
}

function oldest(now: number, { idleMs, longestMs }: SessionBounds) {
  return { idleSince: now - idleMs, begunSince: now - longestMs };
}
