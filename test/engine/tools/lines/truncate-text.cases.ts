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
    ['', ''],
    ['', '', { length: 0 }],
    ['a', '', { length: 0 }],
    ['a'.repeat(100), 'a'.repeat(100)],
    ['a'.repeat(101), `${'a'.repeat(99)}…`],
    [' a  \n', ' a  \n', { length: 5 }, 'short enough: white space at the ends stays'],
    ['one two three', 'one two…', { length: 8 }],
    ['one two three', 'one…', { length: 7 }],
    ['one   two', 'one…', { length: 6 }],
    ['one   two', 'one  …', hard(6)],
    ['incredible', 'incr…', { length: 5 }, 'the first word is too long'],
    ['  incredible', '  in…', { length: 5 }, 'also after white space'],
    ['one\ntwo\r\nthree', 'one\ntwo…', { length: 9 }],
    ['ab 漢字かな交じり文', 'ab 漢字…', { length: 6 }, 'scripts without spaces'],
    ['ab 한국어 문장', 'ab…', { length: 6 }],
    ['one two three', 'one two...', { length: 10, ellipsis: '...' }],
    ['one two three', 'one two', { length: 7, ellipsis: '' }],
    ['one two three', 'one', { length: 3, ellipsis: '[...]' }, 'no room for the ellipsis'],
    ['one two', '...', { length: 3, ellipsis: '...' }, 'room for the ellipsis alone'],
    ['😀😁😂🤣', '😀😁…', hard(3), 'characters of two code units'],
    ['😀😁😂🤣', '😀😁😂🤣', { length: 4 }],
    ['\ud83d\ud83d\ud83d', '\ud83d…', hard(2)],
    ['one two\0 three', 'one two\0…', { length: 9 }],
    ['one two three', 'one two…', words(2)],
    [' one\n two\tthree ', ' one\n two…', words(2)],
    ['one two three \n', 'one two three \n', words(3)],
    ['one', '…', words(0)],
    [' \n', ' \n', words(0)],
    ['a', { error: 'steps[0].config.length must be at least 0' }, { length: -1 }],
    ['a', { error: 'steps[0].config.length must be at most 500000' }, { length: 500_001 }],
    ['a', { error: 'steps[0].config.ellipsis must be at most 10 characters long' }, { ellipsis: '.'.repeat(11) }],
    ['a', { error: 'steps[0].config.unit must be one of: chars, words' }, { unit: 'lines' }],
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
