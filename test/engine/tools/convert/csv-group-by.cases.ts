import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-group-by';
const sales = 'city,shop,amount,day\nParis,A,10,2026-01-10\nRome,B,9.50,2026-01-09\nParis,B,,2026-01-02\nParis,A,0.1,';
const rows = fc.array(fc.tuple(fc.constantFrom('a', 'b', '"x,y"'), fc.integer({ min: -99, max: 99 })), {
  minLength: 1,
  maxLength: 20,
});

export default {
  slug,
  cases: [
    {
      name: 'prices are added up',
      input: 'v\n$5\n"-$1,000"\n1.50 €',
      config: { count: false, sum: ['v'], max: ['v'] },
      output: 'v_sum,v_max\n-993.5,$5',
    },
    { input: '', config: { groupBy: ['a'] }, output: '' },
    { name: 'a header without rows has no groups', input: 'a,b\n', config: { groupBy: ['a'] }, output: 'a,count\n' },
    { name: 'without options all rows are counted', input: 'a\n1\n2', output: 'count\n2' },
    {
      name: 'the order of the results does not depend on the order of the options',
      input: sales,
      config: { last: ['day'], first: ['shop'], groupBy: ['city'], sum: ['amount'] },
      output: 'city,count,amount_sum,shop_first,day_last\nParis,3,10.1,A,2026-01-02\nRome,1,9.5,B,2026-01-09',
    },
    {
      name: 'several columns make a group',
      input: sales,
      config: { groupBy: ['city', 'shop'] },
      output: 'city,shop,count\nParis,A,2\nRome,B,1\nParis,B,1',
    },
    {
      name: 'groups compare separate cells, not joined ones',
      input: 'a,b\n1,12\n11,2\n1,12',
      config: { groupBy: ['a', 'b'] },
      output: 'a,b,count\n1,12,2\n11,2,1',
    },
    {
      name: 'minimum and maximum keep the spelling of the cell',
      input: sales,
      config: { count: false, min: ['amount', 'day'], max: ['amount'] },
      output: 'amount_min,day_min,amount_max\n0.1,2026-01-02,10',
    },
    {
      name: 'minimum and maximum of texts are in natural order',
      input: 'v\nb10\nb9\na',
      config: { count: false, min: ['v'], max: ['v'] },
      output: 'v_min,v_max\na,b10',
    },
    {
      name: 'the median of two numbers is their mean',
      input: 'v\n1\n2\n10\n3',
      config: { count: false, median: ['v'], mean: ['v'] },
      output: 'v_mean,v_median\n4,2.5',
    },
    {
      name: 'a mean is rounded to decimals',
      input: 'v\n1\n1\n0',
      config: { count: false, mean: ['v'], decimals: 3 },
      output: 'v_mean\n0.667',
    },
    {
      name: 'sums are exact',
      input: 'v\n0.1\n0.2\n1e-7\n100000000000000000000',
      config: { count: false, sum: ['v'] },
      output: 'v_sum\n100000000000000000000.3000001',
    },
    {
      name: 'decimal commas',
      input: 'v\n1.000,5\n2',
      config: { count: false, sum: ['v'], decimal: ',', delimiter: 'tab' },
      output: 'v_sum\n1002.5',
    },
    {
      name: 'no numbers: the sum is 0, the mean is empty',
      input: 'k,v\na,\nb,1',
      config: { groupBy: ['k'], count: false, sum: ['v'], mean: ['v'], min: ['v'], first: ['v'] },
      output: 'k,v_sum,v_mean,v_min,v_first\na,0,,,\nb,1,1,1,1',
    },
    {
      name: 'a list of different cells, and their number',
      input: 'k,v\na,x\na,y\na,x\nb,',
      config: { groupBy: ['k'], count: false, list: ['v'], distinct: ['v'], unique: true, separator: '|' },
      output: 'k,v_distinct,v_list\na,2,x|y\nb,0,',
    },
    {
      name: 'a list with the delimiter in it is quoted',
      input: 'v\nx\ny',
      config: { list: ['v'], count: false, separator: ',' },
      output: 'v_list\n"x,y"',
    },
    {
      name: 'groups called __proto__ and constructor',
      input: 'k\n__proto__\nconstructor\n__proto__\n',
      config: { groupBy: ['k'] },
      output: 'k,count\n__proto__,2\nconstructor,1\n',
    },
    {
      name: 'a cell that is not a number is refused with its record',
      input: 'k,v\na,1\na,n/a',
      config: { sum: ['v'] },
      error: 'record 3, column "v": "n/a" is not a number',
    },
    {
      name: 'without a header the column has a number in the message',
      input: 'a,x',
      config: { sum: [2], hasHeaders: false },
      error: 'record 1, column 2: "x" is not a number',
    },
    {
      name: 'a cell that is not a number is ignored on request',
      input: 'k,v\na,1\na,n/a',
      config: { sum: ['v'], invalid: 'drop' },
      output: 'count,v_sum\n2,1',
    },
    { input: 'v\n1e9999', config: { sum: ['v'] }, error: 'a number has an exponent beyond 6000' },
    { input: `v\n${'9'.repeat(10_001)}`, config: { sum: ['v'] }, error: 'a number has more than 10000 digits' },
    {
      input: sales,
      config: { groupBy: ['City'] },
      error: 'there is no column "City"; the columns are "city", "shop", "amount", "day"',
    },
    { input: sales, config: { sum: [5] }, error: 'there is no column 5; there are 4, counted from 1' },
    {
      input: sales,
      config: { count: false },
      error: 'nothing to write: list columns in groupBy, or set count to true',
    },
  ],
  checks: {
    'agrees with a loop over the rows': () => {
      fc.assert(
        fc.property(rows, (given) => {
          const expected = new Map<string, { count: number; sum: number }>();
          for (const [key, value] of given) {
            const { count, sum } = expected.get(key) ?? { count: 0, sum: 0 };
            expected.set(key, { count: count + 1, sum: sum + value });
          }
          const input = ['k,v', ...given.map((row) => row.join(','))].join('\n');
          const written = [...expected].map(([key, { count, sum }]) => `${key},${count},${sum}`);
          assert.equal(resultOf(slug, input, { groupBy: ['k'], sum: ['v'] }), ['k,count,v_sum', ...written].join('\n'));
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'a result with too many cells is refused': () => {
      const input = `${','.repeat(99)}\n${Array.from({ length: 20_001 }, (_, i) => i).join('\n')}`;
      const groupBy = Array.from({ length: 100 }, (_, i) => i + 1);
      assert.deepEqual(runTool(slug, input, { groupBy, hasHeaders: false }), {
        error: `Step 1 (${slug}) failed: the result has more than 2000000 cells`,
      });
    },
  },
} satisfies ToolCases;
