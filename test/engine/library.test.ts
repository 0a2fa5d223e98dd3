import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { OwnTool } from 'textmill/engine';
import * as library from 'textmill/engine';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { createEngine as createServing } from '#engine/execute.js';

const { createEngine, defineTool, EngineError, InvalidToolError, ToolError, Type } = library;
const engine = createEngine();
const catalogue = await loadCatalogue();
const serving = createServing(catalogue);

/** Returns what the HTTP API responds. */
function served(operation: 'run' | 'sanitize' | 'sort-dedupe', request: object): { status: number; body: object } {
  const { status, body, problem } = serving.execute(operation, Buffer.from(JSON.stringify(request)));
  if (status === 200) return { status, body: JSON.parse(Buffer.from(body).toString()) };
  return { status, body: { code: problem?.code, message: problem?.sentence, details: problem?.details } };
}

/** Returns what a call of the library gives, as {@link served} does. */
async function called(call: () => Promise<object>): Promise<{ status: number; body: object }> {
  try {
    return { status: 200, body: await call() };
  } catch (error) {
    assert.ok(error instanceof EngineError, String(error));
    const { status, code, message, details } = error;
    return { status, body: { code, message, details } };
  }
}

function withoutTime(response: object): unknown {
  return JSON.parse(JSON.stringify(response), (name, value) => (/^(?:ms|processingTimeMs)$/.test(name) ? 0 : value));
}

const names = [
  'EngineError',
  'InvalidToolError',
  'ToolError',
  'ToolFileError',
  'Type',
  'createEngine',
  'defineTool',
  'loadTools',
  'tools',
];

test('the library exports these values: a change is on purpose', () => {
  assert.deepEqual(Object.keys(library).sort(), names);
});

test('every example in a documentation comment runs', async () => {
  const files = ['library', 'create-engine', 'own-tools/tool-definition'];
  const comments = files
    .map((file) => readFileSync(new URL(`../../engine/${file}.ts`, import.meta.url), 'utf8'))
    .join();
  const examples = [...comments.matchAll(/@example\n((?: +\* .+\n)+)/g)].map(([, code = '']) =>
    code.replace(/^ +\* /gm, ''),
  );
  assert.equal(examples.length, 7);
  const given = {
    engine,
    tools: library.tools,
    createEngine,
    defineTool,
    Type,
    text: ' a ',
    loadTools: async () => [],
  };
  for (const code of examples) {
    const run = Function(...Object.keys(given), `return (async () => {${code}})()`);
    await assert.doesNotReject(run(...Object.values(given)), code);
  }
});

// biome-ignore lint/suspicious/noExplicitAny: requests that the types refuse, too.
type Any = any;

const runs: readonly (readonly [input: Any, steps: Any, options?: Any])[] = [
  ['b\na', ['sort-lines']],
  ['', ['trim-lines']],
  ['  b\n a', ['trim-lines', { toolSlug: 'dedupe-sort', config: { order: 'desc' } }], { trace: true }],
  ['a,b\n1,2', [{ each: { csv: { columns: ['a'] } }, steps: ['base64-encode'] }]],
  ['{', [{ each: 'line', onError: 'keep', steps: ['json-minifier'] }]],
  ['{', ['json-minifier']],
  ['a', []],
  ['a', ['uppercase']],
  ['a', [{ toolSlug: 'trim-lines', config: { sides: 'both' } }]],
  ['a', [{ toolSlug: 'dedupe-sort', config: { order: 'down' } }]],
  ['a', Array.from({ length: 26 }, () => 'trim-lines')],
  ['a'.repeat(500_001), ['trim-lines']],
  ['a', [{ toolSlug: '__proto__' }]],
  [
    'a',
    [
      {
        each: 'line',
        steps: [{ each: 'line', steps: [{ each: 'line', steps: [{ each: 'line', steps: ['trim-lines'] }] }] }],
      },
    ],
  ],
  ['a', 'trim-lines'],
  ['a', [7]],
  [7, ['trim-lines']],
];

