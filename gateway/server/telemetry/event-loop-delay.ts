import { performance } from 'node:perf_hooks';
import { nodeTimers } from '#gateway/core/timers.js';
import { BucketHistogram } from './bucket-histogram.js';

/** The interval of the timer while the event loop has work, in milliseconds. */
const busyMs = 100;

/** Its interval while there is hardly any: each timer that wakes an idle event loop takes it about 0.1 ms. */
const idleMs = 1_000;

/** The event loop has work if it is active for more than this part of the time. */
const busyUtilization = 0.02;

/** In seconds. Node's timers may be a millisecond late on an idle event loop. */
const bounds = [0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/**
 * Measures how late timers of the event loop fire: the delay of every request meanwhile. Ten times a second; once a second
 * while the event loop is idle, until it has a request.
 *
 * Kept in buckets that only grow, not as percentiles since the last reading as in `perf_hooks`: Prometheus computes
 * percentiles of any time span from them, and several readers do not disturb each other.
 */
export class EventLoopDelay {
  readonly histogram = new BucketHistogram(bounds);
  #stop: (() => void) | undefined;
  #periodMs = busyMs;
  #due = 0;
  #lookAt = 0;
  #utilization = performance.eventLoopUtilization();

  start(): void {
    this.#run(busyMs);
  }

  stop(): void {
    this.#stop?.();
  }

  /** Called when there is work: what holds the event loop next is not missed. */
  wake(): void {
    if (this.#periodMs === busyMs) return;
    this.#utilization = performance.eventLoopUtilization();
    this.#run(busyMs);
  }

  /** How often it measures now, in milliseconds. */
  get periodMs(): number {
    return this.#periodMs;
  }

  #run(periodMs: number): void {
    this.#stop?.();
    this.#periodMs = periodMs;
    const now = performance.now();
    this.#due = now + periodMs;
    this.#lookAt = now + idleMs / 2;
    // The first tick may come earlier than after a second, and is not late then.
    this.#stop = nodeTimers.every(periodMs, () => this.#sample());
  }

  #sample(): void {
    const now = performance.now();
    this.histogram.observe(Math.max(0, now - this.#due) / 1_000);
    this.#due = now + this.#periodMs;
    if (now < this.#lookAt) return;
    this.#lookAt = now + idleMs / 2;
    const before = this.#utilization;
    this.#utilization = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(this.#utilization, before);
    const periodMs = utilization > busyUtilization ? busyMs : idleMs;
    if (periodMs !== this.#periodMs) this.#run(periodMs);
  }
}
