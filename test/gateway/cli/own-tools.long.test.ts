import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '../../support/command-line.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { moduleSource, workflowFile, writeTools } from '../../support/tool-folders.js';

test('textmill tools new writes tools that pass textmill tools test', async (t) => {
  const folder = join(temporaryFolder(t), 'house');
  for (const name of ['house-list', 'shout.mjs', 'other.json']) {
    const { code, stdout } = await runCommand(['tools', 'new', name, '--tools-dir', folder], {
      folder: dirname(folder),
    });
    assert.deepEqual([code, stdout], [0, `${join('house', name.includes('.') ? name : `${name}.json`)}\n`]);
  }
  const tested = await runCommand(['tools', 'test', folder]);
  assert.deepEqual([tested.code, tested.stderr], [0, '']);
  assert.equal(
    tested.stdout,
    'shout.mjs        ok: examples 3\nhouse-list.json  ok: examples 2\nother.json       ok: examples 2\n',
  );
  const wrong: readonly (readonly [name: string, code: number, message: RegExp])[] = [
    ['house-list', 1, /house-list\.json exists already$/],
    ['shout', 1, /shout\.mjs exists already$/],
    ['trim-lines', 2, /trim-lines is a tool of Textmill, which cannot be replaced$/],
    ['../x', 2, /must have lower-case letters, digits and single hyphens only/],
    ['a'.repeat(200), 2, /must be at most 64 characters long$/],
  ];
  for (const [name, expected, message] of wrong) {
    const { code, stderr } = await runCommand(['tools', 'new', name, '--tools-dir', folder]);
    assert.equal(code, expected, name);
    assert.match(stderr.trim(), message);
  }
  assert.deepEqual(readdirSync(folder).sort(), ['house-list.json', 'other.json', 'shout.mjs']);
});

test('the commands have the tools of TOOLS_DIR and --tools-dir', async (t) => {
  const folder = temporaryFolder(t);
  writeTools(folder, { 'house-list.json': workflowFile(), 'loud.mjs': moduleSource('loud', "return input + '!';") });
  const environment = { TOOLS_DIR: folder };
  const input = 'b\na';
  const expected: readonly (readonly [args: readonly string[], output: string | RegExp])[] = [
    [['run', 'house-list={"order":"desc"}', 'loud'], 'b\na!'],
    [['tools', 'show'], 'loud.mjs         A module\nhouse-list.json  House list\n'],
    [['tools', 'show', 'house-list'], /^house-list: House list\n[\s\S]*\nSteps:\n\[\n {2}"trim-lines",/],
    [['tools', 'show', 'loud'], /^loud: A module\n/],
    [['tools', 'loud'], /^loud: A module\n[\s\S]*Category: own\n/],
    [['tools', '--category', 'own'], 'own\n  house-list  House list\n  loud        A module\n'],
    [['tools', '--search', 'house list'], /^ {2}house-list/m],
    [['openapi'], /"loud"/],
  ];
  for (const [index, [args, output]] of expected.entries()) {
    // One form for each command: each reads and checks the folder.
    const [own, more] = index % 2 === 0 ? [environment, []] : [{}, ['--tools-dir', folder]];
    const { code, stdout, stderr } = await runCommand([...args, ...more], { environment: own, input });
    assert.deepEqual([code, stderr], [0, ''], args.join(' '));
    if (typeof output === 'string') assert.equal(stdout, output);
    else assert.match(stdout, output);
  }
  const without = await runCommand(['tools', 'show']);
  assert.deepEqual([without.code, without.stderr], [2, 'textmill: Set TOOLS_DIR, or give --tools-dir\n']);
});

const broken: readonly (readonly [name: string, content: string | object, message: RegExp])[] = [
  [
    'a.json',
    workflowFile({ steps: ['{{order}}'] }),
    /a\.json, line \d+: steps\[0\] names a tool, which no option can choose$/,
  ],
  [
    'slow.mjs',
    moduleSource(
      'slow',
      'let n = 0; for (const a of input) for (const b of input) if (a === b) n++; return String(n);',
    ),
    /slow\.mjs: examples\[0\] takes more than linear time, if its text is repeated: /,
  ],
  [
    'lost.mjs',
    moduleSource('lost', 'return input.trim();').replace('examples:', 'keepsLines: true,\n  examples:'),
    /lost\.mjs: keepsLines is wrong: the line "" becomes ""$/,
  ],
  [
    'order.mjs',
    moduleSource('order', "return input.split('\\n').slice(0, -1).sort().join('\\n') + '\\n';").replace(
      'examples:',
      'keepsLines: true,\n  examples:',
    ),
    /order\.mjs: keepsLines is wrong: lines together become something else than each by itself$/,
  ],
];

test('textmill tools test and run refuse a folder with a tool that breaks its promises', async (t) => {
  for (const [name, content, message] of broken) {
    const folder = temporaryFolder(t);
    writeTools(folder, { [name]: content });
    const { code, stdout, stderr } = await runCommand(['tools', 'test', folder]);
    assert.deepEqual([code, stdout], [1, ''], name);
    assert.match(stderr.trim(), message);
  }
  const folder = temporaryFolder(t);
  writeTools(folder, { 'a.json': '{' });
  const { code, stderr } = await runCommand(['run', '--tools-dir', folder, 'trim-lines'], { input: 'a' });
  assert.equal(code, 1);
  assert.match(stderr, /a\.json, line 1: /);
  const none = await runCommand(['tools', 'test', temporaryFolder(t)]);
  assert.match(none.stderr, /has no tools: they are files that end in \.json or \.mjs/);
  const checked = await runCommand(['check-config'], { environment: { TOOLS_DIR: folder } });
  assert.equal(checked.code, 1);
  assert.match(checked.stdout + checked.stderr, /TOOLS_DIR: a\.json, line 1: /);
});
