import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createLog } from '#gateway/core/log.js';
import { ConfigError } from '#gateway/server/config/config.js';
import { startTestGateway } from '../support/gateway.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { moduleSource, workflowFile, writeTools } from '../support/tool-folders.js';

const mcpHeaders = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };

describe('TOOLS_DIR', async () => {
  const folder = temporaryFolder({ after });
  writeTools(folder, {
    'house-list.json': workflowFile(),
    'house-loud.mjs': moduleSource('house-loud', 'return input.toUpperCase();'),
  });
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  const settings = { TOOLS_DIR: folder, WORKER_THREADS: '2', LOG_LEVEL: 'info', MCP_EXPOSE: 'house-list' };
  const service = await startTestGateway({ after }, { settings, log });
  const { secret } = await service.key();

  const run = async (input: string, ...steps: unknown[]) => {
    const { status, json } = await service.post('/v1/run', { input, steps }, secret);
    return status === 200 ? (json as { result: string }).result : (json as { error: string }).error;
  };
  const get = async (path: string) => (await service.request('GET', path)).bytes.toString();
  const call = async (name: string, args: object) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    return (await service.request('POST', '/mcp', { key: secret, headers: mcpHeaders, body })).bytes.toString();
  };
  const renew = async () => {
    lines.length = 0;
    await service.gateway.renewTools();
  };

  test('its tools are everywhere where a tool is', async () => {
    const desc = { toolSlug: 'house-list', config: { order: 'desc' } };
    assert.equal(await run('a\n b', desc), 'b\na');
    const long = 'b\n'.repeat(50_000);
    assert.equal(await run(`${long}a`, desc, 'house-loud'), 'B\nA');
    assert.deepEqual(
      await Promise.all(Array.from({ length: 8 }, (_, index) => run(`x${index}`, 'house-loud'))),
      Array.from({ length: 8 }, (_, index) => `X${index}`),
    );
    const { tools } = JSON.parse(await get('/v1/tools')) as { tools: { slug: string; category: string }[] };
    const own = tools.filter(({ category }) => category === 'own').map(({ slug }) => slug);
    assert.deepEqual(own, ['house-list', 'house-loud']);
    assert.deepEqual(
      tools.map(({ slug }) => slug),
      tools.map(({ slug }) => slug).toSorted(),
    );
    assert.equal(JSON.parse(await get('/v1/tools/house-list')).title, 'House list');
    assert.ok(JSON.parse(await get('/openapi.json')).components.schemas.ToolSlug.enum.includes('house-loud'));
    const { schemas } = JSON.parse(await get('/docs/openapi-full.json')).components;
    assert.match(JSON.stringify(schemas), /Trims lines and sorts them as the house does/);
    assert.match(await (await fetch(`${service.url}/docs/tools/own`)).text(), /House list/);
    assert.match(await call('list_text_tools', { query: 'house list' }), /house-list/);
    assert.match(await call('describe_text_tool', { slug: 'house-loud' }), /A module/);
    assert.match(await call('run_text_workflow', { input: 'b', steps: ['house-loud'] }), /"B"|\\"B\\"/);
    assert.match(await call('house-list', { input: 'b\na' }), /a\\+nb/);
  });

  test('an option of it is validated', async () => {
    assert.equal(
      await run('a', { toolSlug: 'house-list', config: { order: 'down' } }),
      'steps[0].config.order must be one of: asc, desc',
    );
    assert.equal(
      await run('a', { toolSlug: 'house-list', config: { ordre: 'asc' } }),
      'Unknown option for house-list: ordre. Did you mean order?',
    );
    assert.equal(await run('a', 'house-lists'), 'Unknown tool: house-lists. Did you mean house-list?');
  });

  test('a reload replaces them on the event loop and on all threads', async () => {
    writeTools(folder, {
      'house-list.json': workflowFile({
        options: undefined,
        steps: ['upper-case'],
        examples: [{ input: 'a', output: 'A' }],
      }),
      'house-loud.mjs': moduleSource('house-loud', "return input + '!';"),
      'house-new.mjs': moduleSource('house-new', 'return input;'),
    });
    await renew();
    assert.deepEqual(
      lines.map(({ msg, tools, removed }) => [msg, tools, removed]),
      [['The tools of TOOLS_DIR have changed', ['house-loud', 'house-new', 'house-list'], []]],
    );
    assert.equal(await run('b\nb', 'house-list'), 'B\nB');
    assert.deepEqual(await Promise.all(Array.from({ length: 8 }, () => run('x', 'house-loud'))), Array(8).fill('x!'));
    assert.equal(await run('x', 'house-new'), 'x');
    assert.equal(JSON.parse(await get('/v1/tools/house-list')).config.properties.order, undefined);
    assert.match(await call('describe_text_tool', { slug: 'house-new' }), /A module/);
    assert.ok(JSON.parse(await get('/openapi.json')).components.schemas.ToolSlug.enum.includes('house-new'));
    await renew();
    assert.deepEqual(lines, [], 'the same files are no change');
  });

  test('a wrong file changes nothing: the log and /readyz say so', async () => {
    writeTools(folder, {
      'house-new.mjs': '\nthrow new Error("no");',
      'house-loud.mjs': moduleSource('house-loud', "return '?';"),
    });
    await renew();
    assert.deepEqual(
      lines.map(({ msg, problem }) => [msg, problem]),
      [['The tools stay as they are', 'TOOLS_DIR: house-new.mjs, line 2: cannot be loaded: no']],
    );
    assert.deepEqual(JSON.parse(await get('/readyz')), { status: 'ok', tools: 'outdated' });
    assert.equal(await run('x', 'house-loud'), 'x!');
    assert.equal(await run('x', 'house-new'), 'x');
    rmSync(join(folder, 'house-new.mjs'));
    await renew();
    assert.deepEqual(
      lines.map(({ removed }) => removed),
      [['house-new']],
    );
    assert.deepEqual(JSON.parse(await get('/readyz')), { status: 'ok' });
    assert.equal(await run('x', 'house-loud'), '?');
    assert.match(await run('x', 'house-new'), /^Unknown tool: house-new/);
  });

  test('a thread that replaces another one has them, and a changed file that was not read again has no effect', async () => {
    writeTools(folder, { 'house-end.mjs': moduleSource('house-end', 'process.exit();') });
    await renew();
    writeTools(folder, { 'house-loud.mjs': 'throw new Error("no");' });
    const { status } = await service.post('/v1/run', { input: 'x', steps: ['house-end'] }, secret);
    assert.equal(status, 500);
    assert.deepEqual(await Promise.all(Array.from({ length: 8 }, () => run('x', 'house-loud'))), Array(8).fill('?'));
  });

  test('a tool that MCP_EXPOSE names must stay', async () => {
    writeTools(folder, { 'house-loud.mjs': moduleSource('house-loud', "return '?';") });
    rmSync(join(folder, 'house-list.json'));
    await renew();
    assert.deepEqual(
      lines.map(({ problem }) => problem),
      ['MCP_EXPOSE: Unknown tool: house-list. Did you mean house-loud?'],
    );
    assert.equal(await run('b', 'house-list'), 'B');
  });
});

const refused: readonly (readonly [name: string, content: string | object, problem: string])[] = [
  [
    'house.json',
    workflowFile({ steps: ['trim-lines', 'house'] }),
    'TOOLS_DIR: house.json, line 7: options.properties.order is not used in steps',
  ],
  ['house.mjs', 'export default 7;', 'TOOLS_DIR: house.mjs: does not export by default what defineTool returns'],
  ['house.mjs', 'process.exit();', 'TOOLS_DIR: house.mjs: ended its thread'],
];

test('a wrong file stops the start with its name, the line and the reason', async (t) => {
  for (const [name, content, problem] of refused) {
    const folder = temporaryFolder(t);
    writeTools(folder, { [name]: content });
    await assert.rejects(startTestGateway(t, { settings: { TOOLS_DIR: folder } }), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.deepEqual(error.problems, [problem]);
      return true;
    });
  }
});
