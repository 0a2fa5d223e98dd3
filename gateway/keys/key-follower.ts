/**
 * Keeps a gateway's keys the same as those of the other gateways that share its store.
 *
 * 1. A change has a revision, and revisions become visible in their order.
 * 2. A gateway notes in the store up to which revision it serves changes: when a change is announced, and once a second.
 *    It never notes a revision before it serves it.
 * 3. The response to a change waits until no gateway is behind it. One that does not answer is named in the response,
 *    with the time at which it stops serving keys.
 * 4. A gateway serves what it knows for a limited time after it *sent* its last note that found nothing newer, and the
 *    store expects it to serve for at least as long.
 * 5. A store whose newest revision is older than what a gateway serves has lost changes, and gives their revisions to
 *    others: a standby took over that lacked them, or a backup was restored. The gateway serves nothing until it has read
 *    all keys again.
 *
 * So once a change is answered without pending gateways, no gateway serves the keys as they were before.
 */

import type { KeyMembers, MemberFacts } from '../store/key-members.js';
import { clockTolerance } from '../store/quota-ledger.js';
import { type Later, laterByTimer } from './later.js';

/** Time between two notes of a gateway without changes, in milliseconds. */
const heartbeatMs = 1_000;

/** The keys in memory. */
export interface FollowedKeys {
  /** All changes up to this revision are served. */
  readonly revision: number;
  /** Reads the changes since then. */
  refresh(): Promise<void>;
  /** Forgets everything, and reads all keys. */
  startOver(): Promise<void>;
}

/** A pino logger fits. */
export interface FollowerLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface KeyFollowerOptions {
  readonly keys: FollowedKeys;
  readonly members: KeyMembers;
  /** Called when a gateway may have seen changes. */
  readonly onSeen: () => void;
  /** Called with the store's time, and when it was asked, by `monotonicMs`. */
  readonly onTime?: (sentAt: number, now: number) => void;
  readonly facts: () => MemberFacts;
  /** How long keys are served without a word from the store, in milliseconds. */
  readonly trustMs: number;
  readonly log: FollowerLog;
  /** Milliseconds from any origin. Never decreases, and increases while the machine sleeps. */
  readonly monotonicMs: () => number;
  readonly later?: Later;
}

/** Follows changes for one gateway. */
export class KeyFollower {
  readonly #options: KeyFollowerOptions;
  readonly #later: Later;
  #trustedUntil = Number.NEGATIVE_INFINITY;
  /** The store's newest revision when all keys were last read again. */
  #rereadAt = -1;
  /** Whether the last note failed. */
  #isAway = false;
  #running: Promise<void> | undefined;
  #isWanted = false;
  #isStopped = false;
  #cancelHeartbeat = (): void => {};
  #stopListening: (() => Promise<void>) | undefined;

  constructor(options: KeyFollowerOptions) {
    this.#options = options;
    this.#later = options.later ?? laterByTimer;
  }

  /** Whether the keys in memory may be served. */
  get isTrusted(): boolean {
    return this.#options.monotonicMs() < this.#trustedUntil;
  }

  /** Whether the store did not answer when it was last asked. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** Reads all keys and joins the other gateways. @throws what the store fails with. */
  async start(): Promise<void> {
    await this.#options.keys.refresh();
    await this.#note();
    this.#listen();
    this.#beat();
  }

  /** Leaves the other gateways: keys are served no more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelHeartbeat();
    await this.#stopListening?.();
    await this.#running;
    this.#trustedUntil = Number.NEGATIVE_INFINITY;
    // If the store is away, it finds out by the silence.
    if (!this.#isAway) await this.#options.members.leave(this.#options.facts()).catch(() => {});
  }

  /** Reads what has changed and notes it. Never fails: the next heartbeat tries again. */
  follow(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    this.#isWanted = true;
    this.#running ??= this.#followAll();
    return this.#running;
  }

  #listen(): void {
    const { members, onSeen } = this.#options;
    this.#stopListening = members.listen({ changed: () => void this.follow(), seen: onSeen });
  }

  #beat(): void {
    if (this.#isStopped) return;
    this.#cancelHeartbeat = this.#later(heartbeatMs, () => {
      void this.#noteQuietly().then(() => this.#beat());
    });
  }

  async #followAll(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      await this.#noteQuietly(true);
    }
    this.#running = undefined;
  }

  async #noteQuietly(readsFirst = false): Promise<void> {
    const { keys, log } = this.#options;
    try {
      if (readsFirst) await keys.refresh();
      await this.#note();
      if (this.#isAway) await this.#recovered();
    } catch (error) {
      const message = 'The store does not answer; API keys are served from memory for a limited time';
      if (!this.#isAway && !this.#isStopped) log.error({ err: error }, message);
      this.#isAway = true;
    }
  }

  /** A connection that was cut may seem to be open for hours, and announce nothing. */
  async #recovered(): Promise<void> {
    this.#isAway = false;
    this.#options.log.warn({}, 'The store answers again');
    await this.#stopListening?.();
    if (!this.#isStopped) this.#listen();
  }

  /** The revisions that were noted are of changes that the store has lost: without them it waits for this gateway. */
  async #startOver(): Promise<void> {
    const { keys, members, facts, log } = this.#options;
    this.#trustedUntil = Number.NEGATIVE_INFINITY;
    log.error({ revision: keys.revision }, 'The store has lost changes of keys; all keys are read again');
    await members.leave(facts());
    await keys.startOver();
  }

  /** Notes what is served, after reading what is newer. */
  async #note(): Promise<void> {
    const { keys, members, facts, trustMs, monotonicMs, onTime } = this.#options;
    for (;;) {
      const sentAt = monotonicMs();
      const { revision } = keys;
      const { newest, now } = await members.noteSeen(facts(), revision, trustMs);
      onTime?.(sentAt, now);
      // A store that was restored in part may have keys of revisions that it has not given out. Reading them again helps
      // once; the next change has another revision, and is noticed by it.
      if (newest < revision && newest !== this.#rereadAt) {
        await this.#startOver();
        this.#rereadAt = newest;
        continue;
      }
      if (newest <= revision) {
        // The clocks of two machines differ in speed; the store must expect more than the gateway does.
        const until = sentAt + trustMs * (1 - 2 * clockTolerance);
        if (!this.#isStopped) this.#trustedUntil = Math.max(this.#trustedUntil, until);
        return;
      }
      await keys.refresh();
    }
  }
}
