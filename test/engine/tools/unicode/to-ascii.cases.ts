import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'to-ascii';
const text = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom(...'aéß€東й👑', '\u0301', '\u200d', '\ue000', '\ud800'),
  ),
});

export default {
  slug,
  cases: [
    ['', ''],
    ['a~\0\x7f\t\r\n', 'a~\0\x7f\t\r\n', {}, 'ASCII stays, controls too'],
    ['Größe, Ærø, Łódź, þing', 'Grosse, Aero, Lodz, thing'],
    ['‘a’ “b” «c» – — … •\u00a0©', '\'a\' "b" <<c>> - - ... * (C)', {}, 'typographic signs'],
    ['e\u0301 и\u0306', 'e y', {}, 'accents apart are those of the letter: й is not и'],
    ['한국', 'Hangug'],
    ['서울 특별시, 안녕하세요!', 'Seoul Teugbyeolsi, Annyeonghaseyo!'],
    ['Hello세계 2024년 é한 韓國어', 'Hellosegye 2024nyeon ehan Han Guo Eo', {}, 'a capital only begins a word'],
    ['서울\ue000특별시', 'Seoul?Teugbyeolsi', { unknown: '?' }],
    ['👑👍🏽', ':crown::thumbsup:'],
    ['a\ue000b\u0378c\ud800d\u{10ffff}', 'abcd', {}, 'no counterpart: dropped'],
    ['a\ue000b\u0378c\ud800d\u{10ffff}', 'a?b?c?d?', { unknown: '?' }, 'a question mark for each'],
    ['é\ue000b\u0378c\ud800d\u{10ffff}', 'e\ue000b\u0378c\ud800d\u{10ffff}', { unknown: 'keep' }, 'kept'],
    [
      'é\ue000\x85\u{10ffff}\udc00',
      'e\\ue000\\u0085\\udbff\\udfff\\udc00',
      { unknown: 'escape' },
      'escaped in UTF-16, four digits each',
    ],
    [
      'q\u0301 a\u00adb\u200bc\ufeff ❤\ufe0f',
      'q abc :heart:',
      { unknown: '?' },
      'accents and invisible characters are never unknown',
    ],
    ['a', { error: 'steps[0].config.unknown must be one of: drop, ?, keep, escape' }, { unknown: 'skip' }],
  ],
  checks: {
    'nothing but ASCII comes out unless it is kept': () => {
      fc.assert(
        fc.property(text, fc.constantFrom('drop', '?', 'escape'), (input, unknown) => {
          assert.match(resultOf(slug, input, { unknown }), /^[\0-\x7f]*$/);
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'what is kept and removed afterwards is what is dropped': () => {
      fc.assert(
        fc.property(text, (input) => {
          const kept = resultOf(slug, input, { unknown: 'keep' });
          assert.equal(kept.replace(/[^\0-\x7f]/g, ''), resultOf(slug, input));
        }),
        { seed: 2, numRuns: sampleSize(500) },
      );
    },
    'a long name for a short sign is refused before it is built': () => {
      const input = '\ufdfa'.repeat(500_000);
      assert.ok(resultOf(slug, '\ufdfa').length > 20);
      for (const unknown of ['drop', 'keep']) {
        assert.deepEqual(runTool(slug, input, { unknown }), {
          error: 'Step 1 (to-ascii) failed: the output would be longer than 4000000 characters',
        });
      }
    },
    'a long run of marks takes linear time': () => {
      assertLinear(
        (length) => `a${filled('\u0301\u0323', length)}`,
        (text) => assert.equal(resultOf(slug, text, { unknown: '?' }).charAt(0), 'a'),
      );
    },
  },
} satisfies ToolCases;
