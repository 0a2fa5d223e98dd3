import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-fill-down';
const bare = { hasHeaders: false };

export default {
  slug,
  cases: [
    ['', ''],
    ['a,b\n', 'a,b\n'],
    ['a,b\n1,2\n,', 'a,b\n1,2\n1,2', {}, 'all columns by default'],
    ['a,b\n1,2\n,\n" ",3', 'a,b\n1,2\n,2\n" ",3', { columns: ['b', 2] }, 'only the columns that are listed'],
    ['a\n\n1\n"  "\n', 'a\n1\n1\n', {}, 'a cell of blanks is blank, and an empty line is no row'],
    ['1,2,3\n4\n,5', '1,2,3\n4,2,3\n4,5,3', bare, 'short rows grow up to the last value above'],
    ['1,2,3\n4', '1,2,3\n4,,3', { ...bare, columns: [3] }],
    ['a,b\n,x\n1,', 'a,b\n,x\n1,x', {}, 'a header is not a value'],
    ['a,b\r\n,\r\n1,2\r\n', 'a,b\r\n1,2\r\n1,2\r\n', { direction: 'up' }],
    ['sep=;\na;b\n1;\n;2', 'sep=;\na;b\n1;\n1;2', { delimiter: 'auto' }],
    ['a\n1', { error: 'there is no column "b"; the columns are "a"' }, { columns: ['b'] }],
    [
      `${'x'.repeat(400_000)},1\n${',1\n'.repeat(20)}`,
      { error: 'the output would be longer than 4000000 characters' },
      bare,
      'a long value in many rows is stopped',
    ],
  ],
  checks: {
    'agrees with a loop over each column': () => {
      const cell = fc.constantFrom('', '', ' ', 'a', 'b');
      const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 });
      fc.assert(
        fc.property(table, fc.constantFrom('down', 'up'), (rows, direction) => {
          const expected: string[][] = rows.map((row) => [...row]);
          const order = direction === 'down' ? expected : expected.toReversed();
          for (const column of [0, 1, 2]) {
            let value: string | undefined;
            for (const row of order) {
              if ((row[column] ?? '').trim() !== '') value = row[column];
              else row[column] = value ?? row[column] ?? '';
            }
          }
          const csv = (table: readonly (readonly string[])[]) =>
            table.map((row) => row.map((text) => (text === ' ' ? '" "' : text)).join(',')).join('\n');
          assert.equal(resultOf(slug, csv(rows), { ...bare, direction }), csv(expected));
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'time is linear': () => {
      for (const line of [',\n', 'a,\n,b\n', ',,,,,,,x\n']) {
        assertLinear(line, (text) => resultOf(slug, `1,2\n${text}`, { ...bare, direction: 'up' }));
      }
    },
  },
} satisfies ToolCases;
