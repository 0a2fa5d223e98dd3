import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, type TestContext, test } from 'node:test';
import { Connection, type ConnectionOptions, type Retry } from '#gateway/client/connection.js';
import { TextmillError } from '#gateway/client/errors.js';
import { exchange } from '#gateway/client/exchange.js';
import { type PlannedResponse, SimulatedTiming, startPlannedServer } from '../../support/planned-server.js';

const done = { status: 200, body: { done: true } };
const limited = { status: 429, body: { error: 'Rate limit exceeded' } };
const usageOf = (freeAt: string | null): PlannedResponse => ({
  status: 200,
  body: { plan: 'pro', quota: 10_000, used: 10_000, remaining: freeAt === null ? 1 : 0, freeAt, burstPerMinute: 120 },
});

/** A connection to a server with planned responses, in simulated time. */
async function connect(
  t: TestContext,
  responses: readonly (PlannedResponse | 'never' | undefined)[],
  options: Partial<ConnectionOptions> & {
    readonly random?: number;
    readonly usages?: readonly (PlannedResponse | 'never' | undefined)[];
  } = {},
) {
  const { random, usages, ...rest } = options;
  const { url, requests, usageRequests } = await startPlannedServer(t, responses, usages);
  const timing = new SimulatedTiming(random);
  const connection = new Connection({ baseUrl: url, apiKey: 'k', timing, ...rest });
  return {
    connection,
    timing,
    url,
    requests,
    usageRequests,
    post: () => connection.send('POST', 'v1/run', { input: 'é' }),
  };
}

const fails = (status: number, message: string | RegExp) => (error: unknown) => {
  assert.ok(error instanceof TextmillError, String(error));
  assert.equal(error.status, status);
  if (typeof message === 'string') assert.equal(error.message, message);
  else assert.match(error.message, message);
  return true;
};

describe('a request', () => {
  test('carries JSON and the key, and keeps the path of the base URL', async (t) => {
    const { url, requests } = await startPlannedServer(t, [done]);
    const connection = new Connection({ baseUrl: `${url}/text/mill`, apiKey: 'svc_live_x' });
    assert.deepEqual(await connection.send('POST', 'v1/run', { input: '\ud800é' }), { done: true });
    const [request] = requests;
    assert.deepEqual([request?.method, request?.url], ['POST', '/text/mill/v1/run']);
    assert.equal(request?.headers['content-type'], 'application/json');
    assert.equal(request?.headers['x-api-key'], 'svc_live_x');
    assert.equal(request?.body, '{"input":"\\ud800é"}');
  });

  test('for a public document has no key and no content type, so that browsers need no preflight', async (t) => {
    const { connection, requests } = await connect(t, [done]);
    await connection.send('GET', 'v1/tools');
    const { 'x-api-key': key, 'content-type': type } = requests[0]?.headers ?? {};
    assert.deepEqual([requests[0]?.method, key, type], ['GET', undefined, undefined]);
  });
});

describe('failures that pass are retried:', () => {
  test('waits with real random numbers are between half and the whole', async (t) => {
    const waits: number[] = [];
    const wait = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
    const { post } = await connect(t, [...Array.from({ length: 30 }, () => limited), done], {
      timing: { now: () => 0, date: () => 0, random: Math.random, wait },
    });
    await post();
    const last = waits.slice(8);
    assert.ok(last.every((wait) => wait >= 15_000 && wait < 30_000));
    assert.ok(new Set(last).size > 10);
  });

  test('onRetry is called before each wait', async (t) => {
    const [all, own]: [Retry[], Retry[]] = [[], []];
    const { connection } = await connect(t, [limited, { status: 502, body: '<html>' }, done], {
      onRetry: (retry) => all.push(retry),
    });
    await connection.send('POST', 'v1/run', {}, { onRetry: (retry) => own.push(retry) });
    assert.deepEqual(all, [
      { status: 429, reason: 'Rate limit exceeded', attempts: 1, delayMs: 125 },
      { status: 502, reason: 'unexpected response: 502 Bad Gateway', attempts: 2, delayMs: 250 },
    ]);
    assert.deepEqual(own, all);
  });
});

