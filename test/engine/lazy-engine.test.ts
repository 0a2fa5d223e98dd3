import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import { createEngine } from '#engine/execute.js';
import { createLazyEngine } from '#engine/lazy-engine.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const require = createRequire(import.meta.url);
const eager = createEngine(await loadCatalogue());
const loaded = Object.keys(require.cache).map((file) => file.replaceAll('\\', '/'));
const lazy = createLazyEngine();

const text = (body: Uint8Array) =>
  Buffer.from(body)
    .toString()
    .replace(/"processingTimeMs":\d+/, '');

test('gives the same results as the engine with all tools loaded', async () => {
  for (const steps of [
    ['upper-case'],
    ['trim-lines', { toolSlug: 'find-replace', config: { find: 'A', replace: 'b' } }, 'upper-case'],
    ['uper-case'],
    ['upper-case', { toolSlug: 'sort-lines', config: { ordr: 'asc' } }],
    [{ toolSlug: 'regex-replace', config: { pattern: '(' } }],
    ['__proto__'],
    [],
    [7],
  ]) {
    const body = Buffer.from(JSON.stringify({ input: ' a \n', steps }));
    const expected = eager.execute('run', body);
    for (let time = 0; time < 2; time++) {
      const result = await lazy.execute('run', body);
      assert.deepEqual([result.status, text(result.body)], [expected.status, text(expected.body)]);
    }
  }
  const urls = Buffer.from('{"urls":["https://a.example/?utm_source=x"]}');
  assert.equal(text((await lazy.execute('sanitize', urls)).body), text(eager.execute('sanitize', urls).body));
});

test('a tool is loaded separately, once, when it is first used', async (t) => {
  const folder = temporaryFolder(t);
  const loads: string[] = [];
  Object.assign(globalThis, { loads });
  mkdirSync(join(folder, 'fixtures'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const slug of ['one', 'two', 'three']) {
    const tool = `{ slug: '${slug}', title: '', description: '', examples: [], keepsLines: false,
      config: { type: 'object', properties: {} }, run: (input) => input + '${slug}' }`;
    const source = `globalThis.loads.push('${slug}'); export default ${tool};`;
    writeFileSync(join(folder, 'fixtures', `${slug}.js`), source);
  }
  const engine = createLazyEngine([folder]);
  const run = async (...steps: string[]) => {
    const { body } = await engine.execute('run', Buffer.from(JSON.stringify({ input: '', steps })));
    return (JSON.parse(Buffer.from(body).toString()) as { result: string }).result;
  };
  assert.deepEqual(loads, []);
  assert.equal(await run('two'), 'two');
  assert.deepEqual(loads, ['two']);
  assert.equal(await run('two', 'one', 'two'), 'twoonetwo');
  assert.deepEqual(loads, ['two', 'one']);
});

test('a tool that cannot be loaded is reported after a mistake in the text or in an earlier step', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'fixtures'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'fixtures', 'broken.js'), 'throw new Error("cannot be loaded");');
  const rows: [body: string, status: number, message: RegExp][] = [
    ['{"input":"a","steps":["broken"]}', 500, /Internal server error/],
    ['{"input":"a","steps":["upper-case","broken"]}', 500, /Internal server error/],
    ['{"input":"a\\x","steps":["broken"]}', 400, /JSON/],
    [`{"input":"${'a'.repeat(500_001)}","steps":["broken"]}`, 400, /^Input too large/],
    ['{"input":"a","steps":["no-such-tool","broken"]}', 400, /no-such-tool/],
    ['{"input":"a","steps":[{"toolSlug":"upper-case","config":{"x":1}},"broken"]}', 400, /upper-case/],
    ['{"input":"a","steps":["upper-case"]}', 200, /^$/],
  ];
  const engine = createLazyEngine([folder, toolsDirectory]);
  for (const [body, status, message] of rows) {
    const result = await engine.execute('run', Buffer.from(body));
    assert.equal(result.status, status, body.slice(0, 80));
    assert.match(result.problem?.sentence ?? '', message);
    assert.equal(result.loadFailure?.module.endsWith('broken.js') ?? false, status === 500);
  }
});

test('a request is parsed once, while its tools are not loaded yet and afterwards', async (t) => {
  const engine = createLazyEngine();
  const { parse } = JSON;
  const parsed: string[] = [];
  t.mock.method(JSON, 'parse', (...given: Parameters<typeof parse>) => {
    parsed.push(given[0]);
    return parse(...given);
  });
  const timesOf = (part: string) => parsed.filter((json) => json.includes(part)).length;
  const send = (body: string) => engine.execute('run', Buffer.from(body));
  assert.equal((await send('{"input":"first","steps":["reverse-text"]}')).status, 200);
  assert.deepEqual([timesOf('first'), timesOf('reverse-text"]')], [1, 1]);
  assert.equal((await send('{"input":"second","steps":["reverse-text"]}')).status, 200);
  assert.deepEqual([timesOf('second'), timesOf('reverse-text"]')], [1, 1]);
  assert.equal((await send('{"inp\\u0075t":"third","steps":["upper-case"]}')).status, 200);
  assert.equal(timesOf('third'), 1);
});

test('the catalogue loads none of the libraries that its tools use', () => {
  const { dependencies, buildDependencies } = require('../../package.json') as {
    dependencies: object;
    buildDependencies: string[];
  };
  const names = Object.keys(dependencies).filter((name) => name !== 'ajv' && !buildDependencies.includes(name));
  assert.deepEqual(
    names.filter((name) => loaded.some((file) => file.includes(`/node_modules/${name}/`))),
    [],
  );
  assert.ok(
    loaded.some((file) => file.includes('/node_modules/ajv/')),
    'the test does not see loaded packages',
  );
});
