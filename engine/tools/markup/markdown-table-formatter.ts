import { Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { ownLineEnds, splitLines } from '../../text/lines/lines.js';
import { markdownTableLines } from '../../text/markup/markdown-table.js';
import { markdownTables, type PlacedTable } from '../../text/markup/markdown-table-reader.js';
import { TextWriter } from '../../text/text-writer.js';

export default defineTool({
  slug: 'markdown-table-formatter',
  title: 'Markdown table formatter',
  description:
    'Aligns the pipes of every table in Markdown text outside quotes, by the widths of a monospaced font, and completes missing pipes and cells. Everything else stays as it is. Columns with a cell wider than 200 are not padded.',
  config: Type.Object({
    padding: Type.Integer({ default: 1, minimum: 0, maximum: 4, description: 'Blanks on both sides of every cell' }),
  }),
  examples: [
    {
      input: 'name|n\n:-|-:\nAda|1\nCharles|20',
      output: '| name    |   n |\n| :------ | --: |\n| Ada     |   1 |\n| Charles |  20 |',
    },
    {
      input: 'text\n\n| 漢字 | b |\n|:-:|-|\n| x |\n',
      config: { padding: 0 },
      output: 'text\n\n|漢字|b  |\n|:--:|---|\n| x  |   |\n',
    },
    { input: '```\na|b\n-|-\n```', output: '```\na|b\n-|-\n```' },
  ],
  run(input, { padding }, limit) {
    const ends = ownLineEnds(input);
    const formatted = new TextWriter();
    let at = 0;
    for (const line of formattedLines(splitLines(input).lines, padding, limit)) {
      formatted.write(line + (ends[at++] ?? ''));
    }
    return formatted.toString();
  },
});

/** Yields as many lines as there were. */
function* formattedLines(lines: readonly string[], padding: number, limit: OutputLimit): Generator<string> {
  let copied = 0;
  let length = 0;
  for (const table of markdownTables(lines)) {
    for (; copied < table.start; copied++) yield lines[copied] ?? '';
    for (const line of tableLines(table, padding, limit)) {
      yield table.indentation + line;
      length += table.indentation.length + line.length + 1;
      limit.check(length - 1);
    }
    copied = table.end;
  }
  for (; copied < lines.length; copied++) yield lines[copied] ?? '';
}

function tableLines(table: PlacedTable, padding: number, limit: OutputLimit): Iterable<string> {
  // Without a blank after it a backslash would escape the pipe.
  const cells = (row: readonly string[]) =>
    padding > 0 ? row : row.map((cell) => (cell.endsWith('\\') ? `${cell} ` : cell));
  const { header, align, rows } = table;
  const layout = { aligned: true, padding };
  return markdownTableLines({ header: cells(header), align, rows: rows.map(cells) }, layout, limit);
}
