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
    { input: '', output: '' },
    { input: '', config: { format: 'json' }, output: '[]' },
    { input: '', config: { format: 'csv' }, output: 'line,count' },
    { input: '\n', output: '1\t\n' },
    { input: 'a\r\nb\r\na\r\n', output: '2\ta\r\n1\tb\r\n' },
    { name: 'mixed line ends become the first one', input: 'a\rb\na', output: '2\ta\r1\tb' },
    { name: 'equal counts in the order of appearance', input: 'b\na\nc\nc', output: '2\tc\n1\tb\n1\ta' },
    { input: 'b\na\nc\nc', config: { order: 'asc' }, output: '1\tb\n1\ta\n2\tc' },
    { input: 'b\nB\na\nb', config: { sortBy: 'line' }, output: '1\ta\n2\tb\n1\tB' },
    { input: 'b\nB\na\nb', config: { sortBy: 'line', order: 'desc' }, output: '1\tB\n2\tb\n1\ta' },
    { input: 'b\na\nb', config: { sortBy: 'first' }, output: '2\tb\n1\ta' },
    { input: 'b\na\nb', config: { sortBy: 'first', order: 'desc' }, output: '1\ta\n2\tb' },
    { input: 'a b\nc', config: { format: 'line-count', separator: ' = ' }, output: 'a b = 1\nc = 1' },
    { input: 'a', config: { separator: '' }, output: '1a' },
    { input: 'a\na\nb', config: { minCount: 2 }, output: '2\ta' },
    { input: 'a\nb\n', config: { minCount: 2 }, output: '' },
    { input: 'a\nb', config: { minCount: 2, format: 'json' }, output: '[]' },
    {
      name: 'the first of equal lines is shown',
      input: 'B\nb\nß\nSS',
      config: { caseSensitive: false },
      output: '2\tB\n1\tß\n1\tSS',
    },
    { input: ' a\na\t\n', config: { trim: true }, output: '2\ta\n' },
    { input: 'a,b\n"\na,b\n\n', config: { format: 'csv' }, output: 'line,count\n"a,b",2\n"""",1\n,1' },
    {
      input: 'a"\r\n\ud800\r\n',
      config: { format: 'json' },
      output: '[\n  {\n    "line": "a\\"",\n    "count": 1\n  },\n  {\n    "line": "\\ud800",\n    "count": 1\n  }\n]',
    },
    {
      name: 'names that objects have by nature are ordinary lines',
      input: '__proto__\nconstructor\n__proto__\n1',
      output: '2\t__proto__\n1\tconstructor\n1\t1',
    },
    { input: 'a', config: { minCount: 0 }, error: 'steps[0].config.minCount must be at least 1' },
    { input: 'a', config: { order: 'up' }, error: 'steps[0].config.order must be one of: asc, desc' },
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
