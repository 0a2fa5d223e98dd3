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
    { input: '', output: '' },
    { input: 'aBc\r\nDEf\rg\n', output: 'AbC\r\ndeF\rG\n' },
    { name: 'other characters stay', input: '1_-\t\0漢\ud800😀\udc00', output: '1_-\t\0漢\ud800😀\udc00' },
    { input: 'Élan ЖИЗНЬ жизнь', output: 'éLAN жизнь ЖИЗНЬ' },
    { input: '𐐀𐐨', output: '𐐨𐐀' },
    { name: 'marks stay after their letter', input: 'e\u0301E\u0301', output: 'E\u0301e\u0301' },
    { name: 'letters that become two', input: 'ß ﬁ İ', output: 'SS FI i\u0307' },
    { name: 'title case digraphs are neither', input: 'ǅ Ǆ ǆ', output: 'ǅ ǆ Ǆ' },
    { name: 'a sigma that ends a word', input: 'ΟΔΟΣ οδοσ', output: 'οδος ΟΔΟΣ' },
    { name: 'a sigma inside a word', input: 'ΟΔΟΣα', output: 'οδοσΑ' },
    { name: 'a sigma that ends a word in small letters', input: 'οδοΣ', output: 'ΟΔΟς' },
    { name: 'a sigma alone', input: 'Σ ς', output: 'σ Σ' },
    { name: 'circled letters and Roman numerals', input: 'ⓐⒷ ⅳⅤ', output: 'Ⓐⓑ Ⅳⅴ' },
    { name: 'capitals without small letters stay', input: '𝐀b', output: '𝐀B' },
    { input: 'a', config: { locale: 'tr' }, error: 'Unknown option for swap-case: locale' },
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
