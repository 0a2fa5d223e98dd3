import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, runEndlessTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'filter-lines';
const anyLines = fc
  .array(fc.constantFrom('a', 'B', 'ab', 'Abc', 'b a', '', ' ', 'é'), { maxLength: 12 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''));

export default {
  slug,
  cases: [
    ['', ''],
    ['a\n\nb', 'a\n\nb', {}, 'an empty pattern keeps everything'],
    ['ABC\nÉ\nx', 'É', { pattern: 'é' }, 'case does not count by default'],
    ['ABC\nabc', 'abc', { pattern: 'b', caseSensitive: true }],
    ['ab\nba\nAB', 'ab\nAB', { match: 'starts', pattern: 'a' }],
    ['ab\nba\nbA', 'ba\nbA', { match: 'ends', pattern: 'a' }],
    ['a\naa\nA', 'a\nA', { match: 'equals', pattern: 'a' }],
    ['a\n\nb', 'a\nb', { match: 'equals', pattern: '', invert: true }],
    ['a.c\nabc', 'a.c', { pattern: 'a.c' }, 'a pattern means itself unless it is a regex'],
    ['a1\nb', 'b', { match: 'regex', pattern: '^\\D+$' }],
    ['ab\ncd', '', { match: 'regex', pattern: 'b\\s*c' }, 'a regex sees one line'],
    ['AB', 'AB', { match: 'regex', pattern: 'b' }, 'a regex without case'],
    ['AB', '', { match: 'regex', pattern: 'b', caseSensitive: true }],
    ['a', { error: 'pattern: missing closing ): (' }, { match: 'regex', pattern: '(' }],
    ['a\r\nb\nc\r\n', 'a\r\nc\r\n', { pattern: 'b', invert: true }, 'the first line end is written'],
    ['a\nb\n', '', { pattern: 'x' }, 'a final line end goes with the last line'],
    ['😀😀\n😀😀😀', '😀😀', { maxLength: 2 }, 'length counts characters'],
    ['ab\nabc\nx', 'abc\nx', { pattern: 'a', maxLength: 2, invert: true }, 'length and text together, inverted'],
    ['a\nabc', 'abc', { minLength: 2 }],
    ['😀\nab', 'ab', { minLength: 2 }],
  ],
  checks: {
    'keeps the lines that grep keeps': (t) => {
      const texts = fc.sample(anyLines, { seed: 1, numRuns: sampleSize(80) });
      for (const [options, config] of [
        ['-F a', { caseSensitive: true }],
        ['-vF a', { caseSensitive: true, invert: true }],
        ['-iF a', {}],
        ['-E ^a', { match: 'regex', pattern: '^a', caseSensitive: true }],
        ['-xF ab', { match: 'equals', pattern: 'ab', caseSensitive: true }],
      ] as const) {
        const expected = shellOracle(t, `sh -c "grep ${options} || [ \\$? = 1 ]"`, texts);
        if (expected === undefined) return;
        for (const [index, text] of texts.entries()) {
          assert.equal(
            resultOf(slug, text, { pattern: 'a', ...config }),
            expected[index],
            JSON.stringify({ text, options }),
          );
        }
      }
    },
    'what is kept and what is dropped are the whole': () => {
      fc.assert(
        fc.property(anyLines, fc.constantFrom('a', 'B', ''), fc.nat(3), (input, pattern, maxLength) => {
          const count = (text: string) => text.split('\n').length - 1;
          const kept = resultOf(slug, input, { pattern, maxLength });
          const dropped = resultOf(slug, input, { pattern, maxLength, invert: true });
          assert.equal(count(kept) + count(dropped), count(input));
        }),
        { seed: 2, numRuns: sampleSize(200) },
      );
    },
    'a long needle in a text that nearly matches takes linear time': () => {
      assertTakesAtMost(150, () => {
        const pattern = `${'a'.repeat(1000)}b${'a'.repeat(999)}`;
        assert.equal(resultOf(slug, 'a'.repeat(500_000), { pattern, caseSensitive: true }), '');
      });
    },
    'a long pattern costs nothing in lines that are shorter': () => {
      assert.equal(resultOf(slug, '\n'.repeat(500_000), { pattern: 'a'.repeat(2000) }), '');
    },
    'a pattern that runs too long is stopped': () => {
      // Every position begins another way to match, and no two states of the automaton are the same.
      const digits = Array.from({ length: 20_000 }, (_, index) => Math.sin(index).toString(2).slice(-20)).join('');
      const input = digits.replaceAll('0', 'a').replaceAll('1', 'b');
      assert.deepEqual(runEndlessTool(slug, input, { match: 'regex', pattern: '(?:a|b)*a(?:a|b){900}c' }), {
        error: `Step 1 (${slug}) failed: took longer than 1000 ms`,
      });
    },
  },
} satisfies ToolCases;
