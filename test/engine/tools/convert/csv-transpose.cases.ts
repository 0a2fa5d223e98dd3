import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-transpose';

export default {
  slug,
  cases: [
    ['', ''],
    ['\n\n', ''],
    ['a,b,c', 'a\nb\nc'],
    ['\ufeffa\r\nb\r\nc\r\n', 'a,b,c\r\n'],
    ['a,b\r1,2', 'a,1\rb,2'],
    ['a\n1,2\n\n,,3', 'a,1,\n,2,\n,,3', {}, 'missing cells are empty, also at the start'],
    ['a,,b', 'a\n""\nb', {}, 'a row of one empty cell'],
    ['a\tb', 'a\nb', { delimiter: 'tab' }],
    ['a😀b\n1😀2', 'a😀1\nb😀2', { delimiter: '😀' }],
    ['"x\ny","z"""\n', '"x\ny"\n"z"""\n'],
    ['__proto__,\ud800\n\0,2', '__proto__,\0\n\ud800,2'],
    [
      'a',
      { error: 'delimiter must be tab, auto, one character or up to 4 signs, without quotes and line ends' },
      { delimiter: '"' },
    ],
    ['a,"b', { error: 'line 1: the quote that opens a cell here is never closed' }],
    [
      `${'a\n'.repeat(100_000)}${','.repeat(200_000)}`,
      { error: 'the table has 100001 rows and 200001 columns, more than 2000000 cells' },
    ],
  ],
  checks: {
    'twice restores the table, with short rows filled': () => {
      const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', ' ', '😀'), maxLength: 4 });
      fc.assert(
        fc.property(
          fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
          (records) => {
            const csv = records
              .map((record) => record.map((text) => `"${text.replaceAll('"', '""')}"`).join(','))
              .join('\n');
            const read = (text: string) =>
              JSON.parse(
                resultOf('csv-json-converter', text, { hasHeaders: false, direction: 'csv-to-json' }),
              ) as string[][];
            const width = Math.max(...records.map(({ length }) => length));
            const once = read(resultOf(slug, csv));
            assert.deepEqual(
              once,
              Array.from({ length: width }, (_, column) => records.map((record) => record[column] ?? '')),
            );
            const filled = records.map((record) => Array.from({ length: width }, (_, i) => record[i] ?? ''));
            assert.deepEqual(read(resultOf(slug, resultOf(slug, csv))), filled);
          },
        ),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
  },
} satisfies ToolCases;
