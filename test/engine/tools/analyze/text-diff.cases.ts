import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPatch } from 'diff';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { unlessInstalled } from '../../../support/program.js';
import { sampleSize } from '../../../support/sample-size.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'text-diff';
const anyLines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 14 });
/** Lines that look like parts of a diff, with all line ends; the last line may have none. */
const anyText = fc
  .tuple(
    fc.array(
      fc
        .tuple(
          fc.constantFrom('a', 'A ', 'b', '', '-- a', '++ b', '@@ -1 +1 @@', '\\ No newline at end of file', 'é😀'),
          fc.constantFrom('\n', '\n', '\r\n', '\r'),
        )
        .map((parts) => parts.join('')),
      { maxLength: 10 },
    ),
    fc.constantFrom('', 'a', 'b\r'),
  )
  .map(([lines, last]) => lines.join('') + last);
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `${from + i}`).join('\n');

export default {
  slug,
  cases: [
    ['', '', { other: '' }],
    ['a', { error: 'set other, or separatorLine if the input has the other text as well' }, {}],
    [
      'a\nb\n===\na\nc\n',
      '--- input\n+++ other\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n',
      { separatorLine: '===' },
      'both texts in the input',
    ],
    ['a\r\nb\r\n=== \r\na\r\nb', '', { separatorLine: '===' }, 'equal texts are equal without a final line end'],
    ['a\nb\n===\na\nb\n', '', { separatorLine: '===' }, 'and with one'],
    ['', '--- input\n+++ other\n@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n', { other: 'a' }],
    ['a', '--- input\n+++ other\n@@ -1 +0,0 @@\n-a\n\\ No newline at end of file\n', { other: '' }],
    ['', '--- input\n+++ other\n@@ -0,0 +1 @@\n+\n', { other: '\n' }],
    [
      'a\r\nb',
      '[{"kind":"equal","items":["a","b"]}]',
      { other: 'a\nb\n', format: 'json' },
      'line ends do not count in the format json',
    ],
    ['a\r\nb', 'a\nb', { other: 'a\nb\n', format: 'inline' }, 'line ends do not count in the format inline'],
    [
      'a\nb\n',
      '--- input\n+++ other\n@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n',
      { other: 'a\nb' },
      'texts that differ in the final line end only differ in the format unified',
    ],
    [
      'a\nb',
      '--- input\n+++ other\n@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n',
      { other: 'c\nb' },
      'a last line without a line end that both texts have is marked once',
    ],
    [
      'a\nb',
      '--- input\n+++ other\n@@ -1 +1 @@\n-a\n+c\n',
      { other: 'c\nb', context: 0 },
      'a last line outside the context is not marked',
    ],
    [
      'a\r\nb\r\nc\rd',
      '--- input\n+++ other\n@@ -1,3 +1,3 @@\n a\r\n-b\r\n+b\n c\rd\n\\ No newline at end of file\n',
      { other: 'a\r\nb\nc\rd' },
      'carriage returns are part of the lines of the format unified',
    ],
    ['a\r\nb', '', { other: 'a\nb\n', ignoreWhitespace: true }, 'line ends are white space that can be ignored'],
    [
      'A \nb\n',
      '--- input\n+++ other\n@@ -1,2 +1,2 @@\n A \n-b\n+c\n',
      { other: 'a\nc\n', caseSensitive: false, ignoreWhitespace: true },
      'a line with only ignored differences is shown as in the input',
    ],
    [
      numbers(1, 20),
      '--- input\n+++ other\n@@ -1,3 +1,3 @@\n 1\n-2\n+x\n 3\n@@ -18,3 +18,3 @@\n 18\n-19\n+y\n 20\n\\ No newline at end of file\n',
      { other: numbers(1, 20).replace('2\n', 'x\n').replace('19', 'y'), context: 1 },
      'distant changes are separate hunks',
    ],
    [
      'a\n1\n2\nb',
      '--- input\n+++ other\n@@ -1,4 +1,4 @@\n-a\n+x\n 1\n 2\n-b\n\\ No newline at end of file\n+y\n\\ No newline at end of file\n',
      { other: 'x\n1\n2\ny', context: 1 },
      'adjacent contexts are merged into one hunk',
    ],
    [
      'a\n1\n2\nb',
      '--- input\n+++ other\n@@ -1 +1 @@\n-a\n+x\n@@ -4 +4 @@\n-b\n\\ No newline at end of file\n+y\n\\ No newline at end of file\n',
      { other: 'x\n1\n2\ny', context: 0 },
    ],
    ['a\nb', 'a\n[-b-]\n{+c+}', { other: 'a\nc', format: 'inline' }],
    ['ΟΔΟΣ σας', '', { other: 'οδοσ ΣΑΣ', caseSensitive: false }],
    ['A  b ', '', { other: 'a b', caseSensitive: false, ignoreWhitespace: true }],
    [
      'a b',
      '1 line deleted, 1 line inserted, 0 lines equal',
      { other: 'ab', ignoreWhitespace: true, format: 'summary' },
    ],
    ['one two', 'one two', { other: 'one  two', unit: 'words', ignoreWhitespace: true, format: 'inline' }],
    [
      '😀',
      '[{"kind":"delete","items":["😀"]},{"kind":"insert","items":["😁"]}]',
      { other: '😁', unit: 'words', format: 'json' },
    ],
    [
      'a',
      { error: 'format unified is one of lines; with unit words use inline, json or summary' },
      { other: 'b', unit: 'words' },
    ],
    [
      'a'.repeat(100_001),
      { error: 'texts of more than 100000 characters cannot be compared with unit words' },
      { other: 'b', unit: 'words', format: 'inline' },
    ],
    [
      'a😀\r\n',
      '[{"kind":"equal","items":["a"]},{"kind":"delete","items":["😀","\\r"]},{"kind":"insert","items":["😁"]},{"kind":"equal","items":["\\n"]}]',
      { other: 'a😁\n', unit: 'chars', format: 'json' },
    ],
    [
      'one  Two',
      '0 characters deleted, 0 characters inserted, 7 characters equal',
      { other: 'one two', unit: 'chars', caseSensitive: false, ignoreWhitespace: true, format: 'summary' },
    ],
    [
      'a',
      { error: 'format unified is one of lines; with unit chars use inline, json or summary' },
      { other: 'b', unit: 'chars' },
    ],
    [
      'a'.repeat(50_001),
      { error: 'texts of more than 50000 characters cannot be compared with unit chars' },
      { other: 'b', unit: 'chars', format: 'inline' },
    ],
  ],
  checks: {
    'the segments restore both texts, and are as few as possible': () => {
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
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'patch(1) turns one text into the other, byte for byte': (t) => {
      const missing = unlessInstalled('patch');
      if (missing) return t.skip(missing);
      const folder = temporaryFolder(t);
      fc.assert(
        fc.property(anyText, anyText, fc.nat(3), (input, other, context) => {
          const diff = resultOf(slug, input, { other, context });
          assert.equal(diff === '', input === other);
          assert.equal(patched(folder, input, diff), other, diff);
        }),
        { seed: 2, numRuns: sampleSize(60) },
      );
    },
    'patch(1) makes a text that differs from the other only in ignored ways': (t) => {
      const missing = unlessInstalled('patch');
      if (missing) return t.skip(missing);
      const folder = temporaryFolder(t);
      fc.assert(
        fc.property(anyText, anyText, fc.boolean(), (input, other, caseSensitive) => {
          const config = { other, caseSensitive, ignoreWhitespace: true };
          const diff = resultOf(slug, input, config);
          assert.equal(resultOf(slug, patched(folder, input, diff), config), '', diff);
        }),
        { seed: 3, numRuns: 40 },
      );
    },
    'jsdiff turns one text into the other': () => {
      fc.assert(
        fc.property(anyText, anyText, fc.nat(3), (input, other, context) => {
          const diff = resultOf(slug, input, { other, context });
          assert.equal(applyPatch(input, diff, { autoConvertLineEndings: false }), other, diff);
        }),
        { seed: 4, numRuns: sampleSize(300) },
      );
    },
    'handles the longest texts of two letters that differ everywhere in time, character by character': () => {
      // A linear congruential generator: the same letters on every machine.
      let state = 1;
      const letters = () =>
        Array.from({ length: 50_000 }, () => {
          state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
          return state >>> 31 === 0 ? 'a' : 'b';
        }).join('');
      assertTakesAtMost(1000, () => resultOf(slug, letters(), { other: letters(), unit: 'chars', format: 'summary' }));
    },
    'handles texts that differ everywhere in time, with everything between equal parts changed': () => {
      const text = (letter: string) => Array.from({ length: 40_000 }, (_, i) => `${letter}${i}`).join('\n');
      assertTakesAtMost(1000, () => {
        const summary = resultOf(slug, `x\n${text('a')}\ny`, { other: `x\n${text('b')}\ny`, format: 'summary' });
        assert.equal(summary, '40000 lines deleted, 40000 lines inserted, 2 lines equal');
      });
    },
  },
} satisfies ToolCases;

/** Applies a diff with GNU patch, which must find each hunk exactly where the diff expects it. */
function patched(folder: string, text: string, diff: string): string {
  if (diff === '') return text;
  const file = join(folder, 'input');
  writeFileSync(file, text);
  const args = ['--silent', '--fuzz=0', '--output=-', file];
  const { status, stdout, stderr } = spawnSync('patch', args, { input: diff, encoding: 'utf8' });
  assert.equal(status, 0, `${stderr}${stdout}${JSON.stringify(text)}\n${diff}`);
  return stdout;
}

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
