import type { RequestMetrics, RouteCounters } from '../request-metrics.js';
import type { RecordedRoute } from '../request-record.js';
import { counter, gauge, histogram, type MetricDefinition, type Sample } from './definition.js';

/**
 * Statuses that operations on text normally have. Their series exist from the start, because Prometheus sees no
 * increase in a series that begins with 1. Other series appear with their first response.
 */
const expectedStatuses: ReadonlySet<number> = new Set([200, 400, 401, 403, 408, 413, 415, 429, 500, 503]);

/** Returns the counters of operations on text, and of every other route that had a request. */
function asked(requests: RequestMetrics): RouteCounters[] {
  return [...requests.routes.values()].filter(
    ({ route, duration, aborted }) => isOnText(route) || duration.count + aborted > 0,
  );
}

function isOnText({ kind }: RecordedRoute): boolean {
  return kind === 'text';
}

function byStatus({ route, statuses }: RouteCounters): Sample[] {
  const samples: Sample[] = [];
  for (const [status, value] of statuses.entries()) {
    if (value > 0 || (isOnText(route) && expectedStatuses.has(status)))
      samples.push({ labels: { operation: route.label, status: String(status) }, value });
  }
  return samples;
}

function perTextOperation(requests: RequestMetrics, value: (counters: RouteCounters) => number): Sample[] {
  return asked(requests)
    .filter(({ route }) => isOnText(route))
    .map((counters) => ({ labels: { operation: counters.route.label }, value: value(counters) }));
}

export const requestMetrics: readonly MetricDefinition[] = [
  counter(
    'textmill_requests_total',
    'Finished requests; operation is none for unknown paths',
    ({ requests }) => asked(requests).flatMap(byStatus),
    ['operation', 'status'],
  ),
  counter(
    'textmill_requests_aborted_total',
    'Requests whose client left before the response',
    ({ requests }) =>
      asked(requests).map(({ route, aborted }) => ({ labels: { operation: route.label }, value: aborted })),
    ['operation'],
  ),
  histogram(
    'textmill_request_duration_seconds',
    'Time from the head of a request until its response is handed to the HTTP server',
    ({ requests }) =>
      asked(requests).map(({ route, duration }) => ({ labels: { operation: route.label }, histogram: duration })),
    ['operation'],
  ),
  counter(
    'textmill_request_body_bytes_total',
    'Bytes of request bodies of text operations',
    ({ requests }) => perTextOperation(requests, ({ received }) => received),
    ['operation'],
  ),
  counter(
    'textmill_response_body_bytes_total',
    'Bytes of response bodies of text operations',
    ({ requests }) => perTextOperation(requests, ({ sent }) => sent),
    ['operation'],
  ),
  counter(
    'textmill_refusals_total',
    'Requests refused, with 429 by a limit (burst-address, burst-key, quota) or with 503: full (queue, queue-timeout, body-memory, requests-in-flight), stopping, or without its database (store-unavailable)',
    ({ requests }) => [...requests.refused].map(([reason, { count }]) => ({ labels: { reason }, value: count })),
    ['reason'],
  ),
  gauge('textmill_connections', 'Open connections', ({ server }) => server().connections),
  gauge(
    'textmill_connections_limit',
    'The most open connections; further ones are closed as soon as they are accepted',
    ({ server }) => server().maxConnections,
  ),
  counter(
    'textmill_connections_refused_total',
    'Connections closed as soon as they were accepted: too many are open (descriptors), or too many TLS handshakes (handshakes)',
    ({ server }) =>
      Object.entries(server().refusedConnections).map(([reason, value]) => ({ labels: { reason }, value })),
    ['reason'],
  ),
  gauge('textmill_requests_in_flight', 'Requests without a response', ({ server }) => server().requests),
  gauge('textmill_body_bytes', 'Memory reserved for bodies of requests in flight', ({ server }) => server().bodyBytes),
  gauge(
    'textmill_body_limit_bytes',
    'Memory limit for bodies; large ones get 503 at seven eighths of it',
    ({ bodyBytesLimit }) => bodyBytesLimit,
  ),
  gauge(
    'textmill_unread_response_bytes',
    'Bytes of responses that clients have not read yet',
    ({ server }) => server().unreadBytes,
  ),
];

const places = ['inline', 'pool'] as const;

export const jobMetrics: readonly MetricDefinition[] = [
  counter(
    'textmill_jobs_total',
    'Operations run, by where: inline (on the event loop) or pool (on a thread)',
    ({ requests }) => places.map((where) => ({ labels: { where }, value: requests.run[where].count })),
    ['where'],
  ),
  histogram(
    'textmill_run_seconds',
    'Run time of operations, without waiting, by where',
    ({ requests }) => places.map((where) => ({ labels: { where }, histogram: requests.run[where] })),
    ['where'],
  ),
  histogram('textmill_queue_wait_seconds', 'Time that jobs waited for a thread', ({ requests }) => [
    { histogram: requests.queueWait },
  ]),
  gauge('textmill_jobs_waiting', 'Jobs that wait for a thread', ({ jobsWaiting }) => jobsWaiting()),
  gauge(
    'textmill_jobs_waiting_limit',
    'Jobs that may wait for a thread, as set by MAX_QUEUE',
    ({ jobsWaitingLimit }) => jobsWaitingLimit,
  ),
  gauge('textmill_threads', 'Threads of the pool, as set by WORKER_THREADS', ({ threads }) => threads()),
  gauge('textmill_threads_up', 'Threads that are ready or busy', ({ threadsUp }) => threadsUp()),
  counter(
    'textmill_thread_restarts_total',
    'Threads replaced: their job exceeded JOB_TIMEOUT_MS (timeout), WORKER_MEMORY_MB (out-of-memory) or the time of a step (interrupted), they died (crash), or did not start (start)',
    ({ restarts }) => [...restarts()].map(([reason, value]) => ({ labels: { reason }, value })),
    ['reason'],
  ),
];
