import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createEngine, loadTools, ToolFileError } from 'textmill/engine';
import { temporaryFolder } from '../support/temporary-folder.js';
import { moduleSource, workflowFile, writeTools } from '../support/tool-folders.js';

type Files = Readonly<Record<string, string | Uint8Array | object>>;

/** Returns a file of a workflow tool with other steps, and one option of its own. */
function withOption(steps: unknown, schema: object, example: object = {}): object {
  const options = { type: 'object', properties: { x: schema } };
  return workflowFile({ options, steps, examples: [{ input: 'a', output: 'a', ...example }] });
}

const right: readonly (readonly [what: string, files: Files, step: unknown, input: string, output: string])[] = [
  ['a workflow with its default', { 'mine.json': workflowFile() }, 'mine', ' b\n a\nb', 'a\nb'],
  [
    'a workflow with an option',
    { 'mine.json': workflowFile() },
    { toolSlug: 'mine', config: { order: 'desc' } },
    'a\nb',
    'b\na',
  ],
  [
    'a workflow without options',
    {
      'mine.json': workflowFile({ options: undefined, steps: ['upper-case'], examples: [{ input: 'a', output: 'A' }] }),
    },
    'mine',
    'b',
    'B',
  ],
  [
    'an option inside of a text, with its type elsewhere',
    {
      'mine.json': workflowFile({
        options: {
          type: 'object',
          properties: { n: { type: 'integer', default: 2 }, b: { type: 'boolean', default: true } },
        },
        steps: [{ toolSlug: 'add-line-numbers', config: { start: '{{n}}', separator: ' {{n}}/{{b}} ' } }],
        examples: [{ input: 'a', output: '2 2/true a' }],
      }),
    },
    { toolSlug: 'mine', config: { n: 7, b: false } },
    'x',
    '7 7/false x',
  ],
  [
    'a list as an option',
    {
      'mine.json': withOption([{ toolSlug: 'multi-replace', config: { pairs: '{{x}}' } }], {
        type: 'array',
        items: { type: 'array', items: { type: 'string' } },
        default: [['q', 'r']],
      }),
    },
    { toolSlug: 'mine', config: { x: [['a', 'b']] } },
    'a',
    'b',
  ],
  [
    'an escaped option',
    {
      'mine.json': workflowFile({
        options: undefined,
        steps: [{ toolSlug: 'find-replace', config: { find: 'a', replace: '\\{{x}}' } }],
        examples: [{ input: 'a', output: '{{x}}' }],
      }),
    },
    'mine',
    'ba',
    'b{{x}}',
  ],
  [
    'a value that looks like an option',
    {
      'mine.json': withOption([{ toolSlug: 'find-replace', config: { find: 'a', replace: '{{x}}' } }], {
        type: 'string',
        default: 'a',
      }),
    },
    { toolSlug: 'mine', config: { x: '{{x}}$&' } },
    'a',
    '{{x}}$&',
  ],
  [
    'a group',
    {
      'mine.json': withOption([{ each: 'line', when: { contains: '{{x}}' }, steps: ['upper-case'] }], {
        type: 'string',
        default: 'q',
      }),
    },
    { toolSlug: 'mine', config: { x: 'b' } },
    'a\nb',
    'a\nB',
  ],
  [
    'a workflow that runs another, and a module',
    {
      'outer.json': workflowFile({
        options: undefined,
        steps: ['mine', 'loud'],
        examples: [{ input: 'b\na', output: 'A\nB!' }],
      }),
      'mine.json': workflowFile(),
      'loud.mjs': moduleSource('loud', "return input.toUpperCase() + '!';"),
    },
    'outer',
    'y\nx',
    'X\nY!',
  ],
  [
    'a module with options, and a module of its own',
    {
      'loud.mjs': moduleSource('loud', 'return input + mark.repeat(config.n);', {
        before: "import { mark } from './lib/mark.mjs';",
        config: '{ n: Type.Integer({ default: 1 }) }',
      }),
      'lib/mark.mjs': "import text from './mark.json' with { type: 'json' };\nexport const mark = text;",
      'lib/mark.json': '"?"',
    },
    { toolSlug: 'loud', config: { n: 2 } },
    'b',
    'b??',
  ],
  [
    'files beside the tools',
    {
      'mine.json': workflowFile(),
      'README.md': '# Tools',
      'package.json': '{}',
      '.hidden.json': '{',
      'node_modules/x/x.json': '{',
    },
    'mine',
    'b',
    'b',
  ],
];

test('tools of a folder run', async (t) => {
  for (const [what, files, step, input, output] of right) {
    const folder = temporaryFolder(t);
    writeTools(folder, files);
    const engine = createEngine({ tools: await loadTools(folder) });
    const { result } = await engine.run(input, [step as string]);
    assert.equal(result, output, what);
  }
});

