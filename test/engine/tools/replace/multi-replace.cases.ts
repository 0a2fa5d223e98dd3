import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'multi-replace';
const swap = [
  ['a', 'b'],
  ['b', 'a'],
];

export default {
  slug,
  cases: [
    { input: '', config: { pairs: swap }, output: '' },
    { input: 'xyz', config: { pairs: swap }, output: 'xyz' },
    { name: 'what was written is not replaced again', input: 'aabb', config: { pairs: swap }, output: 'bbaa' },
    { input: 'abc', config: { pairs: [['b', '']] }, output: 'ac' },
    {
      name: 'of pairs that look for the same the first counts',
      input: 'a',
      config: {
        pairs: [
          ['a', '1'],
          ['a', '2'],
        ],
      },
      output: '1',
    },
    {
      name: 'also where only case tells them apart',
      input: 'aA',
      config: {
        caseSensitive: false,
        pairs: [
          ['A', '1'],
          ['a', '2'],
        ],
      },
      output: '11',
    },
    {
      name: 'the longest of those that start at a place',
      input: 'abcd abc ab',
      config: {
        pairs: [
          ['ab', '2'],
          ['abcd', '4'],
          ['abc', '3'],
        ],
      },
      output: '4 3 2',
    },
    {
      name: 'an earlier start goes before a longer text',
      input: 'abcd',
      config: {
        pairs: [
          ['bcd', '3'],
          ['ab', '2'],
        ],
      },
      output: '2cd',
    },
    {
      name: 'the first of the list',
      input: 'abc',
      config: {
        longestFirst: false,
        pairs: [
          ['ab', '2'],
          ['abc', '3'],
        ],
      },
      output: '2c',
    },
    {
      name: 'the longest that is a whole word',
      input: 'New York, New Yorker, New',
      config: {
        wholeWord: true,
        pairs: [
          ['New', 'old'],
          ['New York', 'NY'],
        ],
      },
      output: 'NY, old Yorker, old',
    },
    {
      name: 'the first of the list that is a whole word',
      input: 'abc',
      config: {
        wholeWord: true,
        longestFirst: false,
        pairs: [
          ['ab', '2'],
          ['abc', '3'],
        ],
      },
      output: '3',
    },
    {
      name: 'nothing means anything but itself',
      input: 'a.c abc $1',
      config: {
        pairs: [
          ['a.c', '$&$1'],
          ['$1', '\\n'],
        ],
      },
      output: '$&$1 abc \\n',
    },
    { input: 'a\r\nb\n', config: { pairs: [['\n', '|']] }, output: 'a\r|b|' },
    {
      input: '__proto__ constructor',
      config: {
        pairs: [
          ['__proto__', 'constructor'],
          ['constructor', '__proto__'],
        ],
      },
      output: 'constructor __proto__',
    },
    {
      name: 'half of a surrogate pair is not found',
      input: '😀\ud83d\ude00\ud83d',
      config: {
        pairs: [
          ['\ud83d', '-'],
          ['\ude00', '+'],
        ],
      },
      output: '😀😀-',
    },
    { name: 'NUL', input: 'a\0b', config: { pairs: [['\0', '0']] }, output: 'a0b' },
    {
      name: 'characters whose case changes the length do not shift what follows',
      input: 'İİ ß abc',
      config: { caseSensitive: false, pairs: [['ABC', 'x']] },
      output: 'İİ ß x',
    },
    {
      name: 'a mark belongs to its letter',
      input: 'e e\u0301 한 한국',
      config: {
        wholeWord: true,
        pairs: [
          ['e', 'x'],
          ['한', 'y'],
        ],
      },
      output: 'x e\u0301 y 한국',
    },
    { input: 'a', error: 'steps[0].config.pairs is required' },
    { input: 'a', config: { pairs: [] }, error: 'steps[0].config.pairs must have at least 1 item' },
    { input: 'a', config: { pairs: [['a']] }, error: 'steps[0].config.pairs[0] must have at least 2 items' },
    { input: 'a', config: { pairs: [['a', 'b', 'c']] }, error: 'steps[0].config.pairs[0] must have at most 2 items' },
    {
      input: 'a',
      config: { pairs: Array.from({ length: 501 }, () => ['a', 'b']) },
      error: 'steps[0].config.pairs must have at most 500 items',
    },
    {
      input: 'a',
      config: { pairs: [['a', 'b'.repeat(2001)]] },
      error: 'steps[0].config.pairs[0][1] must be at most 2000 characters long',
    },
    {
      input: 'a',
      config: { pairs: [...swap, ['', 'x']] },
      error: 'pairs[2] has nothing to search for: its first text is empty',
    },
    {
      name: '500,000 letters become 2,000 each',
      input: 'a'.repeat(500_000),
      config: { pairs: [['a', 'b'.repeat(2000)]] },
      error: 'the output would be longer than 4000000 characters',
    },
  ],
  checks: {
    'one pair does what find-replace does': () => {
      const letters = (maxLength: number) =>
        fc.string({ unit: fc.constantFrom('a', 'B', 'b', ' ', 'é', '$', '😀'), maxLength });
      fc.assert(
        fc.property(
          letters(30),
          letters(3),
          letters(3),
          fc.record({ caseSensitive: fc.boolean(), wholeWord: fc.boolean() }),
          (text, find, replace, options) => {
            fc.pre(find !== '');
            assert.equal(
              resultOf(slug, text, { pairs: [[find, replace]], ...options }),
              resultOf('find-replace', text, { find, replace, ...options }),
            );
          },
        ),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'many pairs do what a regular expression of alternatives does': () => {
      const letters = (minLength: number, maxLength: number) =>
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', '\n'), minLength, maxLength });
      fc.assert(
        fc.property(
          letters(0, 40),
          fc.array(fc.tuple(letters(1, 4), letters(0, 4)), { minLength: 1, maxLength: 6 }),
          fc.boolean(),
          (text, pairs, longestFirst) => {
            const ordered = longestFirst ? pairs.toSorted(([a], [b]) => b.length - a.length) : pairs;
            const pattern = new RegExp(ordered.map(([find]) => find).join('|'), 'g');
            const expected = text.replace(pattern, (found) => pairs.find(([find]) => find === found)?.[1] ?? '');
            assert.equal(resultOf(slug, text, { pairs, longestFirst }), expected);
          },
        ),
        { seed: 2, numRuns: sampleSize(1000) },
      );
    },
    'checks the limit before it builds its output': () => {
      assertAsksForItsSize(slug, 'abcabc', {
        pairs: [
          ['a', 'long'],
          ['bc', ''],
        ],
      });
    },
    '500 texts of 2,000 letters that nearly stand everywhere take less than 5 s': () => {
      const pairs = Array.from({ length: 500 }, (_, i) => [`${'a'.repeat(i)}b${'a'.repeat(1999 - i)}`, '']);
      const text = 'a'.repeat(500_000);
      assertTakesAtMost(500, () =>
        assert.equal(resultOf(slug, text, { pairs, caseSensitive: false, wholeWord: true }), text),
      );
    },
  },
} satisfies ToolCases;
