/**
 * Keeps a gateway's keys the same as those of the other gateways that share its store.
 *
 * 1. A change has a revision with a random token: a position. Positions become visible in their order.
 * 2. A gateway notes in the store up to which position it serves changes: when a change is announced, and once a second.
 *    It never notes a position before it serves it.
 * 3. The response to a change waits until no gateway is behind it. One that does not respond is named in the response,
 *    with the time at which it stops serving keys.
 * 4. A gateway serves what it knows for a limited time after it *sent* its last note that found nothing newer, and the
 *    store expects it to serve for at least as long.
 * 5. A store that loses changes gives their revisions to others, with other tokens: a standby took over that lacked them,
 *    or a backup was restored. Whoever reads or notes presents a position, and the store says whether it belongs to its
 *    history. If not, the gateway serves nothing from then on until it has read all keys again and noted them.
 * 6. A promoted standby may also lack notes. Until a gateway of which it does not know serves no keys any more, responses
 *    to changes say so.
 *
 * So once a change has its response without pending gateways, no gateway serves the keys as they were before.
 */

import { runAfter, type Timers } from '#gateway/core/timers.js';
import type { KeyMembers, MemberFacts } from '../storage/key-members.js';
import type { KeyPosition } from '../storage/key-table.js';
import { clockTolerance } from '../storage/quota-ledger.js';

/** Time between two notes of a gateway without changes, in milliseconds. */
const heartbeatMs = 1_000;

/** The keys in memory. */
export interface FollowedKeys {
  /** The keys are those of this position; undefined before they are read. */
  readonly position: KeyPosition | undefined;
  /** Grows when the position turns out to belong to no history of the store: what was noted before is not valid then. */
  readonly restarts: number;
  /** Reads the changes since then; all keys if the store does not know the position. */
  refresh(): Promise<void>;
  /** Forgets the position. */
  startOver(): void;
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
  readonly after?: Timers['after'];
}

/** Follows changes for one gateway. */
export class KeyFollower {
  readonly #options: KeyFollowerOptions;
  readonly #after: Timers['after'];
  #trustedUntil = Number.NEGATIVE_INFINITY;
  /** How often the keys had started over when the last note found nothing newer. */
  #trustedRestarts = 0;
  /** How often they had when the log last said so. */
  #loggedRestarts = 0;
  /** Whether the last note failed. */
  #isUnavailable = false;
  #running: Promise<void> | undefined;
  #isWanted = false;
  #isStopped = false;
  #cancelHeartbeat = (): void => {};
  #stopListening: (() => Promise<void>) | undefined;

  constructor(options: KeyFollowerOptions) {
    this.#options = options;
    this.#after = options.after ?? runAfter;
  }

  /** Whether the keys in memory may be served. */
  get isFresh(): boolean {
    const { keys, monotonicMs } = this.#options;
    return keys.restarts === this.#trustedRestarts && monotonicMs() < this.#trustedUntil;
  }

  /** Whether the store did not respond when it was last asked. */
  get isUnavailable(): boolean {
    return this.#isUnavailable;
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
    // If the store is unavailable, it finds out by the silence.
    if (!this.#isUnavailable) await this.#options.members.leave(this.#options.facts()).catch(() => {});
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
    this.#cancelHeartbeat = this.#after(heartbeatMs, () => {
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
      if (this.#isUnavailable) await this.#recovered();
    } catch (error) {
      const message = 'The store is unavailable; API keys are served from memory for a limited time';
      if (!this.#isUnavailable && !this.#isStopped) log.error({ err: error }, message);
      this.#isUnavailable = true;
    }
  }

  /** A connection that was cut may seem to be open for hours, and announce nothing. */
  async #recovered(): Promise<void> {
    this.#isUnavailable = false;
    this.#options.log.warn({}, 'The store is available again');
    await this.#stopListening?.();
    if (!this.#isStopped) this.#listen();
  }

  /** Notes what is served, after reading what is newer. */
  async #note(): Promise<void> {
    const { keys, members, facts, trustMs, monotonicMs, onTime } = this.#options;
    let hasStartedOver = false;
    for (;;) {
      const { position, restarts } = keys;
      this.#logRestart(restarts);
      if (position === undefined) {
        await keys.refresh();
        continue;
      }
      const sentAt = monotonicMs();
      const { newest, isKnown, now } = await members.noteSeen(facts(), position, trustMs);
      onTime?.(sentAt, now);
      if (keys.restarts !== restarts) continue;
      if (!isKnown) {
        keys.startOver();
        // If servers with two histories respond in turn, the next heartbeat tries again.
        if (hasStartedOver) return;
        hasStartedOver = true;
      } else if (newest <= position.revision) {
        if (!this.#isStopped) this.#trust(sentAt, restarts);
        return;
      } else {
        await keys.refresh();
      }
    }
  }

  #trust(sentAt: number, restarts: number): void {
    // The clocks of two machines differ in speed; the store must expect more than the gateway does.
    const until = sentAt + this.#options.trustMs * (1 - 2 * clockTolerance);
    this.#trustedUntil = restarts === this.#trustedRestarts ? Math.max(this.#trustedUntil, until) : until;
    this.#trustedRestarts = restarts;
  }

  #logRestart(restarts: number): void {
    if (restarts === this.#loggedRestarts) return;
    this.#loggedRestarts = restarts;
    this.#options.log.error({}, 'The store has lost changes of keys; all keys are read again');
  }
}
