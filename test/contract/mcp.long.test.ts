import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { after, describe, test } from 'node:test';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import { adminToken, faultyTools, startTestGateway, type TestGateway } from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';

/** A message in the form of the 2025 revisions, which every agent can send. */
function message(method: string, params: object = {}): object {
  return { jsonrpc: '2.0', id: 1, method, params };
}

function call(name: string, args: object): object {
  return message('tools/call', { name, arguments: args });
}

const list = message('tools/list');
const run = call('run_text_workflow', { input: 'a', steps: ['upper-case'] });

type Fields = Readonly<Record<string, unknown>>;

interface ToolResult {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
}

/** Returns the result of a call. Asserts that its status is 200. */
async function called(service: TestGateway, key: string, name: string, args: object): Promise<ToolResult> {
  const { status, json } = await service.post('/mcp', call(name, args), key);
  assert.equal(status, 200);
  return (json as { readonly result: ToolResult }).result;
}

/** Returns the fields of the result of a call. */
async function callResult(service: TestGateway, key: string, name: string, args: object): Promise<Fields> {
  const { content } = await called(service, key, name, args);
  return JSON.parse(content[0]?.text ?? '');
}

/** Returns the error message of a failed call. */
async function failed(service: TestGateway, key: string, name: string, args: object): Promise<string> {
  const { isError, content } = await called(service, key, name, args);
  assert.equal(isError, true);
  return content.map(({ text }) => text).join('\n');
}

/** Returns the status for a `Host` that is not the gateway's. `fetch` cannot send one. */
function statusUnder(host: string, port: number, secret: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { host, 'content-type': 'application/json', 'x-api-key': secret };
    httpRequest({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end(JSON.stringify(list));
  });
}

