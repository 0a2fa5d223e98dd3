import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertLinear } from '../../../support/growth.js';
import { resultOf, runTool } from '../../../support/tool-cases.js';

/**
 * The forms of a number that every tool accepts as a whole cell or line, with their values. `undefined`: not a number.
 * A third item are the options.
 */
const forms: readonly (readonly [written: string, value: string | undefined, options?: object])[] = [
  ['12', '12'],
  ['+12', '12'],
  ['-1.5', '-1.5'],
  ['\u22121.5', '-1.5'],
  ['.5', '0.5'],
  ['1e-5', '0.00001'],
  // Spaces that do not break.
  ['1\u00a0234.5', '1234.5'],
  ['-12\u202f000,5\u00a0€', '-12000.5', { decimal: ',' }],
  ['1\u2009234\u2009567', '1234567'],
  ['1\u00a023', undefined],
  ['1\u00a0234\u00a05', undefined],
  ['1\u00a0234\u202f567', undefined],
  ['1 234', undefined],
  ['1\u00a0234', undefined, { thousands: ',' }],
  // The sign of an amount of money.
  ['-$40', '-40'],
  ['-£1,000', '-1000'],
  ['\u2212$5', '-5'],
  ['-USD 5', '-5'],
  ['-USD5', '-5'],
  ['- $5', '-5'],
  ['$-5', '-5'],
  ['€ -5', '-5'],
  ['-5 €', '-5'],
  ['+$5', '5'],
  ['-R$ 5', '-5'],
  ['-kr 5', '-5'],
  ['-$-5', undefined],
  ['--5', undefined],
  ['- 5', undefined],
  // Currencies.
  ['1,168.81 EUR', '1168.81'],
  ['EUR 1,168.81', '1168.81'],
  ['1.168,81 EUR', '1168.81', { decimal: ',' }],
  ['1.168,81 €', '1168.81', { decimal: ',' }],
  ["CHF 1'168.50", '1168.5', { thousands: "'" }],
  ['5 kr', '5'],
  ['Rs. 500', '500'],
  ['$5 USD', '5'],
  ['￥５', '5'],
  ['500円', '500'],
  ['5 XYZ', undefined],
  ['5 eur', undefined],
  ['5 kg', undefined],
  ['$', undefined],
  ['EUR', undefined],
  // Brackets.
  ['(40)', '-40'],
  ['( 40 )', '-40'],
  ['($1,200.50)', '-1200.5'],
  ['$(40)', '-40'],
  ['(40) EUR', '-40'],
  ['(40 EUR)', '-40'],
  ['（４０）', '-40'],
  ['(-40)', undefined],
  ['-(40)', undefined],
  ['((40))', undefined],
  ['(40', undefined],
  ['()', undefined],
  // Groups of digits.
  ['1,234,567.5', '1234567.5'],
  ['1,00,000', '100000'],
  ['-₹12,34,567.89', '-1234567.89'],
  ['1,00,00,00,000', '1000000000'],
  ['1,00', undefined],
  ['1,00,00', undefined],
  ['1,2000', undefined],
  ['100,00,000', undefined],
  ['1,00,000,000', undefined],
  ['1.00.000', undefined, { decimal: ',' }],
  ['1 234', '1234', { thousands: ' ' }],
  ['1,234', undefined, { thousands: '' }],
  // Percentages.
  ['50%', '50'],
  ['50 %', '50'],
  ['-1.5%', '-1.5'],
  ['(50%)', '-50'],
  ['50‰', undefined],
  ['%', undefined],
  // Powers of 1,000.
  ['1.5K', '1500'],
  ['2k', '2000'],
  ['-$2M', '-2000000'],
  ['3B', '3000000000'],
  ['3bn', '3000000000'],
  ['1T', '1000000000000'],
  ['£2m', '2000000'],
  ['5 M€', '5000000'],
  ['5M€', '5000000'],
  ['5K USD', '5000'],
  ['5m', undefined],
  ['5 M', undefined],
  ['5KB', undefined],
  ['1e3K', undefined],
  ['5K%', undefined],
  // The digits of other scripts.
  ['１２３', '123'],
  ['１，２３４．５', '1234.5'],
  ['－１２', '-12'],
  ['١٬٢٣٤٫٥', '1234.5'],
  ['۱۲', '12'],
  ['-१२', '-12'],
  ['²', undefined],
  ['五', undefined],
  // The minus sign behind the number, as accounting programs write it.
  ['5-', '-5'],
  ['1,234.56-', '-1234.56'],
  ['1.234,56-', '-1234.56', { decimal: ',' }],
  ['$40-', '-40'],
  ['40- EUR', '-40'],
  ['40 EUR-', '-40'],
  ['40\u2212', '-40'],
  ['5%-', '-5'],
  ['5 -', undefined],
  ['5+', undefined],
  ['-5-', undefined],
  ['(5)-', undefined],
  ['5--', undefined],
  // Groups with other marks than the comma.
  ['1_000', '1000'],
  ['1_000_000.5', '1000000.5'],
  ['1_00_000', '100000'],
  ['0.000_001', '0.000001'],
  ['1_000', '1000', { thousands: ',' }],
  ['1_000', undefined, { thousands: '' }],
  ['1_00', undefined],
  ['_1', undefined],
  ["CHF 1'234.50", '1234.5'],
  ['1’234.50', '1234.5'],
  ["1'234", undefined, { thousands: ',' }],
  ["1'00", undefined],
  ['1.234.567', '1234567'],
  ['-1.234.567 €', '-1234567'],
  ['1.234.567,8', '1234567.8'],
  ['1,234,567', '1234567', { decimal: ',' }],
  ['1,234,567.8', '1234567.8', { decimal: ',' }],
  ['1.234.567', undefined, { thousands: ',' }],
  ['1.234.5678', undefined],
  ['0.123.456', undefined],
  ['192.168.100.200', undefined],
  ['1.234.567.8', undefined],
  ['1,000,00', undefined],
  ['- $40', '-40'],
];

