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
    { input: '', config: { words: ['a'] }, output: '' },
    { input: 'Ann, Anna, ANN-Marie', config: { words: ['ann'] }, output: '███, Anna, ███-Marie' },
    { input: 'Ann ANN', config: { words: ['Ann'], caseSensitive: true }, output: '███ ANN' },
    { input: 'scunthorpe', config: { words: ['thorp'], wholeWord: false }, output: 'scun█████e' },
    {
      name: 'a phrase hides its blanks too',
      input: 'John Smith',
      config: { words: ['john smith'] },
      output: '█'.repeat(10),
    },
    {
      name: 'the longest that is a whole word',
      input: 'Ann Lee, Ann Leeds',
      config: { words: ['Ann', 'Ann Lee'] },
      output: '███████, ███ Leeds',
    },
    {
      name: 'length in characters, not in code units',
      input: '😀 a𐐀b',
      config: { words: ['😀', 'A𐐀B'], replacement: 'x' },
      output: 'x xxx',
    },
    {
      name: 'a replacement of several characters is cut to the length',
      input: 'secret',
      config: { words: ['secret'], replacement: '😀-*-' },
      output: '😀-*-😀-',
    },
    { input: 'a secret b', config: { words: ['secret'], replacement: '' }, output: 'a  b' },
    {
      input: 'a secret b',
      config: { words: ['secret'], replacement: '', sameLength: false },
      output: 'a  b',
    },
    { input: 'a b', config: { words: ['a', 'b'], replacement: '$&', sameLength: false }, output: '$& $&' },
    { name: 'line ends stay', input: 'a\r\na\r\n', config: { words: ['a'] }, output: '█\r\n█\r\n' },
    { input: '__proto__ x', config: { words: ['__proto__'] }, output: '█████████ x' },
    { name: 'half of a surrogate pair is not found', input: '😀', config: { words: ['\ud83d'] }, output: '😀' },
    {
      name: 'names in a text without spaces',
      input: '田中さんと山田さん。王小明是学生。',
      config: { words: ['田中', '王小明'] },
      output: '██さんと山田さん。███是学生。',
    },
    { name: 'a mark belongs to its letter', input: 'e\u0301 e', config: { words: ['e'] }, output: 'e\u0301 █' },
    { name: 'a word that is in the list twice', input: 'a', config: { words: ['a', 'A', 'a'] }, output: '█' },
    { input: 'a', error: 'steps[0].config.words is required' },
    { input: 'a', config: { words: [] }, error: 'steps[0].config.words must have at least 1 item' },
    { input: 'a', config: { words: [''] }, error: 'steps[0].config.words[0] must be at least 1 character long' },
    {
      input: 'a',
      config: { words: ['a'.repeat(101)] },
      error: 'steps[0].config.words[0] must be at most 100 characters long',
    },
    {
      input: 'a',
      config: { words: Array.from({ length: 1001 }, () => 'a') },
      error: 'steps[0].config.words must have at most 1000 items',
    },
    {
      input: 'a',
      config: { words: ['a'], replacement: 'a'.repeat(51) },
      error: 'steps[0].config.replacement must be at most 50 characters long',
    },
    {
      input: 'a '.repeat(250_000),
      config: { words: ['a'], replacement: 'x'.repeat(50), sameLength: false },
      error: 'the output would be longer than 4000000 characters',
    },
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
