import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { suiteScope } from '../support/cleanup.js';
import {
  adminToken,
  type RequestOptions,
  sendRequest,
  startTestGateway,
  type TestGateway,
} from '../support/gateway.js';
import { createKey, until } from '../support/gateway-process.js';
import { startGateways } from '../support/gateways.js';
import { operatorOf } from '../support/operator.js';
import { createTestDatabase, withoutPostgres } from '../support/postgres.js';
import { signInWithLink } from '../support/sessions.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { workflowFile, writeTools } from '../support/tool-folders.js';

type Json = Record<string, unknown>;
const upper = ['upper-case'];
const lower = ['lower-case'];
const trimmed = { steps: ['trim-lines', { toolSlug: 'dedupe-sort', config: { order: 'desc' } }] };

/** Stored workflows, through the public door. @param gateways - that share a store. */
function workflowRules(start: (scope: ReturnType<typeof suiteScope>) => Promise<readonly TestGateway[]>) {
  const scope = suiteScope();
  let services: readonly TestGateway[];
  let turn = 0;
  /** Each request goes to the next gateway. */
  const next = () => services[turn++ % services.length] as TestGateway;
  before(async () => {
    services = await start(scope);
  });

  const account = async (key: object = {}) => operatorOf(next()).created({ plan: 'pro', ...key });
  const ask = async (method: string, path: string, options: RequestOptions) => {
    const { status, json, headers } = await next().request(method, path, options);
    return { status, json: (json ?? {}) as Json, etag: headers.get('etag') };
  };
  const put = (key: string, name: string, steps: unknown, headers: Record<string, string> = {}) =>
    ask('PUT', `/v1/workflows/${name}`, { key, headers, body: { steps } });
  const run = async (key: string, workflow: unknown, more: object = { input: 'aB' }) => {
    const { status, json } = await ask('POST', '/v1/run', { key, body: { workflow, ...more } });
    return status === 200 ? (json.result ?? json.results) : `${status} ${json.error}`;
  };
  const errorOf = ({ status, json }: { readonly status: number; readonly json: Json }) => `${status} ${json.error}`;

  test('is stored, listed, shown, run by its name, replaced, and deleted', async () => {
    const { key, id: keyId } = await account();
    assert.deepEqual((await ask('GET', '/v1/workflows', { key })).json, { workflows: [], limit: 200 });
    const created = await put(key, 'clean-orders', trimmed.steps);
    assert.equal(created.status, 201);
    assert.equal(created.etag, `"${created.json.etag}"`);
    assert.deepEqual({ ...created.json, etag: '' }, { name: 'clean-orders', version: 1, etag: '' });
    assert.equal(await run(key, 'clean-orders', { input: ' a\nb\na' }), 'b\na');
    const shown = await ask('GET', '/v1/workflows/clean-orders', { key });
    const { steps, versions, updatedAt, ...facts } = shown.json;
    const version = {
      ...created.json,
      length: JSON.stringify(trimmed.steps).length,
      updatedBy: { kind: 'key', keyId },
    };
    assert.deepEqual([steps, facts, shown.etag], [trimmed.steps, version, created.etag]);
    assert.match(String(updatedAt), /^\d{4}-.*Z$/);
    assert.deepEqual(versions, [{ ...version, updatedAt }]);
    const { json } = await ask('GET', '/v1/workflows', { key });
    assert.deepEqual(json.workflows, [{ ...version, updatedAt }]);
    const replaced = await put(key, 'clean-orders', upper, { 'if-match': String(created.etag) });
    assert.deepEqual([replaced.status, replaced.json.version], [200, 2]);
    assert.deepEqual(
      [await run(key, 'clean-orders'), await run(key, 'clean-orders@2'), await run(key, 'clean-orders@1')],
      ['AB', 'AB', 'aB'],
    );
    const first = await ask('GET', '/v1/workflows/clean-orders?version=1', { key });
    assert.deepEqual([first.json.version, first.json.steps, first.etag], [1, trimmed.steps, created.etag]);
    assert.deepEqual(
      (first.json.versions as Json[]).map((each) => each.version),
      [2, 1],
    );
    const deleted = await ask('DELETE', '/v1/workflows/clean-orders', { key });
    assert.deepEqual(
      [deleted.status, deleted.json],
      [200, { name: 'clean-orders', version: 2, etag: replaced.json.etag }],
    );
    for (const [method, path] of [
      ['GET', '/v1/workflows/clean-orders'],
      ['DELETE', '/v1/workflows/clean-orders'],
    ] as const) {
      assert.equal(errorOf(await ask(method, path, { key })), '404 Not found');
    }
    assert.equal(await run(key, 'clean-orders'), '400 Unknown workflow: clean-orders');
  });

  test('is run with everything that a run has', async () => {
    const { key } = await account();
    await put(key, 'loud', upper);
    await put(key, 'json', ['json-minifier']);
    await put(key, 'group', [{ each: { csv: { columns: ['b'] } }, steps: upper }]);
    const long = 'x'.repeat(300_000);
    const cases: [workflow: string, more: object, expected: unknown][] = [
      ['loud', { input: '' }, ''],
      ['loud', { input: 'é "quoted" \\ \u0000 \ud83d\ude00' }, 'É "QUOTED" \\ \u0000 \ud83d\ude00'],
      ['loud', { input: long }, long.toUpperCase()],
      ['loud', { inputs: ['a', { id: 'r', input: 'b' }] }, [{ result: 'A' }, { id: 'r', result: 'B' }]],
      ['json', { inputs: ['{ }', '{'], onError: 'error' }, /^400 inputs\[1\]: Step 1 \(json-minifier\) failed/],
      ['json', { input: '{' }, /^400 Step 1 \(json-minifier\) failed: line 1, column 2/],
      ['group', { input: 'a,b\nx,y\n' }, 'a,b\nx,Y\n'],
      ['loud', {}, '400 input is required'],
      ['loud', { input: 'x'.repeat(500_001) }, '400 Input too large: 500001 characters (maximum 500000)'],
      ['loud', { input: 'a', steps: upper }, '400 Provide only one of steps, workflow'],
      ['loud', { input: 'a', step: upper }, '400 Unknown field: step'],
      ['nothing', { input: 'a' }, '400 Unknown workflow: nothing'],
      ['', { input: 'a' }, '400 Unknown workflow: '],
      ['__proto__', { input: 'a' }, '400 Unknown workflow: __proto__'],
      ['loud@0', { input: 'a' }, '400 Unknown workflow: loud@0'],
      ['loud@2', { input: 'a' }, '400 Unknown workflow: loud@2'],
      ['LOUD', { input: 'a' }, '400 Unknown workflow: LOUD'],
      ['y'.repeat(5_000), { input: long }, `400 Unknown workflow: ${'y'.repeat(100)}…`],
    ];
    for (const [workflow, more, expected] of cases) {
      const result = await run(key, workflow, more);
      if (expected instanceof RegExp) assert.match(String(result), expected);
      else assert.deepEqual(result, expected, workflow);
    }
    for (const wrong of [7, null, [], { name: 'loud' }]) {
      assert.equal(await run(key, wrong), '400 workflow must be a string');
    }
    const traced = await ask('POST', '/v1/run', { key, body: { trace: true, workflow: 'loud', input: 'a' } });
    const { trace } = (traced.json as { meta: { trace: Json[] } }).meta;
    assert.deepEqual(
      trace.map(({ tool, text }) => [tool, text]),
      [['upper-case', 'A']],
    );
    const spelt = '{"\\u0077orkflow":"lo\\u0075d","input":"a\\u0062"}';
    assert.equal((await ask('POST', '/v1/run', { key, body: spelt })).json.result, 'AB');
    const malformed = Buffer.concat([
      Buffer.from('{"workflow":"loud","input":"'),
      Buffer.from([0xff]),
      Buffer.from('"}'),
    ]);
    assert.equal(errorOf(await ask('POST', '/v1/run', { key, body: malformed })), '400 Invalid JSON body');
    for (const input of ['aB', long]) {
      const packed = gzipSync(JSON.stringify({ input, workflow: 'loud' }));
      const headers = { 'content-encoding': 'gzip' };
      assert.equal((await ask('POST', '/v1/run', { key, headers, body: packed })).json.result, input.toUpperCase());
    }
    const problem = { key, headers: { accept: 'application/problem+json' }, body: { workflow: 'no', input: 'a' } };
    const { json } = await ask('POST', '/v1/run', problem);
    assert.deepEqual([json.code, json.workflow, json.detail], ['unknown-workflow', 'no', 'Unknown workflow: no']);
  });

  test('a run by name counts once against the quota, and reads and writes do not', async () => {
    const { key } = await account();
    await put(key, 'loud', upper);
    const usedOf = async () => (await ask('GET', '/v1/usage', { key })).json.used;
    assert.equal(await usedOf(), 0);
    await run(key, 'loud');
    await run(key, 'nothing');
    await ask('GET', '/v1/workflows', { key });
    // Another gateway hears of it with its next turn.
    await until('both count', async () => (await usedOf()) === 2);
  });

  test('what is stored is checked as a run checks it, and has no secrets', async () => {
    const { key } = await account();
    const hmac = { toolSlug: 'hmac-text', config: { key: 'k' } };
    const long = { toolSlug: 'insert-text', config: { text: 'é'.repeat(40_000) } };
    const length = Buffer.byteLength(JSON.stringify([long]));
    const tooDeep = / must be nested at most \d+ levels deep$/;
    const cases: [body: unknown, error: RegExp | string, name?: string][] = [
      [{ steps: [] }, 'No steps provided'],
      [{}, 'steps is required'],
      [{ steps: 'trim-lines' }, 'steps must be an array'],
      [{ steps: upper, input: 'a' }, 'Unknown field: input'],
      [{ steps: ['uppercase'] }, 'Unknown tool: uppercase. Did you mean upper-case?'],
      [{ steps: Array.from({ length: 26 }, () => 'upper-case') }, 'Too many steps: 26 (maximum 25)'],
      [{ steps: [{ toolSlug: 'trim-lines', config: { colour: 1 } }] }, 'Unknown option for trim-lines: colour'],
      [{ steps: [{ toolSlug: 'regex-replace', config: { pattern: '(' } }] }, /^Step 1 \(regex-replace\) failed: /],
      [{ steps: [{ workflow: 'other' }] }, /./],
      [{ steps: [hmac] }, /^steps\[0\]\.config\.key is a secret, and workflows are stored as plain text/],
      [
        { steps: [{ when: { contains: 'a' }, steps: upper, else: [hmac] }] },
        /^steps\[0\]\.else\[0\]\.config\.key is a/,
      ],
      [{ steps: [long] }, `Workflow too large: ${length} bytes (maximum 65536)`],
      ['[', 'Invalid JSON body'],
      [`{"steps":[${'['.repeat(120_000)}${']'.repeat(120_000)}]}`, /^steps\[0\] must /],
      [`{"steps":[{"toolSlug":"trim-lines","config":{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}}]}`, tooDeep],
      [
        `{"steps":[{"toolSlug":"trim-lines","config":{"x":${'['.repeat(2_000)}${']'.repeat(2_000)}}}]}`,
        'Unknown option for trim-lines: x',
      ],
      [`{"steps":[${'{"steps":['.repeat(10_000)}${']}'.repeat(10_000)}]}`, tooDeep],
      ...['Clean', 'a_b', '-a', 'a-', 'a%20b', 'ä', 'a@1', 'a'.repeat(65)].map((name): [unknown, RegExp, string] => [
        { steps: upper },
        /^name must be 1 to 64 lower-case letters, digits and hyphens/,
        name,
      ]),
    ];
    for (const [body, error, name = 'a'] of cases) {
      const response = await ask('PUT', `/v1/workflows/${encodeURI(name)}`, { key, body });
      const found = `${JSON.stringify(body).slice(0, 80)}: ${response.json.error}`;
      assert.equal(response.status, 400, found);
      if (typeof error === 'string') assert.equal(response.json.error, error);
      else assert.match(String(response.json.error), error);
    }
    const huge = { key, body: { steps: ['x'.repeat(300_000)] } };
    assert.equal(errorOf(await ask('PUT', '/v1/workflows/a', huge)), '413 Request body too large');
    assert.deepEqual((await ask('GET', '/v1/workflows', { key })).json.workflows, []);
    for (const name of ['a', '0', 'a'.repeat(64), 'a--b'])
      assert.equal((await put(key, name, upper)).status, 201, name);
    // The longest that there is, with white space around it.
    const texts = ['x'.repeat(10_000), 'y'.repeat(5_000)];
    const most = [0, 0, 0, 0, 0, 0, 1].map((each) => ({ toolSlug: 'insert-text', config: { text: texts[each] } }));
    const spaced = `{ "steps": ${JSON.stringify(most).replace('[', `[${' '.repeat(60_000)}`)} }`;
    assert.equal((await ask('PUT', '/v1/workflows/most', { key, body: spaced })).status, 201);
    assert.equal(await run(key, 'most', { input: 'a' }), `a${texts[0]?.repeat(6)}${texts[1]}`);
    assert.equal(
      errorOf(await ask('GET', '/v1/workflows/a?version=x', { key })),
      '400 version must be an integer of at least 1',
    );
    assert.equal((await ask('GET', '/v1/workflows/a?version=2', { key })).status, 404);
  });

  test('two writers do not overwrite each other unseen', async () => {
    const { key } = await account();
    const { json } = await put(key, 'w', upper);
    const tag = `"${json.etag}"`;
    const exists = '428 The workflow exists: send If-Match with the ETag of version 1 to replace it';
    assert.equal(errorOf(await put(key, 'w', lower)), exists);
    const changed = '412 The workflow has changed: version 1 is the newest';
    for (const headers of [{ 'if-match': '"1-wfl_other"' }, { 'if-match': '"2"' }, { 'if-none-match': '*' }]) {
      assert.equal(errorOf(await put(key, 'w', lower, headers)), changed);
    }
    const gone = '412 The workflow does not exist any more';
    for (const match of ['*', tag]) assert.equal(errorOf(await put(key, 'none', lower, { 'if-match': match })), gone);
    const all = await Promise.all(Array.from({ length: 8 }, () => put(key, 'w', lower, { 'if-match': tag })));
    assert.deepEqual(all.map(({ status }) => status).sort(), [200, ...Array(7).fill(412)]);
    const created = await Promise.all(
      Array.from({ length: 8 }, () => put(key, 'new', lower, { 'if-none-match': '*' })),
    );
    assert.deepEqual(created.map(({ status }) => status).sort(), [201, ...Array(7).fill(412)]);
    const late = await ask('DELETE', '/v1/workflows/w', { key, headers: { 'if-match': tag } });
    assert.equal(errorOf(late), '412 The workflow has changed: version 2 is the newest');
    // One that is stored again has other tags, and other steps.
    assert.equal(await run(key, 'new'), 'ab');
    assert.equal((await ask('DELETE', '/v1/workflows/new', { key })).status, 200);
    const again = await put(key, 'new', upper);
    const [first] = created.filter(({ status }) => status === 201);
    assert.deepEqual([again.json.version, again.json.etag === first?.json.etag], [1, false]);
    assert.equal(await run(key, 'new'), 'AB');
    assert.equal((await put(key, 'new', lower, { 'if-match': '*' })).status, 200);
    assert.equal((await put(key, 'new', lower, { 'if-match': `W/"${again.json.etag}"` })).status, 412);
  });

  test('the last ten versions are kept', async () => {
    const { key } = await account();
    for (let version = 1; version <= 12; version++) {
      const { json } = await put(key, 'w', [{ toolSlug: 'insert-text', config: { text: `${version}` } }], {
        ...(version > 1 && { 'if-match': '*' }),
      });
      assert.equal(json.version, version);
    }
    const { json } = await ask('GET', '/v1/workflows/w', { key });
    assert.deepEqual(
      (json.versions as Json[]).map(({ version }) => version),
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3],
    );
    assert.deepEqual(
      [await run(key, 'w'), await run(key, 'w@3'), await run(key, 'w@2'), await run(key, 'w@13')],
      ['aB12', 'aB3', '400 Unknown workflow: w@2', '400 Unknown workflow: w@13'],
    );
  });

  test('an account has 200 of them', async () => {
    const { key } = await account();
    const all = await Promise.all(Array.from({ length: 202 }, (_, index) => put(key, `w${index}`, upper)));
    assert.equal(all.filter(({ status }) => status === 201).length, 200);
    const [one] = all.filter(({ status }) => status !== 201);
    assert.equal(one && errorOf(one), '400 The account has 200 workflows, the most it can have; delete one first');
    const { json } = await ask('GET', '/v1/workflows', { key });
    const names = (json.workflows as Json[]).map(({ name }) => String(name));
    assert.deepEqual([names.length, names], [200, names.toSorted()]);
    assert.equal((await put(key, String(names[0]), lower, { 'if-match': '*' })).status, 200);
  });

  test('nothing of another account is seen, and a key needs what it does', async () => {
    const [mine, other] = [await account(), await account()];
    await put(mine.key, 'w', upper);
    assert.equal(await run(other.key, 'w'), '400 Unknown workflow: w');
    for (const method of ['GET', 'DELETE']) {
      assert.equal(errorOf(await ask(method, '/v1/workflows/w', { key: other.key })), '404 Not found');
    }
    assert.equal((await put(other.key, 'w', lower)).status, 201);
    assert.deepEqual([await run(mine.key, 'w'), await run(other.key, 'w')], ['AB', 'ab']);
    const { accountId } = mine;
    const narrow = async (operations: string[]) => (await account({ accountId, operations })).key;
    const refused = '403 Key not allowed for this operation';
    const runs = await narrow(['run']);
    assert.equal((await ask('GET', '/v1/workflows/w', { key: runs })).status, 200);
    assert.equal(await run(runs, 'w'), 'AB');
    assert.equal(errorOf(await put(runs, 'w2', upper)), refused);
    assert.equal(errorOf(await ask('DELETE', '/v1/workflows/w', { key: runs })), refused);
    const sanitizes = await narrow(['sanitize']);
    assert.equal(errorOf(await ask('GET', '/v1/workflows', { key: sanitizes })), refused);
    assert.equal((await put(await narrow(['run', 'sanitize', 'sort-dedupe']), 'w3', upper)).status, 201);
    assert.equal(errorOf(await ask('GET', '/v1/workflows', {})), '401 Missing API key');
    const page = { headers: { origin: 'http://localhost:3000', 'access-control-request-method': 'PUT' } };
    const preflight = await next().request('OPTIONS', '/v1/workflows/w', page);
    assert.deepEqual(
      [
        preflight.status,
        ...['methods', 'headers'].map((each) => preflight.headers.get(`access-control-allow-${each}`)),
      ],
      [204, 'GET, HEAD, PUT, DELETE, OPTIONS', 'Content-Type, x-api-key, Authorization, If-Match'],
    );
    assert.equal(errorOf(await put('svc_live_wrong', 'w', upper)), '401 Invalid API key');
  });

  test('the owner and the operator have the same, and the audit log says who', async () => {
    const { key, accountId, id: keyId } = await account();
    const { admin } = operatorOf(next());
    const owner = await signInWithLink(services[0] as TestGateway, { role: 'owner', accountId });
    await put(key, 'w', upper);
    const shown = (await owner.send('GET', '/account/workflows/w')).json as Json;
    const match = { origin: String(services[0]?.url), 'if-match': String(shown.etag) };
    const byOwner = await owner.send('PUT', '/account/workflows/w', { steps: lower }, match);
    assert.equal(byOwner.status, 200);
    assert.equal(await run(key, 'w'), 'ab');
    const put3 = await next().request('PUT', `/accounts/${accountId}/workflows/w`, {
      headers: { 'x-admin-token': adminToken, 'if-match': '*' },
      body: { steps: upper },
    });
    assert.equal(put3.status, 200);
    assert.equal((await admin('DELETE', `/accounts/${accountId}/workflows/w`)).status, 200);
    for (const path of ['/accounts/acc_none/workflows', '/accounts/acc_none/workflows/w']) {
      assert.equal((await admin('GET', path)).status, 404);
    }
    assert.equal((await admin('PUT', '/accounts/acc_none/workflows/w', { steps: upper })).status, 404);
    const { entries } = (await admin('GET', `/audit?accountId=${accountId}`)).json as { entries: Json[] };
    const writes = entries.filter(({ action }) => String(action).startsWith('workflow.'));
    const target = { kind: 'workflow', id: 'w', accountId };
    assert.deepEqual(
      writes.map(({ actor, action, target: of, before, after }) => [(actor as Json).kind, action, of, before, after]),
      [
        ['key', 'workflow.put', target, undefined, { version: 1 }],
        ['owner', 'workflow.put', target, { version: 1 }, { version: 2 }],
        ['admin-token', 'workflow.put', target, { version: 2 }, { version: 3 }],
        ['admin-token', 'workflow.delete', target, { version: 3 }, undefined],
      ],
    );
    assert.deepEqual(writes[0]?.actor, { kind: 'key', accountId, keyId });
    const { entries: own } = (await owner.send('GET', '/account/audit')).json as { entries: Json[] };
    assert.deepEqual(own.find(({ action }) => action === 'workflow.put')?.actor, { kind: 'key', accountId, keyId });
    assert.equal(
      (await owner.send('PUT', '/account/workflows/x', { steps: upper }, { origin: 'https://evil.example' })).status,
      403,
    );
    assert.equal((await owner.send('GET', `/accounts/${accountId}/workflows`)).status, 403);
  });

  test('a change is answered when all gateways have it', async () => {
    const { key } = await account();
    for (let round = 0; round < 20; round++) {
      const steps = round % 2 === 0 ? upper : lower;
      assert.ok((await put(key, 'w', steps, round > 0 ? { 'if-match': '*' } : {})).status < 300);
      assert.deepEqual(
        await Promise.all(Array.from({ length: 4 }, () => run(key, 'w'))),
        Array(4).fill(round % 2 === 0 ? 'AB' : 'ab'),
      );
    }
  });

  test('is a tool for agents, too', async () => {
    const { key } = await account();
    await put(key, 'loud', upper);
    const call = async (args: object) => {
      const body = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'run_text_workflow', arguments: args },
      };
      const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
      return (await next().request('POST', '/mcp', { key, headers, body })).bytes.toString();
    };
    assert.match(await call({ input: 'ab', workflow: 'loud' }), /AB/);
    assert.match(await call({ input: 'ab', workflow: 'none' }), /Unknown workflow: none/);
    assert.match(await call({ input: 'ab', workflow: 'loud', steps: upper }), /Provide only one of steps, workflow/);
  });

  test('a name of the account wins over a workflow tool of the operator', async () => {
    const { key } = await account();
    assert.equal(await run(key, 'house-list', { input: 'b\n a' }), 'a\nb');
    assert.equal(await run(key, 'house-list@1'), '400 Unknown workflow: house-list@1');
    await put(key, 'house-list', upper);
    assert.equal(await run(key, 'house-list', { input: 'b\n a' }), 'B\n A');
    assert.equal(await run(key, 'upper-case'), '400 Unknown workflow: upper-case');
  });
}