const chain = (count: number): Files =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `t${index}.json`,
      workflowFile({
        options: undefined,
        steps: Array.from({ length: 20 }, () => (index === count - 1 ? 'trim-lines' : `t${index + 1}`)),
        examples: [{ input: 'a', output: 'a' }],
      }),
    ]),
  );

const wrong: readonly (readonly [files: Files, message: string | RegExp])[] = [
  [
    { 'trim-lines.json': workflowFile() },
    'trim-lines.json: trim-lines is a tool of Textmill, which cannot be replaced',
  ],
  [
    { 'trim-lines.mjs': moduleSource('trim-lines', '') },
    'trim-lines.mjs: trim-lines is a tool of Textmill, which cannot be replaced',
  ],
  [{ [`${'a'.repeat(200)}.json`]: workflowFile() }, `${'a'.repeat(200)}.json: slug must be at most 64 characters long`],
  [
    { 'My_Tool.json': workflowFile() },
    'My_Tool.json: slug must have lower-case letters, digits and single hyphens only: "My_Tool"',
  ],
  [{ '__proto__.json': workflowFile() }, /^__proto__\.json: slug must have lower-case letters/],
  [{ 'a.json': workflowFile(), 'a.mjs': moduleSource('a', '') }, 'a.json: a.mjs has the same slug'],
  [{ 'a.js': '' }, 'a.js: is no tool: the name of a tool ends in .json or .mjs'],
  [{ 'a.ts': '' }, 'a.ts: is no tool: the name of a tool ends in .json or .mjs'],
  [{ 'a.json': new Uint8Array([0x22, 0xff, 0x22]) }, 'a.json: is not UTF-8'],
  [{ 'a.json': '' }, /^a\.json, line 1: /],
  [{ 'a.json': '{\n  "title": "a",\n  "title": "b"\n}' }, 'a.json, line 3: title occurs twice'],
  [{ 'a.json': '{\n  "title": \n}' }, /^a\.json, line 3: /],
  [{ 'a.json': '[]' }, 'a.json, line 1: the file must have an object'],
  [{ 'a.json': '{}' }, 'a.json, line 1: title must be a text'],
  [{ 'a.json': workflowFile({ slug: 'a' }) }, /^a\.json, line \d+: slug is unknown$/],
  [{ 'a.json': workflowFile({ steps: undefined }) }, 'a.json, line 1: steps is missing'],
  [
    { 'a.json': workflowFile({ steps: [] }) },
    'a.json, line 4: options.properties.order is not used in steps'.replace('line 4', 'line 7'),
  ],
  [
    { 'a.json': workflowFile({ options: undefined, steps: [], examples: [{ input: 'a', output: 'a' }] }) },
    'a.json, line 4: steps are invalid: No steps provided',
  ],
  [{ 'a.json': workflowFile({ steps: 'trim-lines' }) }, /^a\.json, line \d+: steps must be an array$/],
  [
    { 'a.json': workflowFile({ steps: [{ toolSlug: 'dedupe-sort', options: { order: '{{order}}' } }] }) },
    /^a\.json, line \d+: /,
  ],
  [
    { 'a.json': workflowFile({ steps: ['trim-lines', { toolSlug: 'dedupe-sort', config: { ordre: '{{order}}' } }] }) },
    /^a\.json, line \d+: steps\[1\]\.config\.ordre is invalid: Unknown option for dedupe-sort: ordre/,
  ],
  [
    { 'a.json': workflowFile({ steps: ['trim-line', { toolSlug: 'dedupe-sort', config: { order: '{{order}}' } }] }) },
    /^a\.json, line \d+: steps are invalid: Unknown tool: trim-line\. Did you mean trim-lines\?$/,
  ],
  [
    { 'a.json': workflowFile({ steps: [{ toolSlug: 'dedupe-sort', config: { order: '{{ordre}}' } }] }) },
    /^a\.json, line \d+: steps\[0\]\.config\.order has \{\{ordre\}\}, which is no option/,
  ],
  [
    { 'a.json': workflowFile({ steps: ['{{order}}'] }) },
    /^a\.json, line \d+: steps\[0\] names a tool, which no option can choose$/,
  ],
  [
    { 'a.json': workflowFile({ steps: [{ toolSlug: 'x{{order}}' }] }) },
    /^a\.json, line \d+: steps\[0\]\.toolSlug names a tool/,
  ],
  [
    {
      'a.json': withOption([{ toolSlug: 'find-replace', config: { find: 'q{{x}}' } }], {
        type: 'array',
        items: { type: 'string' },
        default: [],
      }),
    },
    /beside other text, and the option is no text/,
  ],
  [
    { 'a.json': withOption([{ toolSlug: 'find-replace', config: { find: '{{x}}' } }], { type: 'string' }) },
    /^a\.json, line \d+: options\.properties\.x must have a default, or be in required$/,
  ],
  [
    { 'a.json': withOption([{ toolSlug: 'find-replace', config: { find: '{{x}}' } }], { type: 'string', default: 7 }) },
    /^a\.json, line \d+: options\.properties\.x\.default is not what the option takes/,
  ],
  [
    { 'a.json': withOption(['trim-lines'], { type: 'string', pattern: '(a+)+$', default: 'a' }) },
    /options\.properties\.x has pattern, which is no keyword/,
  ],
  [
    { 'a.json': JSON.stringify(workflowFile()).replace('"order"', '"__proto__"') },
    'a.json, line 1: options.properties.__proto__ is no possible name of an option',
  ],
  [
    { 'a.json': JSON.stringify(workflowFile()).replace('"order"', '"constructor"') },
    /options\.properties\.constructor is no possible name of an option$/,
  ],
  [
    { 'a.json': workflowFile({ options: { order: { type: 'string' } } }) },
    /^a\.json, line \d+: options must be a JSON Schema of type object/,
  ],
  [
    { 'a.json': workflowFile({ examples: [] }) },
    /^a\.json, line \d+: examples must be a list with at least one example$/,
  ],
  [
    { 'a.json': workflowFile({ examples: [{ input: 'b\na', output: 'b\na' }] }) },
    /^a\.json, line \d+: examples\[0\] gives "a\\nb" instead of "b\\na"$/,
  ],
  [
    { 'a.json': workflowFile({ examples: [{ input: 'a', config: { order: 'down' }, output: 'a' }] }) },
    /^a\.json, line \d+: examples\[0\]\.config\.order must be one of: asc, desc$/,
  ],
  [
    {
      'a.json': workflowFile({ options: undefined, steps: ['json-minifier'], examples: [{ input: '{', output: '{' }] }),
    },
    /^a\.json, line \d+: examples\[0\] fails: step 1 \(json-minifier\) failed: line 1, column 2/,
  ],
  [{ 'a.json': workflowFile({ options: undefined, steps: ['a'] }) }, 'a.json: the tool runs itself'],
  [
    {
      'a.json': workflowFile({ options: undefined, steps: ['b'] }),
      'b.json': workflowFile({ options: undefined, steps: [{ each: 'line', steps: ['a'] }] }),
    },
    'a.json: tools run each other: a → b → a',
  ],
  [chain(8), /^t\d\.json: has more than 250 steps, with those of the tools that it runs$/],
  [{ 'a.mjs': 'export default {' }, /^a\.mjs(?:, line 1)?: cannot be loaded: Unexpected end of input$/],
  [{ 'a.mjs': "\nthrow new Error('no');" }, 'a.mjs, line 2: cannot be loaded: no'],
  [{ 'a.mjs': "throw 'a text';" }, 'a.mjs: cannot be loaded: it threw a text'],
  [{ 'a.mjs': "import 'no-such-package';" }, /^a\.mjs: cannot be loaded: Cannot find package 'no-such-package'/],
  [{ 'a.mjs': 'export const tool = 1;' }, 'a.mjs: does not export by default what defineTool returns'],
  [{ 'a.mjs': 'export default 7;' }, 'a.mjs: does not export by default what defineTool returns'],
  [{ 'a.mjs': moduleSource('b', '') }, 'a.mjs: the tool has the slug b; slug and file name must agree'],
  [
    { 'a.mjs': moduleSource('a', '', { output: 'B' }).replace("return 'B'", "return 'C'") },
    'a.mjs: examples[0] gives "C" instead of "B"',
  ],
  [
    { 'a.mjs': moduleSource('a', '').replace("return 'A'", 'return undefined') },
    'a.mjs: examples[0] fails: the tool returned undefined instead of a text',
  ],
  [{ 'a.mjs': moduleSource('a', '').replace("return 'A'", "throw new Error('no')") }, 'a.mjs: examples[0] fails: no'],
  [
    { 'a.mjs': moduleSource('a', '', { config: "{ ['__proto__']: Type.String() }" }) },
    'a.mjs: config.properties.__proto__ is no possible name of an option',
  ],
  [
    { 'a.mjs': moduleSource('a', '', { config: '{ __proto__: Type.String() }' }) },
    'a.mjs: config.properties.__proto__ is no possible name of an option',
  ],
];

