import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'number-formatter';
const roundings = '2.4\n2.5\n2.6\n3.5\n-2.4\n-2.5\n-2.6\n2.5000000000000000000000001';
const all = { scope: 'text' };

export default {
  slug,
  cases: [
    [
      '$1234.5\n-$5\n€ -2\n7 €\n$\nUSDX 5',
      '1,234.50\n-5.00\n-2.00\n7.00\ninvalid: $\ninvalid: USDX 5',
      { invalid: 'mark' },
      'a currency sign is removed',
    ],
    [
      'R$ 5\nUS$1,200.5\n- $5\n- R$ 5\nHK$ -2\n7 US$\nus$ 5\nABCD$5\nUS$\n- 5',
      '5.00\n1,200.50\n-5.00\n-5.00\n-2.00\n7.00\ninvalid: us$ 5\ninvalid: ABCD$5\ninvalid: US$\ninvalid: - 5',
      { invalid: 'mark' },
      'a currency sign with the letters of a country, or after a spaced minus sign',
    ],
    [
      '50%\n12.345 %\n(7%)\n１２％\n5%%\n%5',
      '50.00%\n12.35 %\n-7.00%\n12.00％\ninvalid: 5%%\ninvalid: %5',
      { invalid: 'mark' },
      'a percent sign stays',
    ],
    ['50%\n7', '50.00 %\n7.00 %', { suffix: ' %' }, 'a percent sign is not written twice'],
    ['50%', '50.00% off', { suffix: ' off' }],
    [
      'Lost -$1.5K (5%) and ($40)\n(40)\n−USD 2 of ₹1,00,000 or １２',
      'Lost -$1.50K (5.00%) and ($40.00)\n(40.00)\n−USD 2.00 of ₹100,000.00 or 12.00',
      { scope: 'text' },
      'in a text what is around the digits stays',
    ],
    ['', ''],
    ['1\r\n\r\n  \r\n2\r\n', '1.00\r\n\r\n  \r\n2.00\r\n', {}, 'blank lines and line ends stay'],
    [' 1 \n+2\n\u22123\n.5\n1,234\n-0', '1.00\n2.00\n-3.00\n0.50\n1,234.00\n0.00'],
    ['-0.001\n0.00', '0.00\n0.00', {}, 'no minus sign before a zero'],
    [roundings, '2\n3\n3\n4\n-2\n-3\n-3\n3', { decimals: 0 }],
    [roundings, '2\n2\n3\n4\n-2\n-2\n-3\n3', { decimals: 0, rounding: 'half-even' }],
    [roundings, '2\n2\n2\n3\n-2\n-2\n-2\n2', { decimals: 0, rounding: 'down' }],
    [roundings, '3\n3\n3\n4\n-3\n-3\n-3\n3', { decimals: 0, rounding: 'up' }],
    ['1.005\n8.345\n1.255', '1.01\n8.35\n1.26', {}, 'what binary fractions round wrongly'],
    ['999.995\n0.999\n9e-3\n0.0049', '1,000.00\n1.00\n0.01\n0.00', {}, 'carries'],
    ['1e-30', '0.01', { rounding: 'up' }],
    ['0.5\n1.5\n0.05', '0\n2\n0', { rounding: 'half-even', decimals: 0 }],
    ['1e-20', '0.00000000000000000001', { decimals: 20 }],
    [
      '12345678901234567890123.5',
      '12,345,678,901,234,567,890,123.5',
      { decimals: 1 },
      'digits that no binary number holds',
    ],
    ['1234\n123\n123456', '1234,0\n123,0\n123456,0', { outputThousands: '', decimals: 1, outputDecimal: ',' }],
    ['-1234', "-$1'234.00 (net)", { prefix: '$', suffix: ' (net)', outputThousands: "'" }],
    ['1.234,56', '1,234.56', { decimal: ',' }],
    ["1'234.56", '1,234.56', { thousands: "'" }],
    ['1\nabc', { error: 'line 2: not a number' }],
    ['1,2345', { error: 'line 1: not a number' }],
    ['12 apples', { error: 'line 1: not a number' }],
    ['0x10', { error: 'line 1: not a number' }],
    ['NaN', { error: 'line 1: not a number' }],
    ['1\n\n1e6001', { error: 'line 3: a number has an exponent beyond 6000' }],
    ['1e-6000', '0.0', { decimals: 1 }],
    ['1\n a \n1e9999', '1.00\n a \n1e9999', { invalid: 'keep' }],
    ['1\n a \n2', '1.00\n\n2.00', { invalid: 'blank' }],
    ['1', { error: 'outputDecimal and outputThousands must not be the same' }, { outputDecimal: ',' }],
    ['1234', '1,234', { outputDecimal: ',', decimals: 0 }],
    ['1', { error: 'decimal and thousands must not be the same character' }, { thousands: '.' }],
    [
      'v2 h264 2026-11-21 10:30 1.2.3 1/2 5kg -7 (8) 1,2',
      'v2 h264 2026-11-21 10:30 1.2.3 1/2 5.00kg -7.00 (8.00) 1.00,2.00',
      all,
      'in running text: numbers of names, dates, times, versions and fractions stay',
    ],
    [
      'the 3rd and 21ST of 5 thanks, +5 °C, +49-170, 4thly',
      'the 3rd and 21ST of 5.00 thanks, +5.00 °C, +49-170, 4.00thly',
      all,
      'in running text: ordinals stay, and plus signs',
    ],
    ['a\n\r1e6001', { error: 'line 3, column 1: a number has an exponent beyond 6000' }, all],
    ['no \ud800 number\r\n', 'no \ud800 number\r\n', all],
    ...['lines', 'text'].map(
      (scope): ToolCase => ({
        long: [
          '1e6000\n'.repeat(70_000),
          { error: 'the output would be longer than 4000000 characters' },
          { scope },
          `short numbers that are long when written out, ${scope}`,
        ],
      }),
    ),
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
