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
    [
      '1\u00a0234,50 € et 12\u202f000 et 1 234 et 5\u00a0km, 2024\u00a0100',
      '1\u00a0234,50\n12\u202f000\n1\n234\n5\n2024\n100',
      { decimal: ',' },
      'no-break spaces between groups',
    ],
    [String.raw`caf\u00e9 12\n5 \x41 7`, '12\n5\n7', {}, 'no digits of escape sequences'],
    ['', ''],
    [
      '1,000,00 rgb(255,100,20) 1.168,81 2',
      '1,000,00 255,100,20 1.168,81 2',
      { separator: ' ' },
      'irregular groups as they are written',
    ],
    ['1,000,00 1.50', '1,000,00 1.5', { format: 'plain', separator: ' ' }],
    ['1,000,00 rgb(255,100,20) 2', '2', { invalid: 'drop' }],
    ['rgb(255,100,20)', '255 100 20', { thousands: '', separator: ' ' }],
    [
      'a\n 1,000,00',
      {
        error:
          'line 2, column 2: 1,000,00 is one number or several; set decimal, or thousands to nothing if it is a list',
      },
      { invalid: 'error' },
    ],
    ['1,000,00 1,000,00 2 3', '1,000,00 2', { unique: true, limit: 2, separator: ' ' }],
    ['no digits, only - + . e and \u00b2', ''],
    ['\u0660 und １，２３４．５', '\u0660\n１，２３４．５', {}, 'digits of any script'],
    ['1\r\n2\r3\n', '1\n2\n3', {}, 'the line ends of the text play no part'],
    ['1.50 .5 0.25. a.5 x', '1.50 .5 0.25 5', list, 'fractions, with or without a digit before the mark'],
    ['1.2.3 192.168.0.1', '1.2 3 192.168 0.1', list, 'versions and addresses number by number'],
    [
      '1,234,567.8 12,345 1234,567 1,23 1,2345',
      '1,234,567.8 12,345 1234 567 1 23 1 2345',
      list,
      'groups of three digits',
    ],
    ['1.234.567,8 1.5', '1.234.567,8 1 5', comma],
    ['1,234', '1 234', { thousands: '', separator: ' ' }],
    [
      '1 234\u00a0567 1\u202f000\u202f000 12 34',
      '1 234;567;1\u202f000\u202f000;12;34',
      { separator: ';', thousands: ' ' },
      'spaces that do not break count as blanks, but one number has one kind',
    ],
    ["1'000’000 2'000", '1000 0 2000', { ...list, thousands: "'", format: 'plain' }],
    ['-1 +2 \u22123 (-4) $-5 =-6 "-7" [-8,-9]', '-1 +2 \u22123 -4 -5 -6 -7 -8 -9', list, 'signs'],
    ['10-20 2026-11-21 a-5 --6 (1)-7 50%-8 ü-9', '10 20 2026 11 21 5 6 1 7 50 8 9', list, 'hyphens that are not signs'],
    ['-1 +2 \u22123', '1 2 3', { ...list, negatives: false }],
    ['1e5 -2.5E-3 3e+2 4e 5e- 6e1x', '1e5 -2.5E-3 3e+2 4 5 6 1', list, 'exponents'],
    ['a1e5 sha3e8', '1 5 3 8', list, 'no exponent inside a word'],
    ['+1,234.50 -0.0 007 .5 1e3 1.5e-3 \u22122 12e-1', '1234.5 0 7 0.5 1000 0.0015 -2 1.2', plain],
    [
      '0.1234567890123456789012345678901234567890',
      '0.123456789012345678901234567890123456789',
      plain,
      'every digit is kept',
    ],
    ['1 2 1 3', '1 2 3', { ...list, unique: true }],
    ['1.0 1 1e0', '1', { ...plain, unique: true }, 'unique looks at what is written'],
    ['1 2 1 3', '1 2', { ...list, unique: true, limit: 2 }],
    ['a\u00001\u0000\ud8002\ud8003😀4', '1 2 3 4', list],
    ['1e999999', '1e999999', {}, 'the exponent of a number that is left as written may be anything'],
    ['1e6000 2', `1${'0'.repeat(6000)} 2`, { format: 'plain', separator: ' ' }],
    ['a\n 1e6001', { error: 'line 2, column 2: a number has an exponent beyond 6000' }, { format: 'plain' }],
    [
      '1e-9999999999999999999',
      { error: 'line 1, column 1: a number has an exponent beyond 6000' },
      { format: 'plain' },
    ],
    ['1', { error: 'decimal and thousands must not be the same character' }, { thousands: '.' }],
    [
      '1e6000 '.repeat(2000),
      { error: 'the output would be longer than 4000000 characters' },
      { format: 'plain' },
      'short numbers that are long when written out',
    ],
    {
      long: [
        '1 '.repeat(250_000),
        Array(250_000).fill('1').join('-'.repeat(10)),
        { separator: '-'.repeat(10) },
        'a long separator',
      ],
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
