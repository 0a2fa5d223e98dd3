import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'alternating-case';

export default {
  slug,
  cases: [
    ['İSTANBUL', 'iStAnBuL', {}, 'a dotted capital I gives no combining dot'],
    ['', ''],
    ['ALTERNATING', 'aLtErNaTiNg'],
    ['alternating', 'AlTeRnAtInG', { start: 'upper' }],
    ["it's 4 o'clock", "iT's 4 O'cLoCk", {}, 'only letters alternate'],
    ["it's 4 o'clock", "iT'S 4 O'ClOcK", { countNonLetters: true }],
    ['abc\ndef\r\nghi\rjkl', 'aBc\ndEf\r\ngHi\rjKl', {}, 'each line restarts the alternation'],
    ['abc\ndef', 'AbC\nDeF', { start: 'upper', countNonLetters: true }],
    ['abc\u2028def', 'aBc\u2028DeF', {}, 'U+2028 does not'],
    ['e\u0301e\u0301e', 'e\u0301E\u0301e', {}, 'a mark goes with its letter'],
    ['e\u0301e\u0301e', 'e\u0301E\u0301e', { countNonLetters: true }],
    ['a漢b', 'a漢b', {}, 'letters without case count too'],
    ['𐐨𐐨😀a', '𐐨𐐀😀a', {}, 'astral characters are one'],
    ['a😀b', 'a😀b', { countNonLetters: true }],
    ['a\ud800\0b\udc00', 'a\ud800\0B\udc00', {}, 'lone surrogates and NUL'],
    ['a\ud800b', 'a\ud800b', { countNonLetters: true }],
    ['aßa', 'aSSa', {}, 'letters that become two'],
    ['a', { error: 'steps[0].config.start must be one of: lower, upper' }, { start: 'random' }],
    ['a', { error: 'steps[0].config.countNonLetters must be a boolean' }, { countNonLetters: 1 }],
  ],
  checks: {
    'agrees with a character by character reference': () => {
      const character = fc.constantFrom('a', 'B', 'é', 'Ж', ' ', '1', '.', '\n', '😀', '𐐀');
      fc.assert(
        fc.property(fc.array(character), fc.boolean(), fc.boolean(), (characters, upperFirst, countNonLetters) => {
          let upper = upperFirst;
          const expected = characters.map((part) => {
            if (part === '\n') upper = upperFirst;
            if (part === '\n' || (!countNonLetters && /[ 1.😀]/u.test(part))) return part;
            upper = !upper;
            return upper ? part.toLowerCase() : part.toUpperCase();
          });
          const config = { start: upperFirst ? 'upper' : 'lower', countNonLetters };
          assert.equal(resultOf(slug, characters.join(''), config), expected.join(''));
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'the case of the input has no effect': () => {
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
          assert.equal(resultOf(slug, text.toUpperCase()), resultOf(slug, text.toLowerCase()));
        }),
        { seed: 2, numRuns: sampleSize(200) },
      );
    },
  },
} satisfies ToolCases;
