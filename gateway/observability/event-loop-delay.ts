import { BucketHistogram } from './bucket-histogram.js';

/** How often the event loop is looked at, in milliseconds. */
const sampleMs = 20;

/** In seconds. A timer of Node may be a millisecond late without anybody being in its way. */
const bounds = [0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/**
 * By how much the event loop comes late to a timer: what everybody waited meanwhile.
 *
 * Kept in buckets that only grow, rather than as percentiles since somebody last looked (which is what `perf_hooks`
 * offers): Prometheus makes percentiles of any span of time from them, and two that look do not disturb each other.
 */
export class EventLoopDelay {
  readonly histogram = new BucketHistogram(bounds);
  #timer: NodeJS.Timeout | undefined;

  start(): void {
    let due = performance.now() + sampleMs;
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.histogram.observe(Math.max(0, now - due) / 1_000);
      due = now + sampleMs;
    }, sampleMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
