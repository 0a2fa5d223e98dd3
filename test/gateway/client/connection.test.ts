import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, type TestContext, test } from 'node:test';
import { Connection, type ConnectionOptions, type Retry } from '../../../gateway/client/connection.js';
import { TextmillError } from '../../../gateway/client/errors.js';
import { type PlannedAnswer, SimulatedTiming, startPlannedServer } from '../../support/planned-server.js';

const done = { status: 200, body: { done: true } };
const limited = { status: 429, body: { error: 'Rate limit exceeded' } };
const timeLimit = { status: 503, body: { error: 'Processing time limit exceeded' } };

/** A connection to a server with planned answers, in simulated time. */
async function connect(
  t: TestContext,
  answers: readonly (PlannedAnswer | 'never' | undefined)[],
  options: Partial<ConnectionOptions> & { readonly random?: number } = {},
) {
  const { random, ...rest } = options;
  const { url, requests } = await startPlannedServer(t, answers);
  const timing = new SimulatedTiming(random);
  const connection = new Connection({ baseUrl: url, apiKey: 'k', timing, ...rest });
  return { connection, timing, url, requests, post: () => connection.send('POST', 'v1/run', { input: 'é' }) };
}

const fails = (status: number, message: string | RegExp) => (error: unknown) => {
  assert.ok(error instanceof TextmillError, String(error));
  assert.equal(error.status, status);
  if (typeof message === 'string') assert.equal(error.message, message);
  else assert.match(error.message, message);
  return true;
};

describe('a request', () => {
  test('carries JSON and the key, below the path of the address', async (t) => {
    const { url, requests } = await startPlannedServer(t, [done]);
    const connection = new Connection({ baseUrl: `${url}/text/mill`, apiKey: 'svc_live_x' });
    assert.deepEqual(await connection.send('POST', 'v1/run', { input: '\ud800é' }), { done: true });
    const [request] = requests;
    assert.deepEqual([request?.method, request?.url], ['POST', '/text/mill/v1/run']);
    assert.equal(request?.headers['content-type'], 'application/json');
    assert.equal(request?.headers['x-api-key'], 'svc_live_x');
    assert.equal(request?.body, '{"input":"\\ud800é"}');
  });

  test('for a public document carries neither, so that browsers need no preflight', async (t) => {
    const { connection, requests } = await connect(t, [done]);
    await connection.send('GET', 'v1/tools');
    const { 'x-api-key': key, 'content-type': type } = requests[0]?.headers ?? {};
    assert.deepEqual([requests[0]?.method, key, type], ['GET', undefined, undefined]);
  });
});

describe('what may pass is tried again:', () => {
  test('a wait is twice as long each time, half of it at random, up to half a minute', async (t) => {
    const answers = [...Array.from({ length: 10 }, () => limited), done];
    const longest = [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000];
    const slow = await connect(t, answers, { random: 0.999_999, maxWaitMs: 1e6 });
    assert.deepEqual(await slow.post(), { done: true });
    assert.deepEqual(slow.timing.delays.map(Math.round), longest);
    const quick = await connect(t, answers, { random: 0, maxWaitMs: 1e6 });
    await quick.post();
    assert.deepEqual(
      quick.timing.delays,
      longest.map((delay) => delay / 2),
    );
    assert.equal(quick.requests.length, 11);
    assert.equal(new Set(quick.requests.map(({ body }) => body)).size, 1);
  });

  test('waits of the real random numbers lie between the half and the whole', async (t) => {
    const waits: number[] = [];
    const wait = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
    const { post } = await connect(t, [...Array.from({ length: 30 }, () => limited), done], {
      timing: { now: () => 0, random: Math.random, wait },
    });
    await post();
    const last = waits.slice(8);
    assert.ok(last.every((wait) => wait >= 15_000 && wait < 30_000));
    assert.ok(new Set(last).size > 10);
  });

  test('after a 503 no sooner than it says', async (t) => {
    const busy = { status: 503, headers: { 'retry-after': '7' }, body: { error: 'Server busy' } };
    const { post, timing } = await connect(t, [busy, { ...busy, headers: { 'retry-after': '-7' } }, done]);
    await post();
    assert.deepEqual(timing.delays, [7125, 250]);
  });

  test('no sooner than a timer can tell, however long it is to be left alone', async (t) => {
    const busy = { status: 503, headers: { 'retry-after': '99999999' } };
    const { post, timing } = await connect(t, [busy, done], { maxWaitMs: Number.POSITIVE_INFINITY });
    await post();
    assert.deepEqual(timing.delays, [2 ** 31 - 1]);
  });

  test('a broken connection, and what a proxy says of a gateway that is not there', async (t) => {
    const { post, timing } = await connect(t, [undefined, { status: 502 }, { status: 504 }, done]);
    assert.deepEqual(await post(), { done: true });
    assert.deepEqual(timing.delays, [125, 250, 500]);
  });

  test('whoever asks is told of each wait', async (t) => {
    const [all, own]: [Retry[], Retry[]] = [[], []];
    const { connection } = await connect(t, [limited, { status: 502, body: '<html>' }, done], {
      onRetry: (retry) => all.push(retry),
    });
    await connection.send('POST', 'v1/run', {}, { onRetry: (retry) => own.push(retry) });
    assert.deepEqual(all, [
      { status: 429, reason: 'Rate limit exceeded', attempts: 1, delayMs: 125 },
      { status: 502, reason: 'status 502', attempts: 2, delayMs: 250 },
    ]);
    assert.deepEqual(own, all);
  });
});

