import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ToolError } from '#engine/core/errors.js';
import { csvLine, csvRecords } from '#engine/text/csv/csv.js';
import { delimitedText, resolveDelimiter } from '#engine/text/csv/csv-delimiter.js';
import { rfc4180 } from '#engine/text/csv/csv-form.js';

function read(text: string, delimiter = ','): string[][] {
  return [...csvRecords(text, delimiter)];
}

describe('reading', () => {
  const rows: [text: string, records: string[][]][] = [
    ['', []],
    ['a', [['a']]],
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2\r3,4\n',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [',', [['', '']]],
    [
      'a,\n,b',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['\n\r\na\r\rb\n\n', [['a'], ['b']]],
    [' ', [[' ']]],
    ['""', [['']]],
    ['"",""', [['', '']]],
    ['"a","b,c"', [['a', 'b,c']]],
    ['"a""b"', [['a"b']]],
    ['""""', [['"']]],
    ['"a\r\nb\rc\nd"', [['a\r\nb\rc\nd']]],
    ['a"b,c""d,e"', [['a"b', 'c""d', 'e"']]],
    [' "a",b', [[' "a"', 'b']]],
    ['a, b ,c', [['a', ' b ', 'c']]],
    ['\ud800,é,😀', [['\ud800', 'é', '😀']]],
    ['__proto__,a', [['__proto__', 'a']]],
  ];
  for (const [text, records] of rows) test(JSON.stringify(text), () => assert.deepEqual(read(text), records));

  test('any character can be the delimiter, one of two code units too', () => {
    assert.deepEqual(read('a😀b😁"c😀"d"', '😀'), [['a', 'b😁"c', 'd']]);
    assert.deepEqual(read('axbx"x"', 'x'), [['a', 'b', 'x']]);
    assert.deepEqual(read('a b', ' '), [['a', 'b']]);
  });

  const errors: [text: string, message: string][] = [
    ['"a', 'line 1: the quote that opens a cell here is never closed'],
    ['a,b\r\nc,d\re,"f\ng', 'line 3: the quote that opens a cell here is never closed'],
    ['a\n"b""', 'line 2: the quote that opens a cell here is never closed'],
    ['"a"b', 'line 1: "b" follows a closing quote; a quote inside a quoted cell is written twice'],
    ['"a\n" ,b', 'line 2: U+0020 follows a closing quote; a quote inside a quoted cell is written twice'],
  ];
  for (const [text, message] of errors) {
    test(JSON.stringify(text), () => assert.throws(() => read(text), { name: 'ToolError', message }));
  }

  test('a table has at most 2,000,000 cells', () => {
    assert.equal(read(`a\n${','.repeat(1_999_998)}`).length, 2);
    const message = 'line 2: the table has more than 2000000 cells';
    assert.throws(() => read(`a\n${','.repeat(1_999_999)}`), { name: 'ToolError', message });
  });
});

describe('writing', () => {
  const rows: [cells: string[], line: string][] = [
    [['a', 'b'], 'a,b'],
    [['a,b', 'c"d', 'e\nf', 'g\rh'], '"a,b","c""d","e\nf","g\rh"'],
    [[' a', 'b ', 'c d', '\tx', 'y\u00a0', '\ufeffz'], '" a","b ",c d,"\tx","y\u00a0","\ufeffz"'],
    [['', ''], ','],
    [[''], '""'],
    [[], ''],
    [['-1', "'", ';'], "-1,',;"],
  ];
  for (const [cells, line] of rows) test(JSON.stringify(cells), () => assert.equal(csvLine(cells, ','), line));
});

test('cells survive a round trip, whatever the cells, the delimiter and the line ends', () => {
  const special = fc.constantFrom(
    ',',
    ';',
    '\t',
    '|',
    '"',
    '\r',
    '\n',
    ' ',
    'a',
    '\ud83d',
    '\ude00',
    '😀',
    '__proto__',
  );
  const cell = fc.oneof(fc.string({ unit: special, maxLength: 6 }), fc.string({ unit: 'binary' }));
  const delimiter = fc
    .oneof(
      fc.constantFrom(',', ';', '\t', '|', ' ', 'a', '😀', '\u2028'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    )
    .filter((character) => !/["\r\n]/.test(character));
  const records = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 });
  fc.assert(
    fc.property(
      records,
      delimiter,
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
      (table, character, lineEnd, final) => {
        const text = table.map((cells) => csvLine(cells, character)).join(lineEnd) + (final ? lineEnd : '');
        assert.deepEqual(read(text, character), table);
      },
    ),
    { seed: 1, numRuns: 3000 },
  );
});

test('500,000 hostile characters are read in linear time: quadratic work would take minutes', () => {
  const repeated = (piece: string) => piece.repeat(500_000 / piece.length);
  const records: [text: string, count: number, cells: number][] = [
    [repeated('"'), 1, 1],
    [repeated(','), 1, 500_001],
    [repeated('",'), 1, 125_001],
    [repeated('"",'), 1, 166_667],
    [repeated('\n'), 0, 0],
    [repeated('\r\n'), 0, 0],
    [repeated('a\n'), 250_000, 250_000],
    [repeated('"\n'), 125_000, 125_000],
    [repeated('a"'), 1, 1],
  ];
  for (const [text, count, cells] of records) {
    const table = read(text);
    assert.equal(table.length, count, text.slice(0, 10));
    assert.equal(table.flat().length, cells, text.slice(0, 10));
  }
  for (const text of [`${repeated('"')}"`, `${repeated('""')}x`, repeated('"a')])
    assert.throws(() => read(text), ToolError);
});

describe('the delimiter option', () => {
  const rows: [option: string, text: string, delimiter: string][] = [
    [',', 'a;b', ','],
    ['tab', '', '\t'],
    ['x', '', 'x'],
    ['😀', '', '😀'],
    ['auto', '', ','],
    ['auto', 'a', ','],
    ['auto', 'a;b\n1;2', ';'],
    ['auto', 'a\tb\n1,5\t2', '\t'],
    ['auto', 'a|b|c\n1|2,0|3', '|'],
    ['auto', 'a;b,c;d\n1;2,3;4', ';'],
    ['auto', 'a;b,c\n1;2,3', ','],
    ['auto', 'a,b;c\n1,2,3;4', ';'],
    ['auto', '"a,b,c";d\n"1,2,3";4', ';'],
    ['auto', 'a,b\n1,2,3', ','],
    ['auto', 'a;b\n\n1;2\n', ';'],
    ['auto', `${'a;b\n'.repeat(10)}a,b`, ';'],
    ['auto', `${'a;b\n'.repeat(9)}a`, ';'],
    ['auto', 'a;b;c\n1,5;2\n3;4;5', ';'],
    ['auto', 'a,b;c\n1;2;3\n4,5,6', ','],
    ['auto', 'a\n1;2', ','],
    ['auto', '1,"x;y;z"\n2,"x;y;z"', ','],
    ['auto', '1;"x,y,z"\n2;"x,y,z"', ';'],
    ['auto', 'a;5" x, y\nb;3" y, z, w', ';'],
    ['auto', 'a, "b; c; d"\n1, 2', ','],
    ['auto', 'sep=;\na,b,c', ';'],
    ['auto', '"sep=;"\na;b,c', ';'],
    ['auto', '"sep=;"\na,b,c', ','],
    ['auto', '"a;b', ','],
  ];
  for (const [option, text, delimiter] of rows) {
    test(`${option} for ${JSON.stringify(text).slice(0, 40)}`, () =>
      assert.equal(delimitedText(text, option, rfc4180).delimiter, delimiter));
  }

  for (const option of ['"', '\n', '\r', 'ab', 'Tab', '\ud83d', 'e\u0301', '']) {
    test(`${JSON.stringify(option)} is refused`, () => {
      const message = 'delimiter must be tab, auto, one character or up to 4 signs, without quotes and line ends';
      assert.throws(() => resolveDelimiter(option), new ToolError(message));
    });
  }
});