test('run gives what the API does', async () => {
  for (const [input, steps, options = {}] of runs) {
    const found = await called(() => engine.run(input, steps, options));
    assert.deepEqual(
      withoutTime(found),
      withoutTime(served('run', { input, steps, ...options })),
      JSON.stringify(steps),
    );
  }
});

test('runMany, sanitize and sortDedupe give what the API does', async () => {
  const many: readonly (readonly [Any, Any, Any?])[] = [
    [['b\na', { id: 'x', input: '{' }], ['json-minifier']],
    [['{'], ['json-minifier'], { onError: 'error' }],
    [[], ['trim-lines']],
    [['a'], ['uppercase']],
    [[7], ['trim-lines']],
  ];
  for (const [inputs, steps, options = {}] of many) {
    const found = await called(() => engine.runMany(inputs, steps, options));
    assert.deepEqual(withoutTime(found), withoutTime(served('run', { inputs, steps, ...options })));
  }
  const urls: readonly (readonly [Any, Any?])[] = [
    [['https://a.example/?utm_source=x&id=1']],
    [['https://a.example/?ref=x'], { extraParams: ['ref'], explain: true }],
    [[]],
    [['a'], { keepParam: ['x'] }],
    [[7]],
  ];
  for (const [list, options = {}] of urls) {
    assert.deepEqual(
      await called(() => engine.sanitize(list, options)),
      served('sanitize', { urls: list, ...options }),
    );
  }
  const lines: readonly (readonly [Any, Any?])[] = [
    [['b', 'a', 'b', '']],
    [['b', 'a'], { direction: 'desc' }],
    [[]],
    [['a'], { direction: 'down' }],
  ];
  for (const [list, options = {}] of lines) {
    const expected = served('sort-dedupe', { lines: list, ...options });
    assert.deepEqual(await called(() => engine.sortDedupe(list, options)), expected);
  }
});

test('every tool runs its first example', async () => {
  for (const { tool } of catalogue.values()) {
    const [{ input, config = {}, output } = { input: '', output: '' }] = tool.examples;
    const { result } = await engine.run(input, [{ toolSlug: tool.slug, config } as Any]);
    assert.equal(result, output, tool.slug);
  }
});

test('a text keeps lone surrogates, and an argument stays as it is', async () => {
  const steps = Object.freeze([Object.freeze({ toolSlug: 'dedupe-sort', config: Object.freeze({}) } as const)]);
  assert.equal((await engine.run('\ud800\n\ud800', steps)).result, '\ud800');
});

test('an error has the details of its code', async () => {
  const error = await engine.run('{', ['json-minifier']).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof EngineError && error.is('step-failed'));
  const { step, line, column } = error.details;
  assert.deepEqual([step, line, column], [1, 1, 2]);
  assert.match(error.stack ?? '', /library/);
});

const misused: readonly (readonly [call: () => Promise<unknown>, code: string, message: string | RegExp])[] = [
  [() => engine.run('a', ['trim-lines'], { signal: 1 } as Any), 'unknown-field', 'Unknown field: signal'],
  [() => engine.run('a', ['trim-lines'], { trace: 1 } as Any), 'invalid-value', 'trace must be a boolean'],
  [
    () => engine.run('a', circular as Any),
    'invalid-value',
    'steps must be JSON: Converting circular structure to JSON',
  ],
  [
    () => engine.runMany(['a'], [1n] as Any),
    'invalid-value',
    'steps must be JSON: Do not know how to serialize a BigInt',
  ],
  [() => engine.sanitize([1n] as Any), 'invalid-value', /^urls must be JSON: /],
];
const circular: unknown[] = [];
circular.push({ each: 'line', steps: circular });

test('a call that JSON cannot have, or with an unknown option, is refused as one of the API', async () => {
  for (const [call, code, message] of misused) await assert.rejects(call, { name: 'EngineError', code, message });
});

test('tools are found and described', async () => {
  const { tools } = library;
  assert.deepEqual(tools.slugs, [...catalogue.keys()]);
  assert.equal((await tools.search('remove duplicate lines', 1))[0]?.slug, 'remove-duplicate-lines');
  assert.equal((await tools.describe('trim-lines')).title, catalogue.get('trim-lines')?.tool.title);
  await assert.rejects(tools.describe('uppercase'), { code: 'unknown-tool', message: /Did you mean upper-case/ });
});

