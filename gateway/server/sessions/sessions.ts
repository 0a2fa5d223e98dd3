import { hash, randomBytes } from 'node:crypto';
import type { Clock } from '#gateway/core/clock.js';
import { generateId } from '../keys/key-format.js';
import type { ActingSession, Author } from '../storage/author.js';
import type {
  NewSessionRow,
  SessionBounds,
  SessionHolder,
  SessionRow,
  SessionTable,
  SignInLinkRow,
} from '../storage/session-table.js';

/** A signed-in browser. */
export type Session = SessionRow;
/** A link that signs in once, without its secret. */
export type SignInLink = SignInLinkRow;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long a session lasts at most, in seconds: the cookie is kept for as long. */
export const longestSessionSeconds = (30 * dayMs) / 1_000;

/** How long a link is valid, in milliseconds: an operator opens it now, an owner gets it by mail. */
const linkMs = { operator: 15 * minuteMs, owner: 7 * dayMs };

const bounds: SessionBounds = {
  idleMs: 12 * hourMs,
  longestMs: longestSessionSeconds * 1_000,
  perHolder: 50,
  inAll: 10_000,
  linksPerHolder: 20,
  linksListedMs: 7 * dayMs,
};

/** Sessions change too often to be written at each use. */
const touchMs = minuteMs;

/** A session and its secret, which is not kept anywhere. */
export interface BegunSession {
  readonly session: Session;
  readonly secret: string;
}

/** A link and its secret, which is not kept anywhere. */
export interface IssuedLink {
  readonly link: SignInLink;
  readonly secret: string;
}

/**
 * Sessions and sign-in links. Each call asks the store and nothing is kept in memory, so that a session that has ended
 * is refused from the next request on, at every gateway.
 *
 * Every method throws what the store fails with. A change has an author, for the audit log: if that acts in a session that
 * has ended, it throws `SessionEndedError` and changes nothing.
 */
export class Sessions {
  readonly #table: SessionTable;
  readonly #clock: Clock;
  /** Until then, no use is noted: the store could not be written. */
  #nextTouch = Number.NEGATIVE_INFINITY;

  /** @param clock - that of the store, if several machines share it. */
  constructor(table: SessionTable, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  /**
   * Begins a session for a holder who has proved who it is.
   *
   * @param browser - from {@link browserName}.
   * @param replaced - the secret of the session that the browser had before, which ends; '' for none.
   */
  async begin(holder: SessionHolder, browser: string, author: Author, replaced = ''): Promise<BegunSession> {
    const { row, secret } = newSession(browser, replaced);
    return { session: await this.#table.begin(row, holder, this.#clock.now(), bounds, author), secret };
  }

  /** Returns the link of a secret, without using it up; undefined if it is unknown, expired or used. */
  async findLink(linkSecret: string): Promise<SignInLink | undefined> {
    const linkHash = digestOf(linkSecret);
    return linkHash === undefined ? undefined : this.#table.findLink(linkHash, this.#clock.now());
  }

  /**
   * Uses up a link, begins a session of its holder, and ends the one that it replaces; all of it or nothing.
   *
   * @param browser - as {@link begin} has it, and `replaced`.
   * @param author - without who it is: that is the holder of the link.
   * @returns undefined for a link that is unknown, expired or used.
   */
  async takeLink(
    linkSecret: string,
    browser: string,
    author: Author,
    replaced = '',
  ): Promise<BegunSession | undefined> {
    const linkHash = digestOf(linkSecret);
    if (linkHash === undefined) return undefined;
    const { row, secret } = newSession(browser, replaced);
    const session = await this.#table.takeLink(linkHash, row, this.#clock.now(), bounds, author);
    return session && { session, secret };
  }

  /** Returns the session of a secret, unless it has ended, and notes its use. */
  async find(secret: string): Promise<Session | undefined> {
    const hash = digestOf(secret);
    if (hash === undefined) return undefined;
    const now = this.#clock.now();
    const session = await this.#table.find(hash, now, bounds);
    if (session === undefined || now - session.lastUsedAt < touchMs || now < this.#nextTouch) return session;
    // A store that cannot be written must not keep the operator from looking; nor everybody from working, again and again:
    // SQLite waits for a lock on the event loop.
    await this.#table.touch(session.id, now).catch(() => {
      this.#nextTouch = now + touchMs;
    });
    return { ...session, lastUsedAt: now };
  }

  /**
   * Returns what a change names that is made in a session: the store makes it only if the session has not ended by then.
   *
   * @param session - undefined, and then returned, for the admin token, which is valid as long as the process runs.
   */
  acting(session: Session | undefined): ActingSession | undefined {
    const now = this.#clock.now();
    return session && { id: session.id, idleSince: now - bounds.idleMs, begunSince: now - bounds.longestMs };
  }

  /** Returns the sessions, those used last first. @param accountId - only those of its owner. */
  list(accountId?: string): Promise<readonly Session[]> {
    return this.#table.list(this.#clock.now(), bounds, accountId);
  }

  /** Ends a session: a sign-out if its author has it. Returns undefined if there is none. */
  end(id: string, author: Author): Promise<Session | undefined> {
    return this.#table.end(id, author);
  }

  /** Ends all sessions of an account's owner, and deletes the unused links. Returns the number of sessions. */
  endAllOf(accountId: string, author: Author): Promise<number> {
    return this.#table.endAllOf(accountId, author);
  }

  /** Creates a link. Returns undefined if the account does not exist. */
  async createLink(holder: SessionHolder, author: Author): Promise<IssuedLink | undefined> {
    const secret = newSecret();
    const createdAt = this.#clock.now();
    const link = {
      id: generateId('link'),
      ...holder,
      createdAt,
      expiresAt: createdAt + linkMs[holder.role],
      usedAt: null,
    };
    const isAdded = await this.#table.addLink(link, digestOf(secret) ?? '', bounds, author);
    return isAdded ? { link, secret } : undefined;
  }

  /** Returns the links of an account's owner, newest first; used and expired ones for seven days more. */
  links(accountId: string): Promise<readonly SignInLink[]> {
    return this.#table.links(accountId);
  }

  /** Deletes an unused link of an account's owner. Returns whether there was one. */
  deleteLink(id: string, accountId: string, author: Author): Promise<boolean> {
    return this.#table.deleteLink(id, accountId, author);
  }
}

function newSession(browser: string, replaced: string): { readonly row: NewSessionRow; readonly secret: string } {
  const secret = newSecret();
  const replaces = digestOf(replaced) ?? null;
  return { row: { id: generateId('ses'), hash: digestOf(secret) ?? '', browser, replaces }, secret };
}

/** 256 bits. */
const secretBytes = 32;
const form = /^[\w-]{43}$/;

/** Generates the secret of a session or a sign-in link: 43 characters that need no escaping in a URL or a cookie. */
function newSecret(): string {
  return randomBytes(secretBytes).toString('base64url');
}

/** Returns the SHA-256 of a secret in hexadecimal; undefined for a text that cannot be one. */
function digestOf(secret: string): string | undefined {
  return form.test(secret) ? hash('sha256', secret, 'hex') : undefined;
}
