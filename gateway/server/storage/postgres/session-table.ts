import { endAction, linkAction } from '../audit-log.js';
import type { Author } from '../author.js';
import type {
  NewSessionRow,
  SessionBounds,
  SessionHolder,
  SessionRow,
  SessionTable,
  SignInLinkRow,
} from '../session-table.js';
import { auditOf, change } from './change.js';
import { type Queries, run } from './connection.js';

const sessionColumns =
  'id, role, account_id AS "accountId", browser, created_at AS "createdAt", last_used_at AS "lastUsedAt"';
const linkColumns =
  'id, role, account_id AS "accountId", created_at AS "createdAt", expires_at AS "expiresAt", used_at AS "usedAt"';

/** Sessions in PostgreSQL. Each method is one statement, so one round trip and one transaction. */
export class PostgresSessionTable implements SessionTable {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  async begin(
    { id, hash, browser, replaces }: NewSessionRow,
    { role, accountId }: SessionHolder,
    now: number,
    bounds: SessionBounds,
    author: Author,
  ): Promise<SessionRow> {
    const [session] = await run<SessionRow>(
      this.#queries,
      'replace_session',
      `SELECT ${sessionColumns} FROM replace_session($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, NULL, $12)`,
      [
        replaced(replaces),
        id,
        bytesOf(hash),
        role,
        accountId,
        browser,
        now,
        ...boundValues(now, bounds),
        auditOf(author, 'session.sign-in'),
      ],
    );
    if (session === undefined) throw new Error('A session that was begun is not there');
    return session;
  }

  async findLink(linkHash: string, now: number): Promise<SignInLinkRow | undefined> {
    const [link] = await run<SignInLinkRow>(
      this.#queries,
      'find_sign_in_link',
      `SELECT ${linkColumns} FROM sign_in_links WHERE hash = $1 AND used_at IS NULL AND expires_at > $2`,
      [bytesOf(linkHash), now],
    );
    return link;
  }

  async takeLink(
    linkHash: string,
    { id, hash, browser, replaces }: NewSessionRow,
    now: number,
    bounds: SessionBounds,
    author: Author,
  ): Promise<SessionRow | undefined> {
    const [session] = await run<SessionRow>(
      this.#queries,
      'exchange_sign_in_link',
      `SELECT ${sessionColumns} FROM exchange_sign_in_link($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        bytesOf(linkHash),
        replaced(replaces),
        id,
        bytesOf(hash),
        browser,
        now,
        ...boundValues(now, bounds),
        auditOf(author, 'session.sign-in'),
      ],
    );
    return session;
  }

  async find(hash: string, now: number, { idleMs, longestMs }: SessionBounds): Promise<SessionRow | undefined> {
    const [session] = await run<SessionRow>(
      this.#queries,
      'find_session',
      `SELECT ${sessionColumns} FROM sessions WHERE hash = $1 AND last_used_at > $2 AND created_at > $3`,
      [bytesOf(hash), now - idleMs, now - longestMs],
    );
    return session;
  }

  async touch(id: string, now: number): Promise<void> {
    await run(
      this.#queries,
      'touch_session',
      'UPDATE sessions SET last_used_at = greatest(last_used_at, $2) WHERE id = $1',
      [id, now],
    );
  }

  list(now: number, { idleMs, longestMs }: SessionBounds, accountId?: string): Promise<SessionRow[]> {
    return run<SessionRow>(
      this.#queries,
      'list_sessions',
      `SELECT ${sessionColumns} FROM sessions
       WHERE last_used_at > $1 AND created_at > $2 AND ($3::text IS NULL OR account_id = $3)
       ORDER BY last_used_at DESC, id`,
      [now - idleMs, now - longestMs, accountId ?? null],
    );
  }

  async end(id: string, author: Author): Promise<SessionRow | undefined> {
    if (id.includes('\0')) return undefined;
    const ending = { author, action: endAction(id, author), values: [id] };
    return (await change<SessionRow>(this.#queries, 'end_session', ending)) ?? undefined;
  }

  async endAllOf(accountId: string, author: Author): Promise<number> {
    const ending = { author, action: 'session.end-all', values: [accountId] } as const;
    return (await change<number>(this.#queries, 'end_sessions_of', ending)) ?? 0;
  }

  async addLink(link: SignInLinkRow, hash: string, bounds: SessionBounds, author: Author): Promise<boolean> {
    const { id, role, accountId, createdAt, expiresAt } = link;
    if (accountId?.includes('\0')) return false;
    const isAdded = await change<boolean>(this.#queries, 'add_sign_in_link', {
      author,
      action: linkAction(link),
      values: [
        id,
        bytesOf(hash),
        role,
        accountId,
        createdAt,
        expiresAt,
        createdAt - bounds.linksListedMs,
        bounds.linksPerHolder,
      ],
    });
    return isAdded === true;
  }

  links(accountId: string): Promise<SignInLinkRow[]> {
    return run<SignInLinkRow>(
      this.#queries,
      'sign_in_links',
      `SELECT ${linkColumns} FROM sign_in_links WHERE account_id = $1 ORDER BY created_at DESC, id`,
      [accountId],
    );
  }

  async deleteLink(id: string, accountId: string, author: Author): Promise<boolean> {
    if (id.includes('\0')) return false;
    const deletion = { author, action: 'invitation.delete', values: [id, accountId] } as const;
    return (await change<boolean>(this.#queries, 'delete_sign_in_link', deletion)) === true;
  }
}

function bytesOf(hash: string): Buffer {
  return Buffer.from(hash, 'hex');
}

function replaced(hash: string | null): Buffer | null {
  return hash === null ? null : bytesOf(hash);
}

function boundValues(now: number, { idleMs, longestMs, perHolder, inAll }: SessionBounds): readonly number[] {
  return [now - idleMs, now - longestMs, perHolder, inAll];
}
