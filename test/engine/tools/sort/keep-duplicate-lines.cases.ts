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
    { input: '', output: '' },
    { input: '', config: unique, output: '' },
    { input: '\n\n', output: '\n' },
    { input: 'c\nb\na\nb\nc\nb', output: 'c\nb' },
    { input: 'a\r\nb\r\na\r\n', output: 'a\r\n' },
    { name: 'mixed line ends become the first one', input: 'a\rb\nc\nb', config: unique, output: 'a\rc' },
    { input: 'B\na\nb\nA', config: anyCase, output: 'B\na' },
    { input: 'B\na\nb', config: { ...unique, ...anyCase }, output: 'a' },
    { name: 'lower case is not case folding', input: 'ß\nSS\nẞ', config: anyCase, output: 'ß' },
    { input: ' a\na\n b', config: { trim: true }, output: 'a' },
    { input: ' a\na\n b ', config: { ...unique, trim: true }, output: 'b' },
    { input: '__proto__\nconstructor\n__proto__', output: '__proto__' },
    { input: '\ud800\n\udc00\n\ud800', output: '\ud800' },
    { input: 'a', config: { mode: 'all' }, error: 'steps[0].config.mode must be one of: duplicated, unique' },
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