const shout = defineTool({
  slug: 'shout',
  title: 'Shout',
  description: 'Writes a text in capitals, with exclamation marks.',
  config: Type.Object({ marks: Type.Integer({ default: 1, minimum: 0, maximum: 9, description: 'How many' }) }),
  examples: [{ input: 'a', output: 'A!' }],
  run: (input, { marks }) => input.toUpperCase() + '!'.repeat(marks),
});

test('a tool of one’s own runs beside the others, and is found', async () => {
  const own = createEngine({ tools: [shout] });
  const steps = ['trim-lines', { toolSlug: 'shout', config: { marks: 2 } }] as const;
  assert.equal((await own.run(' a ', steps)).result, 'A!!');
  assert.equal((await own.runMany(['a', 'b'], ['shout'])).results[1]?.result, 'B!');
  assert.equal((await own.tools.search('shout'))[0]?.slug, 'shout');
  assert.equal((await own.tools.describe('shout')).category, 'own');
  await assert.rejects(own.run('a', [{ toolSlug: 'shout', config: { marks: 10 } }]), {
    code: 'invalid-value',
    message: 'steps[0].config.marks must be at most 9',
  });
  await assert.rejects(own.run('a', [{ toolSlug: 'shout', config: { mark: 1 } }]), { code: 'unknown-option' });
  await assert.rejects(engine.run('a', ['shout' as Any]), { code: 'unknown-tool' });
});

/** Returns a declaration of a tool with other members. */
function declared(members: object): OwnTool<'mine'> {
  return defineTool({
    ...{ slug: 'mine', title: 'Mine', description: 'Mine.', config: Type.Object({}) },
    examples: [{ input: 'a', output: 'a' }],
    run: (input: string) => input,
    ...members,
  } as Any);
}

const refused: readonly (readonly [members: object, message: string | RegExp])[] = [
  [{ slug: 'trim-lines' }, 'trim-lines is a tool of Textmill, which cannot be replaced'],
  [{ slug: 'a'.repeat(200) }, 'slug must be at most 64 characters long'],
  [{ slug: 'Mine' }, 'slug must have lower-case letters, digits and single hyphens only: "Mine"'],
  [{ slug: '../a' }, /^slug must have lower-case letters/],
  [{ slug: '__proto__' }, /^slug must have lower-case letters/],
  [{ slug: 7 }, 'slug must be a text'],
  [{ title: '' }, 'title must be a text'],
  [{ description: 'a'.repeat(2_001) }, 'description must be at most 2000 characters long'],
  [{ config: { type: 'object', properties: { a: { type: 'text' } } } }, /^config.properties.a is no valid JSON Schema/],
  [{ config: { type: 'object', properties: { a: 7 } } }, 'config.properties.a must be a JSON Schema'],
  [
    { config: Type.Object({ a: Type.String({ pattern: '(a+)+$' }) }) },
    'config.properties.a has pattern, which is no keyword for options of tools of your own',
  ],
  [
    { config: Type.Object({ a: Type.Integer({ default: 'x' }) }) },
    /^config.properties.a.default is not what the option takes/,
  ],
  [
    { config: Type.Object({ 'a b': Type.String() }) },
    'config.properties.a b must have at most 50 letters, digits and _',
  ],
  [{ config: Type.Object({ toString: Type.String() }) }, 'config.properties.toString is no possible name of an option'],
  [
    { config: Type.Object(JSON.parse('{"__proto__": {"type": "string"}}')) },
    'config.properties.__proto__ is no possible name of an option',
  ],
  [
    { config: Type.Object({ __proto__: Type.String() } as Any) },
    'config.properties.__proto__ is no possible name of an option',
  ],
  [{ config: null }, 'config must be a JSON Schema of type object, with properties'],
  [{ config: Type.Object({ a: Type.String({ default: () => 'x' }) }) }, 'config.properties.a.default must be data'],
  [{ run: undefined }, 'run must be a function'],
  [{ examples: [] }, 'examples must be a list with at least one example'],
  [{ examples: [{ input: 'a', output: 'b' }] }, 'examples[0] gives "a" instead of "b"'],
  [{ examples: [{ input: 'a' }] }, 'examples[0].output must be a text'],
  [{ examples: [{ input: 'a', output: 'a', options: {} }] }, 'examples[0].options is unknown'],
  [{ examples: [{ input: 'a', output: 'a', config: { b: 1 } }] }, 'Unknown field: examples[0].config.b'],
  [{ run: () => undefined }, 'examples[0] fails: the tool returned undefined instead of a text'],
  [{ run: async () => 'a' }, 'examples[0] fails: the tool returned a promise instead of a text'],
  [{ run: () => 7 }, 'examples[0] fails: the tool returned a value of type number instead of a text'],
  [{ keepsLines: 'always' }, 'keepsLines must be true, false, or a list of conditions'],
];

