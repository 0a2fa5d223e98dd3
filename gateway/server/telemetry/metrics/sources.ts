import type { WatchedClock } from '#gateway/core/clock-steps.js';
import type { RestartReason } from '#workers/worker-thread.js';
import type { ServerLoad } from '../../http/server.js';
import type { WorkflowLookUp } from '../../keys/workflows.js';
import type { BucketHistogram } from '../bucket-histogram.js';
import type { RequestMetrics } from '../request-metrics.js';

/** What becomes of an event for WEBHOOK_URL: it arrived, every attempt failed, or too many were waiting. */
export type WebhookResult = 'delivered' | 'failed' | 'dropped';

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
  /** The scheduled backups of SQLite; undefined without them, and at all gateways of a machine but the first. */
  readonly backups: () => { readonly everyMs: number; readonly ageMs: number } | undefined;
  readonly backupFailures: () => number;
  /** Events for WEBHOOK_URL: by what became of them, and those that wait. */
  readonly webhookEvents: () => Readonly<Record<WebhookResult, number>>;
  readonly webhooksWaiting: () => number;
  /** Keys that are not revoked. */
  readonly keys: () => number;
  /** Names of workflows in runs, by how their steps were found. */
  readonly workflowLookUps: () => Readonly<Record<WorkflowLookUp, number>>;
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
