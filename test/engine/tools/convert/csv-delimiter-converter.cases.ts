import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-delimiter-converter';
const spectrum = createRequire(import.meta.url)
  .resolve('csv-spectrum/package.json')
  .replace('package.json', '');

export default {
  slug,
  cases: [
    ['a|b\n1|"x\n2|y\n', { error: 'line 2: the quote that opens a cell here is never closed' }],
    ['a|b\n1|"x\n2|y\n', 'a\tb\n1\t"""x"\n2\ty\n', { quotes: 'lenient' }, 'a missing quote hides no delimiter'],
    ['', ''],
    ['\n\r\n', ''],
    ['a,b', 'a\tb'],
    ['a,b\r\n1,2\n', 'a\tb\r\n1\t2\r\n'],
    ['\ufeffa;b\r1;2', 'a,b\r1,2', { outputDelimiter: ',' }],
    ['a|b\n1|2', 'a;b\n1;2', { outputDelimiter: ';' }],
    ['a b\nc', 'a b\nc', {}, 'auto without any delimiter: one cell a line'],
    ['a:b\n1:2', 'a😀b\n1😀2', { delimiter: ':', outputDelimiter: '😀' }],
    ['"a,b","c;d"', 'a,b;"c;d"', { delimiter: ',', outputDelimiter: ';' }, 'quotes go where they are no longer needed'],
    ['"a\nb"," c","""d"""', '"a\nb"\t" c"\t"""d"""', {}, 'and stay where they are'],
    ['a\n""\nb', 'a\n""\nb', { delimiter: ',' }, 'a record of one empty cell'],
    ['a,\n""', '"a",""\n""', { quoteAll: true, delimiter: ',', outputDelimiter: ',' }],
    ['__proto__,\ud800\n\0,', '__proto__\t\ud800\n\0\t'],
    ['a;b', 'a,b', { outputDelimiter: 'auto' }],
    ['sep=;\r\na,b;c\r\n', 'a,b\tc\r\n', {}, 'the line of Excel names the delimiter'],
    ['\ufeff"SEP=|"\na,b,c|d', 'a,b,c\td', {}, 'in quotes'],
    ['sep=\t\na,b\tc', 'sep=\t\na,b\tc', { outputDelimiter: 'tab' }, 'and stays where it is true'],
    ['sep=;', '', {}, 'alone'],
    ['sep=;\n"a', { error: 'line 2: the quote that opens a cell here is never closed' }],
    ['sep=;\na;b', { error: 'line 1: sep=; names another delimiter; set delimiter to auto' }, { delimiter: ',' }],
    ['sep=ab\nc', 'sep=ab\nc', { delimiter: ',' }, 'no such line'],
    ['a||b|c||', 'a\tb|c\t', { delimiter: '||' }, 'a delimiter of two characters'],
    ['a|,|b,||', '"a|"|||b||"||"', { delimiter: ',', outputDelimiter: '||' }],
    ['"a" , b', 'a\tb', { delimiter: ' , ' }],
    ['a\tb', 'a,b', { delimiter: '\\t', outputDelimiter: ',' }, 'an escaped tab is a tab'],
    ['"a" ;"b"\t\n"1" ;"2"', 'a\tb\n1\t2', {}, 'blanks after closing quotes, where the delimiter is guessed'],
    [
      '"a" ,"b"',
      { error: 'line 1: U+0020 follows a closing quote; a quote inside a quoted cell is written twice' },
      { delimiter: ',' },
    ],
    [
      '"a \\"b\\"","c:\\\\d"\n\\N,"x\\\ny"\nu\\,v,"w""\\%"',
      '"a ""b"""|c:\\d\n\\N|"x\ny"\nu,v|"w""%"',
      { delimiter: ',', outputDelimiter: '|', quotes: 'backslash' },
      'quotes, backslashes, NULL, line ends and delimiters as MySQL writes them',
    ],
    [
      '"a\\"',
      { error: 'line 1: the quote that opens a cell here is never closed' },
      { delimiter: ',', quotes: 'backslash' },
    ],
    [
      '"a \\"b\\""',
      { error: 'line 1: "b" follows a closing quote; set quotes to backslash if \\" is a quote in this text' },
      { delimiter: ',' },
    ],
    [
      'a',
      { error: 'outputDelimiter must be tab, auto, one character or up to 4 signs, without quotes and line ends' },
      { outputDelimiter: 'ab' },
    ],
    [
      'a',
      { error: 'delimiter must be tab, auto, one character or up to 4 signs, without quotes and line ends' },
      { delimiter: '"' },
    ],
    ['a,b\n1,"2', { error: 'line 2: the quote that opens a cell here is never closed' }, { delimiter: ',' }],
    ['"'.repeat(499_999), { error: 'line 1: the quote that opens a cell here is never closed' }],
    [
      'a,"b\n"c" d,e',
      'a;"""b"\n"""c"" d";e',
      { quotes: 'lenient', outputDelimiter: ';' },
      'quotes that are never closed, or closed too early, on request',
    ],
    [
      '# x;y\na, "b,c"\n1 ,2\n',
      'a\tb,c\n1\t2\n',
      { comments: '#', trim: true },
      'comment lines and blanks around cells, on request',
    ],
    [
      '5",6"\n"a,b',
      '"5""";"6"""\n"""a";b',
      { quotes: 'none', outputDelimiter: ';', delimiter: ',' },
      'quotes are characters on request',
    ],
  ],
  checks: {
    'cells survive a round trip, whatever they contain': () => {
      const cell = fc.string({
        unit: fc.constantFrom('a', ',', ';', '\t', '|', '"', '\n', '\r', ' ', '😀'),
        maxLength: 6,
      });
      fc.assert(
        fc.property(
          fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
          fc.constantFrom('tab', ';', '|', ':'),
          fc.boolean(),
          (records, to, quoteAll) => {
            const csv = records
              .map((record) => record.map((text) => `"${text.replaceAll('"', '""')}"`).join(','))
              .join('\n');
            const there = resultOf(slug, csv, { delimiter: ',', outputDelimiter: to, quoteAll });
            const back = resultOf(slug, there, { delimiter: to, outputDelimiter: ',' });
            const read = (text: string) =>
              JSON.parse(
                resultOf('csv-json-converter', text, { hasHeaders: false, direction: 'csv-to-json' }),
              ) as string[][];
            assert.deepEqual(read(back), records);
          },
        ),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'csv-spectrum: with another delimiter the records match the vectors': () => {
      const names = readdirSync(`${spectrum}csvs`).map((file) => file.replace('.csv', ''));
      assert.equal(names.length, 12);
      // Its CSV and its JSON have different telephone numbers.
      for (const name of names.filter((name) => name !== 'location_coordinates')) {
        const tsv = resultOf(slug, readFileSync(`${spectrum}csvs/${name}.csv`, 'utf8'), {
          delimiter: ',',
          outputDelimiter: 'tab',
        });
        const json = JSON.parse(resultOf('csv-json-converter', tsv, { delimiter: 'tab' })) as unknown;
        assert.deepEqual(json, JSON.parse(readFileSync(`${spectrum}json/${name}.json`, 'utf8')), name);
      }
    },
  },
} satisfies ToolCases;