describe('all tools that read cells and lines accept the same numbers', () => {
  const csv = { delimiter: 'tab', hasHeaders: false };
  for (const [written, value, options = {}] of forms) {
    test(`${JSON.stringify(written)} is ${value ?? 'not a number'}`, () => {
      const format = { ...options, outputThousands: '', decimals: 5 };
      const formatted = value === undefined ? undefined : Number(value).toFixed(5);
      assert.equal(
        withoutPercent(resultOf('number-formatter', written, { ...format, invalid: 'drop' })),
        formatted ?? '',
      );
      const cells = { ...csv, ...format, columns: [1], invalid: 'blank' };
      assert.equal(withoutPercent(resultOf('csv-number-formatter', written, cells)), formatted ?? '""');
      const sum = runTool('csv-group-by', written, { ...csv, ...options, sum: [1], count: false });
      assert.equal(typeof sum === 'string' ? sum : undefined, value);
      const filter = { ...csv, ...options, column: 1, op: 'ge', value: written };
      const kept = runTool('csv-filter-rows', written, filter);
      assert.equal(
        typeof kept === 'string' ? kept.replace(/^"|"$/g, '') : undefined,
        value === undefined ? undefined : written,
      );
      // In natural order 999 precedes everything that starts with 9,000.
      if (value === undefined) return;
      const texts = [written, value.replace('.', 'decimal' in options ? ',' : '.')];
      for (const mode of ['auto', 'numeric']) {
        const equal = texts.map((text, row) => `${text}\t${1 - row}`).join('\n');
        const sorted = texts.map((text, row) => `${text}\t${1 - row}`).toReversed();
        assert.equal(resultOf('csv-sort', equal, { ...csv, ...options, by: [1, 2], mode }), sorted.join('\n'));
      }
      const lines = ['999999999999999', written, '-999999999999999'];
      const expected = lines.toReversed().join('\n');
      assert.equal(resultOf('sort-lines', lines.join('\n'), { ...options, mode: 'numeric' }), expected);
      assert.equal(resultOf('dedupe-sort', lines.join('\n'), { ...options, mode: 'numeric' }), expected);
    });
  }

  test('in linear time', () => {
    for (const piece of [
      '1,00,',
      '(5 ',
      '((5)\n',
      '-$',
      'USD ',
      '  5',
      '１，２',
      '５',
      '5%(',
      'K5K',
      '-1.5M€\t',
      '1_',
      '1_000',
      "1'000",
      '1.234',
      '1,000,0',
      '1,00',
      '4- ',
      '$4-\n',
      '- $',
      '=  -  ',
    ]) {
      assertLinear(piece, (text) => resultOf('extract-numbers', text, { format: 'plain' }));
      assertLinear(piece, (text) => runTool('number-formatter', text, { invalid: 'keep' }));
      assertLinear(piece, (text) => resultOf('sort-lines', text, { mode: 'numeric' }));
    }
  });
});

function withoutPercent(text: string): string {
  return text.replace(/\s?[%％]$/, '');
}

