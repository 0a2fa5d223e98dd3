import { readdirSync } from 'node:fs';
import { totalmem } from 'node:os';
import { watchedClocks } from '#gateway/core/clock-steps.js';
import { droppedLogLines } from '#gateway/core/log-destination.js';
import { version } from '#gateway/core/version.js';
import { counter, gauge, histogram, type MetricDefinition, notSummed } from './definition.js';

/** Returns the limit of the control group, or the memory of the machine if that is less. */
function memoryLimit(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** Names follow Prometheus' client libraries where those have the metric. */
export const processMetrics: readonly MetricDefinition[] = [
  notSummed(
    'largest',
    gauge(
      'textmill_build_info',
      'Always 1; the versions, and the HTTP server (uws or node)',
      ({ httpServer }) => [{ labels: { version, node: process.versions.node, http_server: httpServer() }, value: 1 }],
      ['version', 'node', 'http_server'],
    ),
  ),
  histogram(
    'textmill_event_loop_delay_seconds',
    'How late a 100 ms timer fires: the delay of every request',
    ({ eventLoopDelay }) => [{ histogram: eventLoopDelay }],
  ),
  notSummed(
    'largest',
    counter(
      'textmill_clock_steps_total',
      'Times that a clock changed by more than a minute: of this machine (machine), or of PostgreSQL (database)',
      ({ clockSteps }) => watchedClocks.map((clock) => ({ labels: { clock }, value: clockSteps(clock) })),
      ['clock'],
    ),
  ),
  counter('process_cpu_seconds_total', 'Processor time of all threads, user and system', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }),
  gauge('process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss()),
  notSummed(
    'largest',
    gauge(
      'textmill_memory_limit_bytes',
      'Memory limit of the process: of its control group, or of the machine',
      memoryLimit,
    ),
  ),
  gauge('nodejs_heap_size_used_bytes', 'Used JavaScript heap of the event loop', () => process.memoryUsage().heapUsed),
  gauge(
    'nodejs_heap_size_total_bytes',
    'Allocated JavaScript heap of the event loop',
    () => process.memoryUsage().heapTotal,
  ),
  counter(
    'textmill_log_lines_dropped_total',
    'Log lines lost because they were not read in time or could not be written',
    droppedLogLines,
  ),
  notSummed(
    'smallest',
    gauge(
      'textmill_certificate_expiry_seconds',
      'When the TLS certificate in use expires, since the epoch; +Inf without TLS',
      ({ certificateExpiry }) => (certificateExpiry() ?? Number.POSITIVE_INFINITY) / 1_000,
    ),
  ),
  notSummed(
    'gateway',
    gauge(
      'process_start_time_seconds',
      'When the process started, since the epoch',
      () => performance.timeOrigin / 1_000,
    ),
  ),
  notSummed(
    'largest',
    gauge('textmill_gateways', 'Gateways of this machine, as set by GATEWAYS', ({ gateways }) => gateways()),
  ),
  notSummed(
    'largest',
    gauge('textmill_gateways_ready', 'Gateways of this machine that accept work', ({ gatewaysReady }) =>
      gatewaysReady(),
    ),
  ),
  notSummed(
    'largest',
    counter(
      'textmill_gateway_restarts_total',
      'Restarts of gateway processes: a requested one (requested), after a signal, a status (exit), or other',
      ({ gatewayRestarts }) =>
        Object.entries(gatewayRestarts()).map(([reason, value]) => ({ labels: { reason }, value })),
      ['reason'],
    ),
  ),
  notSummed(
    'largest',
    gauge(
      'textmill_supervisor_start_time_seconds',
      'When the supervisor started, since the epoch; absent without one',
      ({ supervisorStartedAt }) => (supervisorStartedAt === undefined ? [] : [{ value: supervisorStartedAt / 1_000 }]),
    ),
  ),
  ...(process.platform === 'linux'
    ? [gauge('process_open_fds', 'Open file descriptors', () => readdirSync('/proc/self/fd').length)]
    : []),
];
