import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RestartPolicy, restartLimits } from '#gateway/supervisor/restart-policy.js';
import { ManualClock } from '../../support/manual-clock.js';

const { goodUptimeMs, firstPauseMs, longestPauseMs, mostFailedStarts } = restartLimits;

/** A policy, and its decisions for a gateway that listens for some milliseconds, or that fails to start. */
function newPolicy() {
  const clock = new ManualClock();
  const policy = new RestartPolicy(restartLimits, () => clock.now());
  return {
    diesAfter(uptimeMs: number): number | undefined {
      policy.listening();
      clock.advance(uptimeMs);
      return policy.died();
    },
    diesAtStart: () => policy.died(),
    isReplacedAfter(uptimeMs: number): void {
      policy.listening();
      clock.advance(uptimeMs);
      policy.replaced();
    },
  };
}

describe('the pause before a restart', () => {
  test('is 0 after a first death', () => {
    assert.equal(newPolicy().diesAfter(1), 0);
    assert.equal(newPolicy().diesAtStart(), 0);
  });

  test('doubles with every death soon after the previous one, up to the maximum', () => {
    const { diesAfter } = newPolicy();
    const pauses = Array.from({ length: 9 }, () => diesAfter(goodUptimeMs - 1));
    assert.deepEqual(pauses, [0, firstPauseMs, 500, 1_000, 2_000, 4_000, 8_000, longestPauseMs, longestPauseMs]);
  });

  test('is 0 again after a long uptime', () => {
    const { diesAfter } = newPolicy();
    for (let i = 0; i < 5; i++) diesAfter(0);
    assert.equal(diesAfter(goodUptimeMs), 0);
    assert.equal(diesAfter(0), firstPauseMs);
  });

  test('does not grow with requested restarts', () => {
    const { diesAfter, diesAtStart, isReplacedAfter } = newPolicy();
    assert.equal(diesAfter(1), 0);
    for (let i = 0; i < 5; i++) isReplacedAfter(1);
    assert.equal(diesAtStart(), firstPauseMs);
  });

  test('counts a failed start as a death, whatever the uptime before it', () => {
    const { diesAfter, diesAtStart } = newPolicy();
    assert.equal(diesAfter(goodUptimeMs), 0);
    assert.equal(diesAtStart(), firstPauseMs);
    assert.equal(diesAfter(0), 2 * firstPauseMs);
  });
});

describe('giving up', () => {
  test('happens after too many failed starts in a row', () => {
    const { diesAfter, diesAtStart } = newPolicy();
    diesAfter(goodUptimeMs);
    for (let i = 1; i < mostFailedStarts; i++) assert.notEqual(diesAtStart(), undefined);
    assert.equal(diesAtStart(), undefined);
  });

  test('does not happen if the gateway starts between its deaths', () => {
    const { diesAfter, diesAtStart } = newPolicy();
    for (let i = 0; i < 10 * mostFailedStarts; i++) {
      assert.notEqual(diesAtStart(), undefined);
      assert.notEqual(diesAfter(0), undefined);
    }
  });
});