/** What the tools that search a text for numbers find, as plain decimals. */
const texts: readonly (readonly [text: string, numbers: string, options?: object])[] = [
  ['from -$40 to −£1,000 and -USD 5', '-40 -1000 -5'],
  ['US-$5, A-$5, 10-$20, $10-$20', '5 5 10 20 10 20'],
  ['a - $5', '5'],
  ['(see 40), ($40)', '40 40'],
  ['(40)\n ($40) \r\n(5%)\t$(6)\t(7 EUR)', '-40 -40 -5 -6 -7'],
  ['(40)\n-$5', '40 5', { negatives: false }],
  ['₹1,00,000 and 12,34,567.89', '100000 1234567.89'],
  ['1,20,300,400', '1 20300400'],
  ['rgb(255,100,20)', '255 100 20', { thousands: '' }],
  ['- $40', '-40'],
  ['a,- $40,b\n"- $5"\ndue: - USD 6', '-40 -5 -6'],
  ['- $40 for lunch, 5 - $6', '40 5 6'],
  ['40-', '-40'],
  ['a;40-;1,234.56- EUR\nTotal  50-\n(6-) 7- b', '-40 -1234.56 -50 6 7'],
  ['pages 10-\n20, A-40-\n10-20-', '10 20 40 10 20'],
  ['40-\n50-', '40 50', { negatives: false }],
  ["1_000 and CHF 1'234.50, 1’000", '1000 1234.5 1000'],
  ['1_000_000.000_5 x1_000 1_00', '1000000.0005 1 0 1 0'],
  ['Fr. 1.234.567 and 1.234.567,89', '1234567 1234567.89'],
  ['192.168.100.200 v1.234.567 1.234.567.8', '192.168 100.2 1.234 567 1.234 567.8'],
  ['1.234.567,1.234.568', '1234567 1234568'],
  ['50% of 1.5K, 2k, 3M views, 4mn, 5bn', '50 1500 2000 3000000 4000000 5000000000'],
  ['flat 5B, 5T, 5m, 5b, 5KB, 5Kg, v2K, A-3K', '5 5 5 5 5 5 2 3'],
  ['$5B, 5B €, 1.5T, £5m, EUR 5b', '5000000000 5000000000 1500000000000 5000000 5000000000'],
  ['第１２回、１，２３４．５円、٣٤', '12 1234.5 34'],
  ['1，2', '1 2'],
];

/** Texts with digits in irregular groups: what is found in the rest, and the first of these digits. */
const irregular: readonly (readonly [text: string, numbers: string, digits: string])[] = [
  ['1,00,00', '', '1,00,00'],
  ['1,000,00', '', '1,000,00'],
  ['1,000,00.5 and 3', '3', '1,000,00.5'],
  ['5,6; 100,00,000; 1,000,00,000', '5 6', '100,00,000'],
  ['rgb(255,100,20)', '', '255,100,20'],
  ["1'000'5", '', "1'000'5"],
  ['1.168,81 EUR and 1.168, 81', '1.168 81', '1.168,81'],
  ['0.125,33; 1.168,812; 1.5,25; 12.168,5.5; 999.168,8', '0.125 33 1.168 812 1.5 25 12.168 5.5', '999.168,8'],
];

describe('all tools that search for numbers find the same', () => {
  for (const [text, numbers, options = {}] of texts) {
    test(JSON.stringify(text), () => {
      assert.equal(resultOf('extract-numbers', text, { ...options, format: 'plain', separator: ' ' }), numbers);
      const sum = numbers.split(' ').reduce((total, number) => total + Number(number), 0);
      assert.ok(Math.abs(Number(resultOf('number-statistics', text, options)) - sum) < 1e-6);
    });
  }

  for (const [text, numbers, digits] of irregular) {
    test(`${JSON.stringify(text)} has digits that may be one number or several`, () => {
      const plain = { format: 'plain', separator: ' ' };
      assert.equal(resultOf('extract-numbers', text, { ...plain, invalid: 'drop' }), numbers);
      assert.ok(resultOf('extract-numbers', text, plain).split(' ').includes(digits));
      const place = `line 1, column ${text.indexOf(digits) + 1}`;
      const error = `${place}: ${digits} is one number or several; set decimal, or thousands to nothing if it is a list`;
      assert.deepEqual(runTool('number-statistics', text), { error: `Step 1 (number-statistics) failed: ${error}` });
      assert.equal(resultOf('number-formatter', digits, { scope: 'text' }), digits);
    });
  }

  test('raw numbers are as written, with their sign', () => {
    const text = '-$40, $40, −USD 5, 1.5K, 50%, １２\n(7 EUR)';
    assert.equal(resultOf('extract-numbers', text, { separator: '|' }), '-$40|40|−USD 5|1.5K|50|１２|(7 EUR)');
  });
});

test('a column of percentages and other numbers is no column of numbers', () => {
  const csv = 'v\n50%\n25 %';
  assert.equal(resultOf('csv-group-by', csv, { sum: ['v'], count: false }), 'v_sum\n75');
  assert.deepEqual(runTool('csv-group-by', `${csv}\n1`, { sum: ['v'] }), {
    error: 'Step 1 (csv-group-by) failed: record 4, column "v": "1" is not a percentage, unlike the cells before it',
  });
  assert.deepEqual(runTool('csv-group-by', 'v\n1\n(5%)', { mean: ['v'] }), {
    error: 'Step 1 (csv-group-by) failed: record 3, column "v": "(5%)" is a percentage, unlike the cells before it',
  });
  const config = { sum: ['v'], count: false, invalid: 'drop' };
  assert.equal(resultOf('csv-group-by', `${csv}\n1`, config), 'v_sum\n75');
});
