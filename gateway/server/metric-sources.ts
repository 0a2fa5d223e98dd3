import type { Clock } from '#gateway/core/clock.js';
import type { ClockSteps } from '#gateway/core/clock-steps.js';
import type { Supervision } from '#gateway/supervisor/messages.js';
import { noRestarts } from '#gateway/supervisor/process-end.js';
import type { WorkerPool } from '#workers/pool.js';
import type { Config } from './config/config.js';
import type { Counters } from './counters.js';
import type { Host } from './host.js';
import { NodeServer } from './http/node.js';
import type { HttpServer } from './http/server.js';
import { bodyBytesLimit } from './http-server.js';
import type { IndexedKeyStore } from './keys/indexed-key-store.js';
import type { OperatorTasks } from './operator-tasks.js';
import { databaseFile } from './storage/sqlite/connection.js';
import type { EventLoopDelay } from './telemetry/event-loop-delay.js';
import type { MetricSources } from './telemetry/metrics/sources.js';
import type { RequestMetrics } from './telemetry/request-metrics.js';

/** The parts of a gateway that its metrics are read from. */
export interface MeasuredParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly host: Host;
  /** Facts of the supervisor, if there is one. */
  readonly supervision: Supervision | undefined;
  readonly keys: IndexedKeyStore;
  readonly counters: Pick<Counters, 'burstPerIp' | 'sync'>;
  readonly pool: WorkerPool;
  readonly requests: RequestMetrics;
  readonly eventLoopDelay: EventLoopDelay;
  readonly clockSteps: Pick<ClockSteps, 'countOf'>;
  readonly isDegraded: () => boolean;
  readonly operatorTasks: Pick<OperatorTasks, 'backups' | 'webhooks'>;
  /** Called when metrics are read: the server is built after what it serves. */
  readonly server: () => HttpServer;
  readonly certificateExpiry: () => number | undefined;
  readonly workflowLookUps: MetricSources['workflowLookUps'];
}

/** Returns how the metrics of a gateway are read. Nothing is read yet. */
export function metricSources({
  config,
  clock,
  host,
  supervision,
  keys,
  counters: { burstPerIp, sync },
  pool,
  requests,
  eventLoopDelay,
  clockSteps,
  isDegraded,
  operatorTasks: { backups, webhooks },
  server,
  certificateExpiry,
  workflowLookUps,
}: MeasuredParts): MetricSources {
  return {
    server: () => server().load,
    httpServer: () => (server() instanceof NodeServer ? 'node' : 'uws'),
    bodyBytesLimit: bodyBytesLimit(config),
    requests,
    jobsWaiting: () => pool.waiting,
    jobsWaitingLimit: config.maxQueue,
    threads: () => host.allocation.threads,
    threadsUp: () => pool.threadsUp,
    restarts: () => pool.restarts,
    eventLoopDelay: eventLoopDelay.histogram,
    clockSteps: (watched) => clockSteps.countOf(watched),
    isStoreDegraded: isDegraded,
    lastSync: () => sync.lastSuccess,
    now: () => clock.now(),
    certificateExpiry,
    databaseFile: databaseFile(config.dataDir),
    backups: () => backups?.state,
    backupFailures: () => backups?.failures ?? 0,
    webhookEvents: () => webhooks.results,
    webhooksWaiting: () => webhooks.waiting,
    keys: () => keys.activeCount,
    workflowLookUps,
    evictedEarly: () => burstPerIp.evictedEarly,
    gateways: () => host.allocation.gateways,
    gatewaysReady: () => host.members.filter(({ ready }) => ready).length,
    gatewayRestarts: () => host.restarts ?? supervision?.restarts ?? noRestarts(),
    supervisorStartedAt: supervision?.startedAt,
  };
}
