import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { encodeJson } from '#engine/core/json.js';
import type { Endpoint } from '#gateway/server/endpoints/endpoint.js';
import { endpoints } from '#gateway/server/endpoints/endpoints.js';
import type { OpenApiDocument } from '#gateway/server/endpoints/openapi/types.js';
import { suiteScope } from '../../../support/cleanup.js';
import { adminToken, startTestGateway, type TestGateway } from '../../../support/gateway.js';

/** Everything that is needed to add an endpoint. */
const greeting: Endpoint = {
  access: 'key',
  path: '/v1/greetings/{name}',
  label: 'greeting',
  isOnFreePlan: false,
  grantedHeaders: 'x-api-key, x-greeting',
  methods: { GET: async (response, key) => response.personal(encodeJson({ greeting: `Hello, ${key.plan} user` })) },
  describe: ({ apiKeyRequired, jsonResponse, keyPreflight, responses }) => ({
    get: {
      operationId: 'getGreeting',
      tags: ['Operations'],
      summary: 'Be greeted',
      security: apiKeyRequired,
      responses: responses('limited', { 200: jsonResponse('A greeting', 'Greeting') }, 'BadName', 'ApiKeyRefused'),
    },
    options: keyPreflight('preflightGreeting', 'Operations', 'As for the operations.'),
  }),
  schemas: ({ objectOf, text }) => ({ Greeting: objectOf({ greeting: text('What was said') }) }),
  badRequests: ({ invalidValue }) => ({
    BadName: [invalidValue({ path: 'name', reason: 'must be short', rule: 'maxLength' })],
  }),
};

describe('an endpoint that is one entry of the table', () => {
  const scope = suiteScope();
  let service: TestGateway;
  let key: string;
  before(async () => {
    service = await startTestGateway(scope, { endpoints: [...endpoints, greeting] });
    key = (await service.key()).secret;
  });
  const text = async (path: string, headers = {}) => (await fetch(service.url + path, { headers })).text();

  test('responds', async () => {
    const { status, json } = await service.request('GET', '/v1/greetings/ada', { key });
    assert.deepEqual([status, json], [200, { greeting: 'Hello, pro user' }]);
    assert.equal((await service.request('HEAD', '/v1/greetings/ada', { key })).status, 200);
  });

  test('enforces the checks that it declares', async () => {
    const { status, json } = await service.request('GET', '/v1/greetings/ada');
    assert.deepEqual([status, json], [401, { error: 'Missing API key' }]);
  });

  test('has no other paths', async () => {
    for (const path of ['/v1/greetings', '/v1/greetings/', '/v1/greetings/a/b']) {
      assert.equal((await service.request('GET', path, { key })).status, 404, path);
    }
  });

  test('names its methods in a 405', async () => {
    const { status, headers } = await service.request('POST', '/v1/greetings/ada', { key });
    assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
  });

  test('responds to preflights with its own header fields', async () => {
    const origin = 'http://localhost:3000';
    const { status, headers } = await service.request('OPTIONS', '/v1/greetings/ada', { headers: { origin } });
    const granted = ['headers', 'methods'].map((what) => headers.get(`access-control-allow-${what}`));
    assert.deepEqual([status, granted], [204, ['x-api-key, x-greeting', 'GET, HEAD, OPTIONS']]);
  });

  test('is in the OpenAPI document, with HEAD, its schema and its errors', async () => {
    const document = (await service.request('GET', '/docs/openapi-full.json')).json as OpenApiDocument;
    assert.deepEqual(Object.keys(document.paths['/v1/greetings/{name}'] ?? {}), ['get', 'options', 'head']);
    assert.deepEqual(document.components.schemas.Greeting?.required, ['greeting']);
    assert.match(document.components.responses.BadName?.description ?? '', /\{field\} must \{requirement\}/);
  });

  test('is listed on /docs', async () => {
    assert.match(await text('/docs'), /id="endpoint-getGreeting"/);
  });

  test('has a metric label that is not its path', async () => {
    const metrics = await text('/metrics', { 'x-admin-token': adminToken });
    assert.match(metrics, /^textmill_requests_total\{operation="greeting",status="200"\} \d+$/m);
    assert.doesNotMatch(metrics, /greetings/);
  });
});
