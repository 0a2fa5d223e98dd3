import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'compare-lists';
const line = fc.constantFrom('a', 'A', 'b', 'c', ' d', 'd', '', '  ', 'é', '__proto__');
const lists = fc.array(line, { maxLength: 10 });
const textOf = (all: readonly string[]) => all.map((text) => `${text}\n`).join('');

export default {
  slug,
  cases: [
    { input: '', config: { other: '' }, output: '' },
    { input: '', config: { other: 'a\nb\n', operation: 'union' }, output: 'a\nb' },
    { input: 'a', config: { other: '', operation: 'difference' }, output: 'a' },
    {
      name: 'every line once, in the order of the text',
      input: 'c\na\nc\nb',
      config: { other: 'b\nc\nb' },
      output: 'c\nb',
    },
    { input: 'b\na\nb', config: { other: 'c\na\nc', operation: 'union' }, output: 'b\na\nc' },
    { input: 'b\na\nb', config: { other: 'c\na\nc', operation: 'difference' }, output: 'b' },
    { input: 'b\na\nb', config: { other: 'c\na\nc', operation: 'symmetric' }, output: 'b\nc' },
    {
      name: 'line ends are those of the text',
      input: 'a\r\nb\r\n',
      config: { other: 'c\na', operation: 'union' },
      output: 'a\r\nb\r\nc\r\n',
    },
    { name: 'line ends tell nothing apart', input: 'a\nb', config: { other: 'b\r\na\r\n' }, output: 'a\nb' },
    { input: 'A\nb', config: { other: 'a\nb' }, output: 'b' },
    { input: 'A\nb\na', config: { other: 'a\nB', caseSensitive: false }, output: 'A\nb' },
    { input: 'A', config: { other: 'a', operation: 'union', caseSensitive: false }, output: 'A' },
    { input: ' a\nb', config: { other: 'a\nb ' }, output: 'a\nb' },
    { input: ' a\nb', config: { other: 'a\nb ', trim: false }, output: '' },
    { input: 'a\n\n \nb', config: { other: '\nb' }, output: 'b' },
    { input: 'a\n\nb', config: { other: '\nb', removeBlank: false }, output: '\nb' },
    { input: 'a\n \n', config: { other: '', operation: 'difference', trim: false }, output: 'a\n' },
    { input: '__proto__\nconstructor', config: { other: '__proto__' }, output: '__proto__' },
    { input: '\ud800\n\udc00', config: { other: '\udc00' }, output: '\udc00' },
    { input: 'a', error: 'steps[0].config.other is required' },
    {
      input: 'a',
      config: { other: 'a'.repeat(500_001) },
      error: 'steps[0].config.other must be at most 500000 characters long',
    },
    {
      input: 'a',
      config: { other: 'a', operation: 'and' },
      error: 'steps[0].config.operation must be one of: union, intersection, difference, symmetric',
    },
  ],
  checks: {
    'agrees with comm'(t) {
      const pairs = fc.sample(fc.tuple(lists, lists), { seed: 1, numRuns: 12 });
      const sorted = pairs.map((pair) => pair.map((all) => textOf([...new Set(all)].toSorted())));
      const folder = mkdtempSync(join(tmpdir(), 'textmill-comm-'));
      const plain = { trim: false, removeBlank: false };
      try {
        for (const [input = '', other = ''] of sorted) {
          writeFileSync(join(folder, 'other'), other);
          for (const [option, operation] of [
            ['-12', 'intersection'],
            ['-23', 'difference'],
          ] as const) {
            const expected = shellOracle(t, `comm ${option} - ${join(folder, 'other')}`, [input]);
            if (expected === undefined) return;
            assert.equal(resultOf(slug, input, { other, operation, ...plain }), expected[0]);
          }
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    'the operations are those of set theory': () => {
      fc.assert(
        fc.property(lists, lists, fc.boolean(), fc.boolean(), (first, second, caseSensitive, trim) => {
          const options = { caseSensitive, trim, removeBlank: false };
          const keys = (text: string) =>
            new Set(
              text
                .split('\n')
                .slice(0, -1)
                .map((item) => (caseSensitive ? item : item.toLowerCase())),
            );
          const prepared = (all: readonly string[]) => textOf(trim ? all.map((item) => item.trim()) : all);
          const [a, b] = [keys(prepared(first)), keys(prepared(second))];
          const result = (operation: string) =>
            // With an empty text there is no final line end to keep.
            keys(resultOf(slug, `${textOf(first)}\n`, { other: `${textOf(second)}\n`, operation, ...options }));
          a.add('');
          b.add('');
          assert.deepEqual(result('union'), new Set([...a, ...b]));
          assert.deepEqual(result('intersection'), new Set([...a].filter((item) => b.has(item))));
          assert.deepEqual(result('difference'), new Set([...a].filter((item) => !b.has(item))));
          assert.deepEqual(
            result('symmetric'),
            new Set([...[...a].filter((item) => !b.has(item)), ...[...b].filter((item) => !a.has(item))]),
          );
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
  },
} satisfies ToolCases;
