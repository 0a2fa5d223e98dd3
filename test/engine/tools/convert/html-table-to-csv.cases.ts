import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'html-table-to-csv';
const tooLong = 'the output would be longer than 4000000 characters';
const tooManyCells = 'the table has more than 2000000 cells';
const asArrays = { format: 'json', hasHeaders: false, indent: 0 };
const two = '<table><tr><td>a<table><tr><td>b</table>c</table><table><tr><td>d</table>';

export default {
  slug,
  cases: [
    [
      '<table><tr><td>a</table>',
      '[\n\t[\n\t\t[\n\t\t\t"a"\n\t\t]\n\t]\n]',
      { format: 'json', hasHeaders: false, pick: 0, indent: 'tab' },
    ],
    ['', ''],
    [' \n', ''],
    ['<p>a</p>', { error: 'there is no table in the text' }],
    ['<p>a</p>', '', { pick: 0 }],
    ['<table></table>', ''],

    // Cells
    ['<table><tr><td> a\n <b>b</b><br>c<p>d</p><ul><li>e</ul><td>f</table>', 'a b c d e,f', {}, 'text on one line'],
    ['<table><tr><td>a<script>b</script><!-- c --><style>d</style></table>', 'a', {}, 'invisible elements'],
    [
      '<table><tr><td>a,b<td>"c"<td>&nbsp;d<td>;</table>',
      '"a,b","""c""","\u00a0d",;',
      {},
      'cells are quoted where they must be',
    ],
    ['<table><tr><td>a,b<td>c;d<td>e</table>', 'a,b;"c;d";e', { delimiter: ';' }],
    ['<table><tr><td>a<td>b</table>', 'a\tb', { delimiter: 'tab' }],
    [
      '<table><tr><td>a</table>',
      { error: 'delimiter must be tab, auto, one character or up to 4 signs, without quotes and line ends' },
      { delimiter: '"' },
    ],
    ['<table><tr><td><tr><td>a</table>', '""\na', {}, 'an empty cell alone in its row'],

    [
      '<table><tr><td>10<sup>6</sup><td>H<sub>2</sub>O<td>x<sup><i>k</i></sup><td>1<sup>st</sup></table>',
      '10⁶,H₂O,x^k,1st',
    ],
    ['<table><tr><td>a<input value=3>b<td><input type=hidden value=x></table>', 'a 3 b,'],

    // Rows
    [
      '<table><tr><td>a<tr><td>b<td>c<td>d<tr><td>e<td>f</table>',
      'a,,\nb,c,d\ne,f,',
      {},
      'rows as long as the longest',
    ],
    ['<table><tr></tr><tr><td>a</tr><tr></table>', 'a', {}, 'rows without a cell'],
    [
      '<table><caption>x</caption><tfoot><tr><td>a</tfoot><thead><tr><th>b</thead><tbody><tr><td>c</table>',
      'a\nb\nc',
      {},
      'parts of a table in the order of the text',
    ],
    ['<table><tr><td><b>a<td><p><i>b<tr><td>c<td>d', 'a,b\nc,d', {}, 'end tags that are missing'],
    ['<table><td>a<td>b<tr><td>c</table>', 'a,b\nc,', {}, 'cells without a row'],

    // Spans
    ['<table><tr><td colspan=2>a<td>b<tr><td>c<td>d<td>e</table>', 'a,a,b\nc,d,e'],
    ['<table><tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e</table>', 'a,b\na,c\nd,e'],
    ['<table><tr><td rowspan=2 colspan=2>a<td>b<tr><td>c</table>', 'a,a,b\na,a,c'],
    ['<table><tr><td rowspan=2 colspan=2>a<td>b<tr><td>c</table>', 'a,,b\n,,c', { expandSpans: false }],
    ['<table><tr><td>a<td>b<td rowspan=2>c<tr><td>d</table>', 'a,b,c\nd,,c', {}, 'a span beside a gap'],
    ['<table><tr><td rowspan=9>a<td>b<tr><td>c</table>', 'a,b\na,c', {}, 'a span past the end'],
    ['<table><tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d</table>', 'a,b\na,c\na,d', {}, 'rowspan 0 is all rows below'],
    [
      '<table><tr><td colspan=0>a<td colspan=-2>b<td colspan=x>c<td rowspan="">d</table>',
      'a,b,c,d',
      {},
      'invalid spans',
    ],
    ['<table><tr><td colspan=" 2px">a<td>b</table>', 'a,a,b', {}, 'spans are numbers at their start'],
    [
      '<table><tr><td colspan=99999>a</table>',
      `a${','.repeat(999)}`,
      { expandSpans: false },
      'a column span is 1000 at most',
    ],

    // Tables
    [two, 'a c'],
    [two, 'b', { pick: 2 }],
    [two, 'd', { pick: -1 }],
    [two, { error: 'there is no table 4; the text has 3 tables' }, { pick: 4 }],
    [two, 'a c\n\nb\n\nd', { pick: 0 }],

    // JSON
    ['<table><tr><th>a<tr><td>1</table>', '[\n  {\n    "a": "1"\n  }\n]', { format: 'json' }],
    ['<table><tr><td>a<td>b<tr><td>"c</table>', '[["a","b"],["\\"c",""]]', asArrays],
    [
      '<table><tr><th>__proto__<th>a<th>a<th><tr><td>1<td>2<td>3<td>4</table>',
      '[{"__proto__":"1","a":"2","a_2":"3","column_4":"4"}]',
      { format: 'json', indent: 0 },
    ],
    [two, '[[["a c"]],[["b"]],[["d"]]]', { ...asArrays, pick: 0 }],
    [
      two,
      '[\n [\n  [\n   "a c"\n  ]\n ],\n [\n  [\n   "b"\n  ]\n ],\n [\n  [\n   "d"\n  ]\n ]\n]',
      { ...asArrays, pick: 0, indent: 1 },
    ],
    ['a', '[]', { ...asArrays, pick: 0 }],

    ['<table><tr><td>\ud800\0', '\ud800\0', {}, 'lone surrogates and NUL'],
    ['<div>'.repeat(600), { error: 'line 1, column 2561: elements are nested deeper than 512 levels' }],
    [
      `<table>${'<tr><td colspan=1000>'.repeat(2001)}`,
      { error: tooManyCells },
      {},
      'a few characters that ask for millions of cells',
    ],
    { long: [`<table><tr>${'<td colspan=1000>'.repeat(2001)}`, { error: tooManyCells }, {}, 'the same in one row'] },
    [
      `<table><tr><td colspan=1000>${'<tr><td>'.repeat(2000)}`,
      { error: tooManyCells },
      {},
      'the same by a long row and many short ones',
    ],
    [`<table><tr><td colspan=1000>${'a'.repeat(400_000)}`, { error: tooLong }, {}, 'a long text in a thousand columns'],
    [`<table><tr><td colspan=1000>${'a'.repeat(400_000)}`, { error: tooLong }, asArrays, 'the same in JSON'],
    [
      `<table><tr><td rowspan=1000>${'a'.repeat(400_000)}${'<tr><td>b'.repeat(1000)}`,
      { error: tooLong },
      {},
      'a long text in a thousand rows',
    ],
  ],
  checks: {
    'cells come back from HTML': () => {
      const cell = fc
        .string({ unit: fc.constantFrom('a', 'b', ' ', ',', '"', '&', '<', 'é', '😀', '\n') })
        .map((text) => text.replace(/[ \n]+/g, ' ').replace(/^ | $/g, ''));
      const table = fc
        .integer({ min: 1, max: 4 })
        .chain((width) =>
          fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
        );
      fc.assert(
        fc.property(table, fc.boolean(), (rows, endTags) => {
          const encode = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
          const [cellEnd, rowEnd] = endTags ? ['</td>\n', '</tr>\n'] : ['', ''];
          const html = rows
            .map((row) => `<tr>${row.map((text) => `<td>${encode(text)}${cellEnd}`).join('')}${rowEnd}`)
            .join('');
          assert.deepEqual(JSON.parse(resultOf(slug, `<table>${html}</table>`, asArrays)), rows);
          const csv = resultOf(slug, `<table>${html}</table>`);
          const config = { direction: 'csv-to-json', hasHeaders: false };
          assert.deepEqual(JSON.parse(resultOf('csv-json-converter', csv, config)), rows);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'every cell of a span holds its text': () => {
      const cell = fc.record({ columns: fc.integer({ min: 1, max: 3 }), rows: fc.integer({ min: 1, max: 3 }) });
      fc.assert(
        fc.property(
          fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
          (rows) => {
            // As in HTML: each cell goes to the first free column, and fills all columns and rows of its span.
            const slots: string[][] = rows.map(() => []);
            let number = 0;
            let html = '';
            let overlap = false;
            rows.forEach((cells, row) => {
              html += '<tr>';
              for (const { columns, rows: height } of cells) {
                let column = 0;
                while (slots[row]?.[column] !== undefined) column++;
                html += `<td colspan=${columns} rowspan=${height}>${number}`;
                for (const line of slots.slice(row, row + height)) {
                  for (let i = column; i < column + columns; i++) {
                    overlap ||= line[i] !== undefined;
                    line[i] = `${number}`;
                  }
                }
                number++;
              }
            });
            fc.pre(!overlap);
            const width = Math.max(...slots.map((line) => line.length));
            const expected = slots.map((line) => Array.from({ length: width }, (_, i) => line[i] ?? ''));
            assert.deepEqual(JSON.parse(resultOf(slug, `<table>${html}</table>`, asArrays)), expected);
          },
        ),
        { seed: 2, numRuns: sampleSize(500) },
      );
    },
    'hostile texts take linear time': () => {
      for (const text of ['<tr><td>a', '<td>', '<tr>', '<td rowspan=9>', '<table></table>', '<td><br>']) {
        assertLinear(
          (length) => `<table>${filled(text, length)}`,
          (text) => runTool(slug, text, { pick: 0 }),
        );
      }
    },
  },
} satisfies ToolCases;
