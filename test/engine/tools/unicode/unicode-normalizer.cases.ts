import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear, filled } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'unicode-normalizer';
const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: 'plain\r\nASCII\0', config: { form: 'NFKD' }, output: 'plain\r\nASCII\0' },
    { name: 'what only looks alike stays', input: 'ﬁ Ａ \u00a0', output: 'ﬁ Ａ \u00a0' },
    { name: 'singletons', input: '\u212b\u2126\uf900', output: 'Å\u03a9\u8c48' },
    { name: 'marks are put in order', input: 'a\u0301\u0323', config: { form: 'NFD' }, output: 'a\u0323\u0301' },
    { name: 'Hangul', input: '\u1112\u1161\u11ab', output: '한' },
    { name: 'compatibility characters', input: 'ﬁ ℌ ½ ﾊﾟ \u00a0', config: { form: 'NFKC' }, output: 'fi H 1⁄2 パ  ' },
    { name: 'lone surrogates survive', input: 'e\u0301\ud800\u0301\udc00', output: 'é\ud800\u0301\udc00' },
    {
      name: 'four million characters are the most',
      isLong: true,
      input: 'ﷺ'.repeat(222_222),
      config: { form: 'NFKC' },
      output: 'صلى الله عليه وسلم'.repeat(222_222),
    },
    { input: 'a', config: { form: 'nfc' }, error: 'steps[0].config.form must be one of: NFC, NFD, NFKC, NFKD' },
  ],
  checks: {
    'every form is the native one, and the same again when it is done twice': () => {
      const character = fc.constantFrom(...'aé\u0301\u0323\u0344\u093c\uff9e가\u1161ﷺﬁ\ud800', '\u{1d160}');
      const text = fc.string({ unit: character, maxLength: 80, size: 'max' });
      fc.assert(
        fc.property(text, fc.constantFrom(...forms), (input, form) => {
          const once = resultOf(slug, input, { form });
          assert.equal(once, input.normalize(form));
          assert.equal(resultOf(slug, once, { form }), once);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'the decomposed forms ask the limit before they build': () => {
      for (const form of ['NFD', 'NFKD']) assertAsksForItsSize(slug, 'ﷺaé\u0344가\u{1d160}', { form });
    },
    'a long run of marks takes linear time': () => {
      for (const form of forms) {
        assertLinear(
          (length) => `a${filled('\u0301\u0323', length)}`,
          (text) => resultOf(slug, text, { form }),
        );
      }
    },
  },
} satisfies ToolCases;
