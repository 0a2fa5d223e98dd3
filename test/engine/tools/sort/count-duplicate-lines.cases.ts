import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'count-duplicate-lines';
const lines = fc.array(fc.constantFrom('', 'a', 'A', 'b', ' ', 'é', '10', '9', '__proto__'), { maxLength: 15 });
const textOf = (all: readonly string[]) => all.map((text) => `${text}\n`).join('');

export default {
  slug,
  cases: [
    ['', ''],
    ['', '[]', { format: 'json' }],
    ['', 'line,count', { format: 'csv' }],
    ['\n', '1\t\n'],
    ['a\r\nb\r\na\r\n', '2\ta\r\n1\tb\r\n'],
    ['a\rb\na', '2\ta\r1\tb', {}, 'mixed line ends become the first one'],
    ['b\na\nc\nc', '2\tc\n1\tb\n1\ta', {}, 'equal counts in the order of appearance'],
    ['b\na\nc\nc', '1\tb\n1\ta\n2\tc', { order: 'asc' }],
    ['b\nB\na\nb', '1\ta\n2\tb\n1\tB', { sortBy: 'line' }],
    ['b\nB\na\nb', '1\tB\n2\tb\n1\ta', { sortBy: 'line', order: 'desc' }],
    ['b\na\nb', '2\tb\n1\ta', { sortBy: 'first' }],
    ['b\na\nb', '1\ta\n2\tb', { sortBy: 'first', order: 'desc' }],
    ['a b\nc', 'a b = 1\nc = 1', { format: 'line-count', separator: ' = ' }],
    ['a', '1a', { separator: '' }],
    ['a\na\nb', '2\ta', { minCount: 2 }],
    ['a\nb\n', '', { minCount: 2 }],
    ['a\nb', '[]', { minCount: 2, format: 'json' }],
    ['B\nb\nß\nSS', '2\tB\n1\tß\n1\tSS', { caseSensitive: false }, 'the first of equal lines is shown'],
    [' a\na\t\n', '2\ta\n', { trim: true }],
    ['a,b\n"\na,b\n\n', 'line,count\n"a,b",2\n"""",1\n,1', { format: 'csv' }],
    [
      'a"\r\n\ud800\r\n',
      '[\n  {\n    "line": "a\\"",\n    "count": 1\n  },\n  {\n    "line": "\\ud800",\n    "count": 1\n  }\n]',
      { format: 'json' },
    ],
    [
      '__proto__\nconstructor\n__proto__\n1',
      '2\t__proto__\n1\tconstructor\n1\t1',
      {},
      'names that objects have by nature are ordinary lines',
    ],
    ['a', { error: 'steps[0].config.minCount must be at least 1' }, { minCount: 0 }],
    ['a', { error: 'steps[0].config.order must be one of: asc, desc' }, { order: 'up' }],
  ],
  checks: {
    'agrees with sort and uniq -c'(t) {
      const texts = fc.sample(lines, { seed: 1, numRuns: sampleSize(100) }).map((all) => textOf(all.toSorted()));
      const expected = shellOracle(t, 'uniq -c', texts);
      expected?.forEach((output, i) => {
        assert.equal(resultOf(slug, texts[i] ?? '', { sortBy: 'first', separator: ' ' }), output.replace(/^ +/gm, ''));
      });
    },
    'the counts of all formats are those of the lines': () => {
      fc.assert(
        fc.property(lines, fc.boolean(), (all, caseSensitive) => {
          const compared = all.map((line) => (caseSensitive ? line : line.toLowerCase()));
          const json = JSON.parse(resultOf(slug, textOf(all), { format: 'json', caseSensitive }));
          const expected = [...new Set(compared)].map((line) => ({
            line: all[compared.indexOf(line)],
            count: compared.filter((other) => other === line).length,
          }));
          assert.deepEqual(
            json,
            expected.sort((a, b) => b.count - a.count),
          );
          const csv = resultOf(slug, textOf(all), { format: 'csv', caseSensitive });
          const read = JSON.parse(resultOf('csv-json-converter', csv)) as { line: string; count: string }[];
          assert.deepEqual(
            read.map(({ line, count }) => ({ line, count: Number(count) })),
            json,
          );
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'counts its output while it writes': () => {
      for (const format of ['count-line', 'line-count', 'json', 'csv']) {
        assertAsksForItsSize(slug, 'a\n"b"\na\n', { format });
      }
    },
  },
} satisfies ToolCases;
