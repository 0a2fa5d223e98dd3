import assert from 'node:assert/strict';
import fc from 'fast-check';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-filter-rows';
const people = 'name,age\nAda,36\nbob,9\n"Cy, D.",\nEve,x';
const anyRows = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'B', ''), fc.integer({ min: -20, max: 200 })), {
  maxLength: 20,
});

export default {
  slug,
  cases: [
    { input: '', config: { column: 'a' }, output: '' },
    { input: people, config: { column: 'name', value: 'BOB', caseSensitive: false }, output: 'name,age\nbob,9' },
    { input: people, config: { column: 'name', op: 'ne', value: 'Ada' }, output: 'name,age\nbob,9\n"Cy, D.",\nEve,x' },
    { input: people, config: { column: 1, op: 'contains', value: ', ' }, output: 'name,age\n"Cy, D.",' },
    { input: people, config: { column: 'name', op: 'regex', value: '^[A-Z]\\w+$' }, output: 'name,age\nAda,36\nEve,x' },
    {
      name: 'text that is not a number fails every comparison',
      input: people,
      config: { column: 'age', op: 'le', value: '36' },
      output: 'name,age\nAda,36\nbob,9',
    },
    {
      input: people,
      config: { column: 'age', op: 'lt', value: '36', invert: true },
      output: 'name,age\nAda,36\n"Cy, D.",\nEve,x',
    },
    { input: people, config: { column: 'age', op: 'not-empty' }, output: 'name,age\nAda,36\nbob,9\nEve,x' },
    {
      name: 'numbers of any length',
      input: 'n\n100000000000000000001\n100000000000000000000',
      config: { column: 'n', op: 'gt', value: '100000000000000000000.0' },
      output: 'n\n100000000000000000001',
    },
    { name: 'a short row has empty cells', input: 'a,b\n1', config: { column: 'b', op: 'empty' }, output: 'a,b\n1' },
    {
      name: 'line ends and the final one stay',
      input: 'a\r\nx\r\ny\r\n',
      config: { column: 'a', value: 'y' },
      output: 'a\r\ny\r\n',
    },
    {
      name: 'no row is left without a header',
      input: 'x\n',
      config: { column: 1, value: 'y', hasHeaders: false },
      output: '',
    },
    {
      name: 'a column called __proto__',
      input: '__proto__\n1\n2',
      config: { column: '__proto__', value: '2' },
      output: '__proto__\n2',
    },
    { input: people, config: { value: 'x' }, error: 'column is required, unless op is all' },
    { input: people, config: { column: 'Age' }, error: 'there is no column "Age"; the columns are "name", "age"' },
    { input: people, config: { column: 3 }, error: 'there is no column 3; there are 2, counted from 1' },
    { input: 'a,a\n1,2', config: { column: 'a' }, error: 'several columns are called "a"; use a number' },
    {
      input: 'a',
      config: { column: 'a', hasHeaders: false },
      error: '"a" is a name, and with hasHeaders false columns have numbers',
    },
    { input: people, config: { column: 'age', op: 'gt', value: 'ten' }, error: 'value: "ten" is not a number' },
    { input: people, config: { column: 'name', op: 'regex', value: '(' }, error: 'value: missing closing ): (' },
  ],
  checks: {
    'keeps and drops as arrays do': () => {
      fc.assert(
        fc.property(anyRows, fc.integer({ min: -20, max: 200 }), (rows, value) => {
          const input = ['k,n', ...rows.map(([key, number]) => `${key},${number}`)].join('\n');
          const greater = resultOf(slug, input, { column: 'n', op: 'gt', value: `${value}` })
            .split('\n')
            .slice(1);
          const expected = rows.filter(([, number]) => number > value).map(([key, number]) => `${key},${number}`);
          assert.deepEqual(greater, expected);
          const unique = resultOf(slug, input, { op: 'all', uniqueBy: 'k' }).split('\n').slice(1);
          assert.equal(unique.length, new Set(rows.map(([key]) => key)).size);
        }),
        { seed: 1, numRuns: 200 },
      );
    },
    'a pattern that runs too long is stopped': () => {
      const digits = Array.from({ length: 20_000 }, (_, index) => Math.sin(index).toString(2).slice(-20)).join('');
      const input = digits.replaceAll('0', 'a').replaceAll('1', 'b');
      const config = {
        column: 1,
        op: 'regex',
        value: '(?:a|b)*a(?:a|b){900}c',
        hasHeaders: false,
        caseSensitive: false,
      };
      assert.deepEqual(runTool(slug, input, config), { error: `Step 1 (${slug}) failed: took longer than 4000 ms` });
    },
  },
} satisfies ToolCases;
