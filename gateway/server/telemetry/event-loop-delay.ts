import { BucketHistogram } from './bucket-histogram.js';

/**
 * The interval of the timer, in milliseconds. Each timer that wakes an idle event loop takes it about 0.1 ms of
 * processor time, so a short interval costs more than many requests.
 */
const sampleMs = 100;

/** In seconds. Node's timers may be a millisecond late on an idle event loop. */
const bounds = [0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/**
 * Measures how late timers of the event loop fire: the delay of every request meanwhile.
 *
 * Kept in buckets that only grow, not as percentiles since the last reading as in `perf_hooks`: Prometheus computes
 * percentiles of any time span from them, and several readers do not disturb each other.
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
