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
    { input: '', config: { other: cities, on: ['id'], type: 'full' }, output: '' },
    { input: people, config: { other: cities, on: ['id'] }, output: 'id,name,city\n2,Bob,Rome\n2,Bea,Rome' },
    {
      input: people,
      config: { other: cities, on: ['id'], type: 'left' },
      output: 'id,name,city\n1,Ada,\n2,Bob,Rome\n2,Bea,Rome\n,Eve,',
    },
    {
      input: people,
      config: { other: cities, on: ['id'], type: 'right' },
      output: 'id,name,city\n2,Bob,Rome\n2,Bea,Rome\n3,,Oslo\n,,Bonn',
    },
    {
      input: people,
      config: { other: cities, on: ['id'], type: 'full' },
      output: 'id,name,city\n1,Ada,\n2,Bob,Rome\n2,Bea,Rome\n,Eve,\n3,,Oslo\n,,Bonn',
    },
    { input: people, config: { other: cities, on: ['id'], type: 'semi' }, output: 'id,name\n2,Bob\n2,Bea' },
    { input: people, config: { other: cities, on: ['id'], type: 'anti' }, output: 'id,name\n1,Ada\n,Eve' },
    {
      name: 'a row with several matches is written once by semi',
      input: 'id\n1',
      config: { other: 'id\n1\n1', on: ['id'], type: 'semi' },
      output: 'id\n1',
    },
    {
      name: 'two columns are the key',
      input: 'y,m,v\n2026,1,a\n202,61,b',
      config: { other: 'y,m,w\n2026,1,A', on: ['y', 'm'], type: 'left' },
      output: 'y,m,v,w\n2026,1,a,A\n202,61,b,',
    },
    {
      name: 'keys of different names and places',
      input: 'a,b\n1,x',
      config: { other: 'p,q,r\nx,1,z', on: ['a', 'b'], otherOn: ['q', 'p'] },
      output: 'a,b,r\n1,x,z',
    },
    {
      name: 'a key that is not the first column gets the cells of rows that are left over',
      input: 'name,id\nAda,1',
      config: { other: 'id,city\n2,Rome', on: ['id'], type: 'full', suffix: '-other' },
      output: 'name,id,city\nAda,1,\n,2,Rome',
    },
    {
      name: 'a short record is filled before columns are added',
      input: 'id,name,age\n1\n2,Bob,7',
      config: { other: 'id,city\n1,Rome\n2', on: ['id'] },
      output: 'id,name,age,city\n1,,,Rome\n2,Bob,7,',
    },
    {
      name: 'without headers columns have numbers',
      input: 'a,1\nb,2',
      config: { other: '2,x\n1,y', on: [2], otherOn: [1], hasHeaders: false },
      output: 'a,1,y\nb,2,x',
    },
    {
      name: 'the other table is empty',
      input: people,
      config: { other: '', on: ['id'], type: 'left' },
      output: people,
    },
    {
      name: 'the delimiter of each table is detected separately',
      input: 'id;v\r\n1;a\r\n',
      config: { other: 'id\tw\n1\tb', on: ['id'], delimiter: 'auto' },
      output: 'id;v;w\r\n1;a;b\r\n',
    },
    {
      name: 'keys called __proto__ and constructor',
      input: 'k\n__proto__\nconstructor\ntoString',
      config: { other: 'k,v\nconstructor,1\n__proto__,2', on: ['k'] },
      output: 'k,v\n__proto__,2\nconstructor,1',
    },
    {
      input: 'k\nSTRASSE\nb',
      config: { other: 'k,v\nStraße,1\nB,2', on: ['k'], caseSensitive: false },
      output: 'k,v\nb,2',
    },
    {
      input: people,
      config: { other: cities, on: ['Id'] },
      error: 'there is no column "Id"; the columns are "id", "name"',
    },
    {
      input: people,
      config: { other: cities, on: ['name'] },
      error: 'other: there is no column "name"; the columns are "id", "city"',
    },
    {
      input: people,
      config: { other: cities, on: ['id'], otherOn: ['id', 'city'] },
      error: 'on lists 1 columns and otherOn 2; the numbers must be equal',
    },
    {
      name: 'an error in the other table names that table',
      input: people,
      config: { other: 'id\n"1', on: ['id'] },
      error: 'other: line 2: the quote that opens a cell here is never closed',
    },
    {
      name: 'both tables are read in the same form',
      input: '#\nid , v\n 1,a',
      config: { other: '#\n id,w\n1 , "b" ', on: ['id'], comments: '#', trim: true },
      output: 'id,v,w\n1,a,b',
    },
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
