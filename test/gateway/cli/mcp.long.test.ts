import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { after, describe, test } from 'node:test';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { runCommandLine } from '#gateway/cli/command-line.js';
import type { CleanupScope } from '../../support/cleanup.js';
import { commandLineProgram, runCommand, startCommand } from '../../support/command-line.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { callResult, type Era, newClient, refusalOf, revisions } from '../mcp/agent-session.js';

/** The protocol's own client, and the command as a host starts it. */
async function connect(scope: CleanupScope, era: Era, args: readonly string[]) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...commandLineProgram(), 'mcp', ...args],
    cwd: '/',
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const client = newClient(era);
  await client.connect(transport);
  scope.after(() => client.close());
  return { client, said: () => said };
}

for (const era of ['modern', 'legacy'] as const) {
  describe(`textmill mcp, to a client of ${revisions[era]}`, () => {
    const scope = { after };
    const session = connect(scope, era, ['--expose', 'upper-case, json-formatter', '--expose', 'upper-case']);

    test('introduces itself, and offers its tools and the exposed ones', async () => {
      const { client } = await session;
      assert.equal(client.getNegotiatedProtocolVersion(), revisions[era]);
      assert.equal(client.getServerVersion()?.name, 'textmill');
      assert.match(client.getInstructions() ?? '', /list_text_tools/);
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map(({ name }) => name).slice(3), [
        'sanitize_urls',
        'sort_dedupe_lines',
        'upper-case',
        'json-formatter',
      ]);
    });

    test('finds, describes and runs a tool', async () => {
      const { client } = await session;
      const { tools } = await callResult(client, 'list_text_tools', { query: 'upper-case' });
      assert.ok((tools as { slug: string }[]).some(({ slug }) => slug === 'upper-case'));
      const { call } = await callResult(client, 'describe_text_tool', { slug: 'upper-case' });
      const { tool, arguments: args } = call as { tool: string; arguments: object };
      assert.equal((await callResult(client, tool, args)).result, 'HELLO, WORLD');
      assert.equal((await callResult(client, 'upper-case', { input: 'a' })).result, 'A');
    });

    test('handles parallel calls', async () => {
      const { client } = await session;
      const calls = Array.from({ length: 20 }, (_, i) =>
        callResult(client, 'sanitize_urls', { url: `https://a/${i}?ref=x` }),
      );
      const expected = Array.from({ length: 20 }, (_, i) => [`https://a/${i}`]);
      assert.deepEqual(
        (await Promise.all(calls)).map(({ sanitized }) => sanitized),
        expected,
      );
    });

    // A call is a call in both revisions: what it returns is compared in one of them.
    if (era === 'modern') {
      test('returns the same results as the HTTP API', async () => {
        const gateway = await sharedTestGateway();
        const { secret } = await gateway.key();
        const { client } = await session;
        for (const [name, path, request] of [
          [
            'run_text_workflow',
            '/v1/run',
            { input: ' b\n\ud800a', steps: ['trim-lines', { toolSlug: 'dedupe-sort' }] },
          ],
          ['sanitize_urls', '/v1/sanitize', { input: 'https://a/?utm_source=x&b\n\n?s=1', profile: 'conservative' }],
          ['sort_dedupe_lines', '/v1/sort-dedupe', { lines: ['b', 'a', 'B'], ignoreCase: true, direction: 'desc' }],
        ] as const) {
          const { truncated, input_id: _input, result_id: _result, ...rest } = await callResult(client, name, request);
          assert.equal(truncated, false);
          const { json } = await gateway.post(path, request, secret);
          assert.deepEqual(withoutTime(rest), withoutTime(json as Record<string, unknown>));
        }
      });
    }

    test('refuses a text of more than 500,000 characters, and of 20,000,000', async () => {
      const { client } = await session;
      const steps = ['upper-case'];
      const { meta } = await callResult(client, 'run_text_workflow', { input: 'é'.repeat(500_000), steps });
      assert.equal((meta as { inputLength: number }).inputLength, 500_000);
      for (const length of [500_001, 20_000_000]) {
        assert.match(
          await refusalOf(client, 'run_text_workflow', { input: 'a'.repeat(length), steps }),
          new RegExp(`^Input too large: ${length} characters \\(maximum 500000\\)`),
        );
      }
    });

    test('wrote nothing to standard error', async () => {
      assert.equal((await session).said(), '');
    });
  });
}

function withoutTime({ meta, ...rest }: Record<string, unknown>) {
  return meta === undefined ? rest : { ...rest, meta: { ...(meta as object), processingTimeMs: 0 } };
}

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'tests', version: '1' } },
});

