import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'redact-words';

export default {
  slug,
  cases: [
    ['', '', { words: ['a'] }],
    ['Ann, Anna, ANN-Marie', '███, Anna, ███-Marie', { words: ['ann'] }],
    ['Ann ANN', '███ ANN', { words: ['Ann'], caseSensitive: true }],
    ['scunthorpe', 'scun█████e', { words: ['thorp'], wholeWord: false }],
    ['John Smith', '█'.repeat(10), { words: ['john smith'] }, 'a phrase hides its blanks too'],
    ['Ann Lee, Ann Leeds', '███████, ███ Leeds', { words: ['Ann', 'Ann Lee'] }, 'the longest that is a whole word'],
    ['😀 a𐐀b', 'x xxx', { words: ['😀', 'A𐐀B'], replacement: 'x' }, 'length in characters, not in code units'],
    [
      'secret',
      '😀-*-😀-',
      { words: ['secret'], replacement: '😀-*-' },
      'a replacement of several characters is cut to the length',
    ],
    ['a secret b', 'a  b', { words: ['secret'], replacement: '' }],
    ['a secret b', 'a  b', { words: ['secret'], replacement: '', sameLength: false }],
    ['a b', '$& $&', { words: ['a', 'b'], replacement: '$&', sameLength: false }],
    ['a\r\na\r\n', '█\r\n█\r\n', { words: ['a'] }, 'line ends stay'],
    ['__proto__ x', '█████████ x', { words: ['__proto__'] }],
    ['😀', '😀', { words: ['\ud83d'] }, 'half of a surrogate pair is not found'],
    [
      '田中さんと山田さん。王小明是学生。',
      '██さんと山田さん。███是学生。',
      { words: ['田中', '王小明'] },
      'names in a text without spaces',
    ],
    ['e\u0301 e', 'e\u0301 █', { words: ['e'] }, 'a mark belongs to its letter'],
    ['a', '█', { words: ['a', 'A', 'a'] }, 'a word that is in the list twice'],
    ['a', { error: 'steps[0].config.words is required' }],
    ['a', { error: 'steps[0].config.words must have at least 1 item' }, { words: [] }],
    ['a', { error: 'steps[0].config.words[0] must be at least 1 character long' }, { words: [''] }],
    ['a', { error: 'steps[0].config.words[0] must be at most 100 characters long' }, { words: ['a'.repeat(101)] }],
    [
      'a',
      { error: 'steps[0].config.words must have at most 1000 items' },
      { words: Array.from({ length: 1001 }, () => 'a') },
    ],
    [
      'a',
      { error: 'steps[0].config.replacement must be at most 50 characters long' },
      { words: ['a'], replacement: 'a'.repeat(51) },
    ],
    [
      'a '.repeat(250_000),
      { error: 'the output would be longer than 4000000 characters' },
      { words: ['a'], replacement: 'x'.repeat(50), sameLength: false },
    ],
  ],
  checks: {
    'no listed word is left, and all else is as it was': () => {
      const word = fc.string({ unit: fc.constantFrom('a', 'B', 'é', '1'), minLength: 1, maxLength: 3 });
      fc.assert(
        fc.property(fc.array(word), fc.array(word, { minLength: 1, maxLength: 5 }), (text, words) => {
          const listed = new Set(words.map((listedWord) => listedWord.toLowerCase()));
          const expected = text.map((w) => (listed.has(w.toLowerCase()) ? '█'.repeat(w.length) : w));
          assert.equal(resultOf(slug, text.join(' '), { words }), expected.join(' '));
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'checks the limit before it builds its output': () => {
      assertAsksForItsSize(slug, 'a b a', { words: ['a', 'b'], replacement: '[gone]', sameLength: false });
    },
    '1,000 words of 100 letters that nearly stand everywhere take less than 5 s': () => {
      const words = Array.from({ length: 1000 }, (_, i) => `${'a'.repeat(i % 100)}b${'a'.repeat(99 - (i % 100))}`);
      const text = 'a'.repeat(50_000);
      assertTakesAtMost(50, () => assert.equal(resultOf(slug, text, { words, wholeWord: false }), text));
    },
  },
} satisfies ToolCases;
