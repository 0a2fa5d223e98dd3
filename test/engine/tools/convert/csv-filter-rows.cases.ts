import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runEndlessTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-filter-rows';
const people = 'name,age\nAda,36\nbob,9\n"Cy, D.",\nEve,x';
const anyRows = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'B', ''), fc.integer({ min: -20, max: 200 })), {
  maxLength: 20,
});

export default {
  slug,
  cases: [
    [
      'n;b\na;1\u00a0234,50\nb;200,00\nc;12\u202f000,5 €\n',
      'n;b\na;1\u00a0234,50\nc;12\u202f000,5 €\n',
      { column: 'b', op: 'gt', value: '1\u00a0000', delimiter: ';', decimal: ',' },
      'no-break spaces between groups',
    ],
    [
      'v\n$300\n$20\n"-$1,000"\n£ -5\n5%\n99.50 €',
      'v\n$300\n$20\n99.50 €',
      { column: 'v', op: 'ge', value: '$20' },
      'prices are compared by number',
    ],
    ['', '', { column: 'a' }],
    [
      'first,last,n\nAnn,Lee,1\nann,LEE,2\nAnn,,3\nAnn,,4\nAnnL,ee,5\n',
      'first,last,n\nAnn,Lee,1\nAnn,,3\nAnn,,4\nAnnL,ee,5\n',
      { op: 'all', uniqueBy: ['first', 2], caseSensitive: false },
      'the same values in several columns, whatever their case; rows with a blank cell are no duplicates',
    ],
    [
      'a,b\n,1\n ,2\n,3\nx,4\n',
      'a,b\n,1\n" ",2\nx,4\n',
      { op: 'all', uniqueBy: ['a'], uniqueBlank: true },
      'unless they are asked for',
    ],
    ['a\nx', { error: 'there is no column "b"; the columns are "a"' }, { op: 'all', uniqueBy: ['b'] }],
    [people, 'name,age\nbob,9', { column: 'name', value: 'BOB', caseSensitive: false }],
    [people, 'name,age\nbob,9\n"Cy, D.",\nEve,x', { column: 'name', op: 'ne', value: 'Ada' }],
    [people, 'name,age\n"Cy, D.",', { column: 1, op: 'contains', value: ', ' }],
    [people, 'name,age\nAda,36\nEve,x', { column: 'name', op: 'regex', value: '^[A-Z]\\w+$' }],
    [
      people,
      'name,age\nAda,36\nbob,9',
      { column: 'age', op: 'le', value: '36' },
      'text that is not a number fails every comparison',
    ],
    [people, 'name,age\nAda,36\n"Cy, D.",\nEve,x', { column: 'age', op: 'lt', value: '36', invert: true }],
    [people, 'name,age\nAda,36\nbob,9\nEve,x', { column: 'age', op: 'not-empty' }],
    [
      'n\n100000000000000000001\n100000000000000000000',
      'n\n100000000000000000001',
      { column: 'n', op: 'gt', value: '100000000000000000000.0' },
      'numbers of any length',
    ],
    [
      'n\n"1,250"\n1.5e3\n900\n"12,50"\n\u2212 5\n2\u202f000',
      'n\n"1,250"\n1.5e3\n2\u202f000',
      { column: 'n', op: 'ge', value: '1,000.0' },
      'numbers with separators and exponents, read as csv-number-formatter and csv-sort read them',
    ],
    [
      'n\n"1.234,50"\n"1.234,5"\n"1.234,51"\n1234.51\n"-2,5"',
      'n\n"1.234,50"\n"1.234,5"\n"-2,5"',
      { column: 'n', op: 'le', value: '1234,5', decimal: ',' },
      'a decimal comma',
    ],
    [
      "n\n1'000\n1\u2019001\n1 002",
      'n\n1\u2019001',
      { column: 'n', op: 'gt', value: "1'000", thousands: "'" },
      "the separators ' and blank",
    ],
    ['n\n"1,250"\n1250', 'n\n1250', { column: 'n', op: 'gt', value: '0', thousands: '' }, 'no separators'],
    [
      'n\n1',
      { error: 'decimal and thousands must not be the same character' },
      { column: 'n', op: 'gt', value: '0', decimal: ',', thousands: ',' },
    ],
    [
      'n\n1e6001',
      { error: 'a number has an exponent beyond 6000' },
      { column: 'n', op: 'gt', value: '0' },
      'an exponent that is too large is an error, not a cell without a number',
    ],
    [
      'd\n2026-03-01\n2026-02-28T23:00:00-02:00\n2026-02-28T23:00:00Z\n2026-02-30\nsoon\n',
      'd\n2026-03-01\n2026-02-28T23:00:00-02:00\n',
      { column: 'd', op: 'ge', value: '2026-03-01', mode: 'date' },
      'dates of ISO 8601, with and without a time and an offset',
    ],
    [
      'd\n15.1.2025\n3.12.2024\n15.1.2025 09:00\n2025-01-15',
      'd\n3.12.2024',
      { column: 'd', op: 'lt', value: '15.1.2025', mode: 'date', dateFormat: 'd.M.yyyy' },
      'dates in a format',
    ],
    [
      'd\n1',
      { error: 'value: "2025-02-30" is not a date in dateFormat' },
      { column: 'd', op: 'lt', value: '2025-02-30', mode: 'date' },
    ],
    [
      'd\n1',
      { error: 'dateFormat: "Q" is not a date token here; put text in single quotes' },
      { column: 'd', op: 'lt', value: '2025', mode: 'date', dateFormat: 'Q' },
    ],
    ['a,b\n1', 'a,b\n1', { column: 'b', op: 'empty' }, 'a short row has empty cells'],
    ['a\r\nx\r\ny\r\n', 'a\r\ny\r\n', { column: 'a', value: 'y' }, 'line ends and the final one stay'],
    ['x\n', '', { column: 1, value: 'y', hasHeaders: false }, 'no row is left without a header'],
    ['__proto__\n1\n2', '__proto__\n2', { column: '__proto__', value: '2' }, 'a column called __proto__'],
    [people, { error: 'column is required, unless op is all' }, { value: 'x' }],
    [people, { error: 'there is no column "Age"; the columns are "name", "age"' }, { column: 'Age' }],
    [people, { error: 'there is no column 3; there are 2, counted from 1' }, { column: 3 }],
    ['a,a\n1,2', { error: 'several columns are called "a"; use a number' }, { column: 'a' }],
    [
      'a',
      { error: '"a" is a name, and with hasHeaders false columns have numbers' },
      { column: 'a', hasHeaders: false },
    ],
    [people, { error: 'value: "ten" is not a number' }, { column: 'age', op: 'gt', value: 'ten' }],
    [people, { error: 'value: missing closing ): (' }, { column: 'name', op: 'regex', value: '(' }],
  ],
  checks: {
    'keeps and drops as arrays do': () => {
      fc.assert(
        fc.property(anyRows, fc.integer({ min: -20, max: 200 }), (rows, value) => {
          const input = ['k,n', ...rows.map(([key, number]) => `${key},${number}`)].join('\n');
          const greater = resultOf(slug, input, { column: 'n', op: 'gt', value: `${value}` })
            .split('\n')
            .slice(1);
          const expected = rows.filter(([, number]) => number > value).map(([key, number]) => `${key},${number}`);
          assert.deepEqual(greater, expected);
          const blank = rows.filter(([key]) => key === '').length;
          for (const caseSensitive of [true, false]) {
            const keys = new Set(rows.map(([key]) => (caseSensitive ? key : key.toLowerCase())));
            const count = (uniqueBlank: boolean) =>
              resultOf(slug, input, { op: 'all', uniqueBy: ['k'], uniqueBlank, caseSensitive }).split('\n').length - 1;
            assert.deepEqual([count(true), count(false)], [keys.size, keys.size + Math.max(0, blank - 1)]);
          }
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'compares in one order with csv-sort, whatever marks numbers have': () => {
      const cell = fc.oneof(
        fc.integer({ min: -3_000_000, max: 3_000_000 }).map((value) => value.toLocaleString('de-DE')),
        fc.double({ min: -2000, max: 2000, noNaN: true }).map((value) => value.toFixed(2).replace('.', ',')),
      );
      const marks = { decimal: ',', delimiter: ';' };
      fc.assert(
        fc.property(fc.array(cell, { minLength: 1, maxLength: 12 }), (cells) => {
          const rows = (text: string) => text.split('\n').slice(1);
          const input = ['n', ...cells].join('\n');
          const sorted = rows(resultOf('csv-sort', input, { by: ['n'], mode: 'numeric', ...marks }));
          const [value = ''] = cells;
          const passing = (op: string) => rows(resultOf(slug, input, { column: 'n', op, value, ...marks }));
          const below = passing('lt').length;
          const upTo = passing('le').length;
          assert.deepEqual(sorted.slice(0, below).toSorted(), passing('lt').toSorted());
          assert.deepEqual(sorted.slice(upTo).toSorted(), passing('gt').toSorted());
          assert.equal(passing('ge').length, cells.length - below);
        }),
        { seed: 2, numRuns: sampleSize(200) },
      );
    },
    'a pattern that runs too long is stopped': () => {
      const digits = Array.from({ length: 20_000 }, (_, index) => Math.sin(index).toString(2).slice(-20)).join('');
      const input = digits.replaceAll('0', 'a').replaceAll('1', 'b');
      const config = {
        column: 1,
        op: 'regex',
        value: '(?:a|b)*a(?:a|b){900}c',
        hasHeaders: false,
        caseSensitive: false,
      };
      assert.deepEqual(runEndlessTool(slug, input, config), {
        error: `Step 1 (${slug}) failed: took longer than 1000 ms`,
      });
    },
  },
} satisfies ToolCases;
