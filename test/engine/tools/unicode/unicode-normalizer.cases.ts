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
    ['', ''],
    ['plain\r\nASCII\0', 'plain\r\nASCII\0', { form: 'NFKD' }],
    ['ﬁ Ａ \u00a0', 'ﬁ Ａ \u00a0', {}, 'what only looks alike stays'],
    ['\u212b\u2126\uf900', 'Å\u03a9\u8c48', {}, 'singletons'],
    ['a\u0301\u0323', 'a\u0323\u0301', { form: 'NFD' }, 'marks are put in order'],
    ['\u1112\u1161\u11ab', '한', {}, 'Hangul'],
    ['ﬁ ℌ ½ ﾊﾟ \u00a0', 'fi H 1⁄2 パ  ', { form: 'NFKC' }, 'compatibility characters'],
    ['e\u0301\ud800\u0301\udc00', 'é\ud800\u0301\udc00', {}, 'lone surrogates survive'],
    {
      long: [
        'ﷺ'.repeat(222_222),
        'صلى الله عليه وسلم'.repeat(222_222),
        { form: 'NFKC' },
        'four million characters are the most',
      ],
    },
    ['a', { error: 'steps[0].config.form must be one of: NFC, NFD, NFKC, NFKD' }, { form: 'nfc' }],
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
