import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'remove-accents';
const pure = { extended: false };

export default {
  slug,
  cases: [
    ['', ''],
    ['plain\r\nASCII\0', 'plain\r\nASCII\0'],
    ['é e\u0301 ở ŵ', 'e e o w', pure, 'accents, composed or not'],
    ['a\u0301\u0323\u0308b', 'ab', pure, 'several marks'],
    ['Tiếng Việt, Đà Nẵng', 'Tieng Viet, Da Nang', {}, 'Vietnamese'],
    ['Άέήίόύώ ϊΐ', 'Αεηιουω ιι', {}, 'Greek keeps its script'],
    ['ёйїўѝ', 'еиіуи', {}, 'so does Cyrillic'],
    [
      'हिन्दी ไทย 한 がパ שָׁלוֹם عَرَبِيّ தமிழ்',
      'हिन्दी ไทย 한 がパ שָׁלוֹם عَرَبِيّ தமிழ்'.normalize('NFC'),
      {},
      'other scripts keep their marks',
    ],
    ['≠ ∉ \u0301 1\u0301 1\ufe0f\u20e3', '≠ ∉ \u0301 1\u0301 1\ufe0f\u20e3', {}, 'signs keep them too'],
    ['øØłŁđĐðÐħĦŧŦıſŋŊɨƁȺⱥƵ', 'oOlLdDdDhHtTisnNiBAaZ', {}, 'letters with strokes and hooks'],
    ['øØłŁđĐß', 'øØłŁđĐß', pure],
    ['ǿ ǽ ǾǼ', 'o ae OAE', {}, 'and accents'],
    ['ǿ ǽ', 'ø æ', pure, 'and accents alone'],
    [
      'ÆRØ Ærø Æ Œuvre ŒUVRE Þór ÞÓR STRAẞE',
      'AERO Aero AE Oeuvre OEUVRE Thor THOR STRASSE',
      {},
      'ligatures in capitals',
    ],
    ['é\ud800\u0301\udc00', 'e\ud800\u0301\udc00', {}, 'lone surrogates survive'],
    ['é', { error: 'steps[0].config.extended must be a boolean' }, { extended: 1 }],
  ],
  checks: {
    'nothing is left to remove': () => {
      const text = fc.string({
        unit: fc.oneof(
          fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
          fc.constantFrom(...'aæø\u0301\u0323\u0338е\u093c≠ǿ'),
        ),
      });
      fc.assert(
        fc.property(text, fc.boolean(), (input, extended) => {
          const once = resultOf(slug, input, { extended });
          assert.equal(resultOf(slug, once, { extended }), once);
          assert.equal(once, once.normalize('NFC'));
        }),
        { seed: 1, numRuns: sampleSize(1000) },
      );
    },
    'every letter of Latin-1 and Latin Extended-A becomes ASCII': () => {
      for (let code = 0xc0; code < 0x180; code++) {
        const letter = String.fromCharCode(code);
        // Multiplication and division sign, and two letters with a dot that is not combining.
        if ('×÷Ŀŀ'.includes(letter)) continue;
        assert.match(resultOf(slug, letter), /^[A-Za-z']{1,2}$/, letter);
      }
    },
    'a long run of marks takes linear time': () => {
      assertLinear(
        (length) => `a${filled('\u0301\u0323', length)}`,
        (text) => assert.equal(resultOf(slug, text), 'a'),
      );
      assertLinear('é', (text) => resultOf(slug, text));
    },
  },
} satisfies ToolCases;
