import { readdirSync } from 'node:fs';
import type { Registry } from 'prom-client';
import { lazyLibrary } from '../../engine/lazy-library.js';
import type { ServerLoad } from '../http/server.js';

/** What is measured: asked for when somebody looks, so that no request pays for it. */
export interface MetricSources {
  readonly server: () => ServerLoad;
  readonly jobsWaiting: () => number;
  readonly threads: () => number;
  readonly threadsUp: () => number;
  /** Whether counters are kept in memory alone. */
  readonly isStoreFailing: () => boolean;
  /** When the store last had every counter, in milliseconds since the epoch. */
  readonly lastSync: () => number;
  /** Buckets of addresses that had to make room before they were full. */
  readonly evictedEarly: () => number;
}

/** The Prometheus text format, version 0.0.4. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

const loadLibrary = lazyLibrary<typeof import('prom-client')>('prom-client');

/** `GET /metrics`. */
export class Metrics {
  readonly #sources: MetricSources;
  #registry: Registry | undefined;

  constructor(sources: MetricSources) {
    this.#sources = sources;
  }

  /** All metrics as of now, in {@link metricsType}. */
  async text(): Promise<Uint8Array> {
    this.#registry ??= register(this.#sources);
    return Buffer.from(await this.#registry.metrics());
  }
}

function register(sources: MetricSources): Registry {
  const { Registry, Gauge, Counter } = loadLibrary();
  const registry = new Registry();
  const gauge = (name: string, help: string, value: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  };
  const { server } = sources;
  gauge('textmill_connections', 'Open connections', () => server().connections);
  gauge('textmill_requests_in_flight', 'Requests without an answer', () => server().requests);
  gauge('textmill_body_bytes', 'Memory reserved for bodies of requests in flight', () => server().bodyBytes);
  gauge('textmill_unread_answer_bytes', 'Answers that clients have not taken yet', () => server().unreadBytes);
  gauge('textmill_jobs_waiting', 'Jobs that wait for a thread', sources.jobsWaiting);
  gauge('textmill_threads', 'Threads of the pool, as set', sources.threads);
  gauge('textmill_threads_up', 'Threads that work or could', sources.threadsUp);
  gauge('textmill_store_degraded', '1 while counters are kept in memory alone', () => Number(sources.isStoreFailing()));
  gauge('textmill_store_last_sync_seconds', 'When the database last had every counter, since the epoch', () =>
    seconds(sources.lastSync()),
  );
  new Counter({
    name: 'textmill_buckets_evicted_early_total',
    help: 'Burst buckets that made room for new addresses before they were full',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(sources.evictedEarly());
    },
  });
  gauge('process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss());
  gauge('process_start_time_seconds', 'When the process started, since the epoch', () =>
    seconds(performance.timeOrigin),
  );
  if (process.platform === 'linux')
    gauge('process_open_fds', 'Open file descriptors', () => readdirSync('/proc/self/fd').length);
  return registry;
}

function seconds(milliseconds: number): number {
  return milliseconds / 1_000;
}
