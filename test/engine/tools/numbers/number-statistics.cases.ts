import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'number-statistics';
const stat = (name: string, more: object = {}) => ({ stat: name, ...more });

export default {
  slug,
  cases: [
    { name: 'the sum of nothing', input: '', output: '0' },
    { input: 'none', config: stat('count'), output: '0' },
    ...['mean', 'median', 'min', 'max', 'stdev'].map((name) => ({ input: '', config: stat(name), output: '' })),
    {
      input: 'nothing',
      config: stat('all'),
      output: 'Count: 0\nSum: 0\nMean: n/a\nMedian: n/a\nMinimum: n/a\nMaximum: n/a\nStandard deviation: n/a',
    },
    { input: '', config: stat('mean', { format: 'json' }), output: '{\n  "mean": null\n}' },
    { input: '1e2 .5', config: stat('sum', { format: 'json' }), output: '{\n  "sum": 100.5\n}' },
    { input: '0.1 0.2 -0.3', output: '0' },
    { input: '-1.5 +2 \u22120.25', output: '0.25' },
    { input: '10-3', config: { negatives: false }, output: '13' },
    { input: '-3 4', config: { negatives: false }, output: '7' },
    { input: '1.234,5 und 2', config: { decimal: ',' }, output: '1236.5' },
    { input: "1'000 1", config: { thousands: "'" }, output: '1001' },
    {
      name: 'far beyond binary numbers',
      input: '9007199254740993 1 0.0000000000000000000001',
      output: '9007199254740994.0000000000000000000001',
    },
    { input: '1e6000 1', output: `1${'0'.repeat(5999)}1` },
    { input: '1e6000 1e-6000 -1e6000', output: `0.${'0'.repeat(5999)}1` },
    { input: '1 1 2', config: stat('mean'), output: '1.3333333333' },
    { input: '-1 -1 -3 -0', config: stat('mean', { decimals: 0 }), output: '-1' },
    { input: '2 3', config: stat('mean', { decimals: 0 }), output: '3' },
    { input: '-2 -3', config: stat('mean', { decimals: 0 }), output: '-3' },
    { input: '1e-30', config: stat('mean'), output: '0' },
    { input: '1e-30', config: stat('median'), output: `0.${'0'.repeat(29)}1` },
    { name: 'by value, not by text', input: '9 10 100 -5 0.5', config: stat('median'), output: '9' },
    { input: '1e-6000 3', config: stat('median'), output: `1.5${'0'.repeat(5999)}5` },
    { input: '9 10 100 -5 -50 0', config: stat('min'), output: '-50' },
    { input: '-9 -10 -1.5e0', config: stat('max'), output: '-1.5' },
    { input: '-1 0', config: stat('max'), output: '0' },
    { input: '7', config: stat('stdev'), output: '' },
    { input: '7', config: stat('stdev', { population: true }), output: '0' },
    { input: '2 4 4 4 5 5 7 9', config: stat('stdev', { population: true }), output: '2' },
    { input: '2 4 4 4 5 5 7 9', config: stat('stdev'), output: '2.1380899353' },
    {
      name: 'no digit is lost by cancellation',
      input: '1000000000000000000.1 1000000000000000000.3',
      config: stat('stdev', { population: true }),
      output: '0.1',
    },
    {
      input: '1 2',
      config: stat('stdev', { decimals: 50 }),
      output: '0.70710678118654752440084436210484903928483593768847',
    },
    { input: 'a\n1e6001', error: 'line 2, column 1: a number has an exponent beyond 6000' },
    { input: '1'.repeat(10_000), output: '1'.repeat(10_000) },
    { input: ` ${'1'.repeat(10_001)}`, error: 'line 1, column 2: a number has more than 10000 digits' },
    {
      input: '1',
      config: { decimal: ',', thousands: ',' },
      error: 'decimal and thousands must not be the same character',
    },
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
