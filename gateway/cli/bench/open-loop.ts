import { LatencyHistogram } from './latency-histogram.js';
import { type OutcomeCounts, type OutcomeName, outcomeNames } from './outcomes.js';

/** Sends one request at a time. */
export interface Lane {
  send(request: Buffer): void;
  /** Gives up the request in flight. */
  abort(): void;
}

/** A load at a constant rate. Times are in milliseconds. */
export interface OpenLoopPlan {
  readonly ratePerSecond: number;
  readonly durationMs: number;
  /** How long a response may take. */
  readonly timeoutMs: number;
  /** They are sent in turn. */
  readonly requests: readonly Buffer[];
}

interface InFlight {
  readonly dueAt: number;
  readonly sentAt: number;
}

/**
 * Sends requests at fixed times, however slow the responses are. If all lanes are busy, a request is sent late. The
 * corrected latency is from the time at which it was due, so that a stall of the server counts for each request that had to
 * wait for it; the uncorrected one is from the time at which it was sent.
 *
 * It has no clock and no timers: who runs it says what time it is.
 */
export class OpenLoop {
  readonly corrected = new LatencyHistogram();
  readonly uncorrected = new LatencyHistogram();
  /** How late requests were sent although a lane was free: what the client itself adds to the corrected latency. */
  readonly lateness = new LatencyHistogram();
  readonly #plan: OpenLoopPlan;
  readonly #startedAt: number;
  readonly #intervalMs: number;
  /** How many requests are due in all. */
  #total: number;
  /** When the last lane became free. */
  #freeSince: number;
  readonly #free: Lane[];
  readonly #inFlight = new Map<Lane, InFlight>();
  readonly #counts = Object.fromEntries(outcomeNames.map((name) => [name, 0])) as Record<OutcomeName, number>;
  #sent = 0;
  /** When the last request is due, and what was served by then. */
  #endsAt: number;
  #servedInTime = 0;
  #isOver = false;

  constructor(plan: OpenLoopPlan, lanes: readonly Lane[], now: number) {
    this.#plan = plan;
    this.#startedAt = now;
    this.#freeSince = now;
    this.#free = [...lanes];
    this.#intervalMs = 1_000 / plan.ratePerSecond;
    this.#total = Math.max(1, Math.round((plan.durationMs * plan.ratePerSecond) / 1_000));
    this.#endsAt = now + plan.durationMs;
  }

  /** Sends the requests that are due, and gives up those that take too long. */
  advance(now: number): void {
    this.#expire(now);
    while (this.#sent < this.#total) {
      const dueAt = this.#startedAt + this.#sent * this.#intervalMs;
      if (dueAt > now) return;
      // At the end, requests that had to wait for a lane are not sent any more.
      if (now >= this.#endsAt && (this.#free.length === 0 || dueAt < this.#freeSince)) break;
      // In turn: a server closes connections that are not used.
      const lane = this.#free.shift();
      if (lane === undefined) return;
      this.lateness.record(now - Math.max(dueAt, this.#freeSince));
      this.#inFlight.set(lane, { dueAt, sentAt: now });
      lane.send(this.#plan.requests[this.#sent++ % this.#plan.requests.length] as Buffer);
    }
    if (now >= this.#endsAt) this.stop(now);
  }

  /** Takes the end of the request in flight of a lane. */
  finished(lane: Lane, outcome: OutcomeName, now: number): void {
    const request = this.#inFlight.get(lane);
    if (request === undefined) return;
    this.#inFlight.delete(lane);
    if (this.#free.length === 0) this.#freeSince = now;
    this.#free.push(lane);
    this.#counts[outcome]++;
    if (outcome === 'succeeded' && now <= this.#endsAt) this.#servedInTime++;
    // A refusal is fast, and would make the latency of what is served look better. A lost response is as late as we know.
    if (outcome === 'succeeded' || outcome === 'timeout') {
      this.corrected.record(now - request.dueAt);
      this.uncorrected.record(now - request.sentAt);
    }
    this.advance(now);
  }

  /** Sends nothing more. Requests that were due by now and are not sent count with the time that they have waited. */
  stop(now: number): void {
    this.#endsAt = Math.min(now, this.#endsAt);
    const due = Math.min(this.#total, Math.ceil((this.#endsAt - this.#startedAt) / this.#intervalMs));
    const unsent = Math.max(0, due - this.#sent);
    // An hour of far too many requests would be billions.
    const step = Math.ceil(unsent / 100_000);
    for (let left = unsent; left > 0; left -= step) {
      this.corrected.record(now - (this.#startedAt + (due - left) * this.#intervalMs), Math.min(step, left));
    }
    this.#counts.unsent += unsent;
    this.#sent += unsent;
    this.#total = this.#sent;
    this.#isOver = this.#inFlight.size === 0;
  }

  /** Whether the load has ended, and no response is missing. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether a request will be sent before a response arrives. */
  get waitsForClock(): boolean {
    return this.#sent < this.#total && this.#free.length > 0;
  }

  get counts(): OutcomeCounts {
    return this.#counts;
  }

  /** How long requests were due. */
  get elapsedMs(): number {
    return this.#endsAt - this.#startedAt;
  }

  /** What was served while requests were due. */
  get servedPerSecond(): number {
    return this.elapsedMs === 0 ? 0 : (this.#servedInTime * 1_000) / this.elapsedMs;
  }

  #expire(now: number): void {
    for (const [lane, { sentAt }] of this.#inFlight) {
      // In the order of sending.
      if (now - sentAt < this.#plan.timeoutMs) return;
      lane.abort();
      this.finished(lane, 'timeout', now);
    }
  }
}
