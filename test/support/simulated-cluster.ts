import assert from 'node:assert/strict';
import type { BlockCharge } from '#gateway/server/limits/block-account.js';
import { QuotaBlocks, type TurnPurpose } from '#gateway/server/limits/quota-blocks.js';
import { Membership } from '#gateway/server/storage/membership.js';
import { minuteOf } from '#gateway/server/storage/periods.js';
import { leaseMs, type QuotaReply, type QuotaTurn } from '#gateway/server/storage/quota-ledger.js';
import { RemoteTime } from '#gateway/server/storage/store-time.js';
import { SimulatedLedger } from './simulated-ledger.js';

/** A turn is sent this often, as a heartbeat. */
const heartbeatMs = 1_000;
/** A turn without a reply is sent again, and the store counts as unavailable. */
const resendMs = 500;
const unavailableMs = 1_000;
/** A turn that is not urgent is sent after this. */
const gatherMs = 100;

/** A request that was admitted. */
interface Admission {
  readonly accountId: string;
  /** In which minute of the store's time that was, really. */
  readonly minute: number;
  isRefunded: boolean;
}

export interface ClusterOptions {
  readonly windowMinutes: number;
  readonly duringOutage: 'serve' | 'refuse';
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
  /** How long a message may be under way, in milliseconds. */
  readonly longestDelayMs: number;
  /** The part of all messages that are lost. */
  readonly loss: number;
}

/** Gateways, a store and a network between them, in simulated time. */
export class SimulatedCluster {
  readonly ledger: SimulatedLedger;
  readonly admissions: Admission[] = [];
  readonly options: ClusterOptions;
  /** Real milliseconds since the beginning. */
  now = 0;
  isStoreDown = false;
  refused = 0;
  waiting = 0;
  #nextMember = 1;
  readonly #events: { at: number; order: number; run: () => void }[] = [];
  #order = 0;

  constructor(options: ClusterOptions) {
    this.options = options;
    this.ledger = new SimulatedLedger(options.windowMinutes);
  }

  /** The store's clock. */
  storeNow(): number {
    return 1_900_000_020_000 + this.now;
  }

  newMemberId(): string {
    return `member-${this.#nextMember++}`;
  }

  at(delayMs: number, run: () => void): void {
    this.#events.push({ at: this.now + delayMs, order: this.#order++, run });
  }

  /** Lets time pass, with all that happens in it. */
  advance(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      let next = -1;
      for (const [index, event] of this.#events.entries()) {
        const best = this.#events[next];
        if (event.at > end || (best && (best.at < event.at || (best.at === event.at && best.order < event.order))))
          continue;
        next = index;
      }
      const [event] = next === -1 ? [] : this.#events.splice(next, 1);
      if (event === undefined) break;
      this.now = Math.max(this.now, event.at);
      event.run();
    }
    this.now = end;
  }

  /** Sends a message, which may be lost. */
  deliver(run: () => void): void {
    const { random, loss, longestDelayMs } = this.options;
    if (random() >= loss) this.at(Math.floor(random() * longestDelayMs), run);
  }

  admitted(charge: BlockCharge, memberId: string): Admission {
    const now = this.storeNow();
    assert.ok(charge.minute >= minuteOf(now), 'a request counts in its minute or later');
    if (this.options.duringOutage === 'refuse') {
      assert.ok(!this.ledger.isLapsed(memberId, now), 'a member spends before the store takes it for dead');
    }
    const admission = { accountId: charge.accountId, minute: minuteOf(this.storeNow()), isRefunded: false };
    this.admissions.push(admission);
    return admission;
  }

  /** The most requests of an account in any window that were admitted and not refunded. */
  mostInAnyWindow(accountId: string): number {
    const counts = new Map<number, number>();
    for (const { accountId: id, minute, isRefunded } of this.admissions) {
      if (id === accountId && !isRefunded) counts.set(minute, (counts.get(minute) ?? 0) + 1);
    }
    let most = 0;
    for (const first of counts.keys()) {
      let total = 0;
      for (const [minute, count] of counts) {
        if (minute >= first && minute < first + this.options.windowMinutes) total += count;
      }
      most = Math.max(most, total);
    }
    return most;
  }
}

/** One gateway process, with a clock of its own. */
export class SimulatedGateway {
  isAlive = true;
  isPaused = false;
  isCutOff = false;
  isStopping = false;
  readonly #cluster: SimulatedCluster;
  readonly #blocks: QuotaBlocks;
  readonly #speed: number;
  /** What happens to the process while it is paused, for when it goes on. */
  readonly #held: (() => void)[] = [];
  readonly #charges: { charge: BlockCharge; admission: Admission }[] = [];
  #inFlight: { turn: QuotaTurn; since: number } | undefined;
  #isAsked = false;

