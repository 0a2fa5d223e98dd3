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
    ['ŞAHİN ISPARTA', 'Şahin Isparta', { lowerRest: true }, 'a dotted capital I gives no combining dot'],
    ['istanbul ŞAHİN ILIK', 'İstanbul Şahin Ilık', { lowerRest: true, locale: 'tr' }, 'Turkish'],
    ['ijs IJSLAND bijl', 'IJs IJsland Bijl', { lowerRest: true, locale: 'nl' }, 'Dutch'],
    ["5 o'clock d’artagnan don't 'o'neill'", "5 O'Clock D’Artagnan Don't 'O'Neill'", {}, 'apostrophes'],
    ["O'REILLY ΟΔΟΣ", "O'Reilly Οδος", { lowerRest: true }, 'and a final sigma'],
    ['', ''],
    [' ', ' '],
    ['a', 'A'],
    ['hello big  world ', 'Hello Big  World '],
    ['iPhone NASA eBay', 'IPhone NASA EBay', {}, 'capitals stay'],
    ['iPhone NASA eBay', 'Iphone Nasa Ebay', lowerRest],
    ['a\nb\rc\r\nd', 'A\nB\rC\r\nD', { delimiters: '' }, 'every kind of line end starts a word'],
    ['a-b/c\td_e.f', 'A-B/C\tD_e.f'],
    ['a-b/c d_e.f', 'A-b/c d_E.F', { delimiters: '_.' }],
    ['a😀b🎉c', 'A😀B🎉c', { delimiters: '😀' }, 'delimiters are code points'],
    ['😀b', '😀B', { delimiters: '\ude00' }, 'half a surrogate pair is not a delimiter'],
    ['banana', 'BanAnA', { delimiters: 'n' }, 'a letter can be a delimiter'],
    ['"quoted" (and) ¿qué', '"Quoted" (And) ¿Qué', {}, 'punctuation in front'],
    ["don't o’neill", "Don't O’Neill", {}, 'apostrophes are not delimiters'],
    ['2nd 3D 4x4 x2', '2nd 3D 4x4 X2', {}, 'digits'],
    ['2ND (3D) X2Y', '2nd (3d) X2y', lowerRest],
    ['ǆ ﬁne ßa ᾳ ა', 'ǅ Fine Ssa ᾼ ა', {}, 'title case letters'],
    ['ΟΔΟΣ ΟΔΟΣ', 'Οδος Οδος', lowerRest, 'a final sigma'],
    ['İSTANBUL', 'İstanbul', lowerRest],
    ['e\u0301a \u0301e', 'E\u0301a \u0301E', {}, 'marks'],
    ['𐐨𐐨 \ud800a \0b', '𐐀𐐨 \ud800A \0B', {}, 'astral letters, lone surrogates, NUL'],
    ['a\u00a0b', 'A\u00a0b', {}, 'no other white space, unless asked for'],
    ['a', { error: 'steps[0].config.delimiters must be at most 20 characters long' }, { delimiters: '-'.repeat(21) }],
    ['a', { error: 'steps[0].config.lowerRest must be a boolean' }, { lowerRest: 1 }],
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
