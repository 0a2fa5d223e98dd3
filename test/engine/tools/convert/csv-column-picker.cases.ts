import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-column-picker';
const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '\n', output: '' },
    { input: '', config: { columns: ['a'] }, output: '' },
    {
      name: 'without options CSV is only written again',
      input: '\ufeff"a",b\n"1","x ""y"""\n',
      output: 'a,b\n1,"x ""y"""\n',
    },
    { name: 'the first line end is used throughout', input: 'a,b\r\n1,2\n3,4', output: 'a,b\r\n1,2\r\n3,4' },
    { input: 'a\r1\r', output: 'a\r1\r' },
    { input: 'a,b,c\n1,2,3', config: { columns: ['c', 'a', 'c'] }, output: 'c,a,c\n3,1,3' },
    { input: 'a,b,c\n1,2,3', config: { columns: [3, -3, 'b'] }, output: 'c,a,b\n3,1,2' },
    { input: 'a,b,c\n1,2,3', config: { columns: ['b', -1], exclude: true }, output: 'a\n1' },
    { input: 'a,b\n1,2', config: { columns: ['a', 2], exclude: true }, output: '' },
    { input: 'a,b\n1,2', config: { exclude: true }, output: 'a,b\n1,2' },
    {
      name: 'short records are filled up, long ones count',
      input: 'a,b\n1\n1,2,3',
      config: { columns: [3, 'b'] },
      output: ',b\n,\n3,2',
    },
    { input: 'b\n1', config: { columns: [1], hasHeaders: false }, output: 'b\n1' },
    { input: 'a\tb\n1\tx y', config: { columns: ['b'], delimiter: 'tab' }, output: 'b\nx y' },
    { input: 'a|b,c\n1|2', config: { columns: ['b,c', 'a'], delimiter: 'auto' }, output: 'b,c|a\n2|1' },
    { input: 'a😀b', config: { columns: [2, 1], delimiter: '😀' }, output: 'b😀a' },
    {
      name: 'lone surrogates survive',
      input: '\ud800,\udc00\n\0,2',
      config: { columns: ['\udc00', 1] },
      output: '\udc00,\ud800\n2,\0',
    },

    // Names
    { input: 'a,b\na,b', config: { rename: { a: 'x,y' } }, output: '"x,y",b\na,b' },
    {
      name: 'columns are selected by their old names',
      input: 'a,b\n1,2',
      config: { rename: { a: 'b', b: 'a' }, columns: ['b', 'a'] },
      output: 'a,b\n2,1',
    },
    {
      name: 'names like properties of objects',
      input: '__proto__,constructor,toString\n1,2,3',
      config: { columns: ['toString', '__proto__'], rename: JSON.parse('{"__proto__":"p","toString":"t"}') as object },
      output: 't,p\n3,1',
    },
    {
      input: 'toString\n1',
      config: { columns: ['valueOf'] },
      error: 'there is no column "valueOf"; the columns are "toString"',
    },
    { input: 'a,b\n1,2', config: { columns: ['A'] }, error: 'there is no column "A"; the columns are "a", "b"' },
    { input: 'a,b\n1,2', config: { rename: { c: 'd' } }, error: 'there is no column "c"; the columns are "a", "b"' },
    {
      input: 'a,b,c,d,e,f,g,h,i,j,k,l',
      config: { columns: ['x'] },
      error: 'there is no column "x"; the columns are "a", "b", "c", "d", "e", "f", "g", "h", "i", "j" and 2 more',
    },
    { input: 'a,b,a\n1,2,3', config: { columns: ['a'] }, error: '2 columns are called "a"; use their numbers' },
    {
      input: 'a,b',
      config: { columns: ['a'], hasHeaders: false },
      error: '"a" is a name, and with hasHeaders false columns have numbers',
    },
    { input: 'a,b', config: { columns: [3] }, error: 'there is no column 3; there are 2, counted from 1' },
    { input: 'a,b', config: { columns: [0] }, error: 'there is no column 0; there are 2, counted from 1' },
    {
      input: 'a,b',
      config: { columns: [-3], exclude: true },
      error: 'there is no column -3; there are 2, counted from 1',
    },
    { input: 'a', config: { columns: [1.5] }, error: 'steps[0].config.columns[0] must be a string or an integer' },
    {
      input: 'a',
      config: { columns: Array.from({ length: 501 }, () => 1) },
      error: 'steps[0].config.columns must have at most 500 items',
    },
    { input: 'a', config: { rename: { a: 1 } }, error: 'steps[0].config.rename.a must be a string' },
    { input: 'a\n"1"2', error: 'line 2: "2" follows a closing quote; a quote inside a quoted cell is written twice' },
    {
      name: 'a long cell picked very often',
      input: 'x'.repeat(400_000),
      config: { columns: Array.from({ length: 500 }, () => 1) },
      error: tooLong,
    },
  ],
  checks: {
    'agrees with cut and paste where no cell needs quotes': (t) => {
      const cell = fc.stringMatching(/^[a-z1-9é]{1,3}$/);
      const records = fc
        .integer({ min: 3, max: 5 })
        .chain((width) =>
          fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
        );
      const texts = fc
        .sample(records, { seed: 1, numRuns: sampleSize(100) })
        .map((lines) => lines.map((line) => `${line.join(',')}\n`).join(''));
      const expected = shellOracle(t, 'cut -d, -f2-3', texts);
      if (expected === undefined) return;
      for (const [i, text] of texts.entries()) {
        assert.equal(resultOf(slug, text, { columns: [2, 3], hasHeaders: false }), expected[i]);
        const dropped = resultOf(slug, text, {
          columns: [1, 4, 5].filter((n) => n <= text.slice(0, text.indexOf('\n')).split(',').length),
          hasHeaders: false,
          exclude: true,
        });
        assert.equal(dropped, expected[i]);
      }
    },
    'all columns in order give the same table': () => {
      const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', '😀', ';'), maxLength: 5 });
      fc.assert(
        fc.property(
          fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
          (records) => {
            const csv = records
              .map((record) => record.map((text) => `"${text.replaceAll('"', '""')}"`).join(','))
              .join('\n');
            const read = (text: string) =>
              JSON.parse(
                resultOf('csv-json-converter', text, { hasHeaders: false, direction: 'csv-to-json' }),
              ) as string[][];
            const width = Math.max(...records.map(({ length }) => length));
            const filled = records.map((record) => Array.from({ length: width }, (_, i) => record[i] ?? ''));
            assert.deepEqual(read(resultOf(slug, csv, { hasHeaders: false })), filled);
          },
        ),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'csv-spectrum: a column by its name matches the vectors': () => {
      const folder = createRequire(import.meta.url)
        .resolve('csv-spectrum/package.json')
        .replace('package.json', '');
      for (const name of [
        'comma_in_quotes',
        'empty',
        'empty_crlf',
        'escaped_quotes',
        'json',
        'newlines',
        'newlines_crlf',
        'quotes_and_newlines',
        'simple',
        'simple_crlf',
        'utf8',
      ]) {
        const csv = readFileSync(`${folder}csvs/${name}.csv`, 'utf8');
        const records = JSON.parse(readFileSync(`${folder}json/${name}.json`, 'utf8')) as Record<string, string>[];
        for (const column of Object.keys(records[0] ?? {})) {
          const picked = JSON.parse(
            resultOf('csv-json-converter', resultOf(slug, csv, { columns: [column] })),
          ) as Record<string, string>[];
          assert.deepEqual(
            picked,
            records.map((record) => ({ [column]: record[column] })),
            name,
          );
        }
      }
    },
  },
} satisfies ToolCases;
