import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'keep-duplicate-lines';
const unique = { mode: 'unique' };
const anyCase = { caseSensitive: false };
const lines = fc.array(fc.constantFrom('', 'a', 'A', 'b', ' ', ' a', 'é', 'É', '__proto__'), { maxLength: 12 });
const textOf = (all: readonly string[]) => all.map((text) => `${text}\n`).join('');

export default {
  slug,
  cases: [
    ['', ''],
    ['', '', unique],
    ['\n\n', '\n'],
    ['c\nb\na\nb\nc\nb', 'c\nb'],
    ['a\r\nb\r\na\r\n', 'a\r\n'],
    ['a\rb\nc\nb', 'a\rc', unique, 'mixed line ends become the first one'],
    ['B\na\nb\nA', 'B\na', anyCase],
    ['B\na\nb', 'a', { ...unique, ...anyCase }],
    ['ß\nSS\nẞ', 'ß', anyCase, 'lower case is not case folding'],
    [' a\na\n b', 'a', { trim: true }],
    [' a\na\n b ', 'b', { ...unique, trim: true }],
    ['__proto__\nconstructor\n__proto__', '__proto__'],
    ['\ud800\n\udc00\n\ud800', '\ud800'],
    ['a', { error: 'steps[0].config.mode must be one of: duplicated, unique' }, { mode: 'all' }],
  ],
  checks: {
    'agrees with uniq -d and uniq -u on sorted lines'(t) {
      const texts = fc.sample(lines, { seed: 1, numRuns: sampleSize(100) }).map((all) => textOf(all.toSorted()));
      for (const [command, mode] of [
        ['uniq -d', 'duplicated'],
        ['uniq -u', 'unique'],
      ] as const) {
        const expected = shellOracle(t, command, texts);
        expected?.forEach((output, i) => void assert.equal(resultOf(slug, texts[i] ?? '', { mode }), output));
      }
    },
    'every line is repeated or unique, and what is kept is in order': () => {
      fc.assert(
        fc.property(lines, fc.boolean(), fc.boolean(), (all, caseSensitive, trim) => {
          const given = trim ? all.map((line) => line.trim()) : all;
          const compared = given.map((line) => (caseSensitive ? line : line.toLowerCase()));
          const count = (index: number) => compared.filter((line) => line === compared[index]).length;
          const isFirst = (index: number) => compared.indexOf(compared[index] ?? '') === index;
          const repeated = given.filter((_, index) => count(index) > 1 && isFirst(index));
          const single = given.filter((_, index) => count(index) === 1);
          assert.equal(resultOf(slug, textOf(all), { caseSensitive, trim }), textOf(repeated));
          assert.equal(resultOf(slug, textOf(all), { caseSensitive, trim, mode: 'unique' }), textOf(single));
        }),
        { seed: 2, numRuns: sampleSize(500) },
      );
    },
  },
} satisfies ToolCases;
