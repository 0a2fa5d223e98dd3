import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-join';
const people = 'id,name\n1,Ada\n2,Bob\n2,Bea\n,Eve';
const cities = 'id,city\n2,Rome\n3,Oslo\n,Bonn';
const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 });

export default {
  slug,
  cases: [
    ['', '', { other: cities, on: ['id'], type: 'full' }],
    [people, 'id,name,city\n2,Bob,Rome\n2,Bea,Rome', { other: cities, on: ['id'] }],
    [people, 'id,name,city\n1,Ada,\n2,Bob,Rome\n2,Bea,Rome\n,Eve,', { other: cities, on: ['id'], type: 'left' }],
    [people, 'id,name,city\n2,Bob,Rome\n2,Bea,Rome\n3,,Oslo\n,,Bonn', { other: cities, on: ['id'], type: 'right' }],
    [
      people,
      'id,name,city\n1,Ada,\n2,Bob,Rome\n2,Bea,Rome\n,Eve,\n3,,Oslo\n,,Bonn',
      { other: cities, on: ['id'], type: 'full' },
    ],
    [people, 'id,name\n2,Bob\n2,Bea', { other: cities, on: ['id'], type: 'semi' }],
    [people, 'id,name\n1,Ada\n,Eve', { other: cities, on: ['id'], type: 'anti' }],
    [
      'id\n1',
      'id\n1',
      { other: 'id\n1\n1', on: ['id'], type: 'semi' },
      'a row with several matches is written once by semi',
    ],
    [
      'y,m,v\n2026,1,a\n202,61,b',
      'y,m,v,w\n2026,1,a,A\n202,61,b,',
      { other: 'y,m,w\n2026,1,A', on: ['y', 'm'], type: 'left' },
      'two columns are the key',
    ],
    [
      'a,b\n1,x',
      'a,b,r\n1,x,z',
      { other: 'p,q,r\nx,1,z', on: ['a', 'b'], otherOn: ['q', 'p'] },
      'keys of different names and places',
    ],
    [
      'name,id\nAda,1',
      'name,id,city\nAda,1,\n,2,Rome',
      { other: 'id,city\n2,Rome', on: ['id'], type: 'full', suffix: '-other' },
      'a key that is not the first column gets the cells of rows that are left over',
    ],
    [
      'id,name,age\n1\n2,Bob,7',
      'id,name,age,city\n1,,,Rome\n2,Bob,7,',
      { other: 'id,city\n1,Rome\n2', on: ['id'] },
      'a short record is filled before columns are added',
    ],
    [
      'a,1\nb,2',
      'a,1,y\nb,2,x',
      { other: '2,x\n1,y', on: [2], otherOn: [1], hasHeaders: false },
      'without headers columns have numbers',
    ],
    [
      'id;name\r\n2;Bob\r\n--\r\nid;city\r\n2;Rome\r\n',
      'id;name;city\r\n2;Bob;Rome\r\n',
      { on: ['id'], separatorLine: '--', delimiter: 'auto' },
      'both tables in the input',
    ],
    [
      'id\n1\n--\nid\n"1',
      { error: 'behind separatorLine: line 2: the quote that opens a cell here is never closed' },
      { on: ['id'], separatorLine: '--' },
    ],
    [people, people, { other: '', on: ['id'], type: 'left' }, 'the other table is empty'],
    [
      'id;v\r\n1;a\r\n',
      'id;v;w\r\n1;a;b\r\n',
      { other: 'id\tw\n1\tb', on: ['id'], delimiter: 'auto' },
      'the delimiter of each table is detected separately',
    ],
    [
      'k\n__proto__\nconstructor\ntoString',
      'k,v\n__proto__,2\nconstructor,1',
      { other: 'k,v\nconstructor,1\n__proto__,2', on: ['k'] },
      'keys called __proto__ and constructor',
    ],
    ['k\nSTRASSE\nb', 'k,v\nb,2', { other: 'k,v\nStraße,1\nB,2', on: ['k'], caseSensitive: false }],
    [people, { error: 'there is no column "Id"; the columns are "id", "name"' }, { other: cities, on: ['Id'] }],
    [
      people,
      { error: 'other: there is no column "name"; the columns are "id", "city"' },
      { other: cities, on: ['name'] },
    ],
    [
      people,
      { error: 'on lists 1 columns and otherOn 2; the numbers must be equal' },
      { other: cities, on: ['id'], otherOn: ['id', 'city'] },
    ],
    [
      people,
      { error: 'other: line 2: the quote that opens a cell here is never closed' },
      { other: 'id\n"1', on: ['id'] },
      'an error in the other table names that table',
    ],
    [
      '#\nid , v\n 1,a',
      'id,v,w\n1,a,b',
      { other: '#\n id,w\n1 , "b" ', on: ['id'], comments: '#', trim: true },
      'both tables are read in the same form',
    ],
  ],
  checks: {
    'agrees with two loops over the rows': () => {
      fc.assert(
        fc.property(keys, keys, (left, right) => {
          const rows = (list: readonly string[], mark: string) => list.map((key, i) => `${key},${mark}${i}`);
          const input = ['k,v', ...rows(left, 'l')].join('\n');
          const other = ['k,w', ...rows(right, 'r')].join('\n');
          const joined = left.flatMap((key, i) =>
            right.flatMap((otherKey, j) => (key === otherKey ? [`${key},l${i},r${j}`] : [])),
          );
          const lone = left.flatMap((key, i) => (right.includes(key) ? [] : [`${key},l${i}`]));
          assert.equal(resultOf(slug, input, { other, on: ['k'] }), ['k,v,w', ...joined].join('\n'));
          assert.equal(resultOf(slug, input, { other, on: ['k'], type: 'anti' }), ['k,v', ...lone].join('\n'));
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'a join of many rows with many is stopped at the longest text': () => {
      const rows = 'a\n'.repeat(100_000);
      assert.deepEqual(runTool(slug, rows, { other: rows, on: [1], hasHeaders: false }), {
        error: `Step 1 (${slug}) failed: the output would be longer than 4000000 characters`,
      });
    },
  },
} satisfies ToolCases;
