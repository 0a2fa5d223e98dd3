import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { writeCsvLine } from '../../text/csv/csv.js';
import { Delimiter, resolveDelimiter } from '../../text/csv/csv-delimiter.js';
import { splitLines } from '../../text/lines/lines.js';
import { textOfMarkdownCell } from '../../text/markup/markdown-table.js';
import { markdownTables } from '../../text/markup/markdown-table-reader.js';
import { TextWriter } from '../../text/text-writer.js';

export default defineTool({
  slug: 'markdown-table-to-csv',
  title: 'Markdown table to CSV',
  description:
    'Extracts a table from Markdown text as CSV. Tables in fenced code do not count; escaped pipes become pipes and <br> line ends, other Markdown in cells stays.',
  config: Type.Object({
    index: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 500_000,
      description: 'Which table of the text, counted from 0',
    }),
    delimiter: { ...Delimiter, description: 'The character to write between two cells, or tab; auto writes commas' },
  }),
  examples: [
    { input: '| name | note |\n| :--- | ---: |\n| Ada | x, y |\n| Bob |', output: 'name,note\nAda,"x, y"\nBob,' },
    { input: 'a | b\n--|--\n1 \\| 2 | `c`\n\ntext', config: { delimiter: ';' }, output: 'a;b\n1 | 2;`c`' },
    { input: '|a|\n|-|\n\n|b|\n|-|\n|x<br>y|', config: { index: 1 }, output: 'b\n"x\ny"' },
  ],
  heavy: true,
  run(input, { index, delimiter: option }, limit) {
    const delimiter = resolveDelimiter(option);
    if (input.trim() === '') return '';
    const tables = markdownTables(splitLines(input).lines);
    const table = tables[index];
    if (table === undefined) throw new ToolError(missing(index, tables.length));
    const csv = new TextWriter(limit);
    for (const row of [table.header, ...table.rows]) {
      const width = Math.max(row.length, table.header.length);
      limit.check(csv.length + width - 1);
      const cells = Array.from({ length: width }, (_, i) => textOfMarkdownCell(row[i] ?? ''));
      if (csv.length > 0) csv.write('\n');
      writeCsvLine(csv, cells, delimiter);
    }
    return csv.toString();
  },
});

function missing(index: number, count: number): string {
  if (count === 0) return 'the text has no Markdown table: a line of cells above a line such as | --- | --- |';
  const tables = count === 1 ? 'one table, index 0' : `${count} tables, index 0 to ${count - 1}`;
  return `there is no table with index ${index}; the text has ${tables}`;
}
