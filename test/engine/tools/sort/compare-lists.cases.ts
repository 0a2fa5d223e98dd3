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
    ['', '', { other: '' }],
    ['', 'a\nb', { other: 'a\nb\n', operation: 'union' }],
    ['a', 'a', { other: '', operation: 'difference' }],
    ['c\na\nc\nb', 'c\nb', { other: 'b\nc\nb' }, 'every line once, in the order of the text'],
    ['b\na\nb', 'b\na\nc', { other: 'c\na\nc', operation: 'union' }],
    ['b\na\nb', 'b', { other: 'c\na\nc', operation: 'difference' }],
    ['b\na\nb', 'b\nc', { other: 'c\na\nc', operation: 'symmetric' }],
    ['a\r\nb\r\n', 'a\r\nb\r\nc\r\n', { other: 'c\na', operation: 'union' }, 'line ends are those of the text'],
    ['a\nb', 'a\nb', { other: 'b\r\na\r\n' }, 'line ends tell nothing apart'],
    ['A\nb', 'b', { other: 'a\nb' }],
    ['A\nb\na', 'A\nb', { other: 'a\nB', caseSensitive: false }],
    ['A', 'A', { other: 'a', operation: 'union', caseSensitive: false }],
    [' a\nb', 'a\nb', { other: 'a\nb ' }],
    [' a\nb', '', { other: 'a\nb ', trim: false }],
    ['a\n\n \nb', 'b', { other: '\nb' }],
    ['a\n\nb', '\nb', { other: '\nb', removeBlank: false }],
    ['a\n \n', 'a\n', { other: '', operation: 'difference', trim: false }],
    ['__proto__\nconstructor', '__proto__', { other: '__proto__' }],
    ['\ud800\n\udc00', '\udc00', { other: '\udc00' }],
    ['a', { error: 'set other, or separatorLine if the input has the other text as well' }],
    ['a', { error: 'set either other or separatorLine' }, { other: 'a', separatorLine: '-' }],
    ['a\nb', { error: 'separatorLine: no line of the input is "b-"' }, { separatorLine: 'b-' }],
    ['a\nab\nb', { error: 'separatorLine: no line of the input is "a b"' }, { separatorLine: 'a b' }],
    ['-\na\r\n-\r-', { error: 'separatorLine: lines 1 and 3 of the input are "-"' }, { separatorLine: '-' }],
    ['a', { error: 'separatorLine must be one line that is not blank' }, { separatorLine: ' ' }],
    ['a', { error: 'separatorLine must be one line that is not blank' }, { separatorLine: 'a\nb' }],
    ['-\na', 'a', { separatorLine: '-', operation: 'union' }, 'the first list is empty'],
    ['a\n-', 'a', { separatorLine: '-', operation: 'union' }, 'the other list is empty'],
    ['a\n-\n', 'a', { separatorLine: '-', operation: 'union' }],
    ['b\ra\r--\t\rb\r', 'b\r', { separatorLine: '-- ' }, 'white space behind the line'],
    ['a', { error: 'steps[0].config.other must be at most 500000 characters long' }, { other: 'a'.repeat(500_001) }],
    [
      'a',
      { error: 'steps[0].config.operation must be one of: union, intersection, difference, symmetric' },
      { other: 'a', operation: 'and' },
    ],
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
