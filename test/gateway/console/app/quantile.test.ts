import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { percentile } from '#bench/percentile.js';
import { parseMetrics } from '#gateway/console/app/views/usage/metrics-text.js';
import { bucketsBetween, quantile } from '#gateway/console/app/views/usage/quantile.js';
import { BucketHistogram, durationBounds } from '#gateway/server/telemetry/bucket-histogram.js';

/** A histogram as the gateway shows it. */
function shown(values: readonly number[], operation = 'run'): string {
  const histogram = new BucketHistogram(durationBounds);
  for (const value of values) histogram.observe(value);
  const lines = histogram.bounds.map(
    (le, i) => `h_bucket{operation="${operation}",le="${le}"} ${histogram.cumulative[i]}`,
  );
  return [...lines, `h_bucket{operation="${operation}",le="+Inf"} ${histogram.count}`].join('\n');
}

const times = fc.array(fc.double({ min: 0.000_01, max: 9, noNaN: true }), { minLength: 1, maxLength: 60 });

test('a quantile is in the bucket of the value with its rank, whatever the earlier values', () => {
  fc.assert(
    fc.property(times, times, fc.constantFrom(50, 95, 99), (before, since, percent) => {
      const buckets = bucketsBetween(parseMetrics(shown(before)), parseMetrics(shown([...before, ...since])), 'h');
      const estimate = quantile(buckets, percent / 100) ?? Number.NaN;
      const exact = percentile(since, percent);
      const upper = durationBounds.find((bound) => exact <= bound) ?? Number.NaN;
      const lower = durationBounds.findLast((bound) => bound < exact) ?? 0;
      assert.ok(lower <= estimate && estimate <= upper, `${estimate} is not from ${lower} to ${upper}`);
    }),
  );
});

test('values are evenly spread within a bucket; those above all bounds count as the last bound', () => {
  const buckets = [
    { bound: 1, count: 2 },
    { bound: 3, count: 2 },
    { bound: Number.POSITIVE_INFINITY, count: 1 },
  ];
  assert.equal(quantile(buckets, 0.2), 0.5);
  assert.equal(quantile(buckets, 0.6), 2);
  assert.equal(quantile(buckets, 0.99), 3);
});

test('undefined without values; series that do not match are ignored', () => {
  const before = parseMetrics(shown([1, 2]));
  assert.equal(quantile(bucketsBetween(before, before, 'h'), 0.5), undefined);
  assert.equal(quantile([], 0.5), undefined);
  const both = parseMetrics(`${shown([0.01])}\n${shown([9, 9, 9], 'metrics')}`);
  const counted = bucketsBetween(new Map(), both, 'h', ({ operation }) => operation === 'run');
  assert.ok((quantile(counted, 0.99) ?? 1) <= 0.01);
});