describe('textmill mcp', () => {
  test('continues after a line that is not a message; ends when its input ends, and touches no file', async (t) => {
    const folder = temporaryFolder(t);
    assert.deepEqual(await runCommand(['mcp'], { folder }), { code: 0, stdout: '', stderr: '' });
    const child = startCommand(t, ['mcp'], { folder });
    const responses = createInterface({ input: child.stdout as Readable })[Symbol.asyncIterator]();
    child.stdin?.write('not JSON\n');
    assert.equal(JSON.parse((await responses.next()).value ?? '').error.code, -32700);
    child.stdin?.write(`${initialize}\n`);
    assert.equal(JSON.parse((await responses.next()).value ?? '').result.serverInfo.name, 'textmill');
    const run = { name: 'run_text_workflow', arguments: { input: 'a', steps: ['upper-case'] } };
    child.stdin?.end(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: run })}\n`);
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    assert.deepEqual(readdirSync(folder), []);
  });

  describe('finishes the calls that came before the end of its input', () => {
    const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: upperCase });
    const upperCase = { name: 'run_text_workflow', arguments: { input: 'é', steps: ['upper-case'] } };
    for (const [what, messages, responded] of [
      ['many parallel calls', [call(2), call(3), call(4)], [1, 2, 3, 4]],
      [
        'a call beside one that was cancelled',
        [call(2), { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } }, call(3)],
        [1, 3],
      ],
    ] as const) {
      test(what, async () => {
        const input = `${[initialize, ...messages.map((message) => JSON.stringify(message))].join('\n')}\n`;
        const { code, stdout, stderr } = await runCommand(['mcp'], { input });
        const responses = stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
        assert.deepEqual(
          { code, stderr, responded: responses.map(({ id }) => id).sort() },
          { code: 0, stderr: '', responded },
        );
        assert.equal(JSON.parse(responses.at(-1).result.content[0].text).result, 'É');
      });
    }
  });

  test('responds to each line that is not a message with an error, and continues', async () => {
    const lines = [
      ...['not JSON', '', ' \t\r', '[]', '{"a":1}', '"\\ud800"', 'null', '{"jsonrpc":"2.0","id":7,"method":1}'],
      ...['{"jsonrpc":"1.0","id":"a","method":"ping"}', '{"id":null,"error":{}}', '{"result":1}'],
    ];
    const bytes = Buffer.concat([Buffer.from(`${lines.join('\n')}\n"`), Buffer.from([0xff]), Buffer.from('"\r\n')]);
    // The last line has no line end.
    const { code, stdout } = await runCommand(['mcp'], { input: [bytes, Buffer.from(initialize)] });
    const responses = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const refused = (id: unknown, errorCode: number) => ({ id, code: errorCode });
    assert.deepEqual(
      responses.slice(0, -1).map(({ id, error }) => refused(id, error.code)),
      [
        ...[refused(null, -32700), refused(null, -32600), refused(null, -32600), refused(null, -32600)],
        ...[refused(null, -32600), refused(7, -32600), refused('a', -32600), refused(null, -32700)],
      ],
    );
    assert.equal(responses.at(-1).result.serverInfo.name, 'textmill');
    assert.equal(code, 0);
  });

  test('ends when its reader has gone', async (t) => {
    const child = startCommand(t, ['mcp']);
    child.stdout?.destroy();
    // Its input stays open, so the end of the input is not the reason.
    child.stdin?.on('error', () => undefined).write(`${initialize}\n`);
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  test('ends on a signal', async (t) => {
    const child = startCommand(t, ['mcp']);
    child.stdin?.write(`${initialize}\n`);
    await once(child.stdout as Readable, 'data');
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGTERM']);
  });

  test('refuses an endless message with an error', async () => {
    const piece = Buffer.alloc(4 * 1024 * 1024, 'a');
    const input = Array.from({ length: 9 }, () => piece);
    assert.deepEqual(await runCommand(['mcp'], { input }), {
      code: 1,
      stdout: '',
      stderr: 'textmill: A message was longer than 33554432 bytes\n',
    });
  });

  test('refuses to expose an unknown tool', async () => {
    assert.deepEqual(await runCommand(['mcp', '--expose', 'trim-lines,uppercase']), {
      code: 2,
      stdout: '',
      stderr: 'textmill: Unknown tool: uppercase. Did you mean upper-case?\n',
    });
  });

  test('explains itself to a user at a terminal', async () => {
    const stdin = Object.assign(Readable.from([]), { isTTY: true });
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const io = { stdin, stdout, stderr, environment: {}, workingFolder: '/' };
    assert.equal(await runCommandLine(['mcp'], io), 0);
    assert.equal(stdout.read(), null);
    assert.match(String(stderr.read()), /^textmill: this speaks the Model Context Protocol: .*"For AI agents"/);
  });
});
