import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-diff';
const on = ['id'];
const old = 'id,name,city\n1,Ada,Rome\n2,Bob,Oslo';

export default {
  slug,
  cases: [
    [old, '', { other: old, on }],
    [old, '[]', { other: old, on, format: 'json' }],
    [old, 'change,changed,id,name,city', { other: old, on, format: 'csv' }],
    [old, '', { other: 'city,id,name\nOslo,2,Bob\nRome,1,Ada\n', on }, 'the order of rows and columns does not matter'],
    [
      old,
      '~ id "1": name "Ada" → "", city "Rome" → "Bonn"\n- id "2": name "Bob", city "Oslo"\n+ id "3"',
      { other: 'id,name,city\n3\n1,,Bonn', on },
    ],
    [
      old,
      'change,changed,id,name,city\nbefore,"name, city",1,Ada,Rome\nafter,"name, city",1,,Bonn\nremoved,,2,Bob,Oslo\nadded,,3,,',
      { other: 'id,name,city\n3\n1,,Bonn', on, format: 'csv' },
    ],
    [
      old,
      '- column city\n+ column zip\n~ id "1": name "Ada" → "Eve"',
      { other: 'id,zip,name\n1,7,Eve\n2,8,Bob', on },
      'cells of a column that only one table has are not compared',
    ],
    [
      old,
      'change,changed,id,name,city,zip\ncolumn removed,city,,,,\ncolumn added,zip,,,,\nremoved,,1,Ada,Rome,\nremoved,,2,Bob,Oslo,\nadded,,3,Cy,,7',
      { other: 'id,name,zip\n3,Cy,7', on, format: 'csv' },
    ],
    ['id,t\n1,5', '', { other: 'id,t\n1,6', on, ignore: ['t'] }],
    ['id,t\n1,5', '+ column u', { other: 'id,t,u\n1,6,7', on, ignore: ['t', 'u'] }],
    [
      'y,m,v\n2026,1,a\n202,61,b',
      '~ y "202", m "61": v "b" → "c"',
      { other: 'y,m,v\n202,61,c\n2026,1,a', on: ['y', 'm'] },
      'two key columns',
    ],
    ['1;a\n2;b', '~ 1 "1": 2 "a" → "c"', { other: '1\tc\n2\tb', on: [1], hasHeaders: false, delimiter: 'auto' }],
    [
      '1;a\n2;b',
      'before;2;1;a\nafter;2;1;c',
      { other: '1,c\n2,b', on: [1], hasHeaders: false, delimiter: 'auto', format: 'csv' },
    ],
    ['id,a: b\n1,"x\ny"', '~ id "1": "a: b" "x\\ny" → "z"', { other: 'id,a: b\n1,z', on }, 'a line end is no line end'],
    [
      'id\r\n1\r\n===\r\nid\r\n2\r\n',
      'change,changed,id\r\nremoved,,1\r\nadded,,2\r\n',
      { separatorLine: '===', on, format: 'csv' },
    ],
    ['id,__proto__\n1,a', '~ id "1": __proto__ "a" → "b"', { other: 'id,__proto__\n1,b', on }],
    ['id\n1\n2\n1', { error: 'records 2 and 4 have the same key; list more columns in on' }, { other: 'id\n1', on }],
    [
      'id\n1',
      { error: 'other: records 2 and 3 have the same key; list more columns in on' },
      { other: 'id\n1\n1', on },
    ],
    ['id,a,a\n1', { error: 'several columns are called "a"' }, { other: 'id\n1', on }],
    ['a\n1', { error: 'there is no column "id"; the columns are "a"' }, { other: 'id\n1', on }],
    ['id\n1', { error: 'other: there is no column "id"' }, { other: 'a\n1', on }],
    ['id\n1', { error: 'there is no column "x"; the columns are "id"' }, { other: 'id\n1', on, ignore: ['x'] }],
    ['', { error: 'the table has no columns to find keys in' }, { other: 'id\n1', on }],
    ['id\n1', { error: 'other: the table has no columns to find keys in' }, { other: '', on }],
    ['id\n1', { error: 'other: line 2: the quote that opens a cell here is never closed' }, { other: 'id\n"1', on }],
    ['id\n1', { error: 'set other, or separatorLine if the input has the other text as well' }, { on }],
    ['id\n1', { error: 'steps[0].config.on is required' }, { other: 'id\n1' }],
  ],
  checks: {
    'agrees with a search for each row, and turns the first table into the second': () => {
      const rows = fc.uniqueArray(fc.tuple(fc.constantFrom(...'abcdef'), fc.constantFrom('x', 'y', '')), {
        selector: ([key]) => key,
        maxLength: 6,
      });
      fc.assert(
        fc.property(rows, rows, (before, after) => {
          const csv = (table: readonly (readonly string[])[]) =>
            ['k,v', ...table.map((row) => row.join(','))].join('\n');
          const json = resultOf(slug, csv(before), { other: csv(after), on: ['k'], format: 'json' });
          type Change = {
            change: string;
            row: { k: string; v: string };
            key: { k: string };
            cells: { v: { after: string } };
          };
          const table = new Map<string, string>(before);
          for (const { change, row, key, cells } of JSON.parse(json) as Change[]) {
            if (change === 'removed') assert.ok(table.delete(row.k));
            else if (change === 'added') {
              assert.ok(!table.has(row.k));
              table.set(row.k, row.v);
            } else {
              assert.notEqual(table.get(key.k), cells.v.after);
              table.set(key.k, cells.v.after);
            }
          }
          assert.deepEqual([...table].toSorted(), after.toSorted());
          const lines = resultOf(slug, csv(before), { other: csv(after), on: ['k'] })
            .split('\n')
            .filter(Boolean);
          assert.equal(lines.length, (JSON.parse(json) as Change[]).length);
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'time is linear in both tables': () => {
      const table = (length: number) => Array.from({ length: length / 24 }, (_, i) => `${i},${i % 7}x\n`).join('');
      for (const format of ['text', 'csv', 'json']) {
        assertLinear(table, (text) =>
          resultOf(slug, `id,v\n${text}===\nid,v\n${text.replaceAll('3x', '4x')}`, {
            separatorLine: '===',
            on,
            format,
          }),
        );
      }
    },
  },
} satisfies ToolCases;
