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
    [
      'v\n$5\n"-$1,000"\n1.50 €',
      'v_sum,v_max\n-993.5,$5',
      { count: false, sum: ['v'], max: ['v'] },
      'prices are added up',
    ],
    ['', '', { groupBy: ['a'] }],
    ['a,b\n', 'a,count\n', { groupBy: ['a'] }, 'a header without rows has no groups'],
    ['a\n1\n2', 'count\n2', {}, 'without options all rows are counted'],
    [
      sales,
      'city,count,amount_sum,shop_first,day_last\nParis,3,10.1,A,2026-01-02\nRome,1,9.5,B,2026-01-09',
      { last: ['day'], first: ['shop'], groupBy: ['city'], sum: ['amount'] },
      'the order of the results does not depend on the order of the options',
    ],
    [
      sales,
      'city,shop,count\nParis,A,2\nRome,B,1\nParis,B,1',
      { groupBy: ['city', 'shop'] },
      'several columns make a group',
    ],
    [
      'a,b\n1,12\n11,2\n1,12',
      'a,b,count\n1,12,2\n11,2,1',
      { groupBy: ['a', 'b'] },
      'groups compare separate cells, not joined ones',
    ],
    [
      sales,
      'amount_min,day_min,amount_max\n0.1,2026-01-02,10',
      { count: false, min: ['amount', 'day'], max: ['amount'] },
      'minimum and maximum keep the spelling of the cell',
    ],
    [
      'v\nb10\nb9\na',
      'v_min,v_max\na,b10',
      { count: false, min: ['v'], max: ['v'] },
      'minimum and maximum of texts are in natural order',
    ],
    [
      'v\n1\n2\n10\n3',
      'v_mean,v_median\n4,2.5',
      { count: false, median: ['v'], mean: ['v'] },
      'the median of two numbers is their mean',
    ],
    ['v\n1\n1\n0', 'v_mean\n0.667', { count: false, mean: ['v'], decimals: 3 }, 'a mean is rounded to decimals'],
    [
      'v\n0.1\n0.2\n1e-7\n100000000000000000000',
      'v_sum\n100000000000000000000.3000001',
      { count: false, sum: ['v'] },
      'sums are exact',
    ],
    ['v\n1.000,5\n2', 'v_sum\n1002.5', { count: false, sum: ['v'], decimal: ',', delimiter: 'tab' }, 'decimal commas'],
    [
      'k,v\na,\nb,1',
      'k,v_sum,v_mean,v_min,v_first\na,0,,,\nb,1,1,1,1',
      { groupBy: ['k'], count: false, sum: ['v'], mean: ['v'], min: ['v'], first: ['v'] },
      'no numbers: the sum is 0, the mean is empty',
    ],
    [
      'k,v\na,x\na,y\na,x\nb,',
      'k,v_distinct,v_list\na,2,x|y\nb,0,',
      { groupBy: ['k'], count: false, list: ['v'], distinct: ['v'], unique: true, separator: '|' },
      'a list of different cells, and their number',
    ],
    [
      'v\nx\ny',
      'v_list\n"x,y"',
      { list: ['v'], count: false, separator: ',' },
      'a list with the delimiter in it is quoted',
    ],
    [
      'k\n__proto__\nconstructor\n__proto__\n',
      'k,count\n__proto__,2\nconstructor,1\n',
      { groupBy: ['k'] },
      'groups called __proto__ and constructor',
    ],
    [
      'k,v\na,1\na,n/a',
      { error: 'record 3, column "v": "n/a" is not a number' },
      { sum: ['v'] },
      'a cell that is not a number is refused with its record',
    ],
    [
      'a,x',
      { error: 'record 1, column 2: "x" is not a number' },
      { sum: [2], hasHeaders: false },
      'without a header the column has a number in the message',
    ],
    [
      'k,v\na,1\na,n/a',
      'count,v_sum\n2,1',
      { sum: ['v'], invalid: 'drop' },
      'a cell that is not a number is ignored on request',
    ],
    ['v\n1e9999', { error: 'a number has an exponent beyond 6000' }, { sum: ['v'] }],
    [`v\n${'9'.repeat(10_001)}`, { error: 'a number has more than 10000 digits' }, { sum: ['v'] }],
    [
      sales,
      { error: 'there is no column "City"; the columns are "city", "shop", "amount", "day"' },
      { groupBy: ['City'] },
    ],
    [sales, { error: 'there is no column 5; there are 4, counted from 1' }, { sum: [5] }],
    [sales, { error: 'nothing to write: list columns in groupBy, or set count to true' }, { count: false }],
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
