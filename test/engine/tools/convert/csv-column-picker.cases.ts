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
    ['', ''],
    ['\n', ''],
    ['', '', { columns: ['a'] }],
    ['\ufeff"a",b\n"1","x ""y"""\n', 'a,b\n1,"x ""y"""\n', {}, 'without options CSV is only written again'],
    ['a,b\r\n1,2\n3,4', 'a,b\r\n1,2\r\n3,4', {}, 'the first line end is used throughout'],
    ['a\r1\r', 'a\r1\r'],
    ['a,b,c\n1,2,3', 'c,a,c\n3,1,3', { columns: ['c', 'a', 'c'] }],
    ['a,b,c\n1,2,3', 'c,a,b\n3,1,2', { columns: [3, -3, 'b'] }],
    ['a,b,c\n1,2,3', 'a\n1', { columns: ['b', -1], exclude: true }],
    ['a,b\n1,2', '', { columns: ['a', 2], exclude: true }],
    ['a,b\n1,2', 'a,b\n1,2', { exclude: true }],
    ['a,b\n1\n1,2,3', ',b\n,\n3,2', { columns: [3, 'b'] }, 'short records are filled up, long ones count'],
    ['b\n1', 'b\n1', { columns: [1], hasHeaders: false }],
    ['a\tb\n1\tx y', 'b\nx y', { columns: ['b'], delimiter: 'tab' }],
    ['a|b,c\n1|2', 'b,c|a\n2|1', { columns: ['b,c', 'a'], delimiter: 'auto' }],
    ['a😀b', 'b😀a', { columns: [2, 1], delimiter: '😀' }],
    ['\ud800,\udc00\n\0,2', '\udc00,\ud800\n2,\0', { columns: ['\udc00', 1] }, 'lone surrogates survive'],

    // Names
    ['a,b\na,b', '"x,y",b\na,b', { rename: { a: 'x,y' } }],
    [
      'a,b\n1,2',
      'a,b\n2,1',
      { rename: { a: 'b', b: 'a' }, columns: ['b', 'a'] },
      'columns are selected by their old names',
    ],
    [
      '__proto__,constructor,toString\n1,2,3',
      't,p\n3,1',
      { columns: ['toString', '__proto__'], rename: JSON.parse('{"__proto__":"p","toString":"t"}') as object },
      'names like properties of objects',
    ],
    ['toString\n1', { error: 'there is no column "valueOf"; the columns are "toString"' }, { columns: ['valueOf'] }],
    ['a,b\n1,2', { error: 'there is no column "A"; the columns are "a", "b"' }, { columns: ['A'] }],
    ['a,b\n1,2', { error: 'there is no column "c"; the columns are "a", "b"' }, { rename: { c: 'd' } }],
    [
      'a,b,c,d,e,f,g,h,i,j,k,l',
      { error: 'there is no column "x"; the columns are "a", "b", "c", "d", "e", "f", "g", "h", "i", "j" and 2 more' },
      { columns: ['x'] },
    ],
    ['a,b,a\n1,2,3', { error: '2 columns are called "a"; use their numbers' }, { columns: ['a'] }],
    [
      'a,b',
      { error: '"a" is a name, and with hasHeaders false columns have numbers' },
      { columns: ['a'], hasHeaders: false },
    ],
    ['a,b', { error: 'there is no column 3; there are 2, counted from 1' }, { columns: [3] }],
    ['a,b', { error: 'there is no column 0; there are 2, counted from 1' }, { columns: [0] }],
    ['a,b', { error: 'there is no column -3; there are 2, counted from 1' }, { columns: [-3], exclude: true }],
    ['a', { error: 'steps[0].config.columns[0] must be a string or an integer' }, { columns: [1.5] }],
    [
      'a',
      { error: 'steps[0].config.columns must have at most 500 items' },
      { columns: Array.from({ length: 501 }, () => 1) },
    ],
    ['a', { error: 'steps[0].config.rename.a must be a string' }, { rename: { a: 1 } }],
    ['a\n"1"2', { error: 'line 2: "2" follows a closing quote; a quote inside a quoted cell is written twice' }],
    [
      'x'.repeat(400_000),
      { error: tooLong },
      { columns: Array.from({ length: 500 }, () => 1) },
      'a long cell picked very often',
    ],
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