describe('a connection gives up', () => {
  test('not while another call succeeds', async (t) => {
    const { url, requests } = await startPlannedServer(t, [limited, limited, limited, done, limited, done]);
    const timing = new SimulatedTiming();
    const wait = async (milliseconds: number): Promise<void> => {
      await timing.wait(milliseconds);
      if (timing.delays.length === 3) await connection.send('POST', 'v1/run', { other: true });
    };
    const controlled = { wait, now: () => timing.now(), date: () => timing.date(), random: () => timing.random() };
    const connection = new Connection({ baseUrl: url, maxWaitMs: 1_000, timing: controlled });
    assert.deepEqual(await connection.send('POST', 'v1/run', {}), { done: true });
    assert.deepEqual(timing.delays, [125, 250, 500, 1000]);
    assert.equal(requests[3]?.body, '{"other":true}');
  });

  test('immediately for an address that cannot exist', async () => {
    for (const baseUrl of ['http://textmill.invalid', 'http://127.0.0.1:9']) {
      const connection = new Connection({ baseUrl, timing: new SimulatedTiming() });
      await assert.rejects(connection.send('GET', 'v1/tools'), fails(0, /^Cannot reach http:\S+: /));
    }
  });

  test('at a redirect, which would send the key to another address', async (t) => {
    const elsewhere = await startPlannedServer(t, [done]);
    const { post } = await connect(t, [{ status: 307, headers: { location: elsewhere.url } }]);
    await assert.rejects(post(), fails(0, /redirect/));
    assert.equal(elsewhere.requests.length, 0);
  });

  test('with a message of one line for an error of several', async () => {
    const fetch = () =>
      Promise.reject(new TypeError('fetch failed', { cause: new Error('wrong version number\nat 350\n') }));
    const connection = new Connection({ baseUrl: 'https://localhost', fetch, timing: new SimulatedTiming() });
    const message = 'Cannot reach https://localhost: wrong version number at 350';
    await assert.rejects(connection.send('GET', 'v1/tools'), fails(0, message));
  });

  test('with a message that is safe to display: one line, bounded, without the key', async (t) => {
    const body = { error: `\u001b[31mno svc_live_abc\n${'x'.repeat(2_000)}` };
    const { post } = await connect(t, [{ status: 400, body }], { apiKey: 'svc_live_abc' });
    await assert.rejects(post(), fails(400, ` [31mno [key] ${'x'.repeat(986)}…`));
  });

  test('of a request with an empty secret has a message, too', async () => {
    const fetch = async () => Response.json({ error: 'Missing admin token' }, { status: 401 });
    const credential = { header: 'x-admin-token', secret: '' } as const;
    const request = { method: 'GET', url: 'http://localhost/keys', json: undefined, credential };
    const result = await exchange(fetch, request, 60_000, undefined);
    assert.equal('failure' in result && result.failure.reason, 'Missing admin token');
  });
});

describe('an aborted signal', () => {
  const reason = new Error('enough');

  test('ends a wait immediately, with its reason', async (t) => {
    const { url } = await startPlannedServer(t, [limited]);
    const ending = new AbortController();
    const connection = new Connection({ baseUrl: url, maxWaitMs: 1e6, onRetry: () => ending.abort(reason) });
    await assert.rejects(connection.send('POST', 'v1/run', {}, { signal: ending.signal }), reason);
  });

  test('ends its own request immediately, and no other', async (t) => {
    const { url, requests } = await startPlannedServer(t, ['never', done]);
    const connection = new Connection({ baseUrl: url });
    const ending = new AbortController();
    const call = connection.send('POST', 'v1/run', {}, { signal: ending.signal });
    const ended = assert.rejects(call, reason);
    while (requests.length === 0) await new Promise(setImmediate);
    assert.deepEqual(await connection.send('POST', 'v1/run', {}), { done: true });
    ending.abort(reason);
    await ended;
  });

  test('sends nothing if it was aborted before', async (t) => {
    const { connection, requests } = await connect(t, [done]);
    await assert.rejects(connection.send('POST', 'v1/run', {}, { signal: AbortSignal.abort(reason) }), reason);
    assert.equal(requests.length, 0);
  });

  test('keeps no listener of a finished call', async (t) => {
    const { url } = await startPlannedServer(t, [limited, done]);
    const connection = new Connection({ baseUrl: url });
    const { signal } = new AbortController();
    await connection.send('POST', 'v1/run', {}, { signal });
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });
});

describe('a status of 429', () => {
  // The simulated clock begins with the epoch.
  const inAnHour = '1970-01-01T01:00:00.000Z';

  test('of many parallel requests causes one usage request', async (t) => {
    const { post, usageRequests } = await connect(t, [limited], { usages: [usageOf(inAnHour)] });
    const results = await Promise.allSettled(Array.from({ length: 8 }, post));
    assert.ok(results.every(({ status }) => status === 'rejected'));
    assert.equal(usageRequests.length, 1);
  });

  test('without a key, or for a public document, causes no usage request', async (t) => {
    const { connection, usageRequests } = await connect(t, [limited, done], { usages: [usageOf(inAnHour)] });
    assert.deepEqual(await connection.send('GET', 'v1/tools'), { done: true });
    const keyless = await connect(t, [limited, done], { usages: [usageOf(inAnHour)], apiKey: undefined });
    assert.deepEqual(await keyless.post(), { done: true });
    assert.deepEqual([usageRequests.length, keyless.usageRequests.length], [0, 0]);
  });

  test('with a used-up quota is waited for with waitForQuota, however long, and reported', async (t) => {
    const retries: Retry[] = [];
    const { post, timing, requests } = await connect(t, [limited, limited, done], {
      waitForQuota: true,
      maxWaitMs: 1_000,
      usages: [usageOf(inAnHour), usageOf('1970-01-01T02:00:00.000Z')],
      onRetry: (retry) => retries.push(retry),
    });
    assert.deepEqual(await post(), { done: true });
    assert.deepEqual(timing.delays, [3_600_125, 3_600_125]);
    assert.deepEqual([requests.length, timing.now()], [3, 7_200_250]);
    assert.match(
      retries[0]?.reason ?? '',
      /^The daily quota of 10,000 requests is used up; the next request is free at /,
    );
  });

  test('ends with its signal while the usage is requested', async (t) => {
    const { connection, usageRequests } = await connect(t, [limited], { usages: ['never'] });
    const controller = new AbortController();
    const sent = connection.send('POST', 'v1/run', {}, { signal: controller.signal });
    const asked = setInterval(() => {
      if (usageRequests.length > 0) controller.abort(new Error('enough'));
    }, 5);
    await assert.rejects(sent, /enough/);
    clearInterval(asked);
  });
});
