import { nodeTimers } from './timers.js';

/** A step of a clock that is noticed, in milliseconds: more than a clock is wrong by itself, or a reply takes. */
const smallestStepMs = 60_000;

/** How often the clock of this machine is read, in milliseconds. */
const pollMs = 1_000;

/** The clocks that are watched: that of this machine, and that of the database on another one. */
export const watchedClocks = ['machine', 'database'] as const;

export type WatchedClock = (typeof watchedClocks)[number];

/** A pino logger fits. */
export interface StepLog {
  warn(fields: object, message: string): void;
}

export interface ClockStepsOptions {
  readonly log: StepLog;
  /** Milliseconds from any origin, never decreasing. */
  readonly monotonicMs?: () => number;
  /** Milliseconds since the epoch by the clock of this machine. */
  readonly wallMs?: () => number;
}

const texts = {
  machine: 'The clock of this machine was set, or the machine slept',
  database: 'The clock of the database was set, or another database took its place',
} as const;

/** Notices steps of clocks above a minute: logs each as a warning, and counts it. */
export class ClockSteps {
  readonly #log: StepLog;
  readonly #monotonicMs: () => number;
  readonly #wallMs: () => number;
  /** By how much a clock is ahead of the monotonic one, as it was last seen. */
  readonly #ahead = new Map<WatchedClock, number>();
  readonly #counts = new Map<WatchedClock, number>();
  #stop: (() => void) | undefined;

  constructor({ log, monotonicMs = () => performance.now(), wallMs = () => Date.now() }: ClockStepsOptions) {
    this.#log = log;
    this.#monotonicMs = monotonicMs;
    this.#wallMs = wallMs;
  }

  /** Returns how many steps of a clock were noticed. */
  countOf(clock: WatchedClock): number {
    return this.#counts.get(clock) ?? 0;
  }

  /** Notes what a clock says now. @param now - milliseconds since the epoch. */
  observe(clock: WatchedClock, now: number): void {
    const ahead = now - this.#monotonicMs();
    const stepMs = ahead - (this.#ahead.get(clock) ?? ahead);
    this.#ahead.set(clock, ahead);
    if (Math.abs(stepMs) <= smallestStepMs) return;
    this.#counts.set(clock, this.countOf(clock) + 1);
    this.#log.warn({ clock, stepSeconds: Math.round(stepMs / 1_000) }, texts[clock]);
  }

  /** Reads the clock of this machine once a second, until {@link stop}. */
  start(): void {
    const poll = () => this.observe('machine', this.#wallMs());
    poll();
    this.#stop = nodeTimers.every(pollMs, poll);
  }

  stop(): void {
    this.#stop?.();
  }
}
