import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'extract-numbers';
const list = { separator: ' ' };
const comma = { decimal: ',', separator: ' ' };
const plain = { format: 'plain', separator: ' ' };

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: 'no digits, only - + . e and \u0660', output: '' },
    { name: 'the line ends of the text play no part', input: '1\r\n2\r3\n', output: '1\n2\n3' },
    {
      name: 'fractions, with or without a digit before the mark',
      input: '1.50 .5 0.25. a.5 x',
      config: list,
      output: '1.50 .5 0.25 5',
    },
    {
      name: 'versions and addresses number by number',
      input: '1.2.3 192.168.0.1',
      config: list,
      output: '1.2 3 192.168 0.1',
    },
    {
      name: 'groups of three digits',
      input: '1,234,567.8 12,345 1234,567 1,23 1,2345',
      config: list,
      output: '1,234,567.8 12,345 1234 567 1 23 1 2345',
    },
    { input: '1.234.567,8 1.5', config: comma, output: '1.234.567,8 1 5' },
    { input: '1,234', config: { thousands: '', separator: ' ' }, output: '1 234' },
    {
      name: 'spaces that do not break count as blanks, but one number has one kind',
      input: '1 234\u00a0567 1\u202f000\u202f000 12 34',
      config: { separator: ';', thousands: ' ' },
      output: '1 234;567;1\u202f000\u202f000;12;34',
    },
    { input: "1'000’000 2'000", config: { ...list, thousands: "'", format: 'plain' }, output: '1000 0 2000' },
    {
      name: 'signs',
      input: '-1 +2 \u22123 (-4) $-5 =-6 "-7" [-8,-9]',
      config: list,
      output: '-1 +2 \u22123 -4 -5 -6 -7 -8 -9',
    },
    {
      name: 'hyphens that are not signs',
      input: '10-20 2026-11-21 a-5 --6 (1)-7 50%-8 ü-9',
      config: list,
      output: '10 20 2026 11 21 5 6 1 7 50 8 9',
    },
    { input: '-1 +2 \u22123', config: { ...list, negatives: false }, output: '1 2 3' },
    { name: 'exponents', input: '1e5 -2.5E-3 3e+2 4e 5e- 6e1x', config: list, output: '1e5 -2.5E-3 3e+2 4 5 6 1' },
    { name: 'no exponent inside a word', input: 'a1e5 sha3e8', config: list, output: '1 5 3 8' },
    {
      input: '+1,234.50 -0.0 007 .5 1e3 1.5e-3 \u22122 12e-1',
      config: plain,
      output: '1234.5 0 7 0.5 1000 0.0015 -2 1.2',
    },
    {
      name: 'every digit is kept',
      input: '0.1234567890123456789012345678901234567890',
      config: plain,
      output: '0.123456789012345678901234567890123456789',
    },
    { input: '1 2 1 3', config: { ...list, unique: true }, output: '1 2 3' },
    { name: 'unique looks at what is written', input: '1.0 1 1e0', config: { ...plain, unique: true }, output: '1' },
    { input: '1 2 1 3', config: { ...list, unique: true, limit: 2 }, output: '1 2' },
    { input: 'a\u00001\u0000\ud8002\ud8003😀4', config: list, output: '1 2 3 4' },
    { name: 'the exponent of a number that is left as written may be anything', input: '1e999999', output: '1e999999' },
    { input: '1e6000 2', config: { format: 'plain', separator: ' ' }, output: `1${'0'.repeat(6000)} 2` },
    {
      input: 'a\n 1e6001',
      config: { format: 'plain' },
      error: 'line 2, column 2: a number has an exponent beyond 6000',
    },
    {
      input: '1e-9999999999999999999',
      config: { format: 'plain' },
      error: 'line 1, column 1: a number has an exponent beyond 6000',
    },
    { input: '1', config: { thousands: '.' }, error: 'decimal and thousands must not be the same character' },
    {
      name: 'short numbers that are long when written out',
      input: '1e6000 '.repeat(2000),
      config: { format: 'plain' },
      error: 'the output would be longer than 4000000 characters',
    },
    {
      name: 'a long separator',
      isLong: true,
      input: '1 '.repeat(250_000),
      config: { separator: '-'.repeat(10) },
      output: Array(250_000).fill('1').join('-'.repeat(10)),
    },
  ],
  checks: {
    'every number that is written is found again, as it was written': () => {
      const number = fc.oneof(
        fc.integer().map(String),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      );
      fc.assert(
        fc.property(fc.array(number), fc.constantFrom(' ', '\n', ', ', ' and ', '; '), (numbers, separator) => {
          assert.equal(resultOf(slug, numbers.join(separator)), numbers.join('\n'));
          const values = resultOf(slug, numbers.join(separator), { format: 'plain' }).split('\n').map(Number);
          // Zero has no sign when it is written out.
          assert.deepEqual(values, numbers.length === 0 ? [0] : numbers.map((text) => Number(text) || 0));
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'hostile texts take linear time': () => {
      for (const part of ['1', '1,', '1,234', '.', '-', '1e', '1e1', '1.', '.1', "1'", '-1', '1 234 ']) {
        for (const thousands of [',', ' ']) {
          assertLinear(part, (text) => resultOf(slug, text, { thousands }));
        }
      }
    },
  },
} satisfies ToolCases;
