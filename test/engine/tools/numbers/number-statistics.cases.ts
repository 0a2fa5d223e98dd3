import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'number-statistics';
const stat = (name: string, more: object = {}) => ({ stat: name, ...more });

export default {
  slug,
  cases: [
    ['', '0', {}, 'the sum of nothing'],
    ['none', '0', stat('count')],
    ...['mean', 'median', 'min', 'max', 'stdev'].map((name): ToolCase => ['', '', stat(name)]),
    [
      'nothing',
      'Count: 0\nSum: 0\nMean: n/a\nMedian: n/a\nMinimum: n/a\nMaximum: n/a\nStandard deviation: n/a',
      stat('all'),
    ],
    ['', '{\n  "mean": null\n}', stat('mean', { format: 'json' })],
    ['1e2 .5', '{\n  "sum": 100.5\n}', stat('sum', { format: 'json' })],
    ['0.1 0.2 -0.3', '0'],
    ['-1.5 +2 \u22120.25', '0.25'],
    ['10-3', '13', { negatives: false }],
    ['-3 4', '7', { negatives: false }],
    ['1.234,5 und 2', '1236.5', { decimal: ',' }],
    ["1'000 1", '1001', { thousands: "'" }],
    [
      '9007199254740993 1 0.0000000000000000000001',
      '9007199254740994.0000000000000000000001',
      {},
      'far beyond binary numbers',
    ],
    ['1e6000 1', `1${'0'.repeat(5999)}1`],
    ['1e6000 1e-6000 -1e6000', `0.${'0'.repeat(5999)}1`],
    ['1 1 2', '1.3333333333', stat('mean')],
    ['-1 -1 -3 -0', '-1', stat('mean', { decimals: 0 })],
    ['2 3', '3', stat('mean', { decimals: 0 })],
    ['-2 -3', '-3', stat('mean', { decimals: 0 })],
    ['1e-30', '0', stat('mean')],
    ['1e-30', `0.${'0'.repeat(29)}1`, stat('median')],
    ['9 10 100 -5 0.5', '9', stat('median'), 'by value, not by text'],
    ['1e-6000 3', `1.5${'0'.repeat(5999)}5`, stat('median')],
    ['9 10 100 -5 -50 0', '-50', stat('min')],
    ['-9 -10 -1.5e0', '-1.5', stat('max')],
    ['-1 0', '0', stat('max')],
    ['7', '', stat('stdev')],
    ['7', '0', stat('stdev', { population: true })],
    ['2 4 4 4 5 5 7 9', '2', stat('stdev', { population: true })],
    ['2 4 4 4 5 5 7 9', '2.1380899353', stat('stdev')],
    [
      '1000000000000000000.1 1000000000000000000.3',
      '0.1',
      stat('stdev', { population: true }),
      'no digit is lost by cancellation',
    ],
    ['1 2', '0.70710678118654752440084436210484903928483593768847', stat('stdev', { decimals: 50 })],
    ['a\n1e6001', { error: 'line 2, column 1: a number has an exponent beyond 6000' }],
    ['1'.repeat(10_000), '1'.repeat(10_000)],
    [` ${'1'.repeat(10_001)}`, { error: 'line 1, column 2: a number has more than 10000 digits' }],
    ['1', { error: 'decimal and thousands must not be the same character' }, { decimal: ',', thousands: ',' }],
  ],
  checks: {
    'agrees with integer arithmetic on hundredths': () => {
      const hundredths = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n });
      const plain = (value: bigint, scale: number) => {
        const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
        const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '');
        return value < 0n ? `-${text}` : text;
      };
      fc.assert(
        fc.property(fc.array(hundredths, { minLength: 2 }), (values) => {
          const input = values.map((value) => plain(value, 2)).join('\n');
          const sum = values.reduce((total, value) => total + value, 0n);
          const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
          const middle = sorted.length >> 1;
          const twice = (sorted[middle] ?? 0n) + (sorted[sorted.length % 2 === 0 ? middle - 1 : middle] ?? 0n);
          assert.equal(resultOf(slug, input), plain(sum, 2));
          assert.equal(resultOf(slug, input, stat('min')), plain(sorted[0] ?? 0n, 2));
          assert.equal(resultOf(slug, input, stat('max')), plain(sorted.at(-1) ?? 0n, 2));
          assert.equal(resultOf(slug, input, stat('median')), plain(twice * 5n, 3));
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'the standard deviation agrees with floating-point arithmetic': () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 40 }), (values) => {
          const mean = values.reduce((a, b) => a + b) / values.length;
          const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0);
          const expected = Math.sqrt(squares / (values.length - 1));
          assert.ok(Math.abs(Number(resultOf(slug, values.join(' '), stat('stdev'))) - expected) < 1e-8);
        }),
        { seed: 2, numRuns: sampleSize(200) },
      );
    },
    'hostile texts of 500,000 characters take less than five seconds each': () => {
      const texts = [
        '1e-6000 '.concat('1 '.repeat(249_990)),
        '1e6000 '.concat('1 '.repeat(249_990)),
        Array.from({ length: 50_000 }, (_, i) => `1e${(i % 12_001) - 6000}`)
          .join(' ')
          .slice(0, 500_000),
        `${'7'.repeat(10_000)} `.repeat(49),
        '1 '.repeat(250_000),
      ];
      for (const text of texts) {
        assertTakesAtMost(500, () => resultOf(slug, text, stat('all', { decimals: 100 })));
      }
    },
  },
} satisfies ToolCases;
