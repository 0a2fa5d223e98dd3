import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-number-formatter';
const byPrice = { columns: ['price'] };

export default {
  slug,
  cases: [
    {
      name: 'a currency sign is removed',
      input: 'v\n$5\n-$1.5\n€ -2\n1.50 £\n$\n$$5\n5 USD',
      config: { columns: ['v'], invalid: 'keep' },
      output: 'v\n5.00\n-1.50\n-2.00\n1.50\n$\n$$5\n5 USD',
    },
    { input: '', config: byPrice, output: '' },
    { name: 'a header without rows', input: 'price\n', config: byPrice, output: 'price\n' },
    { input: 'price,x\r\n 1 ,2\r\n,3\r\n', config: byPrice, output: 'price,x\r\n1.00,2\r\n,3\r\n' },
    { name: 'short rows stay as they are', input: 'x,price\n1\n2,3', config: byPrice, output: 'x,price\n1\n2,3.00' },
    { name: 'a header is not a number', input: '1\n2', config: { columns: [1] }, output: '1\n2.00' },
    { input: 'price\n1.005\n2.5e3\n-0.001', config: byPrice, output: 'price\n1.01\n2500.00\n0.00' },
    { input: 'price\n2.5\n3.5', config: { ...byPrice, decimals: 0, rounding: 'half-even' }, output: 'price\n2\n4' },
    {
      name: 'digits that no binary number holds',
      input: 'price\n12345678901234567890.125',
      config: { ...byPrice, outputThousands: "'" },
      output: "price\n12'345'678'901'234'567'890.13",
    },
    {
      name: 'what contains the delimiter is quoted',
      input: 'price;x\n"1234,5";1',
      config: { ...byPrice, decimal: ',', outputThousands: ';', delimiter: ';' },
      output: 'price;x\n"1;234.50";1',
    },
    {
      input: 'x,price\n1,2\n3,12 apples',
      config: byPrice,
      error: 'record 3, column "price": "12 apples" cannot be converted: not a number',
    },
    {
      input: '1e6001',
      config: { columns: [1], hasHeaders: false },
      error: 'record 1, column 1: "1e6001" cannot be converted: a number has an exponent beyond 6000',
    },
    { input: 'price,x\nn/a,1\n2,3', config: { ...byPrice, invalid: 'drop' }, output: 'price,x\n2.00,3' },
    { input: 'price,x\nn/a,1', config: { ...byPrice, invalid: 'blank' }, output: 'price,x\n,1' },
    { input: 'price,x\nn/a,1', config: { ...byPrice, invalid: 'mark' }, output: 'price,x\ninvalid: n/a,1' },
    {
      input: 'price\n1',
      config: { ...byPrice, outputThousands: '.' },
      error: 'outputDecimal and outputThousands must not be the same',
    },
    { input: 'x\n1', config: byPrice, error: 'there is no column "price"; the columns are "x"' },
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
