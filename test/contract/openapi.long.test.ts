import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import type { OpenApiDocument } from '#gateway/server/endpoints/openapi/types.js';
import {
  adminToken,
  faultyTools,
  overEachServer,
  type RequestOptions,
  sendRequest,
  startTestGateway,
} from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';
import { DocumentCheck } from '../support/openapi.js';
import { RawConnection, responseTo } from '../support/raw-http.js';
import { signInWithLink } from '../support/sessions.js';

const token = { 'x-admin-token': adminToken };
const foreign = { origin: 'https://foreign.example' };

describe('the OpenAPI document', async () => {
  const service = await startTestGateway(
    { after },
    {
      settings: { MAX_BODY_BYTES: '1200000', FREE_TIER: 'true' },
      toolDirectories: [toolsDirectory, faultyTools],
    },
  );
  // From a gateway without the faulty tools, which the document must not describe.
  const clock = new ManualClock();
  const plain = await startTestGateway({ after }, { clock });
  const { json } = await plain.request('GET', '/docs/openapi-full.json');
  const document = json as OpenApiDocument;
  const check = new DocumentCheck(document);
  const { secret, key } = await service.key({ origins: ['https://app.example'] });

  /** Sends a request, and checks the response against the document. */
  async function provoke(method: string, template: string, options: RequestOptions & { id?: string; query?: string }) {
    const { id = key.id, query = '' } = options;
    const path = template.replace(/\{(?:slug|id|name)\}/, id) + query;
    const response = await raw(method, path, options);
    check.response(method, template, response);
    return response;
  }

  /** Unlike the clients of other tests, this one accepts bodies that are not JSON. */
  async function raw(method: string, path: string, { key: apiKey, headers = {}, body }: RequestOptions) {
    const response = await fetch(service.url + path, {
      method,
      headers: {
        'accept-encoding': 'identity',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes };
  }

  for (const path of ['/openapi.json', '/docs/openapi-full.json']) {
    describe(`GET ${path}`, async () => {
      const { json: served, bytes, headers } = await plain.request('GET', path);

      test('is public, with an ETag and 304, and has the length that HEAD gives', async () => {
        const etag = headers.get('etag') ?? '';
        assert.equal((served as OpenApiDocument).info.version, '1.4.0');
        assert.match(etag, /^"[\w-]{22}"$/);
        assert.equal(headers.get('access-control-allow-origin'), '*');
        assert.equal(headers.get('cache-control'), 'no-cache');
        const again = await plain.request('GET', path, { headers: { 'if-none-match': etag } });
        assert.deepEqual([again.status, again.bytes.length], [304, 0]);
        const head = await plain.request('HEAD', path);
        assert.deepEqual(
          [head.status, head.headers.get('content-length'), head.bytes.length],
          [200, String(bytes.length), 0],
        );
      });

      test('is compressed for clients that accept gzip', async () => {
        const request = `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n`;
        const response = await responseTo(plain.port, request);
        assert.deepEqual(
          [response.headers.get('content-encoding'), response.headers.get('vary')],
          ['gzip', 'Accept-Encoding'],
        );
        assert.deepEqual(gunzipSync(response.bytes), Buffer.from(bytes));
      });

      test('a preflight is allowed for any origin', async () => {
        const preflight = await plain.request('OPTIONS', path, { headers: foreign });
        assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [204, '*']);
        assert.equal(preflight.headers.get('access-control-allow-methods'), 'GET, HEAD, OPTIONS');
      });
    });
  }

  describe('the examples of the operations return the documented results', () => {
    for (const path of ['/v1/run', '/v1/sanitize', '/v1/sort-dedupe']) {
      const post = document.paths[path]?.post;
      const response = post?.responses[200];
      const requests = post?.requestBody?.content['application/json']?.examples ?? {};
      const responses =
        response && 'content' in response ? response.content?.['application/json']?.examples : undefined;
      assert.ok(Object.keys(requests).length >= 3);
      assert.deepEqual(Object.keys(requests), Object.keys(responses ?? {}));
      for (const [name, { value }] of Object.entries(requests)) {
        test(`${path}: ${name}`, async () => {
          assert.ok(check.allowsBody('POST', path, value));
          const { status, bytes } = await provoke('POST', path, { key: secret, body: value });
          assert.equal(status, 200);
          const result: unknown = JSON.parse(bytes.toString(), (field, member) =>
            field === 'processingTimeMs' || field === 'ms' ? 0 : (member as unknown),
          );
          assert.deepEqual(result, responses?.[name]?.value);
        });
      }
    }
  });

  describe('successful responses of every endpoint match the document', async () => {
    const { key: spare } = await service.key();
    const cases: [method: string, path: string, options: Parameters<typeof provoke>[2], status: number][] = [
      ['OPTIONS', '/v1/run', {}, 204],
      ['OPTIONS', '/v1/sanitize', { headers: { origin: 'https://app.example' } }, 204],
      ['OPTIONS', '/v1/sort-dedupe', { headers: { origin: 'http://localhost:3000' } }, 204],
      ['GET', '/v1/tools/{slug}', { id: 'find-replace' }, 200],
      ['OPTIONS', '/v1/tools/{slug}', { id: 'find-replace' }, 204],
      ['HEAD', '/v1/tools/{slug}', { id: 'find-replace' }, 200],
      ['GET', '/v1/tools/{slug}', { id: 'trim-lines', headers: { 'if-none-match': '*' } }, 304],
      ['OPTIONS', '/v1/tools', {}, 204],
      ['GET', '/docs', {}, 200],
      ['HEAD', '/docs', {}, 200],
      ['GET', '/docs', { headers: { 'if-none-match': '*' } }, 304],
      ['GET', '/console/', {}, 200],
      ['HEAD', '/console/', {}, 200],
      ['GET', '/favicon.svg', {}, 200],
      ['HEAD', '/favicon.svg', {}, 200],
      ['GET', '/favicon.svg', { headers: { 'if-none-match': '*' } }, 304],
      ['GET', '/console/', { headers: { 'if-none-match': '*' } }, 304],
      ['OPTIONS', '/openapi.json', {}, 204],
      ['OPTIONS', '/docs/openapi-full.json', {}, 204],
      ['POST', '/mcp', { key: secret, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }, 200],
      ['POST', '/mcp', { key: secret, body: { jsonrpc: '2.0', method: 'notifications/initialized' } }, 202],
      ['OPTIONS', '/mcp', {}, 204],
      ['GET', '/v1/usage', { key: secret }, 200],
      ['GET', '/v1/usage', { headers: { authorization: `Bearer ${secret}` } }, 200],
      ['HEAD', '/v1/usage', { key: secret }, 200],
      ['OPTIONS', '/v1/usage', { headers: { origin: 'https://app.example' } }, 204],
      ['POST', '/keys', { headers: token, body: { plan: 'pro' } }, 201],
      ['POST', '/keys', { headers: token, body: { plan: 'pro', environment: 'dev', label: 'a', origins: [] } }, 201],
      ['GET', '/keys', { headers: token, query: '?limit=1' }, 200],
      ['HEAD', '/keys', { headers: token }, 200],
      ['GET', '/keys/{id}', { headers: token }, 200],
      ['HEAD', '/keys/{id}', { headers: token }, 200],
      ['POST', '/keys/{id}/rotate', { headers: token, id: spare.id }, 200],
      ['POST', '/keys/{id}/rotate', { headers: token, id: spare.id, body: { graceSeconds: 60 } }, 200],
      ['PUT', '/keys/{id}/origins', { headers: token, id: spare.id, body: { origins: ['https://b.example'] } }, 200],
      ['PUT', '/keys/{id}/label', { headers: token, id: spare.id, body: { label: 'nightly import' } }, 200],
      ['PUT', '/keys/{id}/label', { headers: token, id: spare.id, body: { label: null } }, 200],
      [
        'PUT',
        '/keys/{id}/limits',
        { headers: token, id: spare.id, body: { operations: ['run'], expiresAt: '2999-01-01T00:00:00Z' } },
        200,
      ],
      ['PUT', '/keys/{id}/enabled', { headers: token, id: spare.id, body: { enabled: false } }, 200],
      ['POST', '/keys', { headers: token, body: { plan: 'pro', burstPerMinute: 0, addresses: ['::/0'] } }, 201],
      ['DELETE', '/keys/{id}', { headers: token, id: spare.id }, 200],
      ['POST', '/accounts', { headers: token, body: { plan: 'pro', name: 'a', externalId: 'b', dailyQuota: 0 } }, 201],
      ['GET', '/accounts/{id}', { headers: token, id: spare.accountId }, 200],
      ['HEAD', '/accounts/{id}', { headers: token, id: spare.accountId }, 200],
      ['PUT', '/accounts/{id}/name', { headers: token, id: spare.accountId, body: { name: null } }, 200],
      ['PUT', '/accounts/{id}/limits', { headers: token, id: spare.accountId, body: { burstPerMinute: 5 } }, 200],
      ['PUT', '/accounts/{id}/enabled', { headers: token, id: spare.accountId, body: { enabled: true } }, 200],
      ['GET', '/accounts', { headers: token, query: '?limit=1' }, 200],
      ['HEAD', '/accounts', { headers: token }, 200],
      ['GET', '/accounts/{id}/usage', { headers: token, id: spare.accountId }, 200],
      ['HEAD', '/accounts/{id}/usage', { headers: token, id: spare.accountId }, 200],
      ['GET', '/usage/days', { headers: token, query: '?by=key' }, 200],
      ['GET', '/healthz', {}, 200],
      ['HEAD', '/healthz', {}, 200],
      ['GET', '/readyz', {}, 200],
      ['HEAD', '/readyz', {}, 200],
      ['GET', '/metrics', { headers: token }, 200],
      ['HEAD', '/metrics', { headers: token }, 200],
      ['GET', '/cluster', { headers: token }, 200],
      ['HEAD', '/cluster', { headers: token }, 200],
    ];
    for (const [method, path, options, status] of cases) {
      test(`${method} ${path} ${status}`, async () => {
        if (options.body !== undefined) assert.ok(check.allowsBody(method, path, options.body));
        assert.equal((await provoke(method, path, options)).status, status);
      });
    }

    test('GET / leads to the console', async () => {
      const home = await fetch(`${service.url}/`, { redirect: 'manual' });
      assert.equal(home.headers.get('location'), '/console/');
      const bytes = Buffer.from(await home.arrayBuffer());
      check.response('GET', '/', { status: home.status, headers: home.headers, bytes });
    });

    test('the catalogue and the OpenAPI documents, for all tools', async () => {
      for (const path of ['/v1/tools', '/openapi.json', '/docs/openapi-full.json']) {
        check.response('GET', path, await plain.request('GET', path));
        check.response('HEAD', path, await plain.request('HEAD', path));
      }
    });

    test('an account with a quota', async () => {
      plain.change({ DAILY_QUOTA: '5' });
      const { key, secret: limitedSecret } = await plain.key();
      for (let i = 0; i < 6; i++) await plain.post('/v1/run', { input: '', steps: ['trim-lines'] }, limitedSecret);
      const response = await plain.request('GET', `/accounts/${key.accountId}/usage`, { headers: token });
      assert.equal((response.json as { history: unknown[] }).history.length, 2);
      check.response('GET', '/accounts/{id}/usage', response);
      const own = await plain.request('GET', '/v1/usage', { key: limitedSecret });
      assert.equal(typeof (own.json as { freeAt: unknown }).freeAt, 'string');
      check.response('GET', '/v1/usage', own);
      check.response('GET', '/accounts', await plain.request('GET', '/accounts', { headers: token }));
      plain.change({});
    });
  });

  describe('a body that the request schema allows is accepted, and one that it forbids is refused', () => {
    const long = 'a'.repeat(500_001);
    /** Errors that no schema can express: the text is too long, or it does not suit the tool. */
    const beyondSchema = true;
    const cases: [path: string, body: unknown, message: RegExp, beyondSchema?: boolean][] = [
      ['/v1/run', [], /^Request body must be/],
      ['/v1/run', { steps: ['trim-lines'] }, /^input is required$/],
      ['/v1/run', { input: 1, steps: ['trim-lines'] }, /^input must be a string$/],
      ['/v1/run', { input: '', steps: [] }, /^No steps/],
      ['/v1/run', { input: '', steps: Array(26).fill('trim-lines') }, /^Too many steps/],
      ['/v1/run', { input: long, steps: ['trim-lines'] }, /^Input too large/, beyondSchema],
      ['/v1/run', { input: '', steps: ['foo'] }, /^Unknown tool: foo$/],
      ['/v1/run', { input: '', steps: ['uppercase'] }, /Did you mean/],
      ['/v1/run', { input: '', steps: [1] }, /^steps\[0\] must/],
      ['/v1/run', { input: '', steps: ['find-replace'] }, /^steps\[0\].config.find is required$/],
      ['/v1/run', { input: '', steps: [{ toolSlug: 'find-replace' }] }, /config.find is required$/],
      ['/v1/run', { input: '', steps: [{ toolSlug: 'trim-lines', conf: {} }] }, /^Unknown field: steps/],
      ['/v1/run', { input: '', steps: [{ toolSlug: 'trim-lines', config: { sides: 1 } }] }, /^Unknown option for trim/],
      ['/v1/run', { input: '', steps: [{ toolSlug: 'trim-lines', config: { side: 'top' } }] }, /must be one of/],
      ['/v1/run', { input: '{', steps: ['json-formatter'] }, /^Step 1 \(json-formatter\) failed/, beyondSchema],
      ['/v1/run', { input: '', steps: ['trim-lines'], step: 1 }, /^Unknown field: step$/],
      ['/v1/sanitize', {}, /^No URLs/],
      ['/v1/sanitize', { url: ' ' }, /^No URLs/],
      ['/v1/sanitize', { input: '\n' }, /^No URLs/],
      ['/v1/sanitize', { urls: ['', ' '] }, /^No URLs/],
      ['/v1/sanitize', { urls: [1] }, /^urls\[0\] must be a string$/],
      ['/v1/sanitize', { urls: ['a'], url: 'b' }, /^Provide only one of urls, url, input$/],
      ['/v1/sanitize', { urls: Array(501).fill('a') }, /^Too many URLs/],
      ['/v1/sanitize', { urls: ['a'], profile: 'none' }, /^profile must be one of/],
      ['/v1/sanitize', { url: long.repeat(2) }, /^Input too large/, beyondSchema],
      ['/v1/sort-dedupe', { lines: [] }, /^No lines/],
      ['/v1/sort-dedupe', { input: '' }, /^No lines/],
      ['/v1/sort-dedupe', { lines: ['a'], input: 'b' }, /^Provide only one of lines, input$/],
      ['/v1/sort-dedupe', { lines: Array(5_001).fill('a') }, /^Too many lines/],
      ['/v1/sort-dedupe', { lines: ['a'], direction: 'up' }, /^direction must be one of: asc, desc$/],
      ['/v1/sort-dedupe', { lines: ['a'], trimlines: true }, /^Unknown field: trimlines$/],
      ['/keys', {}, /^plan is required$/],
      ['/keys', { plan: 'free' }, /^plan must be/],
      ['/keys', { plan: 'pro', owner: 'a' }, /^Unknown field: owner$/],
      ['/keys', { plan: 'pro', origins: ['*'] }, /^origins\[0\] must not contain/, beyondSchema],
      ['/keys', { plan: 'pro', label: '\n' }, /^label must not contain/, beyondSchema],
      ['/keys', { plan: 'pro', accountId: 'nobody' }, /^Unknown account: nobody$/, beyondSchema],
      ['/keys/{id}/rotate', { graceSeconds: -1 }, /^graceSeconds must be at least 0$/],
    ];
    for (const [path, body, message, beyond = false] of cases) {
      test(`${path}: ${message.source}`, async () => {
        const isOperation = path.startsWith('/v1');
        const options = isOperation ? { key: secret, body } : { headers: token, body };
        const { status, bytes } = await provoke('POST', path, options);
        assert.equal(status, 400);
        assert.match((JSON.parse(bytes.toString()) as { error: string }).error, message);
        assert.equal(check.allowsBody('POST', path, body), beyond);
      });
    }

    test('optional fields may be left out', async () => {
      for (const [path, body] of [
        ['/v1/run', { input: '', steps: [{ toolSlug: 'trim-lines' }] }],
        ['/v1/sanitize', { urls: ['', 'https://a.example/'], keepParams: [] }],
        ['/v1/sort-dedupe', { input: '\n' }],
      ] as const) {
        assert.ok(check.allowsBody('POST', path, body), path);
        assert.equal((await provoke('POST', path, { key: secret, body })).status, 200);
      }
    });
  });

  describe('every other error is documented', async () => {
    const run = { input: 'a', steps: ['trim-lines'] };
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const modern = (method: string) => ({
      headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
      body: {
        ...ping,
        method,
        params: {
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      },
    });
    const { secret: freeSecret, key: freeKey } = await service.key({ plan: 'free' });
    const ownPage = { origin: service.url };
    const owner = await signInWithLink(service, { role: 'owner', accountId: key.accountId });
    const ofOwner = { ...ownPage, cookie: owner.cookie };
    const cases: [method: string, path: string, options: Parameters<typeof provoke>[2], status: number][] = [
      ['POST', '/v1/run', { key: secret, body: '{' }, 400],
      ['POST', '/v1/run', { body: run }, 401],
      ['POST', '/v1/sanitize', { body: run, key: 'svc_live_x' }, 401],
      ['POST', '/v1/run', { body: run, key: secret, headers: foreign }, 403],
      ['POST', '/v1/sort-dedupe', { body: { lines: ['a'] }, key: freeSecret }, 403],
      ['OPTIONS', '/v1/run', { headers: foreign }, 403],
      ['OPTIONS', '/mcp', { headers: foreign }, 403],
      ['POST', '/mcp', { key: secret, body: '{' }, 400],
      ['POST', '/mcp', { key: secret, body: [ping] }, 400],
      ['POST', '/mcp', { key: secret, body: { jsonrpc: '1.0' } }, 400],
      ['POST', '/mcp', { body: ping }, 401],
      ['POST', '/mcp', { key: secret, body: ping, headers: foreign }, 403],
      ['POST', '/mcp', { key: secret, body: ping, headers: { 'content-type': 'text/plain' } }, 415],
      ['POST', '/mcp', { key: secret, body: ping, headers: { accept: 'text/html' } }, 406],
      ['POST', '/mcp', { key: secret, body: { ...ping, method: 'nonsense' } }, 200],
      ['POST', '/mcp', { key: secret, ...modern('nonsense') }, 404],
      ['POST', '/v1/run', { body: 'a', key: secret, headers: { 'content-type': 'text/plain' } }, 415],
      ['POST', '/v1/sanitize', { body: 'a', key: secret, headers: { 'content-encoding': 'deflate' } }, 415],
      ['POST', '/v1/sanitize', { body: 'a', key: secret, headers: { 'content-encoding': 'gzip' } }, 400],
      ['POST', '/v1/run', { body: ' '.repeat(1_200_001), key: secret }, 413],
      ['POST', '/v1/run', { body: { input: 'a', steps: ['throw-bug'] }, key: secret }, 500],
      ['GET', '/v1/tools/{slug}', { id: 'nonsense' }, 404],
      ['HEAD', '/v1/tools/{slug}', { id: 'nonsense' }, 404],
      ['GET', '/keys', {}, 401],
      ['GET', '/metrics', { headers: { 'x-admin-token': 'another-token-of-a-stranger' } }, 401],
      ['HEAD', '/keys', {}, 401],
      ['GET', '/keys', { headers: token, query: '?limit=0' }, 400],
      ['GET', '/keys', { headers: token, query: '?after=nobody' }, 400],
      ['GET', '/accounts', { headers: token, query: '?after=nobody' }, 400],
      ['GET', '/accounts', { headers: token, query: '?limit=1001' }, 400],
      ['GET', '/accounts', {}, 401],
      ['POST', '/accounts', { headers: token, body: { plan: 'free' } }, 400],
      ['PUT', '/accounts/{id}/limits', { headers: token, id: 'nobody', body: {} }, 404],
      ['GET', '/accounts/{id}', { headers: token, id: 'nobody' }, 404],
      ['PUT', '/keys/{id}/limits', { headers: token, body: { addresses: ['a'] } }, 400],
      ['PUT', '/keys/{id}/enabled', { headers: token, id: 'nobody', body: { enabled: true } }, 404],
      ['PUT', '/v1/workflows/{name}', { key: secret, id: 'clean', body: { steps: ['trim-lines'] } }, 201],
      ['GET', '/v1/workflows/{name}', { key: secret, id: 'clean' }, 200],
      ['GET', '/v1/workflows', { key: secret }, 200],
      ['PUT', '/v1/workflows/{name}', { key: secret, id: 'clean', body: { steps: ['trim-lines'] } }, 428],
      ['DELETE', '/v1/workflows/{name}', { key: secret, id: 'clean', headers: { 'if-match': '"9"' } }, 412],
      ['PUT', '/v1/workflows/{name}', { key: secret, id: 'clean', body: { steps: [] } }, 400],
      ['GET', '/v1/workflows/{name}', { key: secret, id: 'none' }, 404],
      ['POST', '/v1/run', { key: secret, body: { workflow: 'clean', input: 'a' } }, 200],
      ['POST', '/v1/run', { key: secret, body: { workflow: 'none', input: 'a' } }, 400],
      ['GET', '/v1/usage', { key: secret, headers: foreign }, 403],
      ['POST', '/keys', { headers: token, body: { plan: 'pro', accountId: freeKey.accountId } }, 400],
      ['POST', '/keys', { headers: { ...token, 'content-type': 'text/plain' }, body: 'a' }, 415],
      ['PUT', '/keys/{id}/origins', { headers: token, body: { origins: ['a'] } }, 400],
      ['PUT', '/keys/{id}/origins', { headers: token, id: 'nobody', body: { origins: [] } }, 404],
      ['PUT', '/keys/{id}/label', { headers: token, body: { label: 1 } }, 400],
      ['PUT', '/keys/{id}/label', { headers: token, body: { label: '\n' } }, 400],
      ['PUT', '/keys/{id}/label', { headers: token, id: 'nobody', body: { label: 'a' } }, 404],
      ['GET', '/keys/{id}', { headers: token, id: 'nobody' }, 404],
      ['DELETE', '/keys/{id}', { headers: token, id: 'nobody' }, 404],
      ['POST', '/keys/{id}/rotate', { headers: token, id: 'nobody' }, 404],
      ['GET', '/accounts/{id}/usage', { headers: token, id: 'nobody' }, 404],
      ['GET', '/accounts/{id}/usage', { headers: token, id: key.accountId, query: '?range=1y' }, 400],
      ['GET', '/usage/days', { headers: token, query: '?from=today' }, 400],
      ['GET', '/usage/days', { headers: token, query: '?from=2026-02-02&to=2026-02-01' }, 400],
      ['GET', '/usage/days', { headers: token, query: '?by=month' }, 400],
      ['GET', '/usage/days', { headers: token, query: '?accountId=nobody' }, 400],
      ['GET', '/audit', { headers: token, query: '?action=none' }, 400],
      ['GET', '/account/audit', { headers: ofOwner, query: '?order=none' }, 400],
      ['POST', '/sign-in', { headers: ownPage, body: {} }, 400],
      ['POST', '/sign-in', { headers: ownPage, body: { link: 'used' } }, 401],
      ['POST', '/sign-in', { headers: foreign, body: { link: 'used' } }, 403],
      ['POST', '/sign-in/preview', { headers: ownPage, body: {} }, 400],
      ['POST', '/sign-in/preview', { headers: ownPage, body: { link: 'used' } }, 401],
      ['POST', '/sign-in/preview', { headers: foreign, body: { link: 'used' } }, 403],
      ['GET', '/account', {}, 401],
      ['GET', '/account', { headers: { ...ofOwner, ...foreign } }, 403],
      ['GET', '/keys', { headers: ofOwner }, 403],
      ['POST', '/account/keys', { headers: ofOwner, body: { environment: 'test' } }, 400],
      ['POST', '/account/keys/{id}/rotate', { headers: ofOwner, body: { graceSeconds: -1 } }, 400],
    ];
    for (const [method, path, options, status] of cases) {
      test(`${method} ${path} ${status}`, async () => {
        assert.equal((await provoke(method, path, options)).status, status);
      });
    }

    test('429 of every limited endpoint, and of no other', async () => {
      plain.change({ BURST_PER_IP: '1' });
      await plain.request('GET', '/v1/tools');
      for (const [path, item] of Object.entries(document.paths)) {
        for (const method of Object.keys(item).map((name) => name.toUpperCase())) {
          const address = plain.url + path.replace(/\{\w+\}/, 'x');
          const response = await sendRequest(address, method, { headers: token });
          check.response(method, path, response);
          assert.equal(response.status === 429, path !== '/healthz' && path !== '/readyz', `${method} ${path}`);
        }
      }
      plain.change({});
    });

    test('another path, and another method of every path', async () => {
      check.shared('NotFound', await raw('GET', '/v1/nowhere', {}));
      for (const path of Object.keys(document.paths)) {
        const response = await raw('PATCH', path.replace(/\{\w+\}/, 'x'), {});
        assert.equal(response.status, 405);
        check.shared('MethodNotAllowed', response);
      }
    });

    test('a draining gateway says that it is not ready', async () => {
      plain.gateway.announceStop();
      const response = await plain.request('GET', '/readyz');
      assert.equal(response.status, 503);
      check.response('GET', '/readyz', response);
    });

    test('a job that takes too long', async (t) => {
      const settings = { JOB_TIMEOUT_MS: '200' };
      const slow = await startTestGateway(t, { settings, toolDirectories: [toolsDirectory, faultyTools] });
      const response = await slow.post('/v1/run', { input: 'a', steps: ['endless'] }, (await slow.key()).secret);
      assert.equal(response.status, 503);
      check.response('POST', '/v1/run', response);
    });

    overEachServer((start, httpServer) => {
      test('malformed framing, and a body that never arrives', async (t) => {
        const own = await start(t, { settings: { BODY_TIMEOUT_MS: '300' } });
        const auth = `Host: a\r\nx-api-key: ${(await own.key()).secret}\r\nContent-Type: application/json\r\n`;
        const heads: [head: string, status: number][] = [
          ['GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
          [`POST /v1/run HTTP/1.1\r\n${auth}Transfer-Encoding: gzip\r\n\r\n`, 501],
          [`POST /v1/run HTTP/1.1\r\n${auth}Content-Length: 10\r\n\r\n`, 408],
          [`GET /docs HTTP/1.1\r\nHost: a\r\nx-long: ${'a'.repeat(30_000)}\r\n\r\n`, 431],
        ];
        for (const [head, status] of heads) {
          // uWebSockets.js itself responds to such a head, without a body.
          if (status === 431 && httpServer === 'uws') continue;
          const connection = await RawConnection.open(own.port);
          const { headers, bytes, status: received } = await connection.write(head).response();
          const [method = '', path = ''] = head.split(' ');
          assert.equal(received, status, head);
          check.response(method, path, { status, bytes, headers });
        }
      });
    });

    test('each of the shared errors has been tested', () => {
      const notProvoked = Object.keys(document.components.responses).filter((name) => !check.seen.has(name));
      // worker-failures.long.test.ts fills the queue, and store-faults.test.ts makes the database unwritable.
      assert.deepEqual(notProvoked.toSorted(), ['Busy', 'BusyOrStoreFailed']);
    });
  });
});
