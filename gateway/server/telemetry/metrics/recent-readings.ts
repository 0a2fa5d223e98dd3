import { nodeTimers } from '#gateway/core/timers.js';
import type { Series } from './exposition.js';

/** Time from one reading to the next, in milliseconds. */
const everyMs = 10_000;

/** Readings that are kept: those of two minutes, the span of the console's gauges. */
const mostReadings = 13;

/** The series that the gauges of the console need; others would only take memory. */
const keptNames: ReadonlySet<string> = new Set([
  'textmill_requests_total',
  'textmill_request_duration_seconds_bucket',
  'textmill_refusals_total',
  'textmill_run_seconds_sum',
  'textmill_queue_wait_seconds_bucket',
  'textmill_jobs_waiting',
  'textmill_event_loop_delay_seconds_bucket',
  'textmill_body_bytes',
  'process_resident_memory_bytes',
  // They tell a restart.
  'process_start_time_seconds',
  'textmill_supervisor_start_time_seconds',
  'textmill_gateways',
]);

/** Whether series of a metric are kept. @param metric - its name: that of a histogram, not of its buckets. */
export function isKeptRecently(metric: string): boolean {
  return [...keptNames].some((name) => name === metric || name === `${metric}_bucket` || name === `${metric}_sum`);
}

interface Reading {
  /** By `performance.now()`. */
  readonly at: number;
  /** In the order of {@link RecentReadings.#series}; shorter if a series began later. */
  readonly values: Float64Array;
}

/** The metrics of the last minutes, as `GET /metrics/recent` shows them. */
export interface RecentMetrics {
  readonly series: readonly Pick<Series, 'name' | 'labels'>[];
  /** Oldest first. A list of values is shorter if a series began later. */
  readonly readings: readonly { readonly ageSeconds: number; readonly values: readonly number[] }[];
}

export interface RecentReadingsOptions {
  /** Reads the current metrics, at least those that {@link isKeptRecently}. */
  readonly read: () => Promise<readonly Series[]>;
  /** Operations whose series are kept, among those with a label `operation`. */
  readonly operations: readonly string[];
  /** Milliseconds from any origin. */
  readonly monotonicMs: () => number;
}

/**
 * Keeps the metrics of the last two minutes, for the gauges of a page that is opened later. A timer reads them; no request
 * pays for it.
 */
export class RecentReadings {
  readonly #options: RecentReadingsOptions;
  readonly #series: Pick<Series, 'name' | 'labels'>[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #readings: Reading[] = [];
  #stop: (() => void) | undefined;

  constructor(options: RecentReadingsOptions) {
    this.#options = options;
  }

  start(): void {
    void this.read();
    this.#stop = nodeTimers.every(everyMs, () => void this.read());
  }

  stop(): void {
    this.#stop?.();
  }

  /** Adds a reading of now. Never rejects: without the metrics there is none. */
  async read(): Promise<void> {
    const { read, monotonicMs } = this.#options;
    const all = await read().catch(() => undefined);
    if (all === undefined) return;
    const kept = all.filter((series) => this.#isKept(series));
    const indexes = kept.map((series) => this.#indexOf(series));
    const values = new Float64Array(this.#series.length);
    for (const [index, { value }] of kept.entries()) values[indexes[index] ?? 0] = value;
    this.#readings.push({ at: monotonicMs(), values });
    if (this.#readings.length > mostReadings) this.#readings.shift();
  }

  /** Returns what is kept. */
  recent(): RecentMetrics {
    const now = this.#options.monotonicMs();
    return {
      series: this.#series,
      readings: this.#readings.map(({ at, values }) => ({
        ageSeconds: Math.max(0, now - at) / 1_000,
        values: Array.from(values),
      })),
    };
  }

  #isKept({ name, labels: { operation } }: Series): boolean {
    return keptNames.has(name) && (operation === undefined || this.#options.operations.includes(operation));
  }

  /** The series of a gateway are bounded, see the README; those of gateways that have ended are sums of others. */
  #indexOf({ name, labels }: Series): number {
    const key = JSON.stringify([name, labels]);
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    this.#indexes.set(key, this.#series.length);
    return this.#series.push({ name, labels }) - 1;
  }
}
