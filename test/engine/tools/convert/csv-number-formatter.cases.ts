import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-number-formatter';
const byPrice = { columns: ['price'] };

export default {
  slug,
  cases: [
    [
      'v\n$5\n-$1.5\n€ -2\n1.50 £\n$\n$$5\n5 USDX',
      'v\n5.00\n-1.50\n-2.00\n1.50\n$\n$$5\n5 USDX',
      { columns: ['v'], invalid: 'keep' },
      'a currency sign is removed',
    ],
    ['', '', byPrice],
    ['price\n', 'price\n', byPrice, 'a header without rows'],
    ['price,x\r\n 1 ,2\r\n,3\r\n', 'price,x\r\n1.00,2\r\n,3\r\n', byPrice],
    ['x,price\n1\n2,3', 'x,price\n1\n2,3.00', byPrice, 'short rows stay as they are'],
    ['1\n2', '1\n2.00', { columns: [1] }, 'a header is not a number'],
    ['price\n1.005\n2.5e3\n-0.001', 'price\n1.01\n2500.00\n0.00', byPrice],
    ['price\n2.5\n3.5', 'price\n2\n4', { ...byPrice, decimals: 0, rounding: 'half-even' }],
    [
      'price\n12345678901234567890.125',
      "price\n12'345'678'901'234'567'890.13",
      { ...byPrice, outputThousands: "'" },
      'digits that no binary number holds',
    ],
    [
      'price;x\n"1234,5";1',
      'price;x\n"1;234.50";1',
      { ...byPrice, decimal: ',', outputThousands: ';', delimiter: ';' },
      'what contains the delimiter is quoted',
    ],
    [
      'x,price\n1,2\n3,12 apples',
      { error: 'record 3, column "price": "12 apples" cannot be converted: not a number' },
      byPrice,
    ],
    [
      '1e6001',
      { error: 'record 1, column 1: "1e6001" cannot be converted: a number has an exponent beyond 6000' },
      { columns: [1], hasHeaders: false },
    ],
    ['price,x\nn/a,1\n2,3', 'price,x\n2.00,3', { ...byPrice, invalid: 'drop' }],
    ['price,x\nn/a,1', 'price,x\n,1', { ...byPrice, invalid: 'blank' }],
    ['price,x\nn/a,1', 'price,x\ninvalid: n/a,1', { ...byPrice, invalid: 'mark' }],
    [
      'price\n1',
      { error: 'outputDecimal and outputThousands must not be the same' },
      { ...byPrice, outputThousands: '.' },
    ],
    ['x\n1', { error: 'there is no column "price"; the columns are "x"' }, byPrice],
  ],
  checks: {
    'converts a cell as number-formatter converts a line': () => {
      const text = fc.oneof(
        fc.tuple(fc.integer(), fc.nat(9999)).map(([integer, fraction]) => `${integer}.${fraction}`),
        fc.constantFrom('1e400', '+5', '\u22127.5', '.5', 'x', '1.2.3'),
      );
      fc.assert(
        fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), fc.nat(4), (numbers, decimals) => {
          for (const invalid of ['error', 'keep', 'drop', 'mark']) {
            const options = { decimals, outputThousands: ' ', prefix: '#', invalid };
            const lines = runTool('number-formatter', numbers.join('\n'), options);
            const cells = runTool(slug, numbers.join('\n'), { ...options, columns: [1], hasHeaders: false });
            if (typeof lines === 'string') assert.equal(cells, lines);
            else assert.equal(typeof cells, 'object');
          }
        }),
        { seed: 1, numRuns: sampleSize(100) },
      );
    },
    'short numbers that are long when written out are stopped at the longest text': () => {
      assert.deepEqual(runTool(slug, '1e6000\n'.repeat(70_000), { columns: [1], hasHeaders: false }), {
        error: `Step 1 (${slug}) failed: the output would be longer than 4000000 characters`,
      });
    },
  },
} satisfies ToolCases;
