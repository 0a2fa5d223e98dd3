import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { GatewayClient, RefusedRequest, type Timing } from '../../../../gateway/cli/batch/gateway-client.js';

/** Time that passes only while it is waited for. */
class SimulatedTiming implements Timing {
  readonly delays: number[] = [];
  readonly #random: number;
  #now = 0;

  constructor(random: number) {
    this.#random = random;
  }

  now(): number {
    return this.#now;
  }

  async wait(milliseconds: number): Promise<void> {
    this.delays.push(milliseconds);
    this.#now += milliseconds;
  }

  random(): number {
    return this.#random;
  }
}

interface PlannedAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server that gives the answers one after the other, the last one from then on; undefined breaks the connection. */
async function client(t: TestContext, answers: readonly (PlannedAnswer | undefined)[], random = 0, maxWaitMs = 60_000) {
  let asked = 0;
  const listener: RequestListener = (request, response) => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    request.resume().on('end', () => {
      if (answer === undefined) response.destroy();
      else response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body ?? { error: 'because' }));
    });
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const timing = new SimulatedTiming(random);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { timing, url, client: new GatewayClient({ url, key: 'k', maxWaitMs, timing }) };
}

const done = { status: 200, body: { done: true } };
const limited = { status: 429, body: { error: 'Rate limit exceeded' } };

describe('a client of a gateway', () => {
  test('waits twice as long each time, half of it at random, up to half a minute', async (t) => {
    const answers = [...Array.from({ length: 10 }, () => limited), done];
    const slow = await client(t, answers, 0.999_999, 1e6);
    assert.deepEqual(await slow.client.post('v1/run', '{}'), { done: true });
    const longest = [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000];
    assert.deepEqual(slow.timing.delays.map(Math.round), longest);
    assert.deepEqual([slow.client.requests, slow.client.retries], [11, 10]);
    const quick = await client(t, answers, 0, 1e6);
    await quick.client.post('v1/run', '{}');
    assert.deepEqual(
      quick.timing.delays,
      longest.map((delay) => delay / 2),
    );
  });

  test('comes back after a 503 no sooner than it was told', async (t) => {
    const busy = { status: 503, headers: { 'retry-after': '7' }, body: { error: 'Server busy' } };
    const { client: gateway, timing } = await client(t, [busy, done]);
    await gateway.post('v1/run', '{}');
    assert.deepEqual(timing.delays, [7125]);
  });

  test('sends again after a broken connection and what a proxy says of a gateway that is not there', async (t) => {
    const { client: gateway, timing } = await client(t, [undefined, { status: 502 }, { status: 504 }, done]);
    assert.deepEqual(await gateway.post('v1/run', '{}'), { done: true });
    assert.deepEqual(timing.delays, [125, 250, 500]);
  });

  test('gives up when nothing has succeeded for too long, and says what the last answer was', async (t) => {
    const { client: gateway, timing, url } = await client(t, [done, limited], 0, 10_000);
    await gateway.post('v1/run', '{}');
    await assert.rejects(gateway.post('v1/run', '{}'), {
      name: 'CommandError',
      message: `No answer from ${url} for 10 seconds; the last was: Rate limit exceeded`,
    });
    assert.equal(timing.now(), 10_000);
  });

  test('counts from the last success, of whatever request', async (t) => {
    const { client: gateway, timing } = await client(
      t,
      [limited, limited, limited, done, limited, limited, done],
      0,
      1000,
    );
    await gateway.post('v1/run', '{}');
    await gateway.post('v1/run', '{}');
    assert.deepEqual(timing.delays, [125, 250, 500, 125, 250]);
  });

  for (const status of [400, 401, 403, 404, 408, 413, 500]) {
    test(`does not send again what is answered ${status}`, async (t) => {
      const { client: gateway } = await client(t, [{ status }, done]);
      await assert.rejects(gateway.post('v1/run', '{}'), (error) => {
        assert.ok(error instanceof RefusedRequest);
        return error.message === 'because';
      });
      assert.equal(gateway.requests, 1);
    });
  }

  test('tries three times what takes too long', async (t) => {
    const { client: gateway } = await client(t, [{ status: 503, body: { error: 'Processing time limit exceeded' } }]);
    await assert.rejects(gateway.post('v1/run', '{}'), /^RefusedRequest: Processing time limit exceeded$/);
    assert.equal(gateway.requests, 3);
  });

  test('understands that something else answers', async (t) => {
    const server = createServer((_, response) => response.end('<html>')).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/path`;
    const gateway = new GatewayClient({ url, key: 'k', maxWaitMs: 1000, timing: new SimulatedTiming(0) });
    await assert.rejects(gateway.post('v1/run', '{}'), /is this the address of a Textmill gateway\?/);
  });

  test('waits no longer once it is stopped', async (t) => {
    const { url } = await client(t, [limited]);
    const gateway = new GatewayClient({ url, key: 'k', maxWaitMs: 1e6 });
    const posted = gateway.post('v1/run', '{}');
    gateway.stop();
    await assert.rejects(posted, { name: 'AbortError' });
  });
});
