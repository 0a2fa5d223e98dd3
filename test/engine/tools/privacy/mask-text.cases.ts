import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'mask-text';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '\n\n', output: '\n\n' },
    { input: 'secret12\r\nsecret3456\r\n', output: '****et12\r\n******3456\r\n' },
    { input: 'abcdef', config: { showFirst: 1, showLast: 2 }, output: 'a***ef' },
    { input: 'abcdef', config: { showLast: 0 }, output: '******' },
    { input: 'abcdef', config: { showFirst: 2, showLast: 0 }, output: 'ab****' },
    { name: 'nothing would be hidden', input: 'abc', config: { showFirst: 1, showLast: 2 }, output: '***' },
    { input: 'abc', config: { showFirst: 2, showLast: 2 }, output: '***' },
    { input: 'abc', config: { showFirst: 100, showLast: 100 }, output: '***' },
    { input: 'abcd', config: { showFirst: 1, showLast: 2 }, output: 'a*cd' },
    { name: 'white space is not counted', input: ' 12 34 5 6 ', output: ' ** 34 5 6 ' },
    { name: 'white space alone hides nothing', input: '12 34', config: { showFirst: 2, showLast: 2 }, output: '** **' },
    { input: ' 12 34 5 6 ', config: { keepSpaces: false }, output: '*******5 6 ' },
    { input: 'a\nbcdefg', config: { unit: 'text' }, output: '*\n**defg' },
    { input: 'a b\r\nc', config: { unit: 'text', showLast: 0, keepSpaces: false }, output: '***\r\n*' },
    { input: 'one  three\tfifteen', config: { unit: 'word', showLast: 1 }, output: '**e  ****e\t******n' },
    { input: 'abcdef', config: { char: '█' }, output: '██cdef' },
    { input: 'abcdef', config: { char: '$' }, output: '$$cdef' },
    { name: 'a mask of two code units', input: 'ab', config: { char: '😀', showLast: 0 }, output: '😀😀' },
    { input: '😀😁😂😃😄', config: { showFirst: 1, showLast: 1 }, output: '😀***😄' },
    { name: 'lone surrogates', input: '\ud800a\udc00b', config: { showLast: 1 }, output: '***b' },
    { name: 'combining marks are characters', input: 'e\u0301e\u0301', config: { showLast: 2 }, output: '**e\u0301' },
    { input: 'a\0b', config: { showLast: 1 }, output: '**b' },
    { input: 'a', config: { char: '' }, error: 'steps[0].config.char must be at least 1 character long' },
    { input: 'a', config: { char: '**' }, error: 'steps[0].config.char must be at most 1 character long' },
    { input: 'a', config: { showFirst: 101 }, error: 'steps[0].config.showFirst must be at most 100' },
    { input: 'a', config: { showLast: -1 }, error: 'steps[0].config.showLast must be at least 0' },
    { input: 'a', config: { unit: 'lines' }, error: 'steps[0].config.unit must be one of: line, word, text' },
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
