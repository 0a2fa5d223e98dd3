import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalReason } from '#gateway/console/app/views/usage/refusal-reasons.js';
import { bytes, duration, rate } from '#gateway/console/app/views/usage/units.js';
import { refusals } from '#gateway/server/telemetry/request-record.js';

test('numbers are short, and fit their place', () => {
  for (const [seconds, expected] of [
    [undefined, '–'],
    [0.000_04, '0.04 ms'],
    [0.009_994, '9.99 ms'],
    [0.009_996, '10 ms'],
    [0.9994, '999 ms'],
    [0.9996, '1.00 s'],
    [12.345, '12.35 s'],
  ] as const) {
    assert.equal(duration(seconds), expected);
  }
  for (const [perSecond, expected] of [
    [0, '0'],
    [0.33, '0.3'],
    [9.96, '10'],
    [1204.4, '1,204'],
  ] as const) {
    assert.equal(rate(perSecond), expected);
  }
  for (const [count, expected] of [
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1_500, '1.5 KB'],
    [268_435_456, '268 MB'],
    [999_600_000, '1.0 GB'],
  ] as const) {
    assert.equal(bytes(count), expected);
  }
});

test('every reason of the gateway has words; an unknown one stays as it is', () => {
  for (const reason of refusals) assert.notEqual(refusalReason(reason), reason);
  for (const reason of ['other', 'constructor']) assert.equal(refusalReason(reason), reason);
});
