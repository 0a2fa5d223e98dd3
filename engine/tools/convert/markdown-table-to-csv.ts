import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { writeCsvLine } from '../../text/csv/csv.js';
import { Delimiter, resolveDelimiter } from '../../text/csv/csv-delimiter.js';
import { splitLines } from '../../text/lines/lines.js';
import { textOfMarkdownCell } from '../../text/markup/markdown-table.js';
import { allMarkdownTables } from '../../text/markup/markdown-table-reader.js';
import { picked, pickOption } from '../../text/pick.js';
import { TextWriter } from '../../text/text-writer.js';

export default defineTool({
  slug: 'markdown-table-to-csv',
  title: 'Markdown table to CSV',
  description:
    'Extracts a table from Markdown text as CSV, also one in a quote or a list. Tables in fenced code do not count; escaped pipes become pipes and <br> line ends, other Markdown in cells stays.',
  config: Type.Object({
    pick: pickOption('The table to convert; several have an empty line between them', { fallback: 1 }),
    delimiter: { ...Delimiter, description: 'The character to write between two cells, or tab; auto writes commas' },
  }),
  examples: [
    { input: '| name | note |\n| :--- | ---: |\n| Ada | x, y |\n| Bob |', output: 'name,note\nAda,"x, y"\nBob,' },
    { input: 'a | b\n--|--\n1 \\| 2 | `c`\n\ntext', config: { delimiter: ';' }, output: 'a;b\n1 | 2;`c`' },
    { input: '|a|\n|-|\n|1|\n\n|b|\n|-|', config: { pick: 0 }, output: 'a\n1\n\nb' },
    { input: '|a|\n|-|\n\n|b|\n|-|\n|x<br>y|', config: { pick: 2 }, output: 'b\n"x\ny"' },
  ],
  run(input, { pick, delimiter: option }, limit) {
    const delimiter = resolveDelimiter(option);
    if (input.trim() === '') return '';
    const tables = allMarkdownTables(splitLines(input).lines);
    const chosen = picked(tables, pick);
    if (pick !== 0 && chosen.length === 0) throw new ToolError(missing(pick, tables.length));
    const csv = new TextWriter(limit);
    for (const [i, table] of chosen.entries()) {
      if (i > 0) csv.write('\n\n');
      for (const [j, row] of [table.header, ...table.rows].entries()) {
        const width = Math.max(row.length, table.header.length);
        limit.check(csv.length + width - 1);
        const cells = Array.from({ length: width }, (_, k) => textOfMarkdownCell(row[k] ?? ''));
        if (j > 0) csv.write('\n');
        writeCsvLine(csv, cells, delimiter);
      }
    }
    return csv.toString();
  },
});

function missing(pick: number, count: number): string {
  if (count === 0) return 'the text has no Markdown table: a line of cells above a line such as | --- | --- |';
  return `there is no table ${pick}; the text has ${count === 1 ? 'one table' : `${count} tables`}`;
}
