import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ConfigError } from '#gateway/server/config/config.js';
import { startTestGateway } from '../support/gateway.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { moduleSource, writeTools } from '../support/tool-folders.js';

const heap = 'const all = []; for (;;) all.push(new Array(1_000_000).fill(input));';
const buffers =
  'const all = []; for (let i = 0; i < 200; i++) all.push(Buffer.alloc(10_000_000, 1)); return String(all.length);';

describe('modules of an operator that misbehave', async () => {
  const folder = temporaryFolder({ after });
  writeTools(folder, {
    'loop.mjs': moduleSource('loop', 'for (;;);'),
    'heap.mjs': moduleSource('heap', heap),
    'buffers.mjs': moduleSource('buffers', buffers),
    'deep.mjs': moduleSource('deep', 'return (function deep(n) { return deep(n + 1) + 1; })(0);'),
    'end.mjs': moduleSource('end', 'process.exit(1);'),
    'throw.mjs': moduleSource('throw', "throw new Error('it is Monday');"),
    'promise.mjs': moduleSource('promise', 'return Promise.resolve(input);'),
    'long.mjs': moduleSource('long', "return 'a'.repeat(5_000_000);"),
    'later.mjs': moduleSource('later', "setTimeout(() => { throw new Error('later'); }); return 'B';"),
    'good.mjs': moduleSource('good', 'return input.toUpperCase();'),
  });
  const service = await startTestGateway(
    { after },
    { settings: { TOOLS_DIR: folder, WORKER_THREADS: '2', JOB_TIMEOUT_MS: '300000' } },
  );
  const { secret } = await service.key();
  const run = async (slug: string) => {
    const { status, json } = await service.post('/v1/run', { input: 'b', steps: [slug] }, secret);
    const { result, error } = json as { result?: string; error?: string };
    return [status, result ?? error];
  };
  const expected: readonly (readonly [slug: string, status: number, response: string])[] = [
    ['loop', 400, 'Step 1 (loop) failed: took more than 5000 ms of processor time'],
    ['heap', 400, 'Step 1 (heap) failed: needed more than 512 MB of memory; use a shorter text or fewer steps'],
    ['buffers', 400, 'Step 1 (buffers) failed: needed more than 512 MB of memory; use a shorter text or fewer steps'],
    [
      'deep',
      400,
      'Step 1 (deep) failed: the text is nested too deeply, or has too long a run of what the tool looks for',
    ],
    ['end', 500, 'Internal server error'],
    ['throw', 400, 'Step 1 (throw) failed: it is Monday'],
    ['promise', 400, 'Step 1 (promise) failed: the tool returned a promise instead of a text'],
    ['long', 400, 'Step 1 (long) failed: the output would be longer than 4000000 characters'],
  ];
  for (const [slug, status, response] of expected) {
    test(`${slug}: the request gets a clear error, and all others go on`, async () => {
      const failing = run(slug);
      for (let i = 0; i < 5; i++) assert.deepEqual(await run('good'), [200, 'B']);
      assert.deepEqual(await failing, [status, response]);
      assert.deepEqual(await run('good'), [200, 'B']);
    });
  }

  test('later: an error behind the result costs at most the next job of the thread', async () => {
    assert.deepEqual(await run('later'), [200, 'B']);
    await run('good');
    await run('good');
    assert.deepEqual(await run('good'), [200, 'B']);
  });
});

const refused: readonly (readonly [what: string, source: string, problem: RegExp])[] = [
  [
    'loops while it is loaded',
    'for (;;);',
    /^TOOLS_DIR: bad\.mjs: was not checked within (?:5 s of processor time|30 s)$/,
  ],
  [
    'needs 2 GB while it is loaded',
    `const input = '';\n${heap}`,
    /^TOOLS_DIR: bad\.mjs: needed more than 512 MB of memory$/,
  ],
  [
    'needs 2 GB of buffers while it is loaded',
    `const all = []; for (let i = 0; i < 200; i++) { all.push(Buffer.alloc(10_000_000, 1)); await new Promise((r) => setTimeout(r, 5)); }`,
    /^TOOLS_DIR: bad\.mjs: needed more than 512 MB of memory$/,
  ],
  [
    'never ends to be loaded',
    'await new Promise(() => setInterval(() => {}, 1_000));',
    /^TOOLS_DIR: bad\.mjs: was not checked within (?:5|30) s/,
  ],
  [
    'loops in an example',
    moduleSource('bad', '').replace("return 'A'", 'for (;;)'),
    /^TOOLS_DIR: bad\.mjs: was not checked within (?:5|30) s/,
  ],
  [
    'ends its thread in an example',
    moduleSource('bad', '').replace("return 'A'", 'process.exit()'),
    /^TOOLS_DIR: bad\.mjs: ended its thread$/,
  ],
];

describe('a module that misbehaves when it is checked stops the start', () => {
  for (const [what, source, problem] of refused) {
    test(what, async (t) => {
      const folder = temporaryFolder(t);
      writeTools(folder, { 'bad.mjs': source });
      await assert.rejects(startTestGateway(t, { settings: { TOOLS_DIR: folder } }), (error) => {
        assert.ok(error instanceof ConfigError, String(error));
        assert.match(error.problems.join(), problem);
        return true;
      });
    });
  }
});
