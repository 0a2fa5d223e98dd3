/** The session in which a change is made: the change is made only if the session has not ended by then. */
export interface ActingSession {
  readonly id: string;
  /** It has ended if it was not used after this, in milliseconds since the epoch. */
  readonly idleSince: number;
  /** It has ended unless it began after this, in milliseconds since the epoch. */
  readonly begunSince: number;
}

/** What made a change: `unknown` is somebody who could not sign in. */
export type ActorKind = 'admin-token' | 'operator' | 'owner' | 'key' | 'command-line' | 'system' | 'unknown';

/** Who makes a change, and from where. */
export interface Author {
  readonly kind: ActorKind;
  /** The session of an operator or owner. */
  readonly sessionId?: string;
  /** The user of the command line. */
  readonly user?: string;
  /** The key of its holder. */
  readonly keyId?: string;
  /** The client's address; undefined if there is no client. */
  readonly address?: string | undefined;
  readonly requestId?: string;
  /** When, in milliseconds since the epoch, for SQLite: PostgreSQL takes its own time. */
  readonly at: number;
  /** Set to make the change only if this session has not ended. */
  readonly acting?: ActingSession | undefined;
  /** Most changes that the owner of an account, or the holders of its keys together, make in 24 hours. */
  readonly mostInDay?: number | undefined;
}