describe('a connection gives up', () => {
  test('when nothing has succeeded for too long, with the last status and message', async (t) => {
    const { post, timing, url } = await connect(t, [done, limited], { maxWaitMs: 10_000 });
    await post();
    await assert.rejects(post(), fails(429, `No answer from ${url} for 10 seconds; the last was: Rate limit exceeded`));
    assert.equal(timing.now(), 10_000);
  });

  test('not because it was idle before: the time counts from the start of the call', async (t) => {
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
    const controlled = { wait, now: () => timing.now(), random: () => timing.random() };
    const connection = new Connection({ baseUrl: url, maxWaitMs: 1_000, timing: controlled });
    assert.deepEqual(await connection.send('POST', 'v1/run', {}), { done: true });
    assert.deepEqual(timing.delays, [125, 250, 500, 1000]);
    assert.equal(requests[3]?.body, '{"other":true}');
  });

  test('at once where nothing is to be sent twice, in the gateway’s own words', async (t) => {
    const { post, requests } = await connect(t, [limited], { maxWaitMs: 0 });
    await assert.rejects(post(), fails(429, 'Rate limit exceeded'));
    assert.equal(requests.length, 1);
    const broken = await connect(t, [undefined], { maxWaitMs: 0 });
    await assert.rejects(broken.post(), fails(0, /^No answer from http:\S+ for 0 seconds; the last was: \S/));
  });

  for (const status of [400, 401, 403, 404, 408, 413, 500]) {
    test(`at once when it is answered ${status}`, async (t) => {
      const { post, requests } = await connect(t, [{ status, headers: { 'x-request-id': 'r1' } }, done]);
      await assert.rejects(
        post(),
        (error) => fails(status, 'because')(error) && (error as TextmillError).requestId === 'r1',
      );
      assert.equal(requests.length, 1);
    });
  }

  test('after three tries of what takes too long', async (t) => {
    const { post, requests } = await connect(t, [limited, timeLimit]);
    await assert.rejects(post(), fails(503, 'Processing time limit exceeded'));
    assert.equal(requests.length, 4);
  });

  test('at once for an address at which nobody can ever be', async () => {
    for (const baseUrl of ['http://textmill.invalid', 'http://127.0.0.1:9']) {
      const connection = new Connection({ baseUrl, timing: new SimulatedTiming() });
      await assert.rejects(connection.send('GET', 'v1/tools'), fails(0, /^http:\S+ cannot be asked: /));
    }
  });

  test('when another address is answered: a redirect would take the key there', async (t) => {
    const elsewhere = await startPlannedServer(t, [done]);
    const { post } = await connect(t, [{ status: 307, headers: { location: elsewhere.url } }]);
    await assert.rejects(post(), fails(0, /redirect/));
    assert.equal(elsewhere.requests.length, 0);
  });

  test('for an answer of 200 that is not JSON', async (t) => {
    const { post } = await connect(t, [{ status: 200, body: '<html>' }]);
    await assert.rejects(post(), fails(200, /^the answer is not JSON: is this the address of a Textmill gateway\?$/));
  });

  test('with one line where the reason of a broken connection has several', async () => {
    const fetch = () =>
      Promise.reject(new TypeError('fetch failed', { cause: new Error('wrong version number\nat 350\n') }));
    const connection = new Connection({ baseUrl: 'https://localhost', fetch, timing: new SimulatedTiming() });
    const message = 'https://localhost cannot be asked: wrong version number at 350';
    await assert.rejects(connection.send('GET', 'v1/tools'), fails(0, message));
  });

  test('with a message that can be shown: on one line, not too long, without the key', async (t) => {
    const body = { error: `\u001b[31mno svc_live_abc\n${'x'.repeat(2_000)}` };
    const { post } = await connect(t, [{ status: 400, body }], { apiKey: 'svc_live_abc' });
    await assert.rejects(post(), fails(400, ` [31mno [key] ${'x'.repeat(986)}…`));
  });
});

describe('an aborted signal', () => {
  const reason = new Error('enough');

  test('ends a wait at once, with its reason', async (t) => {
    const { url } = await startPlannedServer(t, [limited]);
    const ending = new AbortController();
    const connection = new Connection({ baseUrl: url, maxWaitMs: 1e6, onRetry: () => ending.abort(reason) });
    await assert.rejects(connection.send('POST', 'v1/run', {}, { signal: ending.signal }), reason);
  });

  test('ends a request at once, and no other', async (t) => {
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

  test('sends nothing if it was so before', async (t) => {
    const { connection, requests } = await connect(t, [done]);
    await assert.rejects(connection.send('POST', 'v1/run', {}, { signal: AbortSignal.abort(reason) }), reason);
    assert.equal(requests.length, 0);
  });

  test('and one that lives on is let go of', async (t) => {
    const { url } = await startPlannedServer(t, [limited, done]);
    const connection = new Connection({ baseUrl: url });
    const { signal } = new AbortController();
    await connection.send('POST', 'v1/run', {}, { signal });
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });
});
