import assert from 'node:assert/strict';
import fc from 'fast-check';
import { countTokens } from '#engine/text/tokens/tokens.js';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'truncate-text';
const words = (length: number) => ({ length, unit: 'words' });
const tokens = (length: number) => ({ length, unit: 'tokens' });
const hard = (length: number) => ({ length, wordBoundary: false });

export default {
  slug,
  cases: [
    ['Vie\u0323\u0302t ok', 'Vi…', { length: 5, wordBoundary: false }, 'a letter keeps its accents'],
    ['👩‍👩‍👧👩‍👩‍👧x', '👩‍👩‍👧…', { length: 8 }, 'an emoji stays whole'],
    ['👩‍👩‍👧x', '👩…', { length: 2 }, 'the first one does not fit'],
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
    ['one two three', 'one…', tokens(2)],
    ['one two three', 'one two three', tokens(3)],
    ['one two three', 'one two', { ...tokens(2), ellipsis: '' }],
    ['one two three', '', tokens(0)],
    ['👍👍', '…', { ...tokens(2), encoding: 'cl100k' }, 'no room for a character'],
    ['👍👍', '👍…', { ...tokens(4), encoding: 'cl100k' }],
    ['one', 'one', { ...tokens(1), ellipsis: '[more]' }],
    ['one two', 'one', { ...tokens(1), ellipsis: '[more]' }, 'no room for the ellipsis in tokens'],
    ['a', { error: 'steps[0].config.length must be at least 0' }, { length: -1 }],
    ['a', { error: 'steps[0].config.length must be at most 500000' }, { length: 500_001 }],
    ['a', { error: 'steps[0].config.ellipsis must be at most 10 characters long' }, { ellipsis: '.'.repeat(11) }],
    ['a', { error: 'steps[0].config.unit must be one of: chars, words, tokens' }, { unit: 'lines' }],
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
    'a text cut by tokens has no more of them, and cuts no character': () => {
      const text = fc.string({
        unit: fc.constantFrom('a', 'word', ' ', '\n', '漢', '😀', '👩‍👩‍👧', 'é'),
        maxLength: 40,
      });
      fc.assert(
        fc.property(
          text,
          fc.nat(30),
          fc.boolean(),
          fc.constantFrom('', '…', '...'),
          fc.constantFrom('o200k' as const, 'cl100k' as const),
          (given, length, wordBoundary, ellipsis, encoding) => {
            const config = { length, wordBoundary, ellipsis, unit: 'tokens', encoding };
            const output = resultOf(slug, given, config);
            assert.ok(countTokens(output, encoding) <= length);
            assert.ok(output.isWellFormed());
            if (countTokens(given, encoding) <= length) assert.equal(output, given);
            else if (output.endsWith(ellipsis))
              assert.ok(given.startsWith(output.slice(0, output.length - ellipsis.length)));
            else assert.ok(given.startsWith(output));
          },
        ),
        { seed: 2, numRuns: sampleSize(1000) },
      );
    },
    'hostile texts take linear time': () => {
      for (const piece of ['a', ' ', '漢', 'a ', '\u0301', '!\n']) {
        assertLinear(piece, (text) => resultOf(slug, text, { length: text.length >> 4, unit: 'tokens' }));
      }
    },
  },
} satisfies ToolCases;
