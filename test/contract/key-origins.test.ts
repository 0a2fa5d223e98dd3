import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { overEachServer, sharedTestGateway } from '../support/gateway.js';
import { operatorOf } from '../support/operator.js';

overEachServer(async (_start, httpServer) => {
  const service = await sharedTestGateway(httpServer);
  const { admin, created } = operatorOf(service);
  const work = { input: 'a', steps: ['upper-case'] };

  describe('PUT /keys/{id}/origins', () => {
    test('replaces the origins, from the next request on', async () => {
      const { id, key } = await created({ plan: 'pro', origins: ['https://old.example'] });
      const from = (origin: string) => service.request('POST', '/v1/run', { key, headers: { origin }, body: work });
      assert.equal((await from('https://old.example')).status, 200);
      const { status } = await admin('PUT', `/keys/${id}/origins`, { origins: ['https://new.example:8443'] });
      assert.equal(status, 200);
      assert.equal((await from('https://old.example')).status, 403);
      assert.equal((await from('https://new.example:8443')).status, 200);
    });

    test('origins are stored as browsers write them, without duplicates', async () => {
      const { id } = await created();
      const origins = [
        'HTTPS://A.Example:443',
        'https://a.example',
        'http://[0:0:0:0:0:0:0:1]:3000',
        'https://bücher.example',
      ];
      const { json } = await admin('PUT', `/keys/${id}/origins`, { origins });
      const expected = ['https://a.example', 'http://[::1]:3000', 'https://xn--bcher-kva.example'];
      assert.deepEqual((json as { origins: string[] }).origins, expected);
      const emptied = await admin('PUT', `/keys/${id}/origins`, { origins: [] });
      assert.deepEqual((emptied.json as { origins: string[] }).origins, []);
    });
  });

  describe('PUT /keys/{id}/origins refuses these, and changes nothing', () => {
    const form = 'must be an origin of the form scheme://host[:port]';
    const end = 'must end after the host or port: no path, no query, not even a final slash';
    const host = 'must have a valid host name or address, and a port from 0 to 65535 if any';
    const wildcard = 'must not contain a wildcard: name each origin';
    const login = 'must not contain a user name or password';
    const scheme = 'must begin with http:// or https://';
    const refused: [origin: string, reason: string][] = [
      ['', form],
      ['null', form],
      ['example.com', form],
      ['//a.example', form],
      ['https:a.example', form],
      [' https://a.example', form],
      ['*', wildcard],
      ['https://*.example', wildcard],
      ['ftp://a.example', scheme],
      ['file:///etc', scheme],
      ['https://u@a.example', login],
      ['https://u:p@a.example', login],
      ['https://a.example/', end],
      ['https://a.example/path', end],
      ['https://a.example?', end],
      ['https://a.example#', end],
      ['https://a.example\\', end],
      ['https://', host],
      ['https://a.example:', host],
      ['https://a.example:65536', host],
      ['https://a.example:x', host],
      ['https://a b.example', host],
      ['https://a.example\n', host],
      ['https://[::1', host],
      [`https://${'a'.repeat(300)}`, 'must have at most 300 characters'],
    ];
    for (const [origin, reason] of refused) {
      test(JSON.stringify(origin.slice(0, 40)), async () => {
        const { id } = await created({ plan: 'pro', origins: ['https://kept.example'] });
        const { status, json } = await admin('PUT', `/keys/${id}/origins`, {
          origins: ['https://good.example', origin],
        });
        assert.deepEqual([status, json], [400, { error: `origins[1] ${reason}` }]);
        const { origins } = (await admin('GET', `/keys/${id}`)).json as { origins: string[] };
        assert.deepEqual(origins, ['https://kept.example']);
      });
    }

    for (const [message, body] of [
      ['origins is required', {}],
      ['origins must be an array', { origins: 'https://a.example' }],
      ['origins[0] must be a string', { origins: [1] }],
      ['Unknown field: origin', { origins: [], origin: 'https://a.example' }],
    ] as const) {
      test(message, async () => {
        const { id } = await created();
        const { status, json } = await admin('PUT', `/keys/${id}/origins`, body);
        assert.deepEqual([status, json], [400, { error: message }]);
      });
    }
  });
});
