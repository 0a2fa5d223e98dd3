import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BucketHistogram } from '#gateway/server/telemetry/bucket-histogram.js';
import { counter, gauge, histogram, notSummed } from '#gateway/server/telemetry/metrics/definition.js';
import { metricsText, seriesOf } from '#gateway/server/telemetry/metrics/exposition.js';
import { gatheredSeries, reportOf } from '#gateway/server/telemetry/metrics/gathered.js';
import type { MetricSources } from '#gateway/server/telemetry/metrics/sources.js';
import { promtool, withoutPromtool } from '../../../support/promtool.js';

/** The metrics of a gateway whose values are all multiples of a number. */
function definitionsOf(factor: number) {
  const seconds = new BucketHistogram([1, 5]);
  for (let index = 0; index < factor; index++) seconds.observe(3);
  const labelled = { labels: { kind: `only-${factor}` }, value: factor };
  return [
    counter('requests_total', 'Requests', () => [{ labels: { kind: 'a' }, value: 10 * factor }, labelled], ['kind']),
    gauge('connections', 'Connections', () => factor),
    notSummed(
      'largest',
      gauge('degraded', 'Degraded', () => factor),
    ),
    notSummed(
      'smallest',
      gauge('synced', 'Synced', () => factor),
    ),
    notSummed(
      'gateway',
      gauge('started', 'Started', () => factor),
    ),
    histogram('seconds', 'Seconds', () => [{ histogram: seconds }]),
  ];
}

const sources = {} as MetricSources;
const definitions = definitionsOf(1);
const reports = [1, 2, 4].map((factor) => reportOf(definitionsOf(factor), sources));
const [own, second, ended] = reports;
assert.ok(own !== undefined && second !== undefined && ended !== undefined);
const sums: Record<string, number> = { ...second.counters };
for (const [series, value] of Object.entries(ended.counters)) sums[series] = (sums[series] ?? 0) + value;
const gathered = { counters: sums, gauges: [{ gateway: 2, values: second.gauges }], silent: 0 };
const text = metricsText(gatheredSeries(definitions, 1, own, gathered));

test('the metrics of two gateways and one that has ended are added up, or shown apart', () => {
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  assert.deepEqual(samples, [
    'requests_total{kind="a"} 70',
    'requests_total{kind="only-1"} 1',
    'requests_total{kind="only-2"} 2',
    'requests_total{kind="only-4"} 4',
    'connections 3',
    'degraded 2',
    'synced 1',
    'started{gateway="1"} 1',
    'started{gateway="2"} 2',
    'seconds_bucket{le="1"} 0',
    'seconds_bucket{le="5"} 7',
    'seconds_bucket{le="+Inf"} 7',
    'seconds_sum 21',
    'seconds_count 7',
  ]);
});

test('promtool reads them', { skip: withoutPromtool }, () => {
  assert.doesNotMatch(promtool(['check', 'metrics'], text), /error/i);
});

test('a metric of another release is left out', () => {
  const other = { ...gathered, counters: { ...gathered.counters, '["gone_total","gone_total",{}]': 1 } };
  assert.equal(metricsText(gatheredSeries(definitions, 1, own, other)), text);
});

test('values of labels and descriptions are escaped, and every number is one that Prometheus reads', () => {
  const samples = [NaN, Infinity, -Infinity, 1e21, 1e-7].map((value) => ({
    labels: { kind: `a"b\\c\n${value}` },
    value,
  }));
  const definition = counter('odd_total', 'A \\ and\na "line"', () => samples, ['kind']);
  const written = metricsText([[definition, seriesOf(definition, sources)]]);
  assert.equal(
    written,
    [
      '# HELP odd_total A \\\\ and\\na "line"',
      '# TYPE odd_total counter',
      'odd_total{kind="a\\"b\\\\c\\nNaN"} NaN',
      'odd_total{kind="a\\"b\\\\c\\nInfinity"} +Inf',
      'odd_total{kind="a\\"b\\\\c\\n-Infinity"} -Inf',
      'odd_total{kind="a\\"b\\\\c\\n1e+21"} 1e+21',
      'odd_total{kind="a\\"b\\\\c\\n1e-7"} 1e-7',
      '',
    ].join('\n'),
  );
});
