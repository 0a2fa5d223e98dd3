import type { WatchedClock } from '#gateway/core/clock-steps.js';
import type { RestartReason } from '#workers/worker-thread.js';
import type { ServerLoad } from '../../http/server.js';
import type { BucketHistogram } from '../bucket-histogram.js';
import type { RequestMetrics } from '../request-metrics.js';

/** Sources of metrics. They are read on demand, so that no request pays for them. */
export interface MetricSources {
  readonly server: () => ServerLoad;
  /** The HTTP server in use: `uws` or `node`. */
  readonly httpServer: () => string;
  /** Memory limit for bodies of all requests in flight, in bytes. */
  readonly bodyBytesLimit: number;
  readonly requests: RequestMetrics;
  readonly jobsWaiting: () => number;
  readonly jobsWaitingLimit: number;
  readonly threads: () => number;
  readonly threadsUp: () => number;
  readonly restarts: () => ReadonlyMap<RestartReason, number>;
  readonly eventLoopDelay: BucketHistogram;
  /** Steps of a clock that were noticed. */
  readonly clockSteps: (clock: WatchedClock) => number;
  /** Whether the database cannot be reached, for keys, or written. */
  readonly isStoreDegraded: () => boolean;
  /** When the store last had every counter, in milliseconds since the epoch. */
  readonly lastSync: () => number;
  /** The current time of the same clock. */
  readonly now: () => number;
  /** When the certificate in use expires, in milliseconds since the epoch; undefined without TLS. */
  readonly certificateExpiry: () => number | undefined;
  readonly databaseFile: string;
  /** Keys that are not revoked. */
  readonly keys: () => number;
  /** Buckets of addresses that were evicted before they were full. */
  readonly evictedEarly: () => number;
  /** How many gateways this machine has. */
  readonly gateways: () => number;
  readonly gatewaysReady: () => number;
  /** Restarts of gateway processes, by reason. */
  readonly gatewayRestarts: () => Readonly<Record<string, number>>;
  /** When the supervisor was started, in milliseconds since the epoch; undefined without one. */
  readonly supervisorStartedAt: number | undefined;
}
