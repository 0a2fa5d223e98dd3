import type { Author } from './author.js';

/** What a session may do: everything that the admin token may, or only what the owner of one account may. */
export type SessionRole = 'operator' | 'owner';

/** Who a session or a sign-in link is for. */
export interface SessionHolder {
  readonly role: SessionRole;
  /** The account of an owner; null for the operator. */
  readonly accountId: string | null;
}

export interface SessionRow extends SessionHolder {
  readonly id: string;
  /** A short name of the browser, for the list. */
  readonly browser: string;
  /** Milliseconds since the epoch, as the next one. */
  readonly createdAt: number;
  /** Written at most once a minute. */
  readonly lastUsedAt: number;
}

/** What is written when a session begins. */
export interface NewSessionRow {
  readonly id: string;
  /** SHA-256 of the secret in hexadecimal. */
  readonly hash: string;
  readonly browser: string;
  /** SHA-256 of the secret of the session that the browser had before, which ends; null for none. */
  readonly replaces: string | null;
}

/** A link that signs in once. */
export interface SignInLinkRow extends SessionHolder {
  readonly id: string;
  /** Milliseconds since the epoch, as the next two. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Null until it is used. */
  readonly usedAt: number | null;
}

/** The session in which a change was to be made has ended. Nothing was written. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError';

  constructor() {
    super('The session has ended');
  }
}

/** How long sessions and links are kept, and how many. */
export interface SessionBounds {
  /** A session that is not used for this long has ended, in milliseconds. */
  readonly idleMs: number;
  /** A session has ended this long after it began, in milliseconds. */
  readonly longestMs: number;
  /** Most sessions of one holder; the one that was not used for longest ends. */
  readonly perHolder: number;
  /** Most sessions in all. */
  readonly inAll: number;
  /** Most links of one holder; the oldest is deleted. */
  readonly linksPerHolder: number;
  /** An expired link is listed for this long, in milliseconds. */
  readonly linksListedMs: number;
}

/**
 * Sessions and sign-in links in a database: the port that each engine implements. Every method is one statement or one
 * transaction, and nothing is kept in memory: what it changes holds for the next call at any gateway.
 *
 * `now` is milliseconds since the epoch in all of them. A change that makes a difference appends one entry to the audit log,
 * in its transaction. If its author acts in a session that has ended, it throws {@link SessionEndedError}.
 */
export interface SessionTable {
  /** Begins a session. Ends those beyond the bounds, and deletes those that have ended. */
  begin(
    session: NewSessionRow,
    holder: SessionHolder,
    now: number,
    bounds: SessionBounds,
    author: Author,
  ): Promise<SessionRow>;
  /** Returns the link that {@link takeLink} would use up. @param linkHash - SHA-256 of its secret in hexadecimal. */
  findLink(linkHash: string, now: number): Promise<SignInLinkRow | undefined>;
  /**
   * Uses up a link, begins a session of its holder, and ends the one that it replaces; or does nothing.
   *
   * @param linkHash - SHA-256 of its secret in hexadecimal.
   * @param author - without who it is: the entry has the holder of the link.
   * @returns undefined if there is no such link, or it is expired or used.
   */
  takeLink(
    linkHash: string,
    session: NewSessionRow,
    now: number,
    bounds: SessionBounds,
    author: Author,
  ): Promise<SessionRow | undefined>;
  /** Returns the session of a secret, unless it has ended. @param hash - as {@link NewSessionRow} has it. */
  find(hash: string, now: number, bounds: SessionBounds): Promise<SessionRow | undefined>;
  /** Notes that a session is used. */
  touch(id: string, now: number): Promise<void>;
  /** Returns the sessions that have not ended, those used last first. @param accountId - only those of its owner. */
  list(now: number, bounds: SessionBounds, accountId?: string): Promise<readonly SessionRow[]>;
  /** Ends a session: a sign-out if its author has it. @returns it; undefined if there is none. */
  end(id: string, author: Author): Promise<SessionRow | undefined>;
  /** Ends all sessions of an account's owner, and deletes the links that are not used. @returns how many ended. */
  endAllOf(accountId: string, author: Author): Promise<number>;
  /** Adds a link. @returns false if the account does not exist: nothing was written then. */
  addLink(link: SignInLinkRow, hash: string, bounds: SessionBounds, author: Author): Promise<boolean>;
  /** Returns the links of an account's owner, newest first; used and expired ones for as long as they are kept. */
  links(accountId: string): Promise<readonly SignInLinkRow[]>;
  /** Deletes a link of an account's owner that is not used. @returns whether there was one. */
  deleteLink(id: string, accountId: string, author: Author): Promise<boolean>;
}
