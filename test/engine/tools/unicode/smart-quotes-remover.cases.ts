import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'smart-quotes-remover';
const typography = '‘’‚‛‹›′‵ʼ´＇“”„‟«»″‶＂‐‑‒–−—―…\u00a0\u2009\u202f\u3000';

export default {
  slug,
  cases: [
    ['', ''],
    ['‘’‚‛‹›′‵´＇', "''''''''''"],
    ['“”„‟«»″‶＂〝〟', '"""""""""""'],
    ['‐‑‒–−－ — ―', '------ -- --'],
    ['\u00a0\u2002\u2003\u2009\u200a\u202f\u205f\u3000|', '        |'],
    ['é`\u200b\u00ad•·™\ufeff\ud800😀', 'é`\u200b\u00ad•·™\ufeff\ud800😀', {}, 'other characters stay'],
    ['“a”\r\n“b”\r\u2028', '"a"\r\n"b"\r\u2028', {}, 'line ends stay'],
    ['‘a’ – …', '‘a’ - ...', { quotes: false }],
    ['‘a’ – — …', "'a' – — ...", { dashes: false, emDash: '-' }],
    ['‘a’ – …', "'a' - …", { ellipsis: false }],
    ['‘a’\u00a0–', "'a'\u00a0-", { spaces: false }],
    [typography, typography, { quotes: false, dashes: false, ellipsis: false, spaces: false }, 'all of them off'],
    ['a—b', 'a-b', { emDash: '-' }],
    ['a—b c —d e— f', 'a - b c - d e - f', { emDash: ' - ' }, 'an em dash gets the spaces it lacks'],
    ['—a—\n—b—', '- a -\n- b -', { emDash: ' - ' }, 'no spaces at the ends of lines'],
    ['a\u2009—\u2009b', 'a - b', { emDash: ' - ' }, 'special spaces are spaces'],
    ['a——b“—”', 'a - - b" - "', { emDash: ' - ' }],
    ['—', '-', { emDash: ' - ' }],
    ['a', { error: 'steps[0].config.emDash must be one of: --, -,  - ' }, { emDash: '---' }],
    { long: ['…'.repeat(500_000), '.'.repeat(1_500_000), {}, 'three dots for each of 500,000'] },
  ],
  checks: {
    'what comes out is ASCII, and is left alone': () => {
      const text = fc.string({ unit: fc.constantFrom(...typography, 'a', ' ', '\n', '-', '"') });
      fc.assert(
        fc.property(text, fc.constantFrom('--', '-', ' - '), (input, emDash) => {
          const once = resultOf(slug, input, { emDash });
          assert.match(once, /^[\0-\x7f]*$/);
          assert.equal(resultOf(slug, once, { emDash }), once);
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
  },
} satisfies ToolCases;
