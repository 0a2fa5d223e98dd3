import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { overEachServer } from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';
import { answerTo } from '../support/raw-http.js';

overEachServer(async (startTestGateway) => {
  const clock = new ManualClock();
  const settings = { DAILY_QUOTA: '3' };
  const service = await startTestGateway({ after }, { clock, settings });
  const work = { input: 'a', steps: ['upper-case'] };

  async function usedBy(accountId: string): Promise<number> {
    const headers = { 'x-admin-token': 'the-admin-token-of-tests' };
    const { json } = await service.request('GET', `/accounts/${accountId}/usage`, { headers });
    return (json as { used: number }).used;
  }

  describe('401', () => {
    const cases: [name: string, header: string, message: string][] = [
      ['no key', '', 'Missing API key'],
      ['an empty key', 'x-api-key:\r\n', 'Missing API key'],
      ['an unknown key', `x-api-key: svc_live_${'a'.repeat(32)}\r\n`, 'Invalid API key'],
      ['no key at all', 'x-api-key: hello\r\n', 'Invalid API key'],
    ];
    for (const [name, header, message] of cases) {
      for (const path of ['/v1/run', '/v1/sanitize', '/v1/sort-dedupe']) {
        test(`${path}, ${name}: ${message}`, async () => {
          const { status, body } = await answerTo(service.port, `POST ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\n`);
          assert.deepEqual([status, JSON.parse(body)], [401, { error: message }]);
        });
      }
    }

    test('two keys in one request are none', async () => {
      const { secret } = service.key();
      const header = `x-api-key: ${secret}\r\n`;
      const { status } = await answerTo(service.port, `POST /v1/run HTTP/1.1\r\nHost: a\r\n${header}${header}\r\n`);
      assert.equal(status, 401);
    });

    test('a revoked key, from the next request on', async () => {
      const { key, secret } = service.key();
      assert.equal((await service.post('/v1/run', work, secret)).status, 200);
      service.gateway.keys.revoke(key.id);
      assert.deepEqual((await service.post('/v1/run', work, secret)).json, { error: 'Invalid API key' });
    });

    test('a secret that has run out after a rotation', async () => {
      const { key, secret } = service.key();
      service.gateway.keys.rotate(key.id, 60);
      assert.equal((await service.post('/v1/run', work, secret)).status, 200);
      clock.advance(60_000);
      assert.deepEqual((await service.post('/v1/run', work, secret)).json, { error: 'Invalid API key' });
    });
  });

  describe('what is checked before the quota costs none', () => {
    const foreign = { origin: 'https://foreign.example' };
    const text = { 'content-type': 'text/plain' };

    test('a method that is not there tells those that are', async () => {
      const { status, headers, json } = await service.request('GET', '/v1/run', {
        headers: { 'x-api-key': 'nonsense', ...foreign },
      });
      assert.deepEqual([status, headers.get('allow'), json], [405, 'POST, OPTIONS', { error: 'Method not allowed' }]);
    });

    test('401, 403 and 429 cost no quota; what got past them does, also when it fails', async () => {
      const { key: counted, secret: countedSecret } = service.key();
      await service.request('POST', '/v1/run', { key: countedSecret, headers: foreign, body: work });
      assert.equal(await usedBy(counted.accountId), 0);
      await service.post('/v1/run', work, countedSecret);
      await service.post('/v1/run', { input: 'a', steps: [] }, countedSecret);
      await service.request('POST', '/v1/run', { key: countedSecret, headers: text, body: 'x' });
      assert.equal(await usedBy(counted.accountId), 3);
      assert.equal((await service.post('/v1/run', work, countedSecret)).status, 429);
      assert.equal(await usedBy(counted.accountId), 3);
    });
  });
});