  /**
   * @param skewMs - by how much its wall clock is wrong.
   * @param speed - how fast its monotonic clock is, beside the store's.
   */
  constructor(cluster: SimulatedCluster, skewMs: number, speed: number) {
    this.#cluster = cluster;
    this.#speed = speed;
    this.#blocks = new QuotaBlocks({
      membership: new Membership(() => cluster.newMemberId()),
      monotonicMs: () => this.#monotonicMs(),
      time: new RemoteTime(() => this.#monotonicMs(), cluster.storeNow() + skewMs),
      leaseMs,
      duringOutage: cluster.options.duringOutage,
      onLow: (isUrgent) => (isUrgent ? this.#ask() : cluster.at(gatherMs, () => this.#whenRunning(() => this.#ask()))),
    });
    this.#heartbeat();
  }

  /** A request arrives. */
  request(accountId: string, limit: number): void {
    this.#whenRunning(() => {
      const settled = (charge: BlockCharge | undefined) => {
        this.#cluster.waiting--;
        this.#decided(charge);
      };
      const decision = this.#blocks.take(accountId, limit, { settled });
      if (decision === 'waiting') this.#cluster.waiting++;
      else this.#decided(typeof decision === 'string' ? undefined : decision);
    });
  }

  /** One of its requests gets a 5xx. */
  refund(): void {
    this.#whenRunning(() => {
      const served = this.#charges.pop();
      if (served === undefined) return;
      served.admission.isRefunded = true;
      this.#blocks.refund(served.charge);
    });
  }

  /** SIGKILL. */
  kill(): void {
    this.isAlive = false;
  }

  /** SIGCONT, after {@link isPaused} was set. */
  resume(): void {
    this.isPaused = false;
    for (const run of this.#held.splice(0)) this.#whenRunning(run);
  }

  /** Stops cleanly: takes no more requests, and sends its last turn until the store has it. */
  stop(): void {
    this.isStopping = true;
    if (this.#inFlight === undefined) this.#send('last');
  }

  #monotonicMs(): number {
    return this.#cluster.now * this.#speed + 5_000;
  }

  #decided(charge: BlockCharge | undefined): void {
    if (charge === undefined) this.#cluster.refused++;
    else this.#charges.push({ charge, admission: this.#cluster.admitted(charge, this.#blocks.memberId) });
  }

  #whenRunning(run: () => void): void {
    if (!this.isAlive) return;
    if (this.isPaused) this.#held.push(run);
    else run();
  }

  #heartbeat(): void {
    this.#whenRunning(() => {
      if (this.#inFlight === undefined) this.#send('heartbeat');
    });
    if (this.isAlive) this.#cluster.at(heartbeatMs / this.#speed, () => this.#heartbeat());
  }

  /** Sends a turn in the next turn of the event loop. */
  #ask(): void {
    if (this.#isAsked || this.#inFlight !== undefined) {
      this.#isAsked = true;
      return;
    }
    this.#isAsked = true;
    this.#cluster.at(0, () =>
      this.#whenRunning(() => {
        if (this.#inFlight === undefined) this.#send('asked');
      }),
    );
  }

  #send(purpose: TurnPurpose): void {
    this.#isAsked = false;
    const turn = this.#blocks.turn(this.isStopping ? 'last' : purpose);
    if (turn === undefined) return;
    this.#inFlight = { turn, since: this.#monotonicMs() };
    this.#transmit(turn);
  }

  #transmit(turn: QuotaTurn): void {
    const cluster = this.#cluster;
    const sentAt = this.#monotonicMs();
    if (!this.isCutOff) {
      cluster.deliver(() => {
        if (cluster.isStoreDown || this.isCutOff) return;
        const reply = cluster.ledger.apply(turn, cluster.storeNow());
        cluster.deliver(() => {
          if (!this.isCutOff) this.#whenRunning(() => this.#replied(turn, reply, sentAt));
        });
      });
    }
    cluster.at(resendMs, () => this.#whenRunning(() => this.#resend(turn)));
  }

  #resend(turn: QuotaTurn): void {
    if (this.#inFlight?.turn !== turn) return;
    if (this.#monotonicMs() - this.#inFlight.since >= unavailableMs) this.#blocks.storeIsUnavailable();
    this.#transmit(turn);
  }

  #replied(turn: QuotaTurn, reply: QuotaReply, sentAt: number): void {
    if (this.#inFlight?.turn !== turn) return;
    this.#inFlight = undefined;
    this.#blocks.confirm(turn, reply, sentAt);
    if (turn.isLast) {
      this.isAlive = false;
      return;
    }
    if (this.isStopping) this.#send('last');
    else if (this.#isAsked) {
      this.#isAsked = false;
      this.#ask();
    }
  }
}
