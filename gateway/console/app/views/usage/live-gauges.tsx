import { usePolling } from '../../session/polling.js';
import { reachable } from '../../session/reachability-store.js';
import { Gauge, type GaugeProps } from './gauge.js';
import { course, type Measured, operations, type Percentiles } from './gauges.js';
import { type Metrics, samplesOf, total } from './metrics-text.js';
import { bucketsBetween, quantile } from './quantile.js';
import { type Reading, ratePerSecond } from './readings.js';
import { refusalReason } from './refusal-reasons.js';
import { lastReadAt, liveProblem, measured, readings, readMetrics } from './store.js';
import { bytes, duration, rate, whole } from './units.js';

/** How often the metrics are loaded, in milliseconds. */
const everyMs = 3_000;

/** What the gateway does now. */
export function LiveGauges() {
  usePolling(readMetrics, everyMs);
  const newest = readings.value.at(-1);
  const isStale = newest !== undefined && (!reachable.value || liveProblem.value !== '');
  return (
    <section aria-labelledby="usage-now">
      <div class="usage-head">
        <h2 id="usage-now">Now</h2>
        <p class="fine" role="status">
          {statusLine(isStale)}
        </p>
      </div>
      <div class="gauges" data-stale={isStale ? true : undefined}>
        {gaugesOf(newest?.metrics ?? new Map(), measured.value).map((gauge) => (
          <Gauge key={gauge.title} {...gauge} value={newest === undefined ? undefined : gauge.value} />
        ))}
      </div>
    </section>
  );
}

function statusLine(isStale: boolean): string {
  const last = lastReadAt.value?.toLocaleTimeString();
  if (isStale) return `As of ${last}. ${reachable.value ? liveProblem.value : 'The gateway does not respond.'}`;
  if (liveProblem.value !== '') return liveProblem.value;
  return 'Measured every 3 seconds while this page is visible; percentiles cover the last 30 seconds.';
}

function gaugesOf(metrics: Metrics, measured: Measured | undefined): GaugeProps[] {
  const now = (name: string) => total(metrics, name);
  return [
    {
      title: 'Requests',
      value: measured && rate(measured.perSecond),
      unit: 'a second',
      points: course(readings.value, requestsPerSecond),
      facts: operations.map((operation) => [operation, measured ? rateOf(measured, operation) : '']),
    },
    {
      title: 'Response time',
      value: measured && shown(measured.latency.p50),
      unit: 'at the median',
      nothing: 'no requests in 30 seconds',
      points: course(readings.value, (before, after) => median(before, after, 'textmill_request_duration_seconds')),
      facts: percentileFacts(measured?.latency, 'p95', 'p99'),
    },
    {
      title: 'Threads',
      value: measured?.busyThreads.toFixed(1),
      unit: `of ${now('textmill_threads')} busy on average`,
      points: course(readings.value, busyThreads),
      facts: [
        ['Up', `${now('textmill_threads_up')} of ${now('textmill_threads')}`],
        ['Restarts since the start', whole(now('textmill_thread_restarts_total'))],
      ],
    },
    {
      title: 'Queue',
      value: whole(now('textmill_jobs_waiting')),
      unit: `of ${whole(now('textmill_jobs_waiting_limit'))} places used`,
      points: course(readings.value, (_, { metrics: after }) => total(after, 'textmill_jobs_waiting')),
      facts: percentileFacts(measured?.queueWait, 'p50', 'p95', 'p99').map(([name, value]) => [`Wait, ${name}`, value]),
    },
    {
      title: 'Event-loop delay',
      value: measured && shown(measured.eventLoopDelay.p99),
      unit: 'at p99',
      nothing: 'nothing measured in 30 seconds',
      points: course(readings.value, (before, after) => delay99(before, after)),
      facts: percentileFacts(measured?.eventLoopDelay, 'p50', 'p95'),
    },
    {
      title: 'Bodies in flight',
      value: bytes(now('textmill_body_bytes')),
      unit: `of ${bytes(now('textmill_body_limit_bytes'))}`,
      points: course(readings.value, (_, { metrics: after }) => total(after, 'textmill_body_bytes')),
      facts: [
        ['Requests in flight', whole(now('textmill_requests_in_flight'))],
        ['Connections', whole(now('textmill_connections'))],
      ],
    },
    {
      title: 'Refusals',
      value: measured && whole(measured.refusals.reduce((sum, { count }) => sum + count, 0)),
      unit: 'in the last 2 minutes',
      points: course(readings.value, (before, after) => ratePerSecond(before, after, 'textmill_refusals_total')),
      facts: refusalFacts(metrics, measured),
    },
    {
      title: 'Memory',
      value: bytes(now('process_resident_memory_bytes')),
      unit: `of ${bytes(now('textmill_memory_limit_bytes'))}`,
      points: course(readings.value, (_, { metrics: after }) => total(after, 'process_resident_memory_bytes')),
      facts: [
        ['Active keys', whole(now('textmill_keys'))],
        ['Requests since the start', whole(requestsOf(metrics))],
      ],
    },
  ];
}

/** Null without values. */
function shown(seconds: number | undefined): string | null {
  return seconds === undefined ? null : duration(seconds);
}

function percentileFacts(percentiles: Percentiles | undefined, ...names: (keyof Percentiles)[]): [string, string][] {
  return names.map((name) => [name, percentiles === undefined ? '' : duration(percentiles[name])]);
}

function rateOf({ rates }: Measured, operation: string): string {
  return rate(rates.find((one) => one.operation === operation)?.perSecond ?? 0);
}

function requestsPerSecond(before: Reading, after: Reading): number {
  return operations.reduce((sum, operation) => {
    return sum + ratePerSecond(before, after, 'textmill_requests_total', { operation });
  }, 0);
}

function requestsOf(metrics: Metrics): number {
  return operations.reduce((sum, operation) => sum + total(metrics, 'textmill_requests_total', { operation }), 0);
}

function busyThreads(before: Reading, after: Reading): number {
  return ratePerSecond(before, after, 'textmill_run_seconds_sum', { where: 'pool' });
}

function median(before: Reading, after: Reading, name: string): number | undefined {
  const buckets = bucketsBetween(before.metrics, after.metrics, name, ({ operation }) =>
    operations.some((one) => one === operation),
  );
  return quantile(buckets, 0.5);
}

function delay99(before: Reading, after: Reading): number | undefined {
  return quantile(bucketsBetween(before.metrics, after.metrics, 'textmill_event_loop_delay_seconds'), 0.99);
}

/** Refusals of the last minutes by reason, or all since the start if there were none. */
function refusalFacts(metrics: Metrics, measured: Measured | undefined): [string, string][] {
  const recent = (measured?.refusals ?? []).map(({ reason, count }): [string, string] => [
    refusalReason(reason),
    whole(count),
  ]);
  const all = samplesOf(metrics, 'textmill_refusals_total').reduce((sum, { value }) => sum + value, 0);
  return [...recent, ['Since the start', whole(all)]];
}