test('a folder with an invalid tool is refused with the file, the line and the reason', async (t) => {
  for (const [files, message] of wrong) {
    const folder = temporaryFolder(t);
    writeTools(folder, files);
    await assert.rejects(loadTools(folder), (error) => {
      assert.ok(error instanceof ToolFileError, String(error));
      if (typeof message === 'string') assert.equal(error.message, message);
      else assert.match(error.message, message);
      return true;
    });
  }
});

test('what is no readable file is refused', async (t) => {
  const folder = temporaryFolder(t);
  await assert.rejects(loadTools(join(folder, 'missing')), /missing: cannot be read: ENOENT/);
  mkdirSync(join(folder, 'a.json'));
  await assert.rejects(loadTools(folder), { message: 'a.json: cannot be read: it is not a file' });
  const other = temporaryFolder(t);
  symlinkSync('/dev/zero', join(other, 'a.json'));
  await assert.rejects(loadTools(other), { message: 'a.json: cannot be read: it is not a file' });
  const large = temporaryFolder(t);
  writeTools(large, { 'a.json': ' '.repeat(1_048_577) });
  await assert.rejects(loadTools(large), { message: 'a.json: cannot be read: it is longer than 1048576 bytes' });
  const many = temporaryFolder(t);
  writeTools(many, Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`lib/a${index}.mjs`, ''])));
  await assert.rejects(loadTools(many), /has more than 500 files of tools$/);
});

