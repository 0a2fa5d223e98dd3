import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'fixed-width-csv-converter';
const header = { guess: 'header' };
const fixed = { direction: 'to-fixed-width' };

export default {
  slug,
  cases: [
    ['', ''],
    ['', '', fixed],
    ['\n  \n', ''],
    ['', 'a,b', { names: ['a', 'b'] }],
    ['', 'a,b', { names: ['a', 'b'], widths: [1, 2] }],

    // Widths and positions
    ['ab1\r\n\r\ncd \r\n', 'ab,1\r\ncd,\r\n', { widths: [2, 1] }, 'blank lines are no rows, and line ends stay'],
    ['ab1', 'ab;1', { widths: [2, 5], delimiter: ';' }],
    ['a,b "c" ', '"a,b","""c"""', { widths: [4, 4] }, 'cells are quoted where CSV needs it'],
    [
      'ab1\nab12',
      { error: 'line 2: there is text behind the last column, which ends with character 3' },
      { widths: [2, 1] },
    ],
    ['ab1  ', 'ab,1', { widths: [2, 1] }],
    ['0123456789', '1,4,6789', { positions: '2,5,7-' }, 'places between positions are ignored'],
    ['0123', '01,2', { positions: '-2, 3' }],
    ['é漢😀b', '漢😀,b', { positions: '2-3,4' }, 'places are code points'],
    ['ab', { error: 'set either widths or positions' }, { widths: [1], positions: '1' }],
    ['ab', { error: 'positions must go from left to right without overlaps' }, { positions: '1-3,3' }],
    ['ab', { error: 'positions must go from left to right without overlaps' }, { positions: '2-,9' }],
    ['ab', { error: 'positions must be at most 1000000' }, { positions: '1000001-1000002' }],
    ['ab', { error: '"0" in positions: columns are counted from 1' }, { positions: '0' }],
    ['a b', { error: 'names lists 1 names, and there are 2 columns' }, { names: ['x'] }],
    ['a\nb\tc', { error: 'line 2: a tab has no fixed width; replace tabs with spaces first' }],

    // Gutters
    ['a   b\nccc d', 'a,b\nccc,d'],
    ['  1 x\n 22 y', '1,x\n22,y', {}, 'columns that are aligned right'],
    ['New York 1\nRome     2\nOslo     3', 'New York,1\nRome,2\nOslo,3'],
    ['New Town 1\nOld Town 2', 'New,Town,1\nOld,Town,2'],
    ['New Town  1\nOld Town  2', 'New Town,1\nOld Town,2', { gap: 2 }],
    ['a\n\n   b', 'a\nb', {}, 'a column without a name belongs to the one before'],
    ['a\n\n   b', 'x,y\na,\n,b', { names: ['x', 'y'] }],
    ['City        n\nNew York    1\nLos Angeles 2', 'City,n\nNew York,1\nLos Angeles,2'],
    ['      23 24\nsales 1  2', ',23,24\nsales,1,2'],

    // Rules
    [
      'id name\n-- ----------\n 1 Ada L.\n 2 Bob the builder',
      'id,name\n1,Ada L.\n2,Bob the builder',
      {},
      'a rule names the columns, and the last one is open',
    ],
    [
      '+----+------+\n| id | name |\n+----+------+\n|  1 | A B  |\n+----+------+\n',
      'id,name\n1,A B\n',
      {},
      'a box, as mysql draws it',
    ],
    [' id | name \n----+------\n  1 | A B', 'id,name\n1,A B', {}, 'as psql draws it'],
    [
      'a  b\n-- --\n1232 1',
      { error: 'line 3, column 3: the text here is in no column or in two; set widths or positions' },
    ],
    ['a-b --\nc   d', 'a-b,--\nc,d', {}, 'a line with letters is no rule'],

    // Headers
    ['CPU USED\n1   New York', 'CPU,USED\n1,New York', header],
    [
      'A NAME  B\nx       y\nlonger text',
      { error: 'line 3, column 9: the text here is in no column or in two; set widths or positions' },
      { ...header, gap: 2 },
    ],
    ['A   B\n1\n    2', 'A,B\n1,\n,2', header],

    // To fixed width
    ['a,bb\nccc,d', 'a   bb\nccc d', fixed],
    ['a,1\nb,22', 'a  1\nb 22', { ...fixed, align: ['left', 'right'] }],
    ['a,,c\r\n,b\r\n', 'a   c\r\n  b\r\n', fixed, 'blank cells, and no blanks at the end of a line'],
    ['漢,😀x\nab,c', '漢  😀x\nab c', fixed],
    ['abc,c', 'abc', { ...fixed, widths: [2, 1], overflow: 'cut' }],
    ['1;x', '     1x', { ...fixed, widths: [6, 2], align: ['right'], delimiter: ';' }],
    ['abc,d', { error: 'record 1, column 1: "abc" has 3 characters, and the column 2' }, { ...fixed, widths: [2, 1] }],
    ['a,b', { error: 'record 1, column 2: "b" has no column; there are 1' }, { ...fixed, widths: [2] }],
    ['a\n"x\ny"', { error: 'record 2, column 1: "x\ny" contains a line end or a tab' }, fixed],
    ['a,long text', '   a long text', { ...fixed, positions: '4,6-' }],
    ['a,b', `a${' '.repeat(9_999)}b`, { ...fixed, widths: new Array(500).fill(10_000) }],
    [
      ',b\n'.repeat(1_000),
      { error: 'the output would be longer than 4000000 characters' },
      { ...fixed, widths: [10_000, 1] },
    ],
  ],
  checks: {
    'reads back what it wrote': () => {
      const cell = fc.constantFrom('', 'a', 'b c', '12', 'é😀', '"q"', 'x,y', '|');
      const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 });
      fc.assert(
        fc.property(table, fc.array(fc.constantFrom('left', 'right'), { maxLength: 3 }), (rows, align) => {
          const filled = rows.filter((row) => row.some((text) => text !== ''));
          fc.pre(filled.length > 0);
          const csv = filled
            .map((row) => row.map((text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(','))
            .join('\n');
          const written = resultOf(slug, csv, { ...fixed, widths: [3, 4, 5], align });
          assert.equal(resultOf(slug, written, { widths: [3, 4, 5] }), csv);
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'finds the gutters that a look at each place finds': () => {
      const line = fc.string({ unit: fc.constantFrom(' ', ' ', 'a', 'b'), minLength: 1, maxLength: 8 });
      fc.assert(
        fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
          const isBlank = (place: number) => lines.every((text) => (text[place] ?? ' ') === ' ');
          const places = Array.from({ length: 9 }, (_, place) => place);
          const starts = places.filter((place) => !isBlank(place) && (place === 0 || isBlank(place - 1)));
          const expected = lines
            .filter((text) => text.trim() !== '')
            .map((text) => starts.map((start, i) => text.slice(start, starts[i + 1] ?? 9).trim()).join(','));
          fc.pre(starts.length > 0);
          const names = starts.map((start) => `n${start}`);
          assert.equal(resultOf(slug, lines.join('\n'), { names }), [names.join(','), ...expected].join('\n'));
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'time is linear, also with characters beyond 65,536': () => {
      assertLinear('ab 12 😀 x\n', (text) => resultOf(slug, text));
      assertLinear('a,b,😀\n', (text) => resultOf(slug, text, fixed));
      assertLinear('😀 ', (text) => resultOf(slug, text, { positions: '1-100,200-300,1000-' }));
    },
  },
} satisfies ToolCases;
