import type { GatewayCondition, SharedLimits } from '#gateway/core/member.js';
import type { KeyPosition } from './key-table.js';

/** What other gateways and the operator see of a gateway. */
export interface MemberFacts extends GatewayCondition {
  /** See {@link Membership}, as the next one. */
  readonly id: string;
  readonly process: string;
  /** For people: its machine and process. */
  readonly name: string;
  readonly pid: number;
  /** Its number on its machine, from 1. */
  readonly gateway: number;
  /** Milliseconds since the epoch, by the store's clock. */
  readonly startedAt: number;
  /** Where it listens; null before it does. */
  readonly address: string | null;
  readonly version: string;
  readonly release: string | null;
  /** Null before it listens. */
  readonly limits: SharedLimits | null;
}

/** A gateway that may serve keys as they were before a change. */
export interface PendingMember {
  readonly name: string;
  /** When it stops serving keys unless it sees the change, in milliseconds since the epoch by the store's clock. */
  readonly until: number;
  /** Whether it has been silent for many heartbeats: it has probably ended, and nobody waits for it. */
  readonly isSilent: boolean;
}

export interface SeenReply {
  /** The newest revision. */
  readonly newest: number;
  /**
   * Whether the position that was noted belongs to the store's history. If not, the store takes it that the gateway has
   * seen no change.
   */
  readonly isKnown: boolean;
  /** The store's time, in milliseconds since the epoch. */
  readonly now: number;
}

export interface BehindReply {
  /** Whether the position that was asked for belongs to the store's history. If not, the store has lost the change. */
  readonly isKnown: boolean;
  readonly pending: readonly PendingMember[];
}

/** The name of all gateways together if the store does not know which of them may serve keys as they were before. */
export const unknownGateways = 'unknown';

/** Called back by the store; it may call more often than necessary. */
export interface KeyAnnouncements {
  /** Keys may have changed. */
  changed(): void;
  /** A gateway may have seen changes. */
  seen(): void;
}

/** What the gateways that share a store know of each other, as far as keys are concerned. */
export interface KeyMembers {
  /**
   * Notes that a gateway serves the keys as of a position: its heartbeat as well.
   *
   * @param trustMs - how long after this message the gateway serves what it knows.
   */
  noteSeen(member: MemberFacts, position: KeyPosition, trustMs: number): Promise<SeenReply>;
  /**
   * Returns the gateways that may serve the keys as they were before a position. For a while after a standby was promoted,
   * {@link unknownGateways} is among them: it may lack the notes of some.
   *
   * @param trustMs - as for {@link noteSeen}.
   */
  behind(position: KeyPosition, trustMs: number): Promise<BehindReply>;
  /** Notes that a gateway serves no keys any more. @param member - as it was last noted. */
  leave(member: Pick<MemberFacts, 'id' | 'process'>): Promise<void>;
  /** Calls back from now on, until the returned function is called. */
  listen(announcements: KeyAnnouncements): () => Promise<void>;
}
