import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startTestGateway, type TestAnswer } from '../support/gateway.js';
import { answerTo } from '../support/raw-http.js';

const origin = 'https://app.example';
const service = await startTestGateway({ after }, { settings: { DAILY_QUOTA: '5' } });
const owner = service.key({ origins: [origin] });
const other = service.key({ origins: ['https://other.example'] });
const dev = service.key({ environment: 'dev' });
const work = { input: 'a', steps: ['upper-case'] };

const preflight = (from: string) =>
  service.request('OPTIONS', '/v1/run', { headers: { origin: from, 'access-control-request-method': 'POST' } });
const send = (from: string, key: string, body: unknown = work) =>
  service.request('POST', '/v1/run', { key, headers: { origin: from }, body });

function corsHeaders({ headers }: TestAnswer): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'));
}

const granted = {
  'access-control-allow-headers': 'Content-Type, x-api-key',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-origin': origin,
  vary: 'Origin',
};

describe('a preflight', () => {
  for (const path of ['/v1/run', '/v1/sanitize', '/v1/sort-dedupe']) {
    test(`${path}: allowed if any live key has the origin, without a key`, async () => {
      const answer = await service.request('OPTIONS', path, { headers: { origin } });
      assert.deepEqual([answer.status, answer.bytes.length], [204, 0]);
      assert.deepEqual(corsHeaders(answer), { ...granted, 'access-control-max-age': '600' });
    });
  }

  test('from a development server is allowed', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      for (const port of [3000, 5173]) assert.equal((await preflight(`http://${host}:${port}`)).status, 204);
    }
  });

  test('stops being allowed when the last key with the origin is revoked', async () => {
    const { key } = service.key({ origins: ['https://brief.example'] });
    assert.equal((await preflight('https://brief.example')).status, 204);
    service.gateway.keys.revoke(key.id);
    assert.equal((await preflight('https://brief.example')).status, 403);
  });

  const refused = [
    'null',
    'https://APP.example',
    'https://app.example.',
    'https://app.example:443',
    'https://app.example/',
    'https://u@app.example',
    'http://app.example',
    'https://app.example.evil.example',
    'https://evilapp.example',
    'https://sub.app.example',
    'http://localhost:3001',
    'https://localhost:3000',
    'http://localhost:3000.evil.example',
    '*',
  ];
  for (const from of refused) {
    test(`from ${from} is refused, without a CORS header`, async () => {
      const answer = await preflight(from);
      assert.deepEqual([answer.status, answer.json], [403, { error: 'Origin not allowed' }]);
      assert.deepEqual(corsHeaders(answer), {});
    });
  }

  test('without an origin is no preflight', async () => {
    const { status, headers } = await service.request('OPTIONS', '/v1/run');
    assert.deepEqual([status, headers.get('allow')], [204, 'POST, OPTIONS']);
  });
});

describe('a request', () => {
  test('from an origin of its own key is answered with the headers', async () => {
    const answer = await send(origin, owner.secret);
    assert.equal(answer.status, 200);
    assert.deepEqual(corsHeaders(answer), granted);
  });

  test('from an origin of another key is refused without them, and is not processed', async () => {
    const answer = await send(origin, other.secret);
    assert.deepEqual([answer.status, answer.json], [403, { error: 'Origin not allowed' }]);
    assert.deepEqual(corsHeaders(answer), {});
  });

  test('without an origin needs no list', async () => {
    const answer = await service.post('/v1/run', work, other.secret);
    assert.equal(answer.status, 200);
    assert.deepEqual(corsHeaders(answer), {});
  });

  test('from a development server works with dev keys only', async () => {
    assert.equal((await send('http://localhost:5173', dev.secret)).status, 200);
    assert.equal((await send('http://[::1]:3000', dev.secret)).status, 200);
    assert.equal((await send('http://localhost:5173', owner.secret)).status, 403);
  });

  test('with two origins is refused', async () => {
    const head = `POST /v1/run HTTP/1.1\r\nHost: a\r\nx-api-key: ${owner.secret}\r\nOrigin: ${origin}\r\nOrigin: ${origin}\r\n\r\n`;
    assert.equal((await answerTo(service.port, head)).status, 403);
  });
});

describe('errors can be read by the page as well', () => {
  test('400, 413, 415 with the headers of the key', async () => {
    const key = service.key({ origins: [origin] }).secret;
    const answers = [
      await send(origin, key, { steps: [] }),
      await send(origin, key, 'x'.repeat(8_388_609)),
      await service.request('POST', '/v1/run', { key, headers: { origin, 'content-type': 'text/plain' }, body: 'x' }),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 413, 415],
    );
    for (const answer of answers) assert.deepEqual(corsHeaders(answer), granted);
  });

  test('429 of the quota', async () => {
    const key = service.key({ origins: [origin] }).secret;
    for (let i = 0; i < 5; i++) await send(origin, key);
    const answer = await send(origin, key);
    assert.equal(answer.status, 429);
    assert.deepEqual(corsHeaders(answer), granted);
  });

  test('401 and 405 if some key has the origin, since the key is not known', async () => {
    for (const answer of [
      await send(origin, 'nonsense'),
      await service.request('GET', '/v1/run', { headers: { origin } }),
    ]) {
      assert.deepEqual(corsHeaders(answer), granted);
    }
    assert.deepEqual(corsHeaders(await send('https://foreign.example', 'nonsense')), {});
  });
});
