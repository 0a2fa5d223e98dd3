import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'truncate-text';
const words = (length: number) => ({ length, unit: 'words' });
const hard = (length: number) => ({ length, wordBoundary: false });

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '', config: { length: 0 }, output: '' },
    { input: 'a', config: { length: 0 }, output: '' },
    { input: 'a'.repeat(100), output: 'a'.repeat(100) },
    { input: 'a'.repeat(101), output: `${'a'.repeat(99)}…` },
    { name: 'short enough: white space at the ends stays', input: ' a  \n', config: { length: 5 }, output: ' a  \n' },
    { input: 'one two three', config: { length: 8 }, output: 'one two…' },
    { input: 'one two three', config: { length: 7 }, output: 'one…' },
    { input: 'one   two', config: { length: 6 }, output: 'one…' },
    { input: 'one   two', config: hard(6), output: 'one  …' },
    { name: 'the first word is too long', input: 'incredible', config: { length: 5 }, output: 'incr…' },
    { name: 'also after white space', input: '  incredible', config: { length: 5 }, output: '  in…' },
    { input: 'one\ntwo\r\nthree', config: { length: 9 }, output: 'one\ntwo…' },
    { name: 'scripts without spaces', input: 'ab 漢字かな交じり文', config: { length: 6 }, output: 'ab 漢字…' },
    { input: 'ab 한국어 문장', config: { length: 6 }, output: 'ab…' },
    { input: 'one two three', config: { length: 10, ellipsis: '...' }, output: 'one two...' },
    { input: 'one two three', config: { length: 7, ellipsis: '' }, output: 'one two' },
    {
      name: 'no room for the ellipsis',
      input: 'one two three',
      config: { length: 3, ellipsis: '[...]' },
      output: 'one',
    },
    { name: 'room for the ellipsis alone', input: 'one two', config: { length: 3, ellipsis: '...' }, output: '...' },
    { name: 'characters of two code units', input: '😀😁😂🤣', config: hard(3), output: '😀😁…' },
    { input: '😀😁😂🤣', config: { length: 4 }, output: '😀😁😂🤣' },
    { input: '\ud83d\ud83d\ud83d', config: hard(2), output: '\ud83d…' },
    { input: 'one two\0 three', config: { length: 9 }, output: 'one two\0…' },
    { input: 'one two three', config: words(2), output: 'one two…' },
    { input: ' one\n two\tthree ', config: words(2), output: ' one\n two…' },
    { input: 'one two three \n', config: words(3), output: 'one two three \n' },
    { input: 'one', config: words(0), output: '…' },
    { input: ' \n', config: words(0), output: ' \n' },
    { input: 'a', config: { length: -1 }, error: 'steps[0].config.length must be at least 0' },
    { input: 'a', config: { length: 500_001 }, error: 'steps[0].config.length must be at most 500000' },
    {
      input: 'a',
      config: { ellipsis: '.'.repeat(11) },
      error: 'steps[0].config.ellipsis must be at most 10 characters long',
    },
    { input: 'a', config: { unit: 'lines' }, error: 'steps[0].config.unit must be one of: chars, words' },
  ],
  checks: {
    'the result is the text, or its start with the ellipsis, and never too long': () => {
      const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '漢', '😀', '\ud83d'), maxLength: 30 });
      fc.assert(
        fc.property(
          text,
          fc.nat(20),
          fc.boolean(),
          fc.constantFrom('', '…', '...'),
          (given, length, wordBoundary, ellipsis) => {
            const output = resultOf(slug, given, { length, wordBoundary, ellipsis });
            if ([...given].length <= length) {
              assert.equal(output, given);
              return;
            }
            assert.ok([...output].length <= length);
            const kept = [...ellipsis].length <= length ? output.slice(0, output.length - ellipsis.length) : output;
            assert.ok(given.startsWith(kept));
            if (ellipsis.length <= length) assert.ok(output.endsWith(ellipsis));
          },
        ),
        { seed: 1, numRuns: sampleSize(1000) },
      );
    },
  },
} satisfies ToolCases;
