import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { suiteScope } from '../support/cleanup.js';
import { createKey, until } from '../support/gateway-process.js';
import { shiftedClock, startOnDatabase } from '../support/gateways.js';
import { KeepAliveLoad, runRequest } from '../support/keep-alive-load.js';
import { startPostgres, type TestPostgres, withoutPostgres } from '../support/postgres.js';
import { figure, full } from '../support/reliability.js';

/** Requests of a key in a minute. */
const limit = 600;
const minuteMs = 60_000;
const minutes = full ? 10 : 1;
const timeoutMs = 120_000;
/** By how much the clocks of the machines are wrong, in milliseconds. */
const shifts = [0, 5 * minuteMs, -5 * minuteMs];

describe('three gateways with one burst limit', { skip: withoutPostgres }, () => {
  const scope = suiteScope();
  let postgres: TestPostgres;

  before(async () => {
    postgres = await startPostgres(scope);
  });

  test(`admit what it allows, at twice the limit for ${minutes} min`, async (t) => {
    const url = await postgres.createDatabase('bursts');
    const settings = { BURST_PER_KEY: String(limit) };
    const gateways = await Promise.all(shifts.map((shift) => startOnDatabase(t, url, settings, shiftedClock(shift))));
    const { key } = await createKey(gateways[0]?.url ?? '');
    const request = () => runRequest(key, { input: 'a', steps: ['upper-case'] });
    /** Sends requests to all gateways alike, in total at a multiple of the limit. */
    const load = (times: number) =>
      gateways.map(({ port }) => {
        const rate = (times * limit) / 60 / gateways.length;
        return new KeepAliveLoad({ port, connections: 4, rate, request });
      });
    const count = (loads: readonly KeepAliveLoad[], status: number) =>
      loads.map(({ statuses }) => statuses.get(status) ?? 0);
    const stop = (loads: readonly KeepAliveLoad[]) => Promise.all(loads.map((each) => each.stop()));

    const first = load(10);
    await until('the burst is used up everywhere', () => count(first, 429).every((refused) => refused > 20), timeoutMs);
    await stop(first);
    const steady = load(2);
    // What gateways admitted before they knew of each other is made up for.
    const isSteady = () => {
      const refused = count(steady, 429);
      const admitted = count(steady, 200);
      const isBoth = (counts: readonly number[]) => counts.every((each) => each > limit / 20);
      return isBoth(refused) && isBoth(admitted);
    };
    await until('all of them admit and refuse', isSteady, timeoutMs);
    const sum = () => count(steady, 200).reduce((total, each) => total + each, 0);
    const [began, admittedBefore] = [performance.now(), sum()];
    await wait(minutes * minuteMs);
    const [elapsedMs, admitted] = [performance.now() - began, sum() - admittedBefore];
    await stop(steady);
    for (const { statuses } of steady) assert.deepEqual([...statuses.keys()].toSorted(), [200, 429]);
    const offered = steady.reduce((total, { served }) => total + served, 0);
    const share = admitted / ((limit * elapsedMs) / minuteMs);
    assert.ok(offered > 1.5 * admitted, `${offered} offered`);
    assert.ok(share >= 0.95 && share <= 1 + 0.1 * (gateways.length - 1), `${admitted} admitted: ${share}`);
    figure(
      t,
      'C3',
      `3 gateways over PostgreSQL with clocks 10 minutes apart, at 2 × the limit for ${minutes} min: ` +
        `${(100 * share).toFixed(1)} % of it admitted`,
      'processes',
    );
  });
});
