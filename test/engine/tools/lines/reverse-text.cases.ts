import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'reverse-text';
const words = { unit: 'words' };
const whole = { perLine: false };

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '', config: { ...words, ...whole }, output: '' },
    { input: 'abc\r\ndef\rghi\n\n', output: 'cba\r\nfed\rihg\n\n' },
    { input: 'ab\r\ncd\n', config: whole, output: '\ndc\r\nba' },
    { input: ' ab  c ', output: ' c  ba ' },
    { input: '12 👍🏽 🇩🇪🇫🇷 e\u0301 한국', output: '국한 e\u0301 🇫🇷🇩🇪 👍🏽 21' },
    { input: 'a\ud83d\0b', output: 'b\0\ud83da' },
    { name: 'U+2028 does not end a line', input: 'a\u2028b', output: 'b\u2028a' },
    { input: ' one  two\tthree', config: words, output: 'three\ttwo  one ' },
    { input: 'a b\nc d', config: words, output: 'b a\nd c' },
    { input: 'a b\nc d', config: { ...words, ...whole }, output: 'd c\nb a' },
    { input: 'a', config: { unit: 'lines' }, error: 'steps[0].config.unit must be one of: chars, words' },
    { input: 'a', config: { perLine: 1 }, error: 'steps[0].config.perLine must be a boolean' },
  ],
  checks: {
    'agrees with rev'(t) {
      const ascii = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '\n'), maxLength: 30 });
      const texts = fc.sample(ascii, { seed: 1, numRuns: sampleSize(100) }).map((text) => `${text}\n`);
      const expected = shellOracle(t, 'rev', texts);
      expected?.forEach((output, i) => void assert.equal(resultOf(slug, texts[i] ?? ''), output));
    },
    'twice restores the text if no characters join': () => {
      const text = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '👩‍👧', ' ', '\t', '\n', '\r\n'), maxLength: 30 });
      fc.assert(
        fc.property(text, fc.constantFrom('chars', 'words'), fc.boolean(), (given, unit, perLine) => {
          assert.equal(resultOf(slug, resultOf(slug, given, { unit, perLine }), { unit, perLine }), given);
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'one long line, or many short ones, of marks and emoji take linear time': () => {
      for (const piece of ['e\u0301', '👩‍👧\n', '\u0301\n', ' \t']) {
        assertLinear(piece, (text) => assert.equal(resultOf(slug, text).length, text.length));
        assertLinear(piece, (text) => resultOf(slug, text, words));
      }
    },
  },
} satisfies ToolCases;
