import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'alternating-case';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: 'ALTERNATING', output: 'aLtErNaTiNg' },
    { input: 'alternating', config: { start: 'upper' }, output: 'AlTeRnAtInG' },
    { name: 'only letters alternate', input: "it's 4 o'clock", output: "iT's 4 O'cLoCk" },
    { input: "it's 4 o'clock", config: { countNonLetters: true }, output: "iT'S 4 O'ClOcK" },
    { name: 'each line restarts the alternation', input: 'abc\ndef\r\nghi\rjkl', output: 'aBc\ndEf\r\ngHi\rjKl' },
    { input: 'abc\ndef', config: { start: 'upper', countNonLetters: true }, output: 'AbC\nDeF' },
    { name: 'U+2028 does not', input: 'abc\u2028def', output: 'aBc\u2028DeF' },
    { name: 'a mark goes with its letter', input: 'e\u0301e\u0301e', output: 'e\u0301E\u0301e' },
    { input: 'e\u0301e\u0301e', config: { countNonLetters: true }, output: 'e\u0301E\u0301e' },
    { name: 'letters without case count too', input: 'a漢b', output: 'a漢b' },
    { name: 'astral characters are one', input: '𐐨𐐨😀a', output: '𐐨𐐀😀a' },
    { input: 'a😀b', config: { countNonLetters: true }, output: 'a😀b' },
    { name: 'lone surrogates and NUL', input: 'a\ud800\0b\udc00', output: 'a\ud800\0B\udc00' },
    { input: 'a\ud800b', config: { countNonLetters: true }, output: 'a\ud800b' },
    { name: 'letters that become two', input: 'aßa', output: 'aSSa' },
    { input: 'a', config: { start: 'random' }, error: 'steps[0].config.start must be one of: lower, upper' },
    { input: 'a', config: { countNonLetters: 1 }, error: 'steps[0].config.countNonLetters must be a boolean' },
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
