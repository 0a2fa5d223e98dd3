import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { GatewayClient, RefusedRequest } from '#gateway/cli/batch/gateway-client.js';
import { type PlannedResponse, SimulatedTiming, startPlannedServer } from '../../../support/planned-server.js';

const done = { status: 200, body: { done: true } };
const limited = { status: 429, body: { error: 'Rate limit exceeded' } };
const timeLimit = {
  status: 503,
  body: { title: 'x', status: 503, detail: 'Processing time limit exceeded', code: 'job-time-limit' },
};

async function client(t: TestContext, responses: readonly (PlannedResponse | undefined)[], maxWaitMs = 60_000) {
  const { url } = await startPlannedServer(t, responses);
  const timing = new SimulatedTiming();
  const waits: string[] = [];
  const onWait = (reason: string): void => void waits.push(reason);
  return { url, timing, waits, gateway: new GatewayClient({ url, key: 'k', maxWaitMs, timing, onWait }) };
}

describe('the client of a batch', () => {
  test('counts requests and retries, and reports long waits, once per reason', async (t) => {
    const { gateway, waits } = await client(t, [...Array.from({ length: 8 }, () => limited), done, limited, done]);
    assert.deepEqual(await gateway.post('v1/run', {}), { done: true });
    assert.deepEqual([gateway.requests, gateway.retries], [9, 8]);
    assert.deepEqual(waits, ['Rate limit exceeded']);
    await gateway.post('v1/run', {});
    assert.deepEqual([gateway.requests, gateway.retries], [11, 9]);
    assert.deepEqual(waits, ['Rate limit exceeded']);
  });

  test('reports a reason again after a minute only, however many requests wait for it', async (t) => {
    const round = [...Array.from({ length: 6 }, () => limited), done];
    const { gateway, waits, timing } = await client(t, [...round, ...round, ...round]);
    await gateway.post('v1/run', {});
    await gateway.post('v1/run', {});
    assert.equal(waits.length, 1);
    await timing.wait(60_000);
    await gateway.post('v1/run', {});
    assert.equal(waits.length, 2);
  });

  for (const maxWaitMs of [10_000, 0]) {
    test(`reports the last response when it gives up after ${maxWaitMs} ms`, async (t) => {
      const { gateway, timing, url } = await client(t, [limited], maxWaitMs);
      await assert.rejects(gateway.post('v1/run', {}), {
        name: 'CommandError',
        message: `No response from ${url} for ${maxWaitMs / 1000} seconds; the last was: Rate limit exceeded`,
      });
      assert.equal(timing.now(), maxWaitMs);
    });
  }

  for (const [response, message] of [
    [{ status: 400 }, 'because'],
    [timeLimit, 'Processing time limit exceeded'],
    [{ status: 200, body: '<html>' }, 'the response is not JSON: is this the address of a Textmill gateway?'],
  ] as const) {
    test(`is refused with ${response.status} ${message}`, async (t) => {
      const { gateway } = await client(t, [response]);
      await assert.rejects(gateway.post('v1/run', {}), (error) => {
        assert.ok(error instanceof RefusedRequest);
        assert.equal(error.message, message);
        return true;
      });
    });
  }

  test('stops waiting when it is stopped', async (t) => {
    const { url } = await startPlannedServer(t, [limited]);
    const gateway = new GatewayClient({ url, key: 'k', maxWaitMs: 1e6 });
    const posted = gateway.post('v1/run', {});
    gateway.stop();
    await assert.rejects(posted, { name: 'AbortError' });
  });
});
