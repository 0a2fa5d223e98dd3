import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'mask-text';

export default {
  slug,
  cases: [
    ['', ''],
    ['\n\n', '\n\n'],
    ['secret12\r\nsecret3456\r\n', '****et12\r\n******3456\r\n'],
    ['abcdef', 'a***ef', { showFirst: 1, showLast: 2 }],
    ['abcdef', '******', { showLast: 0 }],
    ['abcdef', 'ab****', { showFirst: 2, showLast: 0 }],
    ['abc', '***', { showFirst: 1, showLast: 2 }, 'nothing would be hidden'],
    ['abc', '***', { showFirst: 2, showLast: 2 }],
    ['abc', '***', { showFirst: 100, showLast: 100 }],
    ['abcd', 'a*cd', { showFirst: 1, showLast: 2 }],
    [' 12 34 5 6 ', ' ** 34 5 6 ', {}, 'white space is not counted'],
    ['12 34', '** **', { showFirst: 2, showLast: 2 }, 'white space alone hides nothing'],
    [' 12 34 5 6 ', '*******5 6 ', { keepSpaces: false }],
    ['a\nbcdefg', '*\n**defg', { unit: 'text' }],
    ['a b\r\nc', '***\r\n*', { unit: 'text', showLast: 0, keepSpaces: false }],
    ['one  three\tfifteen', '**e  ****e\t******n', { unit: 'word', showLast: 1 }],
    ['abcdef', '██cdef', { char: '█' }],
    ['abcdef', '$$cdef', { char: '$' }],
    ['ab', '😀😀', { char: '😀', showLast: 0 }, 'a mask of two code units'],
    ['😀😁😂😃😄', '😀***😄', { showFirst: 1, showLast: 1 }],
    ['\ud800a\udc00b', '***b', { showLast: 1 }, 'lone surrogates'],
    ['e\u0301e\u0301', '**e\u0301', { showLast: 2 }, 'combining marks are characters'],
    ['a\0b', '**b', { showLast: 1 }],
    ['a', { error: 'steps[0].config.char must be at least 1 character long' }, { char: '' }],
    ['a', { error: 'steps[0].config.char must be at most 1 character long' }, { char: '**' }],
    ['a', { error: 'steps[0].config.showFirst must be at most 100' }, { showFirst: 101 }],
    ['a', { error: 'steps[0].config.showLast must be at least 0' }, { showLast: -1 }],
    ['a', { error: 'steps[0].config.unit must be one of: line, word, text' }, { unit: 'lines' }],
  ],
  checks: {
    'shows the given number of characters that are not white space, or none': () => {
      const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\u00a0', '😀', '\ud83d'), maxLength: 15 });
      fc.assert(
        fc.property(line, fc.nat(5), fc.nat(5), fc.boolean(), (text, showFirst, showLast, keepSpaces) => {
          const isCounted = (character: string) => !keepSpaces || character.trim() !== '';
          const characters = [...text];
          const total = characters.filter(isCounted).length;
          let position = 0;
          const expected = characters.map((character) => {
            if (!isCounted(character)) return character;
            position++;
            const shown = total > showFirst + showLast && (position <= showFirst || position > total - showLast);
            return shown ? character : '*';
          });
          assert.equal(resultOf(slug, text, { showFirst, showLast, keepSpaces }), expected.join(''));
        }),
        { seed: 1, numRuns: sampleSize(1000) },
      );
    },
  },
} satisfies ToolCases;
