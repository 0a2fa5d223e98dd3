import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'capitalize-words';
const lowerRest = { lowerRest: true };

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: ' ', output: ' ' },
    { input: 'a', output: 'A' },
    { input: 'hello big  world ', output: 'Hello Big  World ' },
    { name: 'capitals stay', input: 'iPhone NASA eBay', output: 'IPhone NASA EBay' },
    { input: 'iPhone NASA eBay', config: lowerRest, output: 'Iphone Nasa Ebay' },
    {
      name: 'every kind of line end starts a word',
      input: 'a\nb\rc\r\nd',
      config: { delimiters: '' },
      output: 'A\nB\rC\r\nD',
    },
    { input: 'a-b/c\td_e.f', output: 'A-B/C\tD_e.f' },
    { input: 'a-b/c d_e.f', config: { delimiters: '_.' }, output: 'A-b/c d_E.F' },
    { name: 'delimiters are code points', input: 'a😀b🎉c', config: { delimiters: '😀' }, output: 'A😀B🎉c' },
    { name: 'half a surrogate pair is not a delimiter', input: '😀b', config: { delimiters: '\ude00' }, output: '😀B' },
    { name: 'a letter can be a delimiter', input: 'banana', config: { delimiters: 'n' }, output: 'BanAnA' },
    { name: 'punctuation in front', input: '"quoted" (and) ¿qué', output: '"Quoted" (And) ¿Qué' },
    { name: 'apostrophes are not delimiters', input: "don't o’neill", output: "Don't O’neill" },
    { name: 'digits', input: '2nd 3D 4x4 x2', output: '2nd 3D 4x4 X2' },
    { input: '2ND (3D) X2Y', config: lowerRest, output: '2nd (3d) X2y' },
    { name: 'title case letters', input: 'ǆ ﬁne ßa ᾳ ა', output: 'ǅ Fine Ssa ᾼ ა' },
    { name: 'a final sigma', input: 'ΟΔΟΣ ΟΔΟΣ', config: lowerRest, output: 'Οδος Οδος' },
    { input: 'İSTANBUL', config: lowerRest, output: 'İstanbul' },
    { name: 'marks', input: 'e\u0301a \u0301e', output: 'E\u0301a \u0301E' },
    { name: 'astral letters, lone surrogates, NUL', input: '𐐨𐐨 \ud800a \0b', output: '𐐀𐐨 \ud800A \0B' },
    { name: 'no other white space, unless asked for', input: 'a\u00a0b', output: 'A\u00a0b' },
    {
      input: 'a',
      config: { delimiters: '-'.repeat(21) },
      error: 'steps[0].config.delimiters must be at most 20 characters long',
    },
    { input: 'a', config: { lowerRest: 1 }, error: 'steps[0].config.lowerRest must be a boolean' },
  ],
  checks: {
    'a word is its first letter as a capital, and the rest': () => {
      const word = fc.stringMatching(/^[A-Za-zéÉжЖ]{1,5}$/);
      fc.assert(
        fc.property(fc.array(word), fc.boolean(), (words, lower) => {
          const expected = words.map(
            (text) => text.charAt(0).toUpperCase() + (lower ? text.slice(1).toLowerCase() : text.slice(1)),
          );
          assert.equal(resultOf(slug, words.join(' '), { lowerRest: lower }), expected.join(' '));
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'is idempotent': () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, lower) => {
          const once = resultOf(slug, text, { lowerRest: lower });
          assert.equal(resultOf(slug, once, { lowerRest: lower }), once);
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'hostile texts take linear time': () => {
      for (const part of ['a', ' ', '.', '1', '\u0301', 'a ', '😀', 'A']) {
        assertLinear(part, (text) => resultOf(slug, text, lowerRest));
      }
    },
  },
} satisfies ToolCases;
