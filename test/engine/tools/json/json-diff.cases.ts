import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyPatch } from 'rfc6902';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases, type ToolRow } from '../../../support/tool-cases.js';

const slug = 'json-diff';
const tooLong = 'the output would be longer than 4000000 characters';

function text(input: string, other: string, output: string, options: object = {}): ToolRow {
  return [input, output, { other, ...options }, `${input} and ${other}`.slice(0, 100)];
}

function patch(input: string, other: string, output: string, options: object = {}): ToolRow {
  const config = { other, format: 'patch', indent: 0, ...options };
  return [input, output, config, `patch from ${input} to ${other}`.slice(0, 100)];
}

const lcs = { arrayMode: 'lcs' };

/** Many numbers without a number in common with those of another offset. */
function numbers(count: number, offset: number): string {
  return `[${Array.from({ length: count }, (_, i) => i + offset)}]`;
}

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.integer({ max: 3, min: 0 }),
    fc.constantFrom('x', '', null, true),
    tie('array'),
    tie('object'),
  ),
  array: fc.array(tie('any'), { maxLength: 5 }),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c/d', 'e~f', '', '__proto__'), tie('any')),
})).any;

export default {
  slug,
  cases: [
    ['', { error: 'line 1, column 1: expected a value, found the end of the text' }, { other: '1' }],
    ['1', { error: 'other: line 1, column 2: expected a value, found the end of the text' }, { other: ' ' }],
    ['1', { error: 'other: line 2, column 2: expected the end of the text, found "}"' }, { other: '{\n}}' }],
    ['1', { error: 'set other, or separatorLine if the input has the other text as well' }],
    ['[1,2]\n---\n[1,3]\n', '~ /1: 2 → 3', { separatorLine: '---' }],
    [
      '1\n---\n[',
      { error: 'behind separatorLine: line 1, column 2: expected a value, found the end of the text' },
      { separatorLine: '---' },
    ],
    ['1', { error: 'other: line 1, column 1: expected a value, found the end of the text' }, { other: '' }],
    ['1', { error: 'other: line 1, column 501: nested deeper than 500 levels' }, { other: '['.repeat(501) }],

    // What is equal
    text('{"a":1,"b":[{}]}', '{ "b" : [ { } ], "a" : 1 }', ''),
    text('[1,10,0,-1.5,12345678901234567890]', '[1.00,1e1,-0,-15E-1,12345678901234567890.0]', ''),
    text('"\\u0041\\/"', '"A/"', ''),
    text('{"a":1,"a":2}', '{"a":2}', ''),
    patch('[]', '[]', '[]'),
    ['1', '[]', { other: '1', format: 'json' }],

    // What is not
    text('12345678901234567890', '12345678901234567891', '~ (whole): 12345678901234567890 → 12345678901234567891'),
    text('1e400', '1e401', '~ (whole): 1e400 → 1e401'),
    text('1', '"1"', '~ (whole): 1 → "1"'),
    text('[1]', '{"0":1}', '~ (whole): [1] → {"0":1}'),
    text('{"a":null}', '{}', '- /a: null'),
    text('{}', '{"a":{"b":[ 1 ]}}', '+ /a: {"b":[1]}'),
    text('{"a/b":{"c~d":1},"":2}', '{"a/b":{"c~d":2}}', '~ /a~1b/c~0d: 1 → 2\n- /: 2'),
    text('{"__proto__":1}', '{"constructor":1}', '- /__proto__: 1\n+ /constructor: 1'),
    text('{"a\\nb\\ud800":1,"😀\\"":1}', '{}', '- "/a\\nb\\ud800": 1\n- /😀": 1'),
    text('{"a":[1,2,3]}', '{"a":[1,4]}', '~ /a/1: 2 → 4\n- /a/2: 3'),
    text('[1]', '[1,2,3]', '+ /1: 2\n+ /2: 3'),
    text('[1,2,3]', '[2,3]', '~ /0: 1 → 2\n~ /1: 2 → 3\n- /2: 3'),
    text('[1,2,3]', '[2,3]', '- /0: 1', lcs),
    text('[1,2,3,4]', '[0,1,3,4]', '+ /0: 0\n- /1: 2', lcs),
    text(
      '[{"id":1},{"id":2,"n":"a"}]',
      '[{"id":0},{"id":1},{"id":2,"n":"b"}]',
      '+ /0: {"id":0}\n~ /1/n: "a" → "b"',
      lcs,
    ),
    text('[[1,2],[3]]', '[[2],[3],[4]]', '- /0/0: 1\n+ /2: [4]', lcs),

    patch('{"a":1}', '2', '[{"op":"replace","path":"","value":2}]'),
    patch('[1,2,3,4]', '[1]', '[{"op":"remove","path":"/1"},{"op":"remove","path":"/1"},{"op":"remove","path":"/1"}]'),
    patch('[1,2,[3]]', '[2,[4]]', '[{"op":"remove","path":"/0"},{"op":"replace","path":"/1/0","value":4}]', lcs),
    patch('{"a":1.50}', '{"b":1e400}', '[{"op":"remove","path":"/a"},{"op":"add","path":"/b","value":1e400}]'),
    [
      '[1,2,[3]]',
      `[
  {
    "change": "removed",
    "path": "/0",
    "before": 1
  },
  {
    "change": "changed",
    "path": "/2/0",
    "before": 3,
    "after": 4
  },
  {
    "change": "added",
    "path": "/2",
    "after": 5
  }
]`,
      { other: '[2,[4],5]', format: 'json', arrayMode: 'lcs' },
    ],

    // Bounds
    [
      numbers(2000, 0),
      `[${Array.from({ length: 2000 }, (_, i) => `{"op":"replace","path":"/${i}","value":${i + 2000}}`)}]`,
      { other: numbers(2000, 2000), ...lcs, format: 'patch', indent: 0 },
      'lcs of 2,000 items',
    ],
    [
      numbers(2001, 0),
      { error: 'the outermost array has more than 2000 items that differ; set arrayMode to index' },
      { other: '["x"]', ...lcs },
      'lcs of 2,001 items',
    ],
    [
      `{"a":["x"]}`,
      { error: 'the array at /a has more than 2000 items that differ; set arrayMode to index' },
      { other: `{"a":${numbers(2001, 0)}}`, ...lcs },
      'lcs of 2,001 items inside',
    ],
    {
      long: [
        numbers(80_000, 0),
        '~ /50000: 50000 → "x"',
        { other: numbers(80_000, 0).replace(',50000,', ',"x",'), ...lcs },
        'equal ends do not count',
      ],
    },
    [
      `{"${'a'.repeat(200_000)}":[${'1,'.repeat(1000)}1]}`,
      { error: tooLong },
      { other: `{"${'a'.repeat(200_000)}":[${'2,'.repeat(1000)}1]}` },
      'a long name above many changes',
    ],
    [
      `${'[1,'.repeat(500)}1${']'.repeat(500)}`,
      JSON.stringify(
        Array.from({ length: 500 }, (_, i) => ({
          change: 'changed',
          path: `${'/1'.repeat(i)}/0`,
          before: 1,
          after: 2,
        })),
        null,
        2,
      ),
      { other: `${'[2,'.repeat(500)}1${']'.repeat(500)}`, format: 'json' },
      'deep changes',
    ],
  ],
  checks: {
    'its patch makes the other text, with json-patch and with another library': () => {
      fc.assert(
        fc.property(value, value, fc.constantFrom('index', 'lcs'), (from, to, arrayMode) => {
          const [input, other] = [JSON.stringify(from), JSON.stringify(to)];
          const operations = resultOf(slug, input, { other, format: 'patch', arrayMode });
          const expected = JSON.parse(other) as unknown;
          assert.deepEqual(JSON.parse(resultOf('json-patch', input, { patch: operations, type: 'patch' })), expected);
          if (operations.includes('__proto__')) return;
          const holder = { root: JSON.parse(input) as unknown };
          const moved = (JSON.parse(operations) as { path: string }[]).map((step) => ({
            ...step,
            path: `/root${step.path}`,
          }));
          assert.deepEqual(
            applyPatch(holder, moved as never),
            moved.map(() => null),
          );
          assert.deepEqual(holder.root, expected);
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'finds no difference if and only if the values are equal': () => {
      fc.assert(
        fc.property(value, value, fc.boolean(), (a, b, same) => {
          const other = JSON.stringify(same ? a : b, null, 3);
          const equal = same || JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
          assert.equal(resultOf(slug, JSON.stringify(a), { other }) === '', equal);
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'lcs leaves as many items as can stay': () => {
      const items = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 8 });
      fc.assert(
        fc.property(items, items, (a, b) => {
          const changes = JSON.parse(
            resultOf(slug, JSON.stringify(a), { other: JSON.stringify(b), format: 'json', ...lcs }),
          ) as { change: string }[];
          const gone = changes.filter(({ change }) => change !== 'added').length;
          assert.equal(a.length - gone, longestCommon(a, b));
        }),
        { seed: 3, numRuns: sampleSize(300) },
      );
    },
    'much to compare is compared in time': () => {
      const arrays = (offset: number) => `[${Array.from({ length: 8 }, () => numbers(1500, offset))}]`;
      const nested = (leaf: number) => `${'[1,'.repeat(499)}[${`${leaf},`.repeat(50_000)}1]${']'.repeat(499)}`;
      assertTakesAtMost(200, () => {
        resultOf(slug, arrays(1000), { other: arrays(5000), ...lcs, format: 'patch', indent: 0 });
        resultOf(slug, nested(1), { other: `${nested(1).slice(0, -499)}${']'.repeat(499)}`, ...lcs });
      });
    },
  },
} satisfies ToolCases;

function sorted(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(sorted);
  if (data === null || typeof data !== 'object') return data;
  return Object.entries(data)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner), '{}']);
}

function longestCommon(a: readonly number[], b: readonly number[]): number {
  const [first, ...rest] = a;
  if (first === undefined || b.length === 0) return 0;
  const at = b.indexOf(first);
  const without = longestCommon(rest, b);
  return at === -1 ? without : Math.max(without, 1 + longestCommon(rest, b.slice(at + 1)));
}
