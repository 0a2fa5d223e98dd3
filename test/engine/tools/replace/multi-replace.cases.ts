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
    ['', '', { pairs: swap }],
    ['xyz', 'xyz', { pairs: swap }],
    ['aabb', 'bbaa', { pairs: swap }, 'what was written is not replaced again'],
    ['abc', 'ac', { pairs: [['b', '']] }],
    [
      'a',
      '1',
      {
        pairs: [
          ['a', '1'],
          ['a', '2'],
        ],
      },
      'of pairs that look for the same the first counts',
    ],
    [
      'aA',
      '11',
      {
        caseSensitive: false,
        pairs: [
          ['A', '1'],
          ['a', '2'],
        ],
      },
      'also where only case tells them apart',
    ],
    [
      'abcd abc ab',
      '4 3 2',
      {
        pairs: [
          ['ab', '2'],
          ['abcd', '4'],
          ['abc', '3'],
        ],
      },
      'the longest of those that start at a place',
    ],
    [
      'abcd',
      '2cd',
      {
        pairs: [
          ['bcd', '3'],
          ['ab', '2'],
        ],
      },
      'an earlier start goes before a longer text',
    ],
    [
      'abc',
      '2c',
      {
        longestFirst: false,
        pairs: [
          ['ab', '2'],
          ['abc', '3'],
        ],
      },
      'the first of the list',
    ],
    [
      'New York, New Yorker, New',
      'NY, old Yorker, old',
      {
        wholeWord: true,
        pairs: [
          ['New', 'old'],
          ['New York', 'NY'],
        ],
      },
      'the longest that is a whole word',
    ],
    [
      'abc',
      '3',
      {
        wholeWord: true,
        longestFirst: false,
        pairs: [
          ['ab', '2'],
          ['abc', '3'],
        ],
      },
      'the first of the list that is a whole word',
    ],
    [
      'a.c abc $1',
      '$&$1 abc \\n',
      {
        pairs: [
          ['a.c', '$&$1'],
          ['$1', '\\n'],
        ],
      },
      'nothing means anything but itself',
    ],
    ['a\r\nb\n', 'a\r|b|', { pairs: [['\n', '|']] }],
    [
      '__proto__ constructor',
      'constructor __proto__',
      {
        pairs: [
          ['__proto__', 'constructor'],
          ['constructor', '__proto__'],
        ],
      },
    ],
    [
      '😀\ud83d\ude00\ud83d',
      '😀😀-',
      {
        pairs: [
          ['\ud83d', '-'],
          ['\ude00', '+'],
        ],
      },
      'half of a surrogate pair is not found',
    ],
    ['a\0b', 'a0b', { pairs: [['\0', '0']] }, 'NUL'],
    [
      'İİ ß abc',
      'İİ ß x',
      { caseSensitive: false, pairs: [['ABC', 'x']] },
      'characters whose case changes the length do not shift what follows',
    ],
    [
      'e e\u0301 한 한국',
      'x e\u0301 y 한국',
      {
        wholeWord: true,
        pairs: [
          ['e', 'x'],
          ['한', 'y'],
        ],
      },
      'a mark belongs to its letter',
    ],
    ['a', { error: 'steps[0].config.pairs is required' }],
    ['a', { error: 'steps[0].config.pairs must have at least 1 item' }, { pairs: [] }],
    ['a', { error: 'steps[0].config.pairs[0] must have at least 2 items' }, { pairs: [['a']] }],
    ['a', { error: 'steps[0].config.pairs[0] must have at most 2 items' }, { pairs: [['a', 'b', 'c']] }],
    [
      'a',
      { error: 'steps[0].config.pairs must have at most 500 items' },
      { pairs: Array.from({ length: 501 }, () => ['a', 'b']) },
    ],
    [
      'a',
      { error: 'steps[0].config.pairs[0][1] must be at most 2000 characters long' },
      { pairs: [['a', 'b'.repeat(2001)]] },
    ],
    ['a', { error: 'pairs[2] has nothing to search for: its first text is empty' }, { pairs: [...swap, ['', 'x']] }],
    [
      'a'.repeat(500_000),
      { error: 'the output would be longer than 4000000 characters' },
      { pairs: [['a', 'b'.repeat(2000)]] },
      '500,000 letters become 2,000 each',
    ],
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