test('a tool that cannot be used is refused with the reason', async () => {
  for (const [members, message] of refused) {
    const use = async () => createEngine({ tools: [declared(members)] }).run('a', ['mine']);
    await assert.rejects(use, { name: 'InvalidToolError', message }, JSON.stringify(members));
  }
  assert.throws(() => createEngine({ tools: [shout, shout] }), InvalidToolError);
  assert.throws(() => createEngine({ tools: [null] as Any }), { message: 'tools[0] is not what defineTool returns' });
  assert.throws(() => defineTool(null as Any), InvalidToolError);
  const both = createEngine({ tools: [shout, declared({ title: '' })] });
  assert.equal((await both.run('a', ['shout'])).result, 'A!', 'another tool is used as before');
});

const failing: readonly (readonly [run: (input: string) => unknown, message: string])[] = [
  [() => JSON.parse('{'), 'Step 1 (mine) failed: '],
  [() => new Date(Number.NaN).toISOString(), 'Step 1 (mine) failed: Invalid time value'],
  [(input) => input.repeat(2 ** 30), 'Step 1 (mine) failed: Invalid string length'],
  [() => null, 'Step 1 (mine) failed: the tool returned null instead of a text'],
  [
    () => {
      throw new ToolError('line 2: too loud', { line: 2 });
    },
    'Step 1 (mine) failed: line 2: too loud',
  ],
  [
    () => {
      throw 'a text';
    },
    'Step 1 (mine) failed: a text',
  ],
  [
    () => {
      throw Object.create(null);
    },
    'Step 1 (mine) failed: the tool threw an error',
  ],
  [() => 'a'.repeat(4_000_001), 'Step 1 (mine) failed: the output would be longer than 4000000 characters'],
];

test('a tool that fails fails the step', async () => {
  for (const [run, message] of failing) {
    const own = createEngine({ tools: [declared({ run: (input: string) => (input === 'a' ? input : run(input)) })] });
    const error: Any = await own.run('b', ['mine']).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof EngineError && error.status === 400, String(error));
    assert.ok(error.message.startsWith(message), error.message);
  }
});

// The compiler checks these: each line after an expected error must be one.
export const typed = [
  // @ts-expect-error no such tool
  () => engine.run('a', ['uppercase']),
  // @ts-expect-error no such option
  () => engine.run('a', [{ toolSlug: 'trim-lines', config: { order: 'asc' } }]),
  // @ts-expect-error a tool of another engine
  () => engine.run('a', ['shout']),
  // @ts-expect-error a misspelt tool of one's own
  () => createEngine({ tools: [shout] }).run('a', ['shuot']),
  // @ts-expect-error no such option
  () => engine.sortDedupe(['a'], { direction: 'down' }),
  () =>
    defineTool({
      ...{ slug: 'count', title: 'Count', description: 'Counts.', examples: [{ input: 'a', output: '1' }] },
      config: Type.Object({ n: Type.Integer() }),
      // @ts-expect-error the output is no text
      run: (_, { n }) => n,
    }),
];
