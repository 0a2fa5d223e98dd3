import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'swap-case';

export default {
  slug,
  cases: [
    ['İstanbul ılık I', 'iSTANBUL ILIK ı', { locale: 'tr' }, 'Turkish'],
    ['', ''],
    ['aBc\r\nDEf\rg\n', 'AbC\r\ndeF\rG\n'],
    ['1_-\t\0漢\ud800😀\udc00', '1_-\t\0漢\ud800😀\udc00', {}, 'other characters stay'],
    ['Élan ЖИЗНЬ жизнь', 'éLAN жизнь ЖИЗНЬ'],
    ['𐐀𐐨', '𐐨𐐀'],
    ['e\u0301E\u0301', 'E\u0301e\u0301', {}, 'marks stay after their letter'],
    ['ß ﬁ', 'SS FI', {}, 'letters that become two'],
    ['ŞAHİN Bey İi', 'şahin bEY iI', {}, 'a dotted capital I gives no combining dot'],
    ['ǅ Ǆ ǆ', 'ǅ ǆ Ǆ', {}, 'title case digraphs are neither'],
    ['ΟΔΟΣ οδοσ', 'οδος ΟΔΟΣ', {}, 'a sigma that ends a word'],
    ['ΟΔΟΣα', 'οδοσΑ', {}, 'a sigma inside a word'],
    ['οδοΣ', 'ΟΔΟς', {}, 'a sigma that ends a word in small letters'],
    ['Σ ς', 'σ Σ', {}, 'a sigma alone'],
    ['ⓐⒷ ⅳⅤ', 'Ⓐⓑ Ⅳⅴ', {}, 'circled letters and Roman numerals'],
    ['𝐀b', '𝐀B', {}, 'capitals without small letters stay'],
    ['a', { error: 'Unknown option for swap-case: twice' }, { twice: true }],
  ],
  checks: {
    'agrees with tr on ASCII': (t) => {
      const texts = fc.sample(fc.string({ unit: 'grapheme-ascii' }), { seed: 1, numRuns: sampleSize(60) });
      shellOracle(t, 'tr a-zA-Z A-Za-z', texts)?.forEach((output, index) => {
        assert.equal(resultOf(slug, texts[index] ?? ''), output);
      });
    },
    'twice gives the text back': () => {
      const letter = fc.constantFrom('a', 'B', 'é', 'É', 'ж', 'Ж', 'Ω', 'ω', '𐐀', '𐐨', 'ǅ', '漢', '1', ' ', '\u0301');
      fc.assert(
        fc.property(fc.array(letter), (letters) => {
          const text = letters.join('');
          assert.equal(resultOf(slug, resultOf(slug, text)), text);
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'hostile texts take linear time': () => {
      for (const part of ['A', 'Σ', 'aΣ', 'aB', '\u0345', 'ß', '𝐀']) assertLinear(part, (text) => resultOf(slug, text));
    },
  },
} satisfies ToolCases;
