import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-transpose';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '\n\n', output: '' },
    { input: 'a,b,c', output: 'a\nb\nc' },
    { input: '\ufeffa\r\nb\r\nc\r\n', output: 'a,b,c\r\n' },
    { input: 'a,b\r1,2', output: 'a,1\rb,2' },
    { name: 'missing cells are empty, also at the start', input: 'a\n1,2\n\n,,3', output: 'a,1,\n,2,\n,,3' },
    { name: 'a row of one empty cell', input: 'a,,b', output: 'a\n""\nb' },
    { input: 'a\tb', config: { delimiter: 'tab' }, output: 'a\nb' },
    { input: 'a😀b\n1😀2', config: { delimiter: '😀' }, output: 'a😀1\nb😀2' },
    { input: '"x\ny","z"""\n', output: '"x\ny"\n"z"""\n' },
    { input: '__proto__,\ud800\n\0,2', output: '__proto__,\0\n\ud800,2' },
    {
      input: 'a',
      config: { delimiter: '"' },
      error: 'delimiter must be tab, auto, or one character that is neither a quote nor a line end',
    },
    { input: 'a,"b', error: 'line 1: the quote that opens a cell here is never closed' },
    {
      input: `${'a\n'.repeat(100_000)}${','.repeat(200_000)}`,
      error: 'the table has 100001 rows and 200001 columns, more than 2000000 cells',
    },
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
