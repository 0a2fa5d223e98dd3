import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { Delimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { HasHeaders, readCsv } from '../../text/csv/csv-table.js';
import { indentation, JsonIndent } from '../../text/json/json-indent.js';
import { escapeHtmlText } from '../../text/markup/html-escape.js';
import { TextWriter } from '../../text/text-writer.js';

export default defineTool({
  slug: 'csv-to-html-table',
  title: 'CSV to HTML table',
  description:
    'Converts CSV to an HTML table. Cells are text: characters with a meaning in HTML are escaped, line ends become <br>.',
  config: Type.Object({
    delimiter: Delimiter,
    hasHeaders: { ...HasHeaders, description: 'The first record names the columns: it becomes the head of the table' },
    ...csvFormOptions,
    indent: JsonIndent,
  }),
  examples: [
    {
      input: 'name,age\nAda,36',
      output:
        '<table>\n  <thead>\n    <tr><th>name</th><th>age</th></tr>\n  </thead>\n  <tbody>\n    <tr><td>Ada</td><td>36</td></tr>\n  </tbody>\n</table>',
    },
    {
      input: 'a;<b>\n"x\ny"',
      config: { delimiter: ';', hasHeaders: false, indent: 0 },
      output: '<table><tbody><tr><td>a</td><td>&lt;b&gt;</td></tr><tr><td>x<br>y</td><td></td></tr></tbody></table>',
    },
    {
      input: 'a & "b"',
      config: { indent: 1 },
      output: '<table>\n <thead>\n  <tr><th>a &amp; "b"</th></tr>\n </thead>\n</table>',
    },
  ],
  run(input, { delimiter, hasHeaders, indent, ...form }, limit) {
    const { records, width } = readCsv(input, delimiter, form);
    if (width === 0) return '';
    // Counts only tags: a long record makes all records long.
    limit.check(records.length * width * '<td></td>'.length);
    const lineStart = (depth: number) => (indent === 0 ? '' : `\n${indentation(indent).repeat(depth)}`);
    const html = new TextWriter(limit);
    html.write('<table>');
    const add = (tag: 'thead' | 'tbody', cell: 'th' | 'td', rows: readonly (readonly string[])[]) => {
      if (rows.length === 0) return;
      html.write(`${lineStart(1)}<${tag}>`);
      for (const row of rows) {
        html.write(`${lineStart(2)}<tr>`);
        for (let i = 0; i < width; i++) html.write(`<${cell}>${htmlText(row[i] ?? '')}</${cell}>`);
        html.write('</tr>');
      }
      html.write(`${lineStart(1)}</${tag}>`);
    };
    const head = hasHeaders ? 1 : 0;
    add('thead', 'th', records.slice(0, head));
    add('tbody', 'td', records.slice(head));
    return `${html}${lineStart(0)}</table>`;
  },
});

function htmlText(cell: string): string {
  return escapeHtmlText(cell).replace(/\r\n|\n|\r/g, '<br>');
}