const toolsFolder = () => {
  const folder = temporaryFolder({ after });
  writeTools(folder, { 'house-list.json': workflowFile() });
  return folder;
};

describe('stored workflows, with SQLite', () => {
  workflowRules(async (scope) => [
    await startTestGateway(scope, { settings: { DAILY_QUOTA: '500', TOOLS_DIR: toolsFolder() } }),
  ]);
});

describe('stored workflows, at two gateways with PostgreSQL', { skip: withoutPostgres }, () => {
  workflowRules(async (scope) => {
    const DATABASE_URL = await createTestDatabase();
    const settings = { DATABASE_URL, ADMIN_TOKEN: adminToken, DAILY_QUOTA: '500', TOOLS_DIR: toolsFolder() };
    return [await startTestGateway(scope, { settings }), await startTestGateway(scope, { settings })];
  });
});

test('a change is answered when all gateways of a machine with SQLite have it', async (t) => {
  const { url } = await startGateways(t, 2);
  const { key } = await createKey(url);
  for (let round = 0; round < 6; round++) {
    const [step, result] = round % 2 === 0 ? ['upper-case', 'AB'] : ['lower-case', 'ab'];
    const headers = round === 0 ? {} : { 'if-match': '*' };
    const stored = await sendRequest(`${url}/v1/workflows/w`, 'PUT', { key, headers, body: { steps: [step] } });
    assert.equal(stored.status, round === 0 ? 201 : 200);
    const body = { workflow: 'w', input: 'aB' };
    const runs = Array.from({ length: 16 }, () => sendRequest(`${url}/v1/run`, 'POST', { key, body }));
    const results = (await Promise.all(runs)).map(({ json }) => (json as { result?: string }).result);
    assert.deepEqual(results, Array(16).fill(result));
  }
});
