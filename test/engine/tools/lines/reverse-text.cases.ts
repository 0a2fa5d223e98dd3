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
    ['', ''],
    ['', '', { ...words, ...whole }],
    ['abc\r\ndef\rghi\n\n', 'cba\r\nfed\rihg\n\n'],
    ['ab\r\ncd\n', '\ndc\r\nba', whole],
    [' ab  c ', ' c  ba '],
    ['12 👍🏽 🇩🇪🇫🇷 e\u0301 한국', '국한 e\u0301 🇫🇷🇩🇪 👍🏽 21'],
    ['a\ud83d\0b', 'b\0\ud83da'],
    ['a\u2028b', 'b\u2028a', {}, 'U+2028 does not end a line'],
    [' one  two\tthree', 'three\ttwo  one ', words],
    ['a b\nc d', 'b a\nd c', words],
    ['a b\nc d', 'd c\nb a', { ...words, ...whole }],
    ['a', { error: 'steps[0].config.unit must be one of: chars, words' }, { unit: 'lines' }],
    ['a', { error: 'steps[0].config.perLine must be a boolean' }, { perLine: 1 }],
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