describe('POST /mcp', async () => {
  const origin = 'https://app.example';
  const service = await startTestGateway(
    { after },
    { settings: { PUBLIC_URL: 'https://text.example.com', MCP_HOSTS: 'my_box,agents.example' } },
  );
  const { secret } = await service.key({ origins: [origin] });
  const clock = new ManualClock();
  const limited = await startTestGateway({ after }, { clock, toolDirectories: [toolsDirectory, faultyTools] });

  test('runs a workflow, as POST /v1/run does', async () => {
    const { result } = await callResult(service, secret, 'run_text_workflow', {
      input: ' b\na',
      steps: ['trim-lines', { toolSlug: 'dedupe-sort', config: { order: 'desc' } }],
    });
    assert.equal(result, 'b\na');
  });

  test('checks a workflow without running it, and has the prompt', async () => {
    const steps = [{ each: { match: { pattern: 'a+' } }, steps: ['upper-case'] }, 'trim-lines'];
    const checked = await callResult(service, secret, 'run_text_workflow', { steps, validate: true });
    assert.deepEqual(checked, { valid: true, tools: 2, anySize: false, needsWholeText: 'steps[0] (group)' });
    const invalid = { steps: [{ ...Object(steps[0]), each: { match: { pattern: '(a' } } }], validate: true };
    assert.match(await failed(service, secret, 'run_text_workflow', invalid), /^Step 1.*pattern/);
    const { status, json } = await service.post('/mcp', message('prompts/get', { name: 'text_work' }), secret);
    assert.equal(status, 200);
    assert.match(JSON.stringify(json), /Textmill changes and measures text exactly/);
    // The operation itself has no such field.
    const { json: refused } = await service.post(
      '/v1/run',
      { input: '', steps: ['trim-lines'], validate: true },
      secret,
    );
    assert.deepEqual(refused, { error: 'Unknown field: validate' });
  });

  test('a large text runs in the pool, and arrives complete in several parts', async () => {
    const input = 'line of text\n'.repeat(38_000);
    const parts: string[] = [];
    let resultOffset: unknown = 0;
    while (resultOffset !== undefined) {
      const args = { input, steps: ['upper-case'], resultOffset, resultLimit: 200_000 };
      const { result, page } = await callResult(service, secret, 'run_text_workflow', args);
      parts.push(String(result));
      resultOffset = (page as { nextOffset?: number }).nextOffset;
    }
    assert.ok(parts.join('') === input.toUpperCase(), 'the parts do not add up to the whole');
    assert.ok(parts.length >= 3);
  });

  describe('the checks of all other endpoints apply', () => {
    test('the key, in x-api-key or as a bearer token (RFC 6750)', async () => {
      const status = async (headers: Record<string, string>) =>
        (await service.request('POST', '/mcp', { headers, body: list })).status;
      assert.equal(await status({}), 401);
      assert.equal(await status({ 'x-api-key': `${secret}x` }), 401);
      assert.equal(await status({ authorization: `Bearer ${secret}x` }), 401);
      assert.equal(await status({ authorization: `Basic ${secret}` }), 401);
      assert.equal(await status({ authorization: `Bearer ${secret}` }), 200);
      assert.equal(await status({ 'x-api-key': secret, authorization: `Bearer ${secret}` }), 200);
      assert.equal(await status({ 'x-api-key': secret, authorization: 'Bearer of something else' }), 401);
    });

    test('the method', async () => {
      for (const method of ['GET', 'DELETE', 'PUT']) {
        const { status, headers } = await service.request(method, '/mcp', { key: secret });
        assert.deepEqual([status, headers.get('allow')], [405, 'POST, OPTIONS']);
      }
    });

    test('the media type and the JSON', async () => {
      const post = (body: unknown, headers = {}) => service.request('POST', '/mcp', { key: secret, headers, body });
      const responses = [
        await post(list, { 'content-type': 'text/plain' }),
        await post('{'),
        await post('"a"'),
        await post([list, list]),
        await post(Buffer.from([0x22, 0xff, 0x22])),
      ];
      assert.deepEqual(
        responses.map(({ status, json }) => [status, (json as { error: string }).error]),
        [
          [415, 'Content-Type must be application/json'],
          [400, 'Invalid JSON body'],
          [400, 'Request body must be a JSON object'],
          [400, 'Request body must be a JSON object'],
          [400, 'Invalid JSON body'],
        ],
      );
    });

    for (const [host, allowed] of [
      ['localhost', true],
      ['LOCALHOST:1', true],
      ['a.localhost', true],
      ['127.0.0.1:9', true],
      ['192.0.2.7', true],
      ['[::1]:8080', true],
      ['text.example.com', true],
      ['text.example.com.:443', true],
      ['my_box:8080', true],
      ['agents.example', true],
      ['evil.example', false],
      ['localhost.evil.example', false],
      ['127.0.0.1.evil.example', false],
      ['text.example.com.evil.example', false],
      ['sub.text.example.com', false],
    ] as const) {
      test(`the Host ${host} is ${allowed ? 'accepted' : 'refused'}`, async () => {
        assert.equal(await statusUnder(host, service.port, secret), allowed ? 200 : 403);
      });
    }

    test('the origin, with the other headers of the protocol', async () => {
      const post = (from: string) =>
        service.request('POST', '/mcp', { key: secret, headers: { origin: from }, body: list });
      const [allowed, foreign] = [await post(origin), await post('https://evil.example')];
      assert.deepEqual([foreign.status, foreign.json], [403, { error: 'Origin not allowed' }]);
      assert.equal(foreign.headers.get('access-control-allow-origin'), null);
      assert.deepEqual([allowed.status, allowed.headers.get('access-control-allow-origin')], [200, origin]);
      const preflight = await service.request('OPTIONS', '/mcp', { headers: { origin } });
      assert.equal(preflight.status, 204);
      assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /x-api-key.*Mcp-Protocol-Version/);
      const ofRun = await service.request('OPTIONS', '/v1/run', { headers: { origin } });
      assert.equal(ofRun.headers.get('access-control-allow-headers'), 'Content-Type, x-api-key');
    });

    test('the burst of the key and of the address', async () => {
      for (const setting of ['BURST_PER_KEY', 'BURST_PER_IP']) {
        limited.change({ [setting]: '2' });
        const { secret: limitedSecret } = await limited.key();
        const statuses = [];
        for (let i = 0; i < 3; i++) statuses.push((await limited.post('/mcp', list, limitedSecret)).status);
        assert.deepEqual(statuses, [200, 200, 429], setting);
      }
    });
  });

  describe('the daily quota', () => {
    const used = async (limited: TestGateway, accountId: string) => {
      const headers = { 'x-admin-token': adminToken };
      const { json } = await limited.request('GET', `/accounts/${accountId}/usage`, { headers });
      return (json as { used: number }).used;
    };

    test('counts calls that run an operation, together with the other endpoints', async () => {
      limited.change({ DAILY_QUOTA: '3' });
      const { key, secret: limitedSecret } = await limited.key();
      const free = [
        list,
        message('ping'),
        call('list_text_tools', {}),
        call('describe_text_tool', { slug: 'trim-lines' }),
      ];
      for (const body of free) assert.equal((await limited.post('/mcp', body, limitedSecret)).status, 200);
      assert.equal(await used(limited, key.accountId), 0);

      assert.equal((await limited.post('/mcp', run, limitedSecret)).status, 200);
      await failed(limited, limitedSecret, 'run_text_workflow', { input: '{', steps: ['json-formatter'] });
      assert.equal((await limited.post('/v1/sort-dedupe', { lines: ['a'] }, limitedSecret)).status, 200);
      assert.equal(await used(limited, key.accountId), 3);
      for (const body of [run, list]) {
        const { status, json } = await limited.post('/mcp', body, limitedSecret);
        assert.deepEqual([status, json], [429, { error: 'Rate limit exceeded' }]);
      }
    });

    test('counts messages that hold the event loop, although they run nothing', async () => {
      limited.change({ DAILY_QUOTA: '100' });
      const { key, secret: limitedSecret } = await limited.key();
      const tooMuch = [
        { ...message('ping'), id: 'i'.repeat(4_000_000) },
        message('ping', { numbers: Array(99_000).fill(0) }),
        message('tools/list', { _meta: { numbers: Array(99_000).fill(0) } }),
        message('initialize', { capabilities: { experimental: Array(1_900).fill({}) } }),
        call('_'.repeat(4_000_000), {}),
      ];
      for (const body of tooMuch) {
        const { status, json } = await limited.post('/mcp', body, limitedSecret);
        assert.deepEqual([status, json], [413, { error: 'Request body too large' }]);
      }
      assert.equal(await used(limited, key.accountId), tooMuch.length);

      const long = call('describe_text_tool', { slug: 'a'.repeat(70_000) });
      assert.equal((await limited.post('/mcp', long, limitedSecret)).status, 200);
      assert.equal(await used(limited, key.accountId), tooMuch.length + 1);
    });

    test('is refunded for failures that the agent did not cause', async (t) => {
      const settings = { DAILY_QUOTA: '10', JOB_TIMEOUT_MS: '300' };
      const hasty = await startTestGateway(t, { settings, toolDirectories: [toolsDirectory, faultyTools] });
      limited.change({ DAILY_QUOTA: '10' });
      for (const { step, of, sentence } of [
        { step: 'throw-bug', of: limited, sentence: /^Internal server error\./ },
        { step: 'endless', of: hasty, sentence: /^Processing time limit exceeded\./ },
      ]) {
        const { key, secret: limitedSecret } = await of.key();
        const words = await failed(of, limitedSecret, 'run_text_workflow', { input: 'private', steps: [step] });
        assert.match(words, sentence);
        assert.doesNotMatch(words, /private|\.ts\b|node_modules/);
        assert.equal(await used(of, key.accountId), 0);
      }
    });

    test('a free key can only run workflows', async () => {
      limited.change({ FREE_TIER: 'true', DAILY_QUOTA: '100' });
      const { key, secret: freeSecret } = await limited.key({ plan: 'free' });
      assert.match(await failed(limited, freeSecret, 'sanitize_urls', { urls: ['a'] }), /^Pro plan required/);
      assert.match(await failed(limited, freeSecret, 'sort_dedupe_lines', { lines: ['a'] }), /^Pro plan required/);
      assert.equal((await limited.post('/mcp', run, freeSecret)).status, 200);
      assert.equal(await used(limited, key.accountId), 1);
    });
  });

  test('a subscription to changes is refused immediately: nothing changes while the gateway runs', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
    const body = message('subscriptions/listen', { _meta, notifications: { toolsListChanged: true } });
    const { status, json } = await service.request('POST', '/mcp', { key: secret, headers, body });
    assert.equal(status, 200);
    assert.ok((json as { error?: object }).error);
  });

  test('arguments nested 39,000 levels deep are refused, and the next message succeeds', async () => {
    const deep = `${'['.repeat(39_000)}${']'.repeat(39_000)}`;
    const body = JSON.stringify(call('run_text_workflow', { input: 'a', steps: '?' })).replace('"?"', deep);
    const { status, json } = await service.request('POST', '/mcp', { key: secret, body });
    assert.equal(status, 200);
    const { result, error } = json as { result?: ToolResult; error?: object };
    assert.ok(result?.isError === true || error !== undefined);
    assert.equal((await service.post('/mcp', run, secret)).status, 200);
  });

  test('a message with more values than any call needs, or that is too long, is not parsed', async () => {
    for (const body of [
      `[${'0,'.repeat(100_001)}0]`,
      JSON.stringify(call('sort_dedupe_lines', { lines: Array(40_001).fill(0) })),
      JSON.stringify(call('run_text_workflow', { input: 'a'.repeat(4_194_304) })),
    ]) {
      const { status, json } = await service.request('POST', '/mcp', { key: secret, body });
      assert.deepEqual([status, json], [413, { error: 'Request body too large' }]);
    }
  });

  test('metrics and usage count calls as the operation mcp; MCP_EXPOSE offers its tools under their own names', async (t) => {
    const observed = await startTestGateway(t, {
      settings: { METRICS_PUBLIC: 'true', MCP_EXPOSE: 'slugify,title-case-converter' },
    });
    const { key, secret: observedSecret } = await observed.key();
    for (const body of [list, run]) await observed.post('/mcp', body, observedSecret);
    const metrics = await (await fetch(`${observed.url}/metrics`)).text();
    assert.match(metrics, /^textmill_requests_total\{operation="mcp",status="200"\} 2$/m);
    const headers = { 'x-admin-token': adminToken };
    const { json } = await observed.request('GET', `/accounts/${key.accountId}/usage`, { headers });
    const { history } = json as { history: readonly { operation: string; count: number }[] };
    assert.deepEqual(
      history.map(({ operation, count }) => [operation, count]),
      [['mcp', 2]],
    );
    const args = { input: 'the end of it' };
    const { result } = await callResult(observed, observedSecret, 'title-case-converter', args);
    assert.equal(result, 'The End of It');
  });
});

test('MCP_EXPOSE with an unknown tool stops the start, and the error suggests the right one', async (t) => {
  await assert.rejects(startTestGateway(t, { settings: { MCP_EXPOSE: 'trim-lines,uppercase' } }), {
    message: 'MCP_EXPOSE: Unknown tool: uppercase. Did you mean upper-case?',
  });
});
