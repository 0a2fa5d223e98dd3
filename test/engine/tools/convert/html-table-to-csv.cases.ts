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
    {
      input: '<table><tr><td>a</table>',
      config: { format: 'json', hasHeaders: false, pick: 0, indent: 'tab' },
      output: '[\n\t[\n\t\t[\n\t\t\t"a"\n\t\t]\n\t]\n]',
    },
    { input: '', output: '' },
    { input: ' \n', output: '' },
    { input: '<p>a</p>', error: 'there is no table in the text' },
    { input: '<p>a</p>', config: { pick: 0 }, output: '' },
    { input: '<table></table>', output: '' },

    // Cells
    {
      name: 'text on one line',
      input: '<table><tr><td> a\n <b>b</b><br>c<p>d</p><ul><li>e</ul><td>f</table>',
      output: 'a b c d e,f',
    },
    {
      name: 'invisible elements',
      input: '<table><tr><td>a<script>b</script><!-- c --><style>d</style></table>',
      output: 'a',
    },
    {
      name: 'cells are quoted where they must be',
      input: '<table><tr><td>a,b<td>"c"<td>&nbsp;d<td>;</table>',
      output: '"a,b","""c""","\u00a0d",;',
    },
    { input: '<table><tr><td>a,b<td>c;d<td>e</table>', config: { delimiter: ';' }, output: 'a,b;"c;d";e' },
    { input: '<table><tr><td>a<td>b</table>', config: { delimiter: 'tab' }, output: 'a\tb' },
    {
      input: '<table><tr><td>a</table>',
      config: { delimiter: '"' },
      error: 'delimiter must be tab, auto, or one character that is neither a quote nor a line end',
    },
    { name: 'an empty cell alone in its row', input: '<table><tr><td><tr><td>a</table>', output: '""\na' },

    // Rows
    {
      name: 'rows as long as the longest',
      input: '<table><tr><td>a<tr><td>b<td>c<td>d<tr><td>e<td>f</table>',
      output: 'a,,\nb,c,d\ne,f,',
    },
    { name: 'rows without a cell', input: '<table><tr></tr><tr><td>a</tr><tr></table>', output: 'a' },
    {
      name: 'parts of a table in the order of the text',
      input: '<table><caption>x</caption><tfoot><tr><td>a</tfoot><thead><tr><th>b</thead><tbody><tr><td>c</table>',
      output: 'a\nb\nc',
    },
    { name: 'end tags that are missing', input: '<table><tr><td><b>a<td><p><i>b<tr><td>c<td>d', output: 'a,b\nc,d' },
    { name: 'cells without a row', input: '<table><td>a<td>b<tr><td>c</table>', output: 'a,b\nc,' },

    // Spans
    { input: '<table><tr><td colspan=2>a<td>b<tr><td>c<td>d<td>e</table>', output: 'a,a,b\nc,d,e' },
    { input: '<table><tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e</table>', output: 'a,b\na,c\nd,e' },
    { input: '<table><tr><td rowspan=2 colspan=2>a<td>b<tr><td>c</table>', output: 'a,a,b\na,a,c' },
    {
      input: '<table><tr><td rowspan=2 colspan=2>a<td>b<tr><td>c</table>',
      config: { expandSpans: false },
      output: 'a,,b\n,,c',
    },
    {
      name: 'a span beside a gap',
      input: '<table><tr><td>a<td>b<td rowspan=2>c<tr><td>d</table>',
      output: 'a,b,c\nd,,c',
    },
    { name: 'a span past the end', input: '<table><tr><td rowspan=9>a<td>b<tr><td>c</table>', output: 'a,b\na,c' },
    {
      name: 'rowspan 0 is all rows below',
      input: '<table><tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d</table>',
      output: 'a,b\na,c\na,d',
    },
    {
      name: 'invalid spans',
      input: '<table><tr><td colspan=0>a<td colspan=-2>b<td colspan=x>c<td rowspan="">d</table>',
      output: 'a,b,c,d',
    },
    {
      name: 'spans are numbers at their start',
      input: '<table><tr><td colspan=" 2px">a<td>b</table>',
      output: 'a,a,b',
    },
    {
      name: 'a column span is 1000 at most',
      input: '<table><tr><td colspan=99999>a</table>',
      config: { expandSpans: false },
      output: `a${','.repeat(999)}`,
    },

    // Tables
    { input: two, output: 'a c' },
    { input: two, config: { pick: 2 }, output: 'b' },
    { input: two, config: { pick: -1 }, output: 'd' },
    { input: two, config: { pick: 4 }, error: 'there is no table 4; the text has 3 tables' },
    { input: two, config: { pick: 0 }, output: 'a c\n\nb\n\nd' },

    // JSON
    { input: '<table><tr><th>a<tr><td>1</table>', config: { format: 'json' }, output: '[\n  {\n    "a": "1"\n  }\n]' },
    { input: '<table><tr><td>a<td>b<tr><td>"c</table>', config: asArrays, output: '[["a","b"],["\\"c",""]]' },
    {
      input: '<table><tr><th>__proto__<th>a<th>a<th><tr><td>1<td>2<td>3<td>4</table>',
      config: { format: 'json', indent: 0 },
      output: '[{"__proto__":"1","a":"2","a_2":"3","column_4":"4"}]',
    },
    { input: two, config: { ...asArrays, pick: 0 }, output: '[[["a c"]],[["b"]],[["d"]]]' },
    {
      input: two,
      config: { ...asArrays, pick: 0, indent: 1 },
      output: '[\n [\n  [\n   "a c"\n  ]\n ],\n [\n  [\n   "b"\n  ]\n ],\n [\n  [\n   "d"\n  ]\n ]\n]',
    },
    { input: 'a', config: { ...asArrays, pick: 0 }, output: '[]' },

    { name: 'lone surrogates and NUL', input: '<table><tr><td>\ud800\0', output: '\ud800\0' },
    { input: '<div>'.repeat(600), error: 'line 1, column 2561: elements are nested deeper than 512 levels' },
    {
      name: 'a few characters that ask for millions of cells',
      input: `<table>${'<tr><td colspan=1000>'.repeat(2001)}`,
      error: tooManyCells,
    },
    {
      name: 'the same in one row',
      isLong: true,
      input: `<table><tr>${'<td colspan=1000>'.repeat(2001)}`,
      error: tooManyCells,
    },
    {
      name: 'the same by a long row and many short ones',
      input: `<table><tr><td colspan=1000>${'<tr><td>'.repeat(2000)}`,
      error: tooManyCells,
    },
    {
      name: 'a long text in a thousand columns',
      input: `<table><tr><td colspan=1000>${'a'.repeat(400_000)}`,
      error: tooLong,
    },
    {
      name: 'the same in JSON',
      input: `<table><tr><td colspan=1000>${'a'.repeat(400_000)}`,
      config: asArrays,
      error: tooLong,
    },
    {
      name: 'a long text in a thousand rows',
      input: `<table><tr><td rowspan=1000>${'a'.repeat(400_000)}${'<tr><td>b'.repeat(1000)}`,
      error: tooLong,
    },
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
