import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, type TestContext, test } from 'node:test';
import { Connection, type ConnectionOptions, type Retry } from '#gateway/client/connection.js';
import { QuotaError, TextmillError } from '#gateway/client/errors.js';
import { exchange } from '#gateway/client/exchange.js';
import { type PlannedResponse, SimulatedTiming, startPlannedServer } from '../../support/planned-server.js';

const done = { status: 200, body: { done: true } };
const limited = { status: 429, body: { error: 'Rate limit exceeded' } };
const timeLimit = {
  status: 503,
  body: { title: 'x', status: 503, detail: 'Processing time limit exceeded', code: 'job-time-limit' },
};

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
  test('the wait doubles up to 30 seconds, half of it at random', async (t) => {
    const responses = [...Array.from({ length: 10 }, () => limited), done];
    const longest = [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000];
    const slow = await connect(t, responses, { random: 0.999_999, maxWaitMs: 1e6 });
    assert.deepEqual(await slow.post(), { done: true });
    assert.deepEqual(slow.timing.delays.map(Math.round), longest);
    const quick = await connect(t, responses, { random: 0, maxWaitMs: 1e6 });
    await quick.post();
    assert.deepEqual(
      quick.timing.delays,
      longest.map((delay) => delay / 2),
    );
    assert.equal(quick.requests.length, 11);
    assert.equal(new Set(quick.requests.map(({ body }) => body)).size, 1);
  });

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

  test('after a 503 no earlier than Retry-After', async (t) => {
    const busy = { status: 503, headers: { 'retry-after': '7' }, body: { error: 'Server busy' } };
    const { post, timing } = await connect(t, [busy, { ...busy, headers: { 'retry-after': '-7' } }, done]);
    await post();
    assert.deepEqual(timing.delays, [7125, 250]);
  });

  test('also if Retry-After is a date, by the clock of whoever sent it', async (t) => {
    const headers = { 'retry-after': 'Tue, 01 Jan 2030 00:01:40 GMT', date: 'Tue, 01 Jan 2030 00:01:10 GMT' };
    const busy = { status: 503, headers, body: '<h1>Service Unavailable</h1>' };
    const past = { ...busy, headers: { ...headers, date: 'Tue, 01 Jan 2030 00:02:00 GMT' } };
    const { post, timing } = await connect(t, [busy, past, { status: 503, headers: { 'retry-after': 'soon' } }, done]);
    await post();
    assert.deepEqual(timing.delays, [30_125, 250, 500]);
  });

  test('a Retry-After that is too long for a timer is cut to the longest timer', async (t) => {
    const busy = { status: 503, headers: { 'retry-after': '99999999' } };
    const { post, timing } = await connect(t, [busy, done], { maxWaitMs: Number.POSITIVE_INFINITY });
    await post();
    assert.deepEqual(timing.delays, [2 ** 31 - 1]);
  });

  test('a broken connection, and 502 and 504 of a proxy', async (t) => {
    const { post, timing } = await connect(t, [undefined, { status: 502 }, { status: 504 }, done]);
    assert.deepEqual(await post(), { done: true });
    assert.deepEqual(timing.delays, [125, 250, 500]);
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
  test('after maxWaitMs without success, with the last status and message', async (t) => {
    const { post, timing, url } = await connect(t, [done, limited], { maxWaitMs: 10_000 });
    await post();
    await assert.rejects(
      post(),
      fails(429, `No response from ${url} for 10 seconds; the last was: Rate limit exceeded`),
    );
    assert.equal(timing.now(), 10_000);
  });

  test('not because it was idle before: the time starts with the call', async (t) => {
    const { post, timing } = await connect(t, [done, limited, done], { maxWaitMs: 1_000 });
    await post();
    timing.advance(86_400_000);
    assert.deepEqual(await post(), { done: true });
  });

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

  test('immediately with maxWaitMs 0, with the gateway’s own message', async (t) => {
    const { post, requests } = await connect(t, [limited], { maxWaitMs: 0 });
    await assert.rejects(post(), fails(429, 'Rate limit exceeded'));
    assert.equal(requests.length, 1);
    const broken = await connect(t, [undefined], { maxWaitMs: 0 });
    await assert.rejects(broken.post(), fails(0, /^No response from http:\S+ for 0 seconds; the last was: \S/));
  });

  for (const status of [400, 401, 403, 404, 408, 413, 500]) {
    test(`immediately after status ${status}`, async (t) => {
      const { post, requests } = await connect(t, [{ status, headers: { 'x-request-id': 'r1' } }, done]);
      await assert.rejects(
        post(),
        (error) => fails(status, 'because')(error) && (error as TextmillError).requestId === 'r1',
      );
      assert.equal(requests.length, 1);
    });
  }

  test('after three tries of a job that exceeds the time limit', async (t) => {
    const { post, requests } = await connect(t, [limited, timeLimit]);
    await assert.rejects(post(), fails(503, 'Processing time limit exceeded'));
    assert.equal(requests.length, 4);
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

  test('at a 200 that is not JSON', async (t) => {
    const { post } = await connect(t, [{ status: 200, body: '<html>' }]);
    await assert.rejects(post(), fails(200, /^the response is not JSON: is this the address of a Textmill gateway\?$/));
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

  test('with a message that is not garbled by a key that is not one', async (t) => {
    const { post } = await connect(t, [{ status: 401, body: { error: 'Invalid API key' } }], { apiKey: 'a' });
    await assert.rejects(post(), fails(401, 'Invalid API key'));
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

  test('with a used-up quota is an error with the time of the next possible request', async (t) => {
    for (const maxWaitMs of [60_000, 0]) {
      const { post, timing, requests, usageRequests } = await connect(t, [limited], {
        maxWaitMs,
        usages: [usageOf(inAnHour)],
      });
      await assert.rejects(post(), (error) => {
        assert.ok(error instanceof QuotaError && error instanceof TextmillError);
        assert.deepEqual(
          [error.name, error.status, error.message, error.quota, error.freeAt],
          [
            'QuotaError',
            429,
            'The daily quota of 10,000 requests is used up; the next request is free at 1970-01-01T01:00:00Z',
            10_000,
            new Date(inAnHour),
          ],
        );
        return true;
      });
      assert.deepEqual([timing.delays, requests.length, usageRequests.length], [[], 1, 1]);
      assert.deepEqual([usageRequests[0]?.method, usageRequests[0]?.headers['x-api-key']], ['GET', 'k']);
    }
  });

  test('of a burst is retried, and the usage is not requested each time', async (t) => {
    const responses = [...Array.from({ length: 8 }, () => limited), done];
    const { post, timing, requests, usageRequests } = await connect(t, responses, { usages: [usageOf(null)] });
    assert.deepEqual(await post(), { done: true });
    assert.deepEqual([requests.length, timing.now()], [9, 30_875]);
    assert.equal(usageRequests.length, 2, 'a response holds for 10 seconds');
  });

  test('of many parallel requests causes one usage request', async (t) => {
    const { post, usageRequests } = await connect(t, [limited], { usages: [usageOf(inAnHour)] });
    const results = await Promise.allSettled(Array.from({ length: 8 }, post));
    assert.ok(results.every(({ status }) => status === 'rejected'));
    assert.equal(usageRequests.length, 1);
  });

  for (const [what, responses, waitMs] of [
    ['a request has succeeded since', [limited, done, limited, done], 0],
    ['its time has come', [limited, limited, done], 5_000],
  ] as const) {
    test(`of a burst after a used-up quota is known as a burst, because ${what}`, async (t) => {
      const freeAt = '1970-01-01T00:00:04.000Z';
      const { post, timing, usageRequests } = await connect(t, responses, { usages: [usageOf(freeAt), usageOf(null)] });
      await assert.rejects(post(), { name: 'QuotaError' });
      timing.advance(waitMs);
      if (responses.length === 4) await post();
      assert.deepEqual(await post(), { done: true });
      assert.equal(usageRequests.length, 2);
    });
  }

  test('with a used-up quota causes a usage request a second, if the clock of this machine is ahead', async (t) => {
    const { post, timing, usageRequests } = await connect(t, [limited], { usages: [usageOf('1969-12-31T00:00:00Z')] });
    for (let i = 0; i < 20; i++) {
      await assert.rejects(post(), { name: 'QuotaError' });
      timing.advance(100);
    }
    assert.equal(usageRequests.length, 2);
  });

  test('counts as a burst if the usage is unknown; an older gateway is asked once', async (t) => {
    const responses = [...Array.from({ length: 8 }, () => limited), done];
    for (const [usage, asked] of [
      [{ status: 404, body: { error: 'Not found' } }, 1],
      [{ status: 200, body: '<html>' }, 1],
      [{ status: 200, body: { plan: 'pro' } }, 1],
      [limited, 2],
      [{ status: 503 }, 2],
      [undefined, 2],
    ] as const) {
      const { post, usageRequests } = await connect(t, responses, { usages: [usage] });
      assert.deepEqual(await post(), { done: true });
      assert.equal(usageRequests.length, asked, JSON.stringify(usage));
    }
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
