import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  mostWaiting,
  pausesMs,
  signedHeaders,
  WebhookDelivery,
  type WebhookTarget,
} from '#gateway/server/webhooks/delivery.js';
import { post } from '#gateway/server/webhooks/post.js';
import { cleanUpAfter } from '../../../support/cleanup.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const used = (limit: number) => ({ type: 'quota.80', data: { accountId: 'acc_a', used: limit, limit } }) as const;

/** A receiver that responds with what the test says, or not until then. */
function open() {
  const target = { url: 'https://hooks.example/token', secret };
  const clock = new ManualClock();
  const timers = new ManualTimers();
  const logged: [level: string, fields: Record<string, unknown>][] = [];
  const log = (level: string) => (fields: object) => void logged.push([level, { ...fields }]);
  const posts: {
    at: number;
    headers: Readonly<Record<string, string>>;
    body: string;
    settle: (status: number | Error) => void;
  }[] = [];
  const state: { target: WebhookTarget | undefined } = { target };
  const delivery = new WebhookDelivery({
    target: () => state.target,
    clock,
    timers,
    log: { info: log('info'), warn: log('warn'), error: log('error') },
    random: () => 0.5,
    post: (_, headers, body) =>
      new Promise((resolve, reject) => {
        const settle = (status: number | Error) => (typeof status === 'number' ? resolve(status) : reject(status));
        posts.push({ at: clock.now(), headers, body, settle });
      }),
  });
  /** Settles the newest attempt. */
  const settle = async (status: number | Error) => {
    posts.at(-1)?.settle(status);
    for (let turn = 0; turn < 3; turn++) await nextTurn();
  };
  const pass = (ms: number) => {
    clock.advance(ms);
    timers.pass(ms);
  };
  return { clock, logged, posts, state, delivery, settle, pass };
}

describe('the signature', () => {
  test('is that of the examples of Standard Webhooks', () => {
    // As its libraries have it: https://github.com/standard-webhooks/standard-webhooks.
    const headers = signedHeaders(
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      '{"test": 2432232314}',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      1_614_265_330_999,
    );
    assert.deepEqual(headers, {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });
});

describe('an event', () => {
  test('is sent once, signed with the time of the attempt', async () => {
    const { delivery, posts, settle, clock, logged } = open();
    delivery.send(used(8));
    const [sent] = posts;
    assert.ok(sent !== undefined);
    const { headers, body } = sent;
    assert.deepEqual(JSON.parse(body), {
      type: 'quota.80',
      timestamp: '2030-01-01T12:00:30.000Z',
      data: { accountId: 'acc_a', used: 8, limit: 8 },
    });
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
    assert.match(id ?? '', /^msg_[\da-f]{32}$/);
    assert.equal(timestamp, String(clock.now() / 1_000));
    const key = Buffer.from(secret.slice(6), 'base64');
    assert.equal(signature, `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`);
    await settle(204);
    assert.deepEqual([posts.length, delivery.waiting, delivery.results.delivered], [1, 0, 1]);
    assert.deepEqual(logged, [['info', { event: 'quota.80', id, attempts: 1 }]]);
  });

  test('that cannot be sent is sent again after growing pauses, with its id and a new signature, and then given up', async () => {
    const { delivery, posts, settle, pass, logged } = open();
    delivery.send(used(8));
    const failures = [500, 404, 301, 429, new Error('connect ECONNREFUSED'), 199, 300, 503, 400, 500] as const;
    for (const [index, failure] of failures.entries()) {
      await settle(failure);
      assert.equal(posts.length, index + 1);
      // With half of the jitter.
      const pause = (pausesMs[index] ?? 0) * 1.1;
      pass(pause - 1);
      assert.equal(posts.length, index + 1);
      pass(1);
    }
    assert.deepEqual(
      [posts.length, delivery.waiting, delivery.results],
      [10, 0, { delivered: 0, failed: 1, dropped: 0 }],
    );
    assert.equal(new Set(posts.map(({ headers, body }) => headers['webhook-id'] + body)).size, 1);
    assert.equal(new Set(posts.map(({ headers }) => headers['webhook-signature'])).size, 10);
    // The path may have a token, and what the receiver said may be long.
    assert.deepEqual(
      logged.map(([level, { host, reason, attempts }]) => [level, host, reason, attempts]),
      [
        ['warn', 'hooks.example', 'The response was 500', undefined],
        ['error', 'hooks.example', 'The response was 500', 10],
      ],
    );
    assert.doesNotMatch(JSON.stringify(logged), /token|whsec/);
  });

  test('that waits for its next attempt does not hold up others', async () => {
    const { delivery, posts, settle, pass } = open();
    delivery.send(used(1));
    await settle(500);
    delivery.send(used(2));
    delivery.send(used(3));
    assert.equal(posts.length, 2);
    await settle(200);
    await settle(200);
    pass(5_500);
    await settle(200);
    assert.deepEqual(
      posts.map(({ body }) => (JSON.parse(body) as { data: { limit: number } }).data.limit),
      [1, 2, 3, 1],
    );
    assert.equal(delivery.results.delivered, 3);
  });

  test('beyond the longest queue takes the place of the oldest, which is counted and logged once', async () => {
    const { delivery, posts, settle, logged } = open();
    for (let limit = 1; limit <= mostWaiting + 3; limit++) delivery.send(used(limit));
    assert.deepEqual([delivery.waiting, delivery.results.dropped, logged.length], [mostWaiting, 3, 1]);
    // The attempt that was under way with one of them.
    await settle(500);
    assert.deepEqual([posts.length, delivery.waiting], [2, mostWaiting]);
  });

  test('is not sent without a target, and what waits is gone once there is none', async () => {
    const { delivery, posts, state, settle, pass } = open();
    delivery.send(used(1));
    delivery.send(used(2));
    state.target = undefined;
    delivery.send(used(3));
    await settle(500);
    assert.deepEqual([posts.length, delivery.waiting, delivery.isWanted], [1, 0, false]);
    pass(86_400_000);
    assert.equal(posts.length, 1);
  });

  test('is not sent after a stop, which says how many were not', async () => {
    const { delivery, posts, settle, pass, logged } = open();
    delivery.send(used(1));
    await settle(500);
    delivery.stop();
    delivery.send(used(2));
    pass(86_400_000);
    assert.equal(posts.length, 1);
    assert.deepEqual(logged.at(-1), ['warn', { events: 1 }]);
  });
});

describe('a POST', () => {
  test('follows no redirect, does not read the response, and fails with a sentence', async (t) => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers['content-type']} ${request.headers['x-a']}`);
      if (request.url === '/hang-up') request.socket.destroy();
      else response.writeHead(302, { location: '/elsewhere' }).write('x');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUpAfter(t, () => void server.close());
    const { port } = server.address() as { port: number };
    assert.equal(await post(`http://127.0.0.1:${port}/in?a=b`, { 'x-a': 'b' }, '{}'), 302);
    await assert.rejects(post(`http://127.0.0.1:${port}/hang-up`, {}, '{}'), /^Error: socket hang up$/);
    assert.deepEqual(seen, ['POST /in?a=b application/json b', 'POST /hang-up application/json undefined']);
  });
});
