import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { connectionsWithin, descriptorLimit } from '#gateway/server/descriptors.js';

describe('connections within a limit of open files', () => {
  for (const [limit, threads, expected] of [
    [65_536, 4, 58_982],
    [1_024, 1, 752],
    [4_096, 64, 2_816],
    [300, 1, 150],
    [Number.POSITIVE_INFINITY, 4, Number.POSITIVE_INFINITY],
  ] as const) {
    test(`${limit}, with ${threads} threads: ${expected}`, () =>
      assert.equal(connectionsWithin(limit, threads), expected));
  }

  test('the limit of this process is known on Linux', { skip: process.platform !== 'linux' }, () => {
    assert.ok(descriptorLimit() > 0 && Number.isInteger(descriptorLimit()));
  });
});
