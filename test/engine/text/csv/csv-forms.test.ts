import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ToolError } from '#engine/core/errors.js';
import { csvRecords } from '#engine/text/csv/csv.js';
import { delimitedText } from '#engine/text/csv/csv-delimiter.js';
import { type CsvForm, rfc4180 } from '#engine/text/csv/csv-form.js';
import { assertLinear } from '../../../support/growth.js';

function read(text: string, form: Partial<CsvForm>): string[][] {
  return [...csvRecords(text, ',', { ...rfc4180, ...form })];
}

const lenient = { quotes: 'lenient' } as const;
const rows: [title: string, text: string, form: Partial<CsvForm>, records: string[][]][] = [
  ['text behind a closing quote belongs to the cell', '"a" b,c', lenient, [['"a" b', 'c']]],
  ['a quote inside a quoted cell is a character', '"say "hi", ok",c', lenient, [['say "hi', ' ok"', 'c']]],
  ['a quote before a letter does not close the cell', '"5" disk, new",c', lenient, [['5" disk, new', 'c']]],
  [
    'a quote that is never closed ends with its cell',
    '"a,b\nc,d',
    lenient,
    [
      ['"a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'two quotes that are never closed',
    '"a,"b\n"c,d',
    lenient,
    [
      ['"a', '"b'],
      ['"c', 'd'],
    ],
  ],
  ['an empty cell in quotes behind a quote that is never closed', '"a"b,""', lenient, [['"a"b', '']]],
  ['a cell of quotes behind a quote that is never closed', '"a\n"""",b', lenient, [['"a'], ['"', 'b']]],
  ['quotes written twice', '"a ""b"" c","""",""', lenient, [['a "b" c', '"', '']]],
  ['a cell of two lines', '"a\nb",c', lenient, [['a\nb', 'c']]],
  ['quotes as characters', '"a,b"\n""', { quotes: 'none' }, [['"a', 'b"'], ['""']]],
  [
    'comments before, between and after records',
    '# x,y\na,b\n#\n1,2\n# z',
    { comments: '#' },
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['a comment that holds a quote', '# "x\na', { comments: '#' }, [['a']]],
  [
    'a comment starts at the start of a line only',
    'a,#b\n #c\n"#d"',
    { comments: '#' },
    [['a', '#b'], [' #c'], ['#d']],
  ],
  ['comments of two characters', '//x\n/y', { comments: '//' }, [['/y']]],
  ['a cell in quotes over a line that looks like a comment', '"a\n#b"', { comments: '#' }, [['a\n#b']]],
  ['a blank before a quote', 'a, "b, c" ,d ', { trim: true }, [['a', 'b, c', 'd']]],
  ['blanks inside quotes stay', ' " a "\t, \u00a0b c', { trim: true }, [[' a ', 'b c']]],
  [
    'blank lines and blank cells',
    ' \na, ,\n\t\n , ',
    { trim: true },
    [
      ['a', '', ''],
      ['', ''],
    ],
  ],
  ['trim with lenient quotes', ' "a" b , c ', { ...lenient, trim: true }, [['"a" b', 'c']]],
];

/** With a delimiter that is guessed, a quote behind blanks may open a cell. */
const guessedRows: [text: string, records: string[][], form?: Partial<CsvForm>][] = [
  ['a, "b, c"', [['a', 'b, c']]],
  [
    'n, t\na, "b, c" \n"x", \u00a0"d"',
    [
      ['n', ' t'],
      ['a', 'b, c'],
      ['x', 'd'],
    ],
  ],
  [
    ' "a, b"; "c"\n1;2',
    [
      ['a, b', 'c'],
      ['1', '2'],
    ],
  ],
  [
    'a\t "b\tc"\n1\t\t"2"',
    [
      ['a', ' "b', 'c"'],
      ['1', '', '2'],
    ],
  ],
  [
    '5, "tall\n6, 7',
    [
      ['5', ' "tall'],
      ['6', ' 7'],
    ],
  ],
  // As before where the records would become of different lengths.
  [
    'a,b,c\n1, "2, 3"',
    [
      ['a', 'b', 'c'],
      ['1', ' "2', ' 3"'],
    ],
  ],
  [
    `a, "b"\n${'1, 2\n'.repeat(20)}3, "x`,
    [['a', ' "b"'], ...Array.from({ length: 20 }, () => ['1', ' 2']), ['3', ' "x']],
  ],
  ['a, "b, c"', [['a', ' "b', ' c"']], { quotes: 'none' }],
  ['a, "b "c", d"', [['a', 'b "c', ' d"']], { quotes: 'lenient' }],
  ['a, "b \\" c, d"', [['a', 'b " c, d']], { quotes: 'backslash' }],
];

describe('blanks before quotes', () => {
  for (const [written, records, more] of guessedRows) {
    test(JSON.stringify(written), () => {
      const { delimiter, form, start } = delimitedText(written, 'auto', { ...rfc4180, ...more });
      assert.deepEqual([...csvRecords(written, delimiter, form, start)], records);
    });
  }
});

test('guessing takes linear time', () => {
  for (const piece of [' "', ', "', '" ,', ' " ', '\t "', 'a, "b"\n', ';"\n', '      ', '"sep=;"\n']) {
    for (const quotes of ['strict', 'lenient', 'backslash'] as const) {
      assertLinear(piece, (text) => {
        const { delimiter, form, start } = delimitedText(text, 'auto', { ...rfc4180, quotes });
        try {
          return [...csvRecords(text, delimiter, form, start)];
        } catch (error) {
          if (error instanceof ToolError) return [];
          throw error;
        }
      });
    }
  }
});

describe('delimited text beyond RFC 4180', () => {
  for (const [title, text, form, records] of rows) {
    test(`${title}: ${JSON.stringify(text)}`, () => assert.deepEqual(read(text, form), records));
  }

  test('a tab between cells is not a blank to strip', () => {
    assert.deepEqual(
      [...csvRecords(' a\t\t"b" \n\t', '\t', { ...rfc4180, trim: true })],
      [
        ['a', '', 'b'],
        ['', ''],
      ],
    );
  });

  test('the delimiter is detected in the same form', () => {
    assert.equal(delimitedText('# a,b,c\nx;y\n1;2', 'auto', { ...rfc4180, comments: '#' }).delimiter, ';');
    assert.equal(delimitedText('"x"x;y\n"1;2', 'auto', { ...rfc4180, quotes: 'lenient' }).delimiter, ';');
  });

  const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '""', '\n', ' '), maxLength: 20 });
  test('lenient quotes refuse nothing, and agree with strict ones on all that these accept', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (csv, trim) => {
        const records = read(csv, { ...lenient, trim });
        let strict: string[][];
        try {
          strict = read(csv, { trim });
        } catch (error) {
          assert.ok(error instanceof ToolError);
          return;
        }
        assert.deepEqual(records, strict);
      }),
      { seed: 1, numRuns: 3000 },
    );
  });

  test('lenient quotes agree with a search from each cell on', () => {
    fc.assert(
      fc.property(text, (csv) => assert.deepEqual(read(csv, lenient), searchedRecords(csv))),
      { seed: 2, numRuns: 3000 },
    );
  });
});

/** The definition, in quadratic time: a cell ends at its first quote that is not doubled and precedes a delimiter. */
function searchedRecords(text: string): string[][] {
  const records: string[][] = [];
  let at = 0;
  for (;;) {
    while (text[at] === '\n') at++;
    if (at >= text.length) return records;
    const record: string[] = [];
    do {
      if (record.length > 0) at++;
      const rest = text.slice(at);
      const quoted = /^"((?:[^"]|""|"(?!"|,|\n|$))*)"(?=,|\n|$)/.exec(rest);
      const [whole, cell] = quoted ?? /^([^,\n]*)/.exec(rest) ?? [];
      record.push((quoted === null ? cell : cell?.replaceAll('""', '"')) ?? '');
      at += whole?.length ?? 0;
    } while (text[at] === ',');
    records.push(record);
  }
}
