import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type ErrorCode, errorTable } from '#gateway/core/errors.js';
import { ownerLimits } from '#gateway/server/keys/owner-limits.js';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { author } from '../support/author.js';
import { adminToken, overEachServer, type RequestOptions, type TestResponse } from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';
import { faults, neverOverHttp } from '../support/problem-faults.js';
import { assertErrorForms, problemType as problem, problemRequestId } from '../support/problem-forms.js';
import { operatorHolder, signInWithLink } from '../support/sessions.js';

const formOf = ({ status, headers, json }: TestResponse) => ({ status, type: headers.get('content-type'), json });

overEachServer(async (startTestGateway) => {
  const clock = new ManualClock();
  const service = await startTestGateway(
    { after },
    {
      clock,
      settings: { FREE_TIER: 'true', MAX_BODY_BYTES: '400000', DAILY_QUOTA: '1000', INLINE_MAX_BYTES: '5000' },
    },
  );
  const { secret } = await service.key();
  const { secret: free } = await service.key({ plan: 'free' });
  const { secret: spent } = await service.key();
  const expired = await service.key({ operatorBounds: { expiresAt: 1 } });
  const disabled = await service.key({ ownerBounds: { disabled: true } });
  const elsewhere = await service.key({ operatorBounds: { addresses: ['192.0.2.0/24'] } });
  const narrow = await service.key({ operatorBounds: { operations: ['run'] } });
  const account = await service.gateway.keys.createAccount({ plan: 'pro', externalId: 'customer' }, author);
  const owner = await signInWithLink(service, { role: 'owner', accountId: account.id });
  await service.gateway.keys.changeAccount(account.id, { enabled: false }, author);
  const run = (body: unknown): RequestOptions => ({ key: secret, body });
  const step = (toolSlug: string, config: object, input = '') => run({ input, steps: [{ toolSlug, config }] });
  const admin = (body?: unknown): RequestOptions => ({ headers: { 'x-admin-token': adminToken }, body });
  const much = 'a'.repeat(6_000);

  const operator = await signInWithLink(service, operatorHolder);
  const [full, renewed] = await Promise.all([false, true].map(ownerWithManyKeys));
  assert.ok(full !== undefined && renewed !== undefined);
  const restless = await service.key();
  const asRestless = await signInWithLink(service, { role: 'owner', accountId: restless.key.accountId });
  const itsOwner = { kind: 'owner', sessionId: 'ses_1', at: clock.now() } as const;
  for (let i = 0; i < ownerLimits.changesInDay; i++)
    await service.gateway.keys.setLabel(restless.key.id, `${i % 2}`, itsOwner);
  const asOwner = (session: string): RequestOptions => ({
    headers: { cookie: `textmill-session-${service.port}=${session}`, origin: service.url },
  });

  const changed: RequestOptions = { key: secret, headers: { 'if-match': '"1-wfl"' } };
  const steps = { steps: ['trim-lines'] };
  /** Has stored 200 workflows. */
  const crowded = await service.key();
  const database = openDatabase(service.config.dataDir);
  database
    .prepare(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 200)
       INSERT INTO workflows SELECT ?, 'w' || n, 1, 'wfl', 2, 0, 'key', NULL, '[]' FROM numbers`,
    )
    .run(crowded.key.accountId);
  database.close();

  /** Signs the owner of an account with 100 keys in. @param areRevoked - whether most are revoked since. */
  async function ownerWithManyKeys(areRevoked: boolean) {
    const { keys } = service.gateway;
    const { accountId } = (await service.key()).key;
    const request = { plan: 'pro', environment: 'live', accountId, ownerLimits } as const;
    const issued = [];
    while (keys.activeKeysOf(accountId) < 100) issued.push(await keys.create(request, author));
    if (areRevoked) {
      for (const { key } of issued) await keys.revoke(key.id, author);
      await keys.create(request, author);
    }
    return signInWithLink(service, { role: 'owner', accountId });
  }

  const cases: readonly [code: ErrorCode, method: string, path: string, options: RequestOptions, details: object][] = [
    ['not-found', 'GET', '/nowhere', {}, {}],
    ['not-found', 'GET', '/v1/tools/nothing', {}, {}],
    ['not-found', 'GET', '/keys/key_1', admin(), {}],
    ['method-not-allowed', 'PUT', '/v1/run', {}, {}],
    ['missing-api-key', 'POST', '/v1/run', {}, {}],
    ['missing-api-key', 'GET', '/v1/usage', {}, {}],
    ['missing-api-key', 'POST', '/mcp', { body: {} }, {}],
    ['invalid-api-key', 'POST', '/v1/run', { key: 'svc_live_no', body: {} }, {}],
    ['missing-admin-token', 'GET', '/keys', {}, {}],
    ['invalid-admin-token', 'GET', '/accounts', { headers: { 'x-admin-token': 'no' } }, {}],
    ['origin-not-allowed', 'POST', '/v1/run', { ...run({}), headers: { origin: 'https://a.example' } }, {}],
    ['pro-plan-required', 'POST', '/v1/sanitize', { key: free, body: {} }, {}],
    ['unsupported-content-type', 'POST', '/v1/run', { ...run('a'), headers: { 'content-type': 'text/plain' } }, {}],
    [
      'unsupported-content-encoding',
      'POST',
      '/v1/run',
      { ...run({}), headers: { 'content-encoding': 'compress' } },
      {},
    ],
    ['invalid-content-encoding', 'POST', '/v1/run', { ...run({}), headers: { 'content-encoding': 'gzip' } }, {}],
    ['body-too-large', 'POST', '/v1/run', run('a'.repeat(400_001)), {}],
    ['invalid-json', 'POST', '/v1/run', run('{'), {}],
    ['invalid-json', 'POST', '/mcp', run('{'), {}],
    ['not-an-object', 'POST', '/v1/run', run('[]'), {}],
    ['unknown-field', 'POST', '/v1/run', run({ input: '', steps: [], a: 1 }), { path: 'a', field: 'a' }],
    ['missing-field', 'POST', '/v1/run', run({ steps: [] }), { path: 'input', reason: 'is required' }],
    [
      'invalid-value',
      'POST',
      '/v1/sort-dedupe',
      run({ lines: ['a'], direction: 'up' }),
      { path: 'direction', reason: 'must be one of: asc, desc', rule: 'enum', allowed: ['asc', 'desc'] },
    ],
    ['no-steps', 'POST', '/v1/run', run({ input: '', steps: [] }), {}],
    ['no-inputs', 'POST', '/v1/run', run({ inputs: [], steps: ['upper-case'] }), {}],
    [
      'too-many-inputs',
      'POST',
      '/v1/run',
      run({ inputs: Array(5001).fill(''), steps: ['upper-case'] }),
      { count: 5001, limit: 5000 },
    ],
    [
      'group-failed',
      'POST',
      '/v1/run',
      run({ input: 'a\n1', steps: ['trim-text', { each: { csv: { columns: ['name'] } }, steps: ['upper-case'] }] }),
      { step: 2, path: 'steps[1]', reason: 'there is no column "name"; the columns are "a"' },
    ],
    [
      'step-failed',
      'POST',
      '/v1/run',
      run({ input: '1\nz', steps: [{ each: 'line', steps: ['number-base-converter'] }] }),
      { step: 1, path: 'steps[0].steps[0]', part: 2, line: 2, column: 1 },
    ],
    ['no-urls', 'POST', '/v1/sanitize', run({ urls: [] }), {}],
    ['no-lines', 'POST', '/v1/sort-dedupe', run({ input: '' }), {}],
    ['only-one-of', 'POST', '/v1/sort-dedupe', run({ input: 'a', lines: ['a'] }), { fields: ['lines', 'input'] }],
    [
      'too-many-steps',
      'POST',
      '/v1/run',
      run({ input: '', steps: Array(26).fill('upper-case') }),
      { count: 26, limit: 25 },
    ],
    ['too-many-urls', 'POST', '/v1/sanitize', run({ urls: Array(501).fill('a') }), { count: 501, limit: 500 }],
    ['too-many-lines', 'POST', '/v1/sort-dedupe', run({ lines: Array(5001).fill('a') }), { count: 5001, limit: 5000 }],
    [
      'unknown-tool',
      'POST',
      '/v1/run',
      run({ input: '', steps: ['upper-case', 'uppercase'] }),
      { tool: 'uppercase', step: 2, suggestion: 'upper-case' },
    ],
    [
      'unknown-option',
      'POST',
      '/v1/run',
      step('find-replace', { find: 'a', repalce: '' }),
      { tool: 'find-replace', option: 'repalce', step: 1, path: 'steps[0].config.repalce', suggestion: 'replace' },
    ],
    ['step-failed', 'POST', '/v1/run', step('json-formatter', {}, '[1,\n x]'), { line: 2, column: 2 }],
    ['step-failed', 'POST', '/v1/run', step('json-formatter', {}, `[1,\n x ${much}]`), { line: 2, column: 2 }],
    [
      'step-output-too-long',
      'POST',
      '/v1/run',
      step('repeat-text', { times: 10_000 }, much),
      { step: 1, tool: 'repeat-text', limit: 4_000_000 },
    ],
    ['unknown-account', 'POST', '/keys', admin({ plan: 'pro', accountId: 'acc_1' }), { accountId: 'acc_1' }],
    ['key-expired', 'POST', '/v1/run', { key: expired.secret, body: {} }, {}],
    ['key-disabled', 'POST', '/v1/run', { key: disabled.secret, body: {} }, {}],
    ['address-not-allowed', 'POST', '/v1/run', { key: elsewhere.secret, body: {} }, {}],
    ['operation-not-allowed', 'POST', '/v1/sanitize', { key: narrow.secret, body: {} }, {}],
    ['account-disabled', 'GET', '/account', asOwner(owner.secret), {}],
    ['account-disabled', 'GET', '/account/keys', asOwner(owner.secret), {}],
    ['invalid-name', 'POST', '/accounts', admin({ plan: 'pro', name: 'a\nb' }), { path: 'name' }],
    ['invalid-bound', 'PUT', `/keys/${narrow.key.id}/limits`, admin({ expiresAt: 'now' }), { path: 'expiresAt' }],
    [
      'external-id-taken',
      'POST',
      '/accounts',
      admin({ plan: 'pro', externalId: 'customer' }),
      { path: 'externalId', accountId: account.id },
    ],
    ['invalid-label', 'POST', '/keys', admin({ plan: 'pro', label: 'a\nb' }), { path: 'label' }],
    ['invalid-origin', 'POST', '/keys', admin({ plan: 'pro', origins: ['https://a', 'b'] }), { path: 'origins[1]' }],
    ['invalid-page-size', 'GET', '/keys?limit=0', admin(), { path: 'limit', limit: 1000 }],
    ['unknown-page-start', 'GET', '/accounts?after=x', admin(), { path: 'after', kind: 'account' }],
    ['rate-limited', 'POST', '/v1/run', { key: spent, body: {} }, {}],
    ['missing-session', 'GET', '/account', {}, {}],
    ['session-ended', 'GET', '/account', asOwner('A'.repeat(43)), {}],
    ['session-not-allowed', 'GET', '/account', asOwner(operator.secret), {}],
    ['invalid-sign-in-link', 'POST', '/sign-in', { ...asOwner(''), body: { link: '' } }, {}],
    ['too-many-active-keys', 'POST', '/account/keys', { ...asOwner(full.secret), body: {} }, { limit: 100 }],
    [
      'too-many-changes',
      'PUT',
      `/account/keys/${restless.key.id}/label`,
      { ...asOwner(asRestless.secret), body: { label: 'a' } },
      { limit: 1_000 },
    ],
    ['unknown-workflow', 'POST', '/v1/run', run({ workflow: 'none', input: '' }), { workflow: 'none' }],
    [
      'secret-in-workflow',
      'PUT',
      '/v1/workflows/a',
      run({ steps: [{ toolSlug: 'hmac-text', config: { key: 'k' } }] }),
      { path: 'steps[0].config.key' },
    ],
    [
      'workflow-too-large',
      'PUT',
      '/v1/workflows/a',
      run({ steps: ['a'.repeat(65_533)] }),
      { length: 65_537, limit: 65_536 },
    ],
    ['workflow-changed', 'DELETE', '/v1/workflows/a', changed, { version: null, etag: null }],
    ['workflow-exists', 'PUT', '/v1/workflows/w1', { key: crowded.secret, body: steps }, { version: 1, etag: '1-wfl' }],
    ['too-many-workflows', 'PUT', '/v1/workflows/new', { key: crowded.secret, body: steps }, { limit: 200 }],
    ['too-many-new-keys', 'POST', '/account/keys', { ...asOwner(renewed.secret), body: {} }, { limit: 100 }],
  ];

  test('a quota is spent', async () => {
    for (let i = 0; i < 1000; i += 50) {
      const all = Array.from({ length: 50 }, () =>
        service.post('/v1/run', { input: '', steps: ['upper-case'] }, spent),
      );
      await Promise.all(all);
    }
  });

  for (const [code, method, path, options, details] of cases) {
    test(`${code}: ${method} ${path}`, async () => {
      const plain = await service.request(method, path, options);
      const headers = { ...options.headers, accept: problem, 'x-request-id': problemRequestId };
      const reported = await service.request(method, path, { ...options, headers });
      assertErrorForms(code, { plain: formOf(plain), problem: formOf(reported) }, details);
      const { status } = errorTable[code];
      if (status === 404 || status === 405) assert.match(plain.headers.get('vary') ?? '', /\bAccept\b/);
    });
  }

  test('each code has a test over HTTP: here, or in problem-json-faults', () => {
    const tested = [...new Set(cases.map(([code]) => code)), ...Object.keys(faults), ...neverOverHttp];
    assert.deepEqual(tested.toSorted(), Object.keys(errorTable).toSorted());
  });

  test('HEAD has the headers of the same response, without its body', async () => {
    const headers = { accept: problem };
    const get = await service.request('GET', '/nowhere', { headers });
    const head = await service.request('HEAD', '/nowhere', { headers });
    assert.deepEqual([head.status, head.headers.get('content-type'), head.bytes.length], [404, problem, 0]);
    assert.equal(head.headers.get('content-length'), get.headers.get('content-length'));
  });

  test('Accept needs no preflight permission, and a successful response ignores it', async () => {
    const headers = { accept: `${problem}, application/json` };
    const response = await service.request('POST', '/v1/run', {
      ...run({ input: 'a', steps: ['upper-case'] }),
      headers,
    });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(response.headers.get('vary'), null);
  });

  describe('the page of errors', () => {
    test('has a section with an anchor for every code', async () => {
      const page = await fetch(`${service.url}/docs/errors`);
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
      const anchors = [...(await page.text()).matchAll(/<article class="error".*>\n<h2 id="([^"]+)"/g)].map(
        ([, id]) => id,
      );
      assert.deepEqual(anchors, Object.keys(errorTable));
    });
  });
});
