import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-sort';
const people = 'name,age,city\nbob,9,Rome\nAda,36,Paris\n"Cy, D.",,Rome\nBob,9.0,Oslo\nada,100,Paris';
const rows = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', ''), fc.integer({ min: -20, max: 200 })), {
  maxLength: 20,
});
const modes = [
  'auto',
  'alphabetical',
  'codepoint',
  'natural',
  'numeric',
  'length',
  'ip',
  'hex',
  'version',
  'size',
  'date',
];

export default {
  slug,
  cases: [
    [
      'v\n$300\n$20\n"$1,000"\n-$5\n5 €',
      'v\n-$5\n5 €\n$20\n$300\n"$1,000"',
      { by: ['v'] },
      'a column of prices is sorted by number',
    ],
    ['', '', { by: ['a'] }],
    ['n; t\nb; "x;y"\na; "z" ', 'n;" t"\na;z\nb;"x;y"', { by: ['n'], delimiter: 'auto' }],
    ['sep=;\nn;x\n2;a\n1;b\n', 'sep=;\nn;x\n1;b\n2;a\n', { by: ['n'], delimiter: 'auto' }, 'the line of Excel stays'],
    ['a\n', 'a\n', { by: ['a'] }],
    [
      people,
      'name,age,city\nBob,9.0,Oslo\nbob,9,Rome\nAda,36,Paris\nada,100,Paris\n"Cy, D.",,Rome',
      { by: ['age', 'city'] },
      'numbers of the same value leave the decision to the next column',
    ],
    [
      'n\n\n2\n" "\n10\n""\n1',
      'n\n10\n2\n1\n" "\n""',
      { by: ['n'], order: 'desc' },
      'blank cells come last in both directions',
    ],
    [
      people,
      'name,age,city\nbob,9,Rome\n"Cy, D.",,Rome\nAda,36,Paris\nada,100,Paris\nBob,9.0,Oslo',
      { by: ['city', 'age'], order: 'desc', reverse: ['age'] },
      'reverse turns round one column',
    ],
    [
      people,
      'name,age,city\nada,100,Paris\nAda,36,Paris\nbob,9,Rome\nBob,9.0,Oslo\n"Cy, D.",,Rome',
      { by: ['name', 'age'], caseSensitive: false, mode: 'alphabetical' },
      'names that differ only in case are the same on request',
    ],
    ['v\n-1\nx\n-2', 'v\n-1\n-2\nx', { by: ['v'] }, 'one cell that is not a number makes auto natural'],
    [
      'v\n"$1,200.50"\nnone\n€ 30\n-$5\nabout 7%',
      'v\n-$5\nabout 7%\n€ 30\n"$1,200.50"\nnone',
      { by: ['v'], mode: 'numeric' },
      'numeric goes by the first number, with currency and thousands separators',
    ],
    [
      'v;w\n1,5;a\n1,25;b\n1.000;c\n',
      'v;w\n1,25;b\n1,5;a\n1.000;c\n',
      { by: ['v'], decimal: ',', delimiter: ';' },
      'decimal commas',
    ],
    ['v\n1.5\n-10\n1.25\n-9\n1e3', 'v\n-10\n-9\n1.25\n1.5\n1e3', { by: ['v'] }, 'negative numbers and decimals'],
    [
      'f,s\na,1.1M\nb,?\nc,900K',
      'f,s\na,1.1M\nc,900K\nb,?',
      { by: ['s'], mode: 'size', order: 'desc' },
      'sizes, with a missing one last',
    ],
    [
      'd,n\n2026-01-01T01:00+01:00,1\n2025-12-31,2\n2026-01-01T00:00Z,3',
      'd,n\n2026-01-01T01:00+01:00,1\n2026-01-01T00:00Z,3\n2025-12-31,2',
      { by: ['d'], mode: 'date', order: 'desc' },
      'dates of one instant leave the order as it is',
    ],
    [
      'b,2\r\na\r\nc,1\r\n',
      'c,1\r\nb,2\r\na\r\n',
      { by: [2], hasHeaders: false },
      'short rows have blank cells, and line ends stay',
    ],
    [
      'k\n__proto__\nconstructor\na',
      'k\n__proto__\na\nconstructor',
      { by: ['k'], mode: 'codepoint' },
      'cells called __proto__ and constructor',
    ],
    [people, { error: 'there is no column "Age"; the columns are "name", "age", "city"' }, { by: ['Age'] }],
    [people, { error: 'reverse lists "city", which is not in by' }, { by: ['age'], reverse: ['city'] }],
  ],
  checks: {
    'sorts as a stable sort with a comparison of both columns does': () => {
      const order = ['a', 'b', 'c', ''];
      fc.assert(
        fc.property(rows, (given) => {
          const input = ['k,n,i', ...given.map(([key, number], i) => `${key},${number},${i}`)].join('\n');
          const expected = given
            .map(([key, number], i) => ({ key, number, i }))
            .sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key) || b.number - a.number)
            .map(({ key, number, i }) => `${key},${number},${i}`);
          const sorted = resultOf(slug, input, { by: ['k', 'n'], reverse: ['n'] });
          assert.deepEqual(sorted, ['k,n,i', ...expected].join('\n'));
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'loses no row in any mode, and is idempotent': () => {
      const cell = fc.constantFrom(
        '',
        ' ',
        'a',
        'B',
        '10',
        '9',
        '1.0',
        '1',
        '-1',
        '2K',
        '2026-01-02',
        'v1.2',
        '::1',
        'é',
      );
      fc.assert(
        fc.property(fc.array(cell, { minLength: 1, maxLength: 12 }), fc.constantFrom(...modes), (cells, mode) => {
          const input = cells.map((text, i) => `${text === ' ' ? '" "' : text},${i}`).join('\n');
          const config = { by: [1], mode, hasHeaders: false };
          const sorted = resultOf(slug, input, config);
          assert.deepEqual(sorted.split('\n').sort(), input.split('\n').sort());
          assert.equal(resultOf(slug, sorted, config), sorted);
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
  },
} satisfies ToolCases;
