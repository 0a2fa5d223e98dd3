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
    { input: '', output: '' },
    { input: 'plain\r\nASCII\0', output: 'plain\r\nASCII\0' },
    { name: 'accents, composed or not', input: 'é e\u0301 ở ŵ', config: pure, output: 'e e o w' },
    { name: 'several marks', input: 'a\u0301\u0323\u0308b', config: pure, output: 'ab' },
    { name: 'Vietnamese', input: 'Tiếng Việt, Đà Nẵng', output: 'Tieng Viet, Da Nang' },
    { name: 'Greek keeps its script', input: 'Άέήίόύώ ϊΐ', output: 'Αεηιουω ιι' },
    { name: 'so does Cyrillic', input: 'ёйїўѝ', output: 'еиіуи' },
    {
      name: 'other scripts keep their marks',
      input: 'हिन्दी ไทย 한 がパ שָׁלוֹם عَرَبِيّ தமிழ்',
      output: 'हिन्दी ไทย 한 がパ שָׁלוֹם عَرَبِيّ தமிழ்'.normalize('NFC'),
    },
    {
      name: 'signs keep them too',
      input: '≠ ∉ \u0301 1\u0301 1\ufe0f\u20e3',
      output: '≠ ∉ \u0301 1\u0301 1\ufe0f\u20e3',
    },
    {
      name: 'letters with strokes and hooks',
      input: 'øØłŁđĐðÐħĦŧŦıſŋŊɨƁȺⱥƵ',
      output: 'oOlLdDdDhHtTisnNiBAaZ',
    },
    { input: 'øØłŁđĐß', config: pure, output: 'øØłŁđĐß' },
    { name: 'and accents', input: 'ǿ ǽ ǾǼ', output: 'o ae OAE' },
    { name: 'and accents alone', input: 'ǿ ǽ', config: pure, output: 'ø æ' },
    {
      name: 'ligatures in capitals',
      input: 'ÆRØ Ærø Æ Œuvre ŒUVRE Þór ÞÓR STRAẞE',
      output: 'AERO Aero AE Oeuvre OEUVRE Thor THOR STRASSE',
    },
    { name: 'lone surrogates survive', input: 'é\ud800\u0301\udc00', output: 'e\ud800\u0301\udc00' },
    { input: 'é', config: { extended: 1 }, error: 'steps[0].config.extended must be a boolean' },
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