test('a failure inside names the step, and its place if it is one of the text', async (t) => {
  const folder = temporaryFolder(t);
  const steps = (...slugs: string[]) =>
    workflowFile({ options: undefined, steps: slugs, examples: [{ input: '1', output: '1' }] });
  writeTools(folder, {
    'one.json': steps('json-minifier'),
    'two.json': steps('trim-lines', 'json-minifier'),
    'grow.json': withOption([{ toolSlug: 'repeat-text', config: { times: '{{x}}' } }], { type: 'integer', default: 1 }),
  });
  const { run } = createEngine({ tools: await loadTools(folder) });
  const failure = (step: unknown, input: string) =>
    run(input, [step as string]).then(
      () => assert.fail('it must fail'),
      ({ code, message, details: { line } }) => [code, message.slice(0, 60), line],
    );
  assert.deepEqual(await failure('one', '\n{'), [
    'step-failed',
    'Step 1 (one) failed: step 1 (json-minifier) failed: line 2, ',
    2,
  ]);
  assert.deepEqual(await failure('two', '\n{'), [
    'step-failed',
    'Step 1 (two) failed: step 2 (json-minifier) failed: line 2, ',
    undefined,
  ]);
  const grow = { toolSlug: 'grow', config: { x: 1_000 } };
  assert.deepEqual((await failure(grow, 'a'.repeat(5_000)))[0], 'step-output-too-long');
  const invalid = { toolSlug: 'grow', config: { x: -1 } };
  assert.deepEqual(await failure(invalid, 'a'), [
    'invalid-value',
    "steps[0].config does not fit the tool's steps: steps[0].conf",
    undefined,
  ]);
});

test('a workflow tool keeps lines if all of its steps do', async (t) => {
  const folder = temporaryFolder(t);
  const simple = (...steps: unknown[]) =>
    workflowFile({ options: undefined, steps, examples: [{ input: 'a', output: 'A' }] });
  writeTools(folder, {
    'keeping.json': simple('trim-lines', 'upper-case'),
    'sorting.json': simple('sort-lines', 'upper-case'),
    'nested.json': simple('keeping'),
    'grouped.json': simple({ each: 'line', steps: ['upper-case'] }),
  });
  const { tools, runMany } = createEngine({ tools: await loadTools(folder) });
  const found = await Promise.all(
    ['keeping', 'sorting', 'nested', 'grouped'].map(async (slug) => (await tools.describe(slug)).keepsLines),
  );
  assert.deepEqual(found, [true, false, true, false]);
  const { results } = await runMany([' a ', 'b', ''], ['nested']);
  assert.deepEqual(
    results.map(({ result }) => result),
    ['A', 'B', ''],
  );
});

test('a module that does not keep the lines that it claims to keep gets each text by itself', async (t) => {
  const folder = temporaryFolder(t);
  const source = moduleSource('loud', "return input.split('\\n').join('-');").replace(
    'examples:',
    'keepsLines: true,\n  examples:',
  );
  writeTools(folder, { 'loud.mjs': source });
  const { runMany } = createEngine({ tools: await loadTools(folder) });
  const { results } = await runMany(['b', 'c', 'd'], ['loud']);
  assert.deepEqual(
    results.map(({ result }) => result),
    ['b', 'c', 'd'],
  );
});
