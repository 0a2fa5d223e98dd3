import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { threadMs } from '../../../support/processor-time.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'text-diff';
const anyLines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 14 });
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `${from + i}`).join('\n');

export default {
  slug,
  cases: [
    { input: '', config: { other: '' }, output: '' },
    { input: 'a', config: {}, error: 'steps[0].config.other is required' },
    { input: '', config: { other: 'a' }, output: '--- input\n+++ other\n@@ -0,0 +1 @@\n+a' },
    { input: 'a', config: { other: '' }, output: '--- input\n+++ other\n@@ -1 +0,0 @@\n-a' },
    { name: 'line ends do not count', input: 'a\r\nb', config: { other: 'a\nb\n' }, output: '' },
    {
      name: 'changes that are far apart are hunks of their own',
      input: numbers(1, 20),
      config: { other: numbers(1, 20).replace('2\n', 'x\n').replace('19', 'y'), context: 1 },
      output: '--- input\n+++ other\n@@ -1,3 +1,3 @@\n 1\n-2\n+x\n 3\n@@ -18,3 +18,3 @@\n 18\n-19\n+y\n 20',
    },
    {
      name: 'contexts that touch are one hunk',
      input: 'a\n1\n2\nb',
      config: { other: 'x\n1\n2\ny', context: 1 },
      output: '--- input\n+++ other\n@@ -1,4 +1,4 @@\n-a\n+x\n 1\n 2\n-b\n+y',
    },
    {
      input: 'a\n1\n2\nb',
      config: { other: 'x\n1\n2\ny', context: 0 },
      output: '--- input\n+++ other\n@@ -1 +1 @@\n-a\n+x\n@@ -4 +4 @@\n-b\n+y',
    },
    { input: 'a\nb', config: { other: 'a\nc', format: 'inline' }, output: 'a\n[-b-]\n{+c+}' },
    { input: 'A  b ', config: { other: 'a b', ignoreCase: true, ignoreWhitespace: true }, output: '' },
    {
      input: 'a b',
      config: { other: 'ab', ignoreWhitespace: true, format: 'summary' },
      output: '1 line deleted, 1 line inserted, 0 lines equal',
    },
    {
      input: 'one two',
      config: { other: 'one  two', unit: 'word', ignoreWhitespace: true, format: 'inline' },
      output: 'one two',
    },
    {
      input: '😀',
      config: { other: '😁', unit: 'word', format: 'json' },
      output: '[{"kind":"delete","items":["😀"]},{"kind":"insert","items":["😁"]}]',
    },
    {
      input: 'a',
      config: { other: 'b', unit: 'word' },
      error: 'format unified is one of lines; with unit word use inline, json or summary',
    },
    {
      input: 'a'.repeat(100_001),
      config: { other: 'b', unit: 'word', format: 'inline' },
      error: 'texts of more than 100000 characters are compared with unit line only',
    },
  ],
  checks: {
    'the stretches give both texts back, and are as few as can be': () => {
      fc.assert(
        fc.property(anyLines, anyLines, (before, after) => {
          const [input, other] = [before, after].map((lines) => lines.map((line) => `${line}\n`).join(''));
          const report = resultOf(slug, input ?? '', { other, format: 'json' });
          const changes = JSON.parse(report) as { kind: string; items: string[] }[];
          const side = (not: string) => changes.filter(({ kind }) => kind !== not).flatMap(({ items }) => items);
          assert.deepEqual(side('insert'), before);
          assert.deepEqual(side('delete'), after);
          const equal = changes.filter(({ kind }) => kind === 'equal').flatMap(({ items }) => items);
          assert.equal(equal.length, longestCommonSubsequence(before, after));
        }),
        { seed: 1, numRuns: 300 },
      );
    },
    'patch(1) makes one text of the other': (t) => {
      if (spawnSync('patch', ['--version']).status !== 0) return t.skip('patch is not installed');
      const folder = temporaryFolder(t);
      const samples = fc.sample(fc.tuple(anyLines, anyLines, fc.nat(3)), { seed: 2, numRuns: 40 });
      for (const [before, after, context] of samples) {
        const [input, other] = [before, after].map((lines) => lines.map((line) => `${line}\n`).join('')) as [
          string,
          string,
        ];
        const diff = resultOf(slug, input, { other, context });
        if (diff === '') continue;
        writeFileSync(join(folder, 'input'), input);
        const args = ['--silent', '--output=-', join(folder, 'input')];
        const { stdout } = spawnSync('patch', args, { input: `${diff}\n`, encoding: 'utf8' });
        assert.equal(stdout, other, diff);
      }
    },
    'texts that differ everywhere end in time, with everything changed between what is equal': () => {
      const text = (letter: string) => Array.from({ length: 40_000 }, (_, i) => `${letter}${i}`).join('\n');
      const began = threadMs();
      const summary = resultOf(slug, `x\n${text('a')}\ny`, { other: `x\n${text('b')}\ny`, format: 'summary' });
      assert.equal(summary, '40000 lines deleted, 40000 lines inserted, 2 lines equal');
      assert.ok(threadMs() - began < 10_000);
    },
  },
} satisfies ToolCases;

function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  let row: number[] = new Array<number>(b.length + 1).fill(0);
  for (const left of a) {
    const next = [0];
    for (const [i, right] of b.entries()) {
      next.push(left === right ? (row[i] ?? 0) + 1 : Math.max(row[i + 1] ?? 0, next[i] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
