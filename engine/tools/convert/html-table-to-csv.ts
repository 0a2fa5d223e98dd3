import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { writeCsvLine } from '../../text/csv/csv.js';
import { Delimiter, resolveDelimiter } from '../../text/csv/csv-delimiter.js';
import { type Indent, IndentOfJson, indentation } from '../../text/json/json-indent.js';
import { writeJsonRecords } from '../../text/json/json-records.js';
import { blockElements, undisplayedElements } from '../../text/markup/html.js';
import { tableGrid, tableRows } from '../../text/markup/html-table.js';
import {
  elementsNamed,
  type HtmlElement,
  type HtmlNode,
  parseHtmlTree,
  textContent,
} from '../../text/markup/html-tree.js';
import { InlineText } from '../../text/markup/inline-text.js';
import { scriptInLine, scriptKindOf } from '../../text/markup/scripts-in-line.js';
import { shownValue } from '../../text/markup/shown-value.js';
import { picked, pickOption } from '../../text/pick.js';
import { TextWriter } from '../../text/text-writer.js';

const config = Type.Object({
  pick: pickOption('The table to convert; several have an empty line between them', { fallback: 1 }),
  delimiter: { ...Delimiter, description: 'CSV: the character to write between two cells, or tab; auto writes commas' },
  expandSpans: Type.Boolean({
    default: true,
    description:
      'Repeats the text of a cell that spans several columns or rows in each of them; otherwise only the first has it and the others are empty',
  }),
  format: Type.Enum(['csv', 'json'], {
    default: 'csv',
    description: 'Writes CSV, or JSON: an array of rows, and with pick 0 an array of such arrays',
  }),
  hasHeaders: Type.Boolean({
    default: true,
    description: 'JSON: the first row names the columns, and each other row becomes an object instead of an array',
  }),
  indent: IndentOfJson,
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'html-table-to-csv',
  title: 'HTML table to CSV',
  description:
    'Converts a table of an HTML text to CSV or JSON. Cells contain their text on one line; all rows have as many cells as the longest one. A table inside a cell counts as a separate table.',
  // The tree's elements: 37 bytes were measured for `<td>`.
  heapBytesPerCharacter: 50,
  config,
  examples: [
    {
      input: '<table><tr><th>Name<th>Age<tr><td>Lovelace, <b>Ada</b><td>36</table>',
      output: 'Name,Age\n"Lovelace, Ada",36',
    },
    {
      input: '<table><tr><td colspan=2>a<td rowspan=2>b<tr><td>c<td>d</table>',
      config: { expandSpans: false, delimiter: ';' },
      output: 'a;;b\nc;d;',
    },
    {
      input: '<table><tr><th>id<th>name<tr><td>1<td>Ada</table>',
      config: { format: 'json', indent: 0 },
      output: '[{"id":"1","name":"Ada"}]',
    },
    {
      input: '<table><tr><td>a</table><p>text</p><table><tr><td>b</table>',
      config: { pick: 0 },
      output: 'a\n\nb',
    },
  ],
  run(input, config, limit) {
    const delimiter = resolveDelimiter(config.delimiter);
    const tables = elementsNamed(parseHtmlTree(input), new Set(['table']));
    const written: string[] = [];
    let length = 0;
    for (const table of chosenTables([...tables], config.pick, input)) {
      const grid = tableGrid(tableRows(table), textOf, config.expandSpans);
      const text = config.format === 'csv' ? writeCsv(grid, delimiter, limit) : writeJson(grid, config, limit);
      written.push(text);
      length += text.length;
      limit.check(length);
    }
    if (config.format === 'csv' || config.pick !== 0) return written.join('\n\n');
    return jsonArray(written, config.indent);
  },
});

/** Selects tables. @throws {ToolError} if the table does not exist; a blank text has none, and that is no error. */
function chosenTables(tables: readonly HtmlElement[], pick: number, input: string): readonly HtmlElement[] {
  const chosen = picked(tables, pick);
  if (pick === 0 || chosen.length > 0 || input.trim() === '') return chosen;
  const count = tables.length === 1 ? 'one table' : `${tables.length} tables`;
  throw new ToolError(
    tables.length === 0 ? 'there is no table in the text' : `there is no table ${pick}; the text has ${count}`,
  );
}

/** Returns the text of a cell on one line, with blanks for blocks and line breaks, and without nested tables. */
function textOf(cell: HtmlElement): string {
  const text = new InlineText();
  let before = '';
  const append = (piece: string) => {
    text.append(piece);
    before = piece;
  };
  const visit = (nodes: readonly HtmlNode[]) => {
    for (const node of nodes) {
      const script = typeof node === 'string' ? undefined : scriptKindOf(node.name, node.attributes);
      if (typeof node === 'string') append(node);
      else if (script !== undefined) append(scriptInLine(script, textContent(node), before));
      else if (node.name === 'input') append(` ${shownValue(node.attributes)} `);
      else if (!undisplayedElements.has(node.name)) {
        const apart = node.name === 'br' || blockElements.has(node.name);
        if (apart) append(' ');
        if (node.name !== 'table') visit(node.children);
        if (apart) append(' ');
      }
    }
  };
  visit(cell.children);
  return text.take();
}

function writeCsv(grid: readonly string[][], delimiter: string, limit: OutputLimit): string {
  const csv = new TextWriter(limit);
  for (const row of grid) {
    // Checked before the line is built: the text of a cell that spans a thousand columns occurs in it a thousand times.
    limit.check(row.reduce((sum, { length }) => sum + length, csv.length));
    if (csv.length > 0) csv.write('\n');
    writeCsvLine(csv, row, delimiter);
  }
  return csv.toString();
}

function writeJson(grid: readonly string[][], { hasHeaders, indent }: Config, limit: OutputLimit): string {
  for (const row of grid) limit.check(row.reduce((sum, { length }) => sum + length, 0));
  return writeJsonRecords(grid, { hasHeaders, indent, parseTypes: false }, limit);
}

/** Puts JSON texts into an array and keeps their indentation. */
function jsonArray(texts: readonly string[], indent: Indent): string {
  if (indent === 0 || texts.length === 0) return `[${texts.join(',')}]`;
  const blanks = indentation(indent);
  return `[\n${texts.map((text) => blanks + text.replaceAll('\n', `\n${blanks}`)).join(',\n')}\n]`;
}
