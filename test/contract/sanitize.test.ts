import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { overEachServer, sharedTestGateway } from '../support/gateway.js';

overEachServer(async (_start, httpServer) => {
  const service = await sharedTestGateway(httpServer);
  const key = (await service.key()).secret;

  const sanitize = (body: unknown) => service.post('/v1/sanitize', body, key);
  const tracked = 'https://example.com/p?id=1&utm_source=x';
  const clean = 'https://example.com/p?id=1';

  describe('POST /v1/sanitize responds with 200', () => {
    const cases: [name: string, body: unknown, sanitized: string[]][] = [
      ['a list', { urls: [tracked, 'https://a.example/?fbclid=1'] }, [clean, 'https://a.example/']],
      ['a single URL', { url: tracked }, [clean]],
      ['lines, blank ones skipped', { input: `${tracked}\r\n\n  ${tracked}  \r` }, [clean, clean]],
      ['an empty element keeps its place', { urls: ['', tracked] }, ['', clean]],
      [
        'options',
        { url: 'https://e.example/?ref=1&X=2', keepParams: ['ref'], extraParams: ['x'], ignoreCase: true },
        ['https://e.example/?ref=1'],
      ],
      [
        'redirectors, opened only on request',
        { url: `https://l.facebook.com/l.php?u=${encodeURIComponent(tracked)}&h=1`, unwrap: true },
        [clean],
      ],
      [
        'redirectors to a private address stay',
        { url: 'https://l.facebook.com/l.php?u=http%3A%2F%2F127.0.0.1%2F&h=1', unwrap: true },
        ['https://l.facebook.com/l.php?u=http%3A%2F%2F127.0.0.1%2F&h=1'],
      ],
      ['500 URLs', { urls: Array(500).fill(tracked) }, Array(500).fill(clean)],
    ];
    for (const [name, body, sanitized] of cases) {
      test(name, async () => {
        const { status, json } = await sanitize(body);
        assert.deepEqual([status, json], [200, { sanitized, count: sanitized.length }]);
      });
    }

    test('explain names the redirectors that were opened, and then what was removed', async () => {
      const url = `https://l.facebook.com/l.php?u=${encodeURIComponent(tracked)}`;
      assert.deepEqual((await sanitize({ url, unwrap: true, explain: true })).json, {
        sanitized: [clean],
        count: 1,
        removed: [
          [
            { name: 'l.facebook.com', list: 'redirector', rule: 'facebook' },
            { name: 'utm_source', list: 'standard', rule: 'utm' },
          ],
        ],
      });
    });

    test('1,000,000 characters', async () => {
      const url = `https://example.com/?utm_source=${'x'.repeat(1_000_000 - 32)}`;
      assert.deepEqual((await sanitize({ url })).json, { sanitized: ['https://example.com/'], count: 1 });
    });
  });

  describe('POST /v1/sanitize responds with 400', () => {
    const cases: [message: string, body: unknown][] = [
      ['No URLs provided', {}],
      ['No URLs provided', { urls: [] }],
      ['No URLs provided', { url: '' }],
      ['No URLs provided', { input: ' \n\t\n' }],
      ['No URLs provided', { urls: ['', ' '] }],
      ['Provide only one of urls, url, input', { url: tracked, input: tracked }],
      ['Too many URLs: 501 (maximum 500)', { urls: Array(501).fill('a') }],
      ['Too many URLs: 501 (maximum 500)', { input: Array(501).fill('a').join('\n') }],
      ['Input too large: 1000001 characters (maximum 1000000)', { url: 'a'.repeat(1_000_001) }],
      ['Input too large: 1000002 characters (maximum 1000000)', { urls: ['a'.repeat(500_001), 'b'.repeat(500_001)] }],
      ['urls must be an array', { urls: 'a' }],
      ['urls[1] must be a string', { urls: ['a', 1] }],
      ['profile must be one of: standard, conservative, extended, careful', { url: 'a', profile: 'strict' }],
      ['unwrap must be a boolean', { url: 'a', unwrap: 1 }],
      ['Unknown field: url s', { 'url s': [] }],
      ['Invalid JSON body', '{'],
    ];
    for (const [message, body] of cases) {
      test(`${message}: ${JSON.stringify(body).slice(0, 60)}`, async () => {
        const { status, json } = await sanitize(body);
        assert.deepEqual([status, json], [400, { error: message }]);
      });
    }
  });
});
