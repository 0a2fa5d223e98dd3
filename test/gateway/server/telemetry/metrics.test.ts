import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { metricDefinitions, metricsTable } from '#gateway/server/telemetry/metrics/definitions.js';
import { adminToken, startTestGateway } from '../../../support/gateway.js';
import { promtool, withoutPromtool } from '../../../support/promtool.js';

const service = await startTestGateway({ after });
const { secret } = await service.key();
// Requests of several kinds, so that every series exists.
await service.post('/v1/run', { input: 'a', steps: ['upper-case'] }, secret);
await service.post('/v1/run', { input: 'b\n'.repeat(200_000), steps: ['sort-lines'] }, secret);
await service.request('GET', '/nowhere');
const shown = await fetch(`${service.url}/metrics`, { headers: { 'x-admin-token': adminToken } });
const text = await shown.text();

test('promtool accepts the metrics', { skip: withoutPromtool }, () => {
  assert.equal(promtool(['check', 'metrics'], text), '');
  assert.notEqual(promtool(['check', 'metrics'], '# TYPE a_total gauge\na_total 1\n'), '', 'it would');
});

test('shows exactly the defined metrics, with type, help and labels', () => {
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]);
  assert.deepEqual(
    types,
    metricDefinitions.map(({ name, type }) => [name, type]),
  );
  for (const { name, help, labels, type } of metricDefinitions) {
    assert.ok(text.includes(`# HELP ${name} ${help}\n`), name);
    const suffix = type === 'histogram' ? '_count' : '';
    const samples = [...text.matchAll(new RegExp(`^${name}${suffix}(?:\\{(.*)\\})? `, 'gm'))];
    assert.equal(samples.length > 0, !/\babsent\b/.test(help), name);
    for (const [, set = ''] of samples) {
      const names = [...set.matchAll(/(\w+)="/g)].map(([, label]) => label);
      assert.deepEqual(names, labels, name);
    }
  }
});

test('the table for operators has a row for each metric, with its meaning', () => {
  const lines = metricsTable().split('\n').slice(2);
  assert.equal(lines.length, metricDefinitions.length);
  // The page says so, in place of a column.
  for (const { name, type } of metricDefinitions) assert.equal(name.endsWith('_total'), type === 'counter', name);
  for (const line of lines)
    assert.match(line, /^\| `[a-z_]+(?:\{[a-z_,]+\})?`(?: \(histogram\))? \| [A-Z1][^|]+[^.|] \|$/);
});
