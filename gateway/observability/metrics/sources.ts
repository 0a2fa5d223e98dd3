import type { RestartReason } from '../../../workers/lane.js';
import type { ServerLoad } from '../../http/server.js';
import type { BucketHistogram } from '../bucket-histogram.js';
import type { RequestMetrics } from '../request-metrics.js';

/** What is measured: asked for when somebody looks, so that no request pays for it. */
export interface MetricSources {
  readonly server: () => ServerLoad;
  /** Which HTTP server it is: `uws` or `node`. */
  readonly httpServer: () => string;
  /** Memory that bodies of all requests in flight may have, in bytes. */
  readonly bodyBytesLimit: number;
  readonly requests: RequestMetrics;
  readonly jobsWaiting: () => number;
  readonly jobsWaitingLimit: number;
  readonly threads: () => number;
  readonly threadsUp: () => number;
  readonly restarts: () => ReadonlyMap<RestartReason, number>;
  readonly eventLoopDelay: BucketHistogram;
  /** Whether counters are kept in memory alone. */
  readonly isStoreFailing: () => boolean;
  /** When the store last had every counter, in milliseconds since the epoch. */
  readonly lastSync: () => number;
  /** Now by the same clock. */
  readonly now: () => number;
  /** When the certificate in use expires, in milliseconds since the epoch; undefined without TLS. */
  readonly certificateExpiry: () => number | undefined;
  readonly databaseFile: string;
  /** Keys that are not revoked. */
  readonly keys: () => number;
  /** Buckets of addresses that had to make room before they were full. */
  readonly evictedEarly: () => number;
  /** Starts of another gateway process, by what had ended the one before. */
  readonly gatewayRestarts: Readonly<Record<string, number>>;
  /** When the supervisor was started, in milliseconds since the epoch; undefined without one. */
  readonly supervisorStartedAt: number | undefined;
}
