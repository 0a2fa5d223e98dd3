import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'number-formatter';
const roundings = '2.4\n2.5\n2.6\n3.5\n-2.4\n-2.5\n-2.6\n2.5000000000000000000000001';
const all = { scope: 'text' };

export default {
  slug,
  cases: [
    {
      name: 'a currency sign is removed',
      input: '$1234.5\n-$5\n€ -2\n7 €\n$\nUSD 5',
      config: { invalid: 'mark' },
      output: '1,234.50\n-5.00\n-2.00\n7.00\ninvalid: $\ninvalid: USD 5',
    },
    {
      name: 'a currency sign with the letters of a country, or after a spaced minus sign',
      input: 'R$ 5\nUS$1,200.5\n- $5\n- R$ 5\nHK$ -2\n7 US$\nus$ 5\nABCD$5\nUS$\n- 5',
      config: { invalid: 'mark' },
      output: '5.00\n1,200.50\n-5.00\n-5.00\n-2.00\n7.00\ninvalid: us$ 5\ninvalid: ABCD$5\ninvalid: US$\ninvalid: - 5',
    },
    { input: '', output: '' },
    { name: 'blank lines and line ends stay', input: '1\r\n\r\n  \r\n2\r\n', output: '1.00\r\n\r\n  \r\n2.00\r\n' },
    { input: ' 1 \n+2\n\u22123\n.5\n1,234\n-0', output: '1.00\n2.00\n-3.00\n0.50\n1,234.00\n0.00' },
    { name: 'no minus sign before a zero', input: '-0.001\n0.00', output: '0.00\n0.00' },
    { input: roundings, config: { decimals: 0 }, output: '2\n3\n3\n4\n-2\n-3\n-3\n3' },
    { input: roundings, config: { decimals: 0, rounding: 'half-even' }, output: '2\n2\n3\n4\n-2\n-2\n-3\n3' },
    { input: roundings, config: { decimals: 0, rounding: 'down' }, output: '2\n2\n2\n3\n-2\n-2\n-2\n2' },
    { input: roundings, config: { decimals: 0, rounding: 'up' }, output: '3\n3\n3\n4\n-3\n-3\n-3\n3' },
    { name: 'what binary fractions round wrongly', input: '1.005\n8.345\n1.255', output: '1.01\n8.35\n1.26' },
    { name: 'carries', input: '999.995\n0.999\n9e-3\n0.0049', output: '1,000.00\n1.00\n0.01\n0.00' },
    { input: '1e-30', config: { rounding: 'up' }, output: '0.01' },
    { input: '0.5\n1.5\n0.05', config: { rounding: 'half-even', decimals: 0 }, output: '0\n2\n0' },
    { input: '1e-20', config: { decimals: 20 }, output: '0.00000000000000000001' },
    {
      name: 'digits that no binary number holds',
      input: '12345678901234567890123.5',
      config: { decimals: 1 },
      output: '12,345,678,901,234,567,890,123.5',
    },
    {
      input: '1234\n123\n123456',
      config: { outputThousands: '', decimals: 1, outputDecimal: ',' },
      output: '1234,0\n123,0\n123456,0',
    },
    { input: '-1234', config: { prefix: '$', suffix: ' (net)', outputThousands: "'" }, output: "-$1'234.00 (net)" },
    { input: '1.234,56', config: { decimal: ',' }, output: '1,234.56' },
    { input: "1'234.56", config: { thousands: "'" }, output: '1,234.56' },
    { input: '1\nabc', error: 'line 2: not a number' },
    { input: '1,2345', error: 'line 1: not a number' },
    { input: '12 apples', error: 'line 1: not a number' },
    { input: '0x10', error: 'line 1: not a number' },
    { input: 'NaN', error: 'line 1: not a number' },
    { input: '1\n\n1e6001', error: 'line 3: a number has an exponent beyond 6000' },
    { input: '1e-6000', config: { decimals: 1 }, output: '0.0' },
    { input: '1\n a \n1e9999', config: { invalid: 'keep' }, output: '1.00\n a \n1e9999' },
    { input: '1\n a \n2', config: { invalid: 'blank' }, output: '1.00\n\n2.00' },
    { input: '1', config: { outputDecimal: ',' }, error: 'outputDecimal and outputThousands must not be the same' },
    { input: '1234', config: { outputDecimal: ',', decimals: 0 }, output: '1,234' },
    { input: '1', config: { thousands: '.' }, error: 'decimal and thousands must not be the same character' },
    {
      name: 'in running text: numbers of names, dates, times, versions and fractions stay',
      input: 'v2 h264 2026-11-21 10:30 1.2.3 1/2 5kg -7 (8) 1,2',
      config: all,
      output: 'v2 h264 2026-11-21 10:30 1.2.3 1/2 5.00kg -7.00 (8.00) 1.00,2.00',
    },
    {
      name: 'in running text: ordinals stay, and plus signs',
      input: 'the 3rd and 21ST of 5 thanks, +5 °C, +49-170, 4thly',
      config: all,
      output: 'the 3rd and 21ST of 5.00 thanks, +5.00 °C, +49-170, 4.00thly',
    },
    { input: 'a\n\r1e6001', config: all, error: 'line 3, column 1: a number has an exponent beyond 6000' },
    { input: 'no \ud800 number\r\n', config: all, output: 'no \ud800 number\r\n' },
    ...['lines', 'text'].map((scope) => ({
      name: `short numbers that are long when written out, ${scope}`,
      isLong: true,
      input: '1e6000\n'.repeat(70_000),
      config: { scope },
      error: 'the output would be longer than 4000000 characters',
    })),
  ],
  checks: {
    'agrees with rounding by hand of integers to hundreds': () => {
      fc.assert(
        fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (thousandths) => {
          const size = thousandths < 0n ? -thousandths : thousandths;
          const digits = String(size).padStart(4, '0');
          const number = `${thousandths < 0n ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`;
          const expected = (rounded: bigint) => {
            const text = String(rounded).padStart(3, '0');
            const sign = thousandths < 0n && rounded > 0n ? '-' : '';
            return `${sign}${text.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${text.slice(-2)}`;
          };
          const last = size % 10n;
          const floor = size / 10n;
          const halfEven = last > 5n || (last === 5n && floor % 2n === 1n) ? floor + 1n : floor;
          assert.equal(resultOf(slug, number), expected(last >= 5n ? floor + 1n : floor));
          assert.equal(resultOf(slug, number, { rounding: 'half-even' }), expected(halfEven));
          assert.equal(resultOf(slug, number, { rounding: 'down' }), expected(floor));
          assert.equal(resultOf(slug, number, { rounding: 'up' }), expected(last > 0n ? floor + 1n : floor));
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'a number of 500,000 digits takes less than a second': () => {
      assertTakesAtMost(100, () => {
        const output = resultOf(slug, '9'.repeat(500_000), { decimals: 0, outputThousands: '' });
        assert.equal(output, '9'.repeat(500_000));
        assert.equal(resultOf(slug, `0.${'0'.repeat(499_000)}5`), '0.00');
      });
    },
  },
} satisfies ToolCases;
