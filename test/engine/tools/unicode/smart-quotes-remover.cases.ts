import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'smart-quotes-remover';
const typography = '‘’‚‛‹›′‵ʼ´＇“”„‟«»″‶＂‐‑‒–−—―…\u00a0\u2009\u202f\u3000';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '‘’‚‛‹›′‵´＇', output: "''''''''''" },
    { input: '“”„‟«»″‶＂〝〟', output: '"""""""""""' },
    { input: '‐‑‒–−－ — ―', output: '------ -- --' },
    { input: '\u00a0\u2002\u2003\u2009\u200a\u202f\u205f\u3000|', output: '        |' },
    {
      name: 'other characters stay',
      input: 'é`\u200b\u00ad•·™\ufeff\ud800😀',
      output: 'é`\u200b\u00ad•·™\ufeff\ud800😀',
    },
    { name: 'line ends stay', input: '“a”\r\n“b”\r\u2028', output: '"a"\r\n"b"\r\u2028' },
    { input: '‘a’ – …', config: { quotes: false }, output: '‘a’ - ...' },
    { input: '‘a’ – — …', config: { dashes: false, emDash: '-' }, output: "'a' – — ..." },
    { input: '‘a’ – …', config: { ellipsis: false }, output: "'a' - …" },
    { input: '‘a’\u00a0–', config: { spaces: false }, output: "'a'\u00a0-" },
    {
      name: 'all of them off',
      input: typography,
      config: { quotes: false, dashes: false, ellipsis: false, spaces: false },
      output: typography,
    },
    { input: 'a—b', config: { emDash: '-' }, output: 'a-b' },
    {
      name: 'an em dash gets the spaces it lacks',
      input: 'a—b c —d e— f',
      config: { emDash: ' - ' },
      output: 'a - b c - d e - f',
    },
    { name: 'no spaces at the ends of lines', input: '—a—\n—b—', config: { emDash: ' - ' }, output: '- a -\n- b -' },
    { name: 'special spaces are spaces', input: 'a\u2009—\u2009b', config: { emDash: ' - ' }, output: 'a - b' },
    { input: 'a——b“—”', config: { emDash: ' - ' }, output: 'a - - b" - "' },
    { input: '—', config: { emDash: ' - ' }, output: '-' },
    { input: 'a', config: { emDash: '---' }, error: 'steps[0].config.emDash must be one of: --, -,  - ' },
    { name: 'three dots for each of 500,000', isLong: true, input: '…'.repeat(500_000), output: '.'.repeat(1_500_000) },
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
