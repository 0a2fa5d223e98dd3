import { nodeTimers, type Timers } from '#gateway/core/timers.js';
import type { QuotaLedger, QuotaTurn } from '../storage/quota-ledger.js';
import { StoreUnavailableError } from '../storage/store-fault.js';
import { longestTurn, type QuotaBlocks, type TurnPurpose } from './quota-blocks.js';
import { type StoreHealth, watched } from './store-health.js';

export interface QuotaTurnsOptions {
  readonly blocks: QuotaBlocks;
  readonly ledger: QuotaLedger;
  readonly health: StoreHealth;
  /** Milliseconds from any origin, never decreasing. */
  readonly monotonicMs: () => number;
  /**
   * How often changes are reported, in milliseconds: of {@link longestTurn} accounts each time, those first that have
   * waited longest.
   */
  readonly intervalMs: number;
  /** Whether the store takes a member for dead that is silent. */
  readonly isLeased: boolean;
  /** See {@link watched}. */
  readonly timeoutMs?: number;
  readonly timers?: Timers;
}

/** Longest time from one heartbeat to the next, in milliseconds. */
const heartbeatMs = 1_000;

/** A gateway that is alone and has nothing to report does upkeep this often, in milliseconds. */
const idleUpkeepMs = 60_000;

/** How long accounts are gathered that are short of requests, but not urgently, in milliseconds. */
const gatherMs = 100;

/** Longest time before a turn is sent again, in milliseconds; less if the interval is. */
const longestRetryMs = 1_000;

/**
 * Sends the turns of a member to the store, one after the other: when an account is short of requests, and once an
 * interval. A turn that fails is sent again until it has a reply.
 */
export class QuotaTurns {
  readonly #options: QuotaTurnsOptions;
  readonly #timers: Timers;
  #stopBeating: (() => void) | undefined;
  #stopGathering: (() => void) | undefined;
  /** Turns in sequence: each begins when the one before it has a reply, or has failed. */
  #last: Promise<unknown> = Promise.resolve();
  /** Whether an account has asked for a turn that has not begun. */
  #isAsked = false;
  #isAsking = false;
  #isRetrying = false;
  #isBeating = false;
  #isMaintaining = false;
  #lastUpkeep = Number.NEGATIVE_INFINITY;
  /** Beats with other members about. */
  #sharedBeats = 0;
  #hasStopped = false;

  constructor(options: QuotaTurnsOptions) {
    this.#options = options;
    this.#timers = options.timers ?? nodeTimers;
  }

  start(): void {
    const { intervalMs, isLeased } = this.#options;
    const periodMs = isLeased ? Math.min(intervalMs, heartbeatMs) : intervalMs;
    this.#stopBeating = this.#timers.every(periodMs, () => void this.#beat());
  }

  /**
   * Sends a turn for all accounts that ask in this turn of the event loop.
   *
   * @param isUrgent - otherwise for all that ask within {@link gatherMs}: a busy store is asked less often.
   */
  ask(isUrgent: boolean): void {
    if (!isUrgent) {
      this.#stopGathering ??= this.#timers.after(gatherMs, () => this.ask(true));
      return;
    }
    this.#stopGathering?.();
    this.#stopGathering = undefined;
    this.#isAsked = true;
    if (!this.#isAsking && !this.#isRetrying) void this.#sendAsked();
  }

  /** Reports everything until now to the store; not what comes meanwhile, or it might never end. Never rejects. */
  async flush(): Promise<void> {
    const turns = Math.ceil(this.#options.blocks.size / longestTurn) + 1;
    for (let turn = 0; turn < turns && (await this.#next('changed')); turn++);
  }

  /** Reports everything to the store, returns all blocks, and leaves. Later requests are refused. Never rejects. */
  async stop(): Promise<void> {
    this.#hasStopped = true;
    this.#stopBeating?.();
    this.#stopGathering?.();
    while ((await this.#next('last')) && !this.#options.blocks.hasLeft);
  }

  async #beat(): Promise<void> {
    const { isLeased, blocks, monotonicMs } = this.#options;
    if (this.#isRetrying || this.#isBeating) return;
    this.#isBeating = true;
    const isSent = await this.#next(isLeased ? 'heartbeat' : 'changed');
    // The others do it too.
    const isOurTurn = blocks.isAlone || ++this.#sharedBeats % 2 === 0;
    // Before the first turn nobody knows who is alive, but a store may be of one gateway only.
    const isIdle = !isSent && (blocks.isAlone || !blocks.isShared);
    if (isOurTurn && (!isIdle || monotonicMs() - this.#lastUpkeep >= idleUpkeepMs)) void this.#maintain();
    this.#isBeating = false;
  }

  /** Until nothing is left to do: meanwhile heartbeats and turns go on. If it fails, a later one does it. */
  async #maintain(): Promise<void> {
    if (this.#isMaintaining) return;
    this.#isMaintaining = true;
    this.#lastUpkeep = this.#options.monotonicMs();
    try {
      while (!this.#hasStopped && (await this.#options.ledger.maintain()));
    } catch {
      // A store that is unavailable is noticed by the turns, which say so.
    }
    this.#isMaintaining = false;
  }

  async #sendAsked(): Promise<void> {
    this.#isAsking = true;
    while (this.#isAsked && !this.#hasStopped && !this.#isRetrying) {
      await this.#timers.nextTurn();
      this.#isAsked = false;
      await this.#next('asked');
    }
    this.#isAsking = false;
  }

  /** Sends the next turn in its place. @returns whether there was one, and it has a reply. */
  #next(purpose: TurnPurpose): Promise<boolean> {
    const sent = this.#last.then(() => this.#send(purpose));
    this.#last = sent;
    return sent;
  }

  async #send(purpose: TurnPurpose): Promise<boolean> {
    const turn = this.#options.blocks.turn(purpose);
    if (turn === undefined) return false;
    const isConfirmed = await this.#attempt(turn);
    if (!isConfirmed) void this.#retryLater();
    return isConfirmed;
  }

  /** Never rejects. @returns false if the store has failed. */
  async #attempt(turn: QuotaTurn, isRepeated = false): Promise<boolean> {
    const { blocks, ledger, health, monotonicMs, timeoutMs } = this.#options;
    const sentAt = monotonicMs();
    try {
      const reply = await watched(ledger.apply(turn), (error) => this.#failed(error), timeoutMs);
      health.succeeded('quota');
      blocks.confirm(turn, reply, sentAt);
      return true;
    } catch (error) {
      // One connection may have broken, or this process was stopped for so long that the reply seems to be late. To
      // take the store for unavailable then would admit requests that no block pays for.
      if (error instanceof StoreUnavailableError && !isRepeated && !blocks.isUnavailable)
        return this.#attempt(turn, true);
      this.#failed(error);
      return false;
    }
  }

  #failed(error: unknown): void {
    this.#options.health.failed('quota', error);
    this.#options.blocks.storeIsUnavailable();
  }

  /** Sends the turn again that has no reply. The delay is random, so that gateways do not all come back at once. */
  async #retryLater(): Promise<void> {
    if (this.#isRetrying || this.#hasStopped) return;
    this.#isRetrying = true;
    const longest = Math.min(this.#options.intervalMs, longestRetryMs);
    await new Promise<void>((resolve) => this.#timers.after(longest * (0.5 + Math.random() / 2), resolve));
    this.#isRetrying = false;
    if (!this.#hasStopped) await this.#next('changed');
    if (this.#isAsked) this.ask(true);
  }
}
