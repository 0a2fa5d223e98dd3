import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { author } from '../support/author.js';
import { overEachServer } from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';
import { responseTo } from '../support/raw-http.js';

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
          const { status, body } = await responseTo(service.port, `POST ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\n`);
          assert.deepEqual([status, JSON.parse(body)], [401, { error: message }]);
        });
      }
    }

    test('neither scheme nor token: Missing API key', async () => {
      for (const authorization of ['Bearer', 'Bearer  ', 'Basic abc', 'Bearerabc']) {
        const { status, json } = await service.request('POST', '/v1/run', { headers: { authorization }, body: work });
        assert.deepEqual([status, json], [401, { error: 'Missing API key' }], authorization);
      }
    });

    test('two keys in one request', async () => {
      const { secret } = await service.key();
      const header = `x-api-key: ${secret}\r\n`;
      const { status } = await responseTo(service.port, `POST /v1/run HTTP/1.1\r\nHost: a\r\n${header}${header}\r\n`);
      assert.equal(status, 401);
    });

    test('a revoked key, from the next request on', async () => {
      const { key, secret } = await service.key();
      assert.equal((await service.post('/v1/run', work, secret)).status, 200);
      await service.gateway.keys.revoke(key.id, author);
      assert.deepEqual((await service.post('/v1/run', work, secret)).json, { error: 'Invalid API key' });
    });

    test('a rotated secret whose grace period has expired', async () => {
      const { key, secret } = await service.key();
      await service.gateway.keys.rotate(key.id, 60, author);
      assert.equal((await service.post('/v1/run', work, secret)).status, 200);
      clock.advance(60_000);
      assert.deepEqual((await service.post('/v1/run', work, secret)).json, { error: 'Invalid API key' });
    });
  });

  describe('a key as Authorization: Bearer (RFC 6750)', () => {
    const send = (path: string, headers: Record<string, string>, body: object) =>
      service.request('POST', path, { headers, body });
    const bodies = { '/v1/run': work, '/v1/sanitize': { url: 'a' }, '/v1/sort-dedupe': { lines: ['a'] } };

    for (const [path, body] of Object.entries(bodies)) {
      test(`${path} takes it in place of x-api-key, whatever the case of the scheme`, async () => {
        const { key, secret } = await service.key();
        for (const scheme of ['Bearer', 'bearer', 'BEARER ']) {
          assert.equal((await send(path, { authorization: `${scheme} ${secret}` }, body)).status, 200, scheme);
        }
        assert.equal(await usedBy(key.accountId), 3);
      });
    }

    test('together with x-api-key, both must be the same key', async () => {
      const { key, secret } = await service.key();
      const other = await service.key();
      const same = await send('/v1/run', { 'x-api-key': secret, authorization: `Bearer ${secret}` }, work);
      assert.equal(same.status, 200);
      for (const authorization of [`Bearer ${other.secret}`, 'Bearer nonsense']) {
        const { status, json } = await send('/v1/run', { 'x-api-key': secret, authorization }, work);
        assert.deepEqual([status, json], [401, { error: 'Invalid API key' }], authorization);
      }
      assert.deepEqual([await usedBy(key.accountId), await usedBy(other.key.accountId)], [1, 0]);
    });

    test('another scheme together with x-api-key is ignored', async () => {
      const { secret } = await service.key();
      assert.equal((await send('/v1/run', { 'x-api-key': secret, authorization: 'Basic dTpw' }, work)).status, 200);
    });

    test('revocation and the origin check apply as in x-api-key', async () => {
      const { key, secret } = await service.key();
      const authorization = `Bearer ${secret}`;
      const foreignResponse = await send('/v1/run', { authorization, origin: 'https://foreign.example' }, work);
      assert.deepEqual([foreignResponse.status, foreignResponse.json], [403, { error: 'Origin not allowed' }]);
      await service.gateway.keys.revoke(key.id, author);
      assert.equal((await send('/v1/run', { authorization }, work)).status, 401);
    });
  });

  describe('a request that fails a check before the quota costs no quota', () => {
    const foreign = { origin: 'https://foreign.example' };
    const text = { 'content-type': 'text/plain' };

    test('an unsupported method gets the supported ones in Allow', async () => {
      const { status, headers, json } = await service.request('GET', '/v1/run', {
        headers: { 'x-api-key': 'nonsense', ...foreign },
      });
      assert.deepEqual([status, headers.get('allow'), json], [405, 'POST, OPTIONS', { error: 'Method not allowed' }]);
    });

    test('401, 403 and 429 cost no quota; a request that passes them does, even if it fails later', async () => {
      const { key: counted, secret: countedSecret } = await service.key();
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
