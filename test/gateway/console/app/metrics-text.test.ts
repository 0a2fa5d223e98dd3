import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { parseMetrics, samplesOf, total } from '#gateway/console/app/views/usage/metrics-text.js';
import { adminToken, startTestGateway } from '../../../support/gateway.js';
import { metricsOf } from '../../../support/metrics.js';

test('parses labels, escapes and infinities; skips comments and invalid lines', () => {
  const metrics = parseMetrics(
    [
      '# HELP a_total Of "things"',
      '# TYPE a_total counter',
      'a_total 3',
      'b{x="one",y="a\\"b\\\\c\\nd,e}"} 1.5e-3 1700000000000',
      'b{x="two",y=""} +Inf',
      'c -Inf',
      'not a sample',
      '',
    ].join('\n'),
  );
  assert.deepEqual([...metrics.keys()], ['a_total', 'b', 'c']);
  assert.deepEqual(metrics.get('b'), [
    { labels: { x: 'one', y: 'a"b\\c\nd,e}' }, value: 0.0015 },
    { labels: { x: 'two', y: '' }, value: Number.POSITIVE_INFINITY },
  ]);
  assert.equal(total(metrics, 'a_total'), 3);
  assert.equal(total(metrics, 'c'), Number.NEGATIVE_INFINITY);
  assert.equal(total(metrics, 'b', { x: 'one' }), 0.0015);
  assert.equal(total(metrics, 'none'), 0);
});

test('parses all metrics of a gateway', async () => {
  const service = await startTestGateway({ after });
  await service.post('/v1/run', { input: 'a', steps: ['upper-case'] }, (await service.key()).secret);
  // The first request is in the metrics of the second.
  await metricsOf(service.url);
  const response = await fetch(`${service.url}/metrics`, { headers: { 'x-admin-token': adminToken } });
  const metrics = parseMetrics(await response.text());
  assert.equal(total(metrics, 'textmill_requests_total', { operation: 'run', status: '200' }), 1);
  assert.equal(samplesOf(metrics, 'textmill_request_duration_seconds_bucket', { operation: 'run' }).length, 17);
  assert.equal([...metrics.values()].flat().length, (await metricsOf(service.url)).size);
});
