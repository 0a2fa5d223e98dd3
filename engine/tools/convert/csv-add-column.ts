import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { columnPlace, type NamedTable, namedTable, writeCsvLike } from '../../text/csv/csv-columns.js';
import { Delimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { csvObject } from '../../text/csv/csv-objects.js';
import { HasHeaders, readCsv } from '../../text/csv/csv-table.js';
import { parseTemplate } from '../../text/templates/template.js';
import { TemplateWriter } from '../../text/templates/template-writer.js';

const config = Type.Object({
  name: Type.String({
    default: '',
    maxLength: 1000,
    description: 'The name of the new column; needed unless hasHeaders is false',
  }),
  template: Type.String({
    maxLength: 10_000,
    description:
      'The cell to write, with Mustache tags: {{name}} for the cell of a column, {{#name}}…{{/name}} for text only if that cell is not empty, {{^name}}…{{/name}} only if it is empty, {{@number}} for the number of the row. With hasHeaders false the columns are {{1}}, {{2}} and so on',
  }),
  position: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 500_000,
    description: 'Position of the new column, counted from 1; 0 puts it after all others',
  }),
  replace: Type.Boolean({
    default: false,
    description: 'Overwrites the column that already has this name, in its place; otherwise such a column is an error',
  }),
  delimiter: { ...Delimiter, description: 'The character between two cells, or tab, or auto, which detects it' },
  hasHeaders: HasHeaders,
  ...csvFormOptions,
});
type Config = Static<typeof config>;
type Row = readonly string[];

export default defineTool({
  slug: 'csv-add-column',
  title: 'Add a CSV column',
  description:
    'Adds a column to CSV and fills it from the other columns with a template: a full name, a link, a running number or a fixed text. It can also rewrite a column.',
  config,
  examples: [
    {
      input: 'first,last\nAda,Lovelace\nPlato,',
      config: { name: 'full', template: '{{first}}{{#last}} {{last}}{{/last}}' },
      output: 'first,last,full\nAda,Lovelace,Ada Lovelace\nPlato,,Plato',
    },
    {
      input: 'item;price\ntea;2,50\ncake;4\n',
      config: { name: 'no', template: '{{@number}}', position: 1, delimiter: 'auto' },
      output: 'no;item;price\n1;tea;2,50\n2;cake;4\n',
    },
    {
      input: 'id,url\n7,\n8,x',
      config: { name: 'url', template: 'https://x.example/{{id}}', replace: true },
      output: 'id,url\n7,https://x.example/7\n8,https://x.example/8',
    },
    { input: 'a,b\nc', config: { template: '{{2}},{{1}}', hasHeaders: false }, output: 'a,b,"b,a"\nc,,",c"' },
  ],
  run(input, config, limit) {
    const { delimiter, ...csv } = readCsv(input, config.delimiter, config);
    const writer = new TemplateWriter(parseTemplate(config.template), (value) => value, limit);
    if (csv.records.length === 0) return '';
    const table = namedTable(csv, config.hasHeaders);
    const names = table.header ?? Array.from({ length: table.width }, (_, i) => String(i + 1));
    const insert = insertion(config, table);
    function* records(): Generator<Row> {
      if (table.header !== undefined) yield insert(table.header, config.name);
      for (const row of table.rows) {
        writer.writeRecord(csvObject(names, row), '');
        yield insert(row, writer.take());
      }
    }
    return writeCsvLike(input, records(), delimiter, limit);
  },
});

/** Returns a function that inserts a cell into a row at the position of the new column. */
function insertion({ name, position, replace }: Config, table: NamedTable): (row: Row, cell: string) => Row {
  const { header, width } = table;
  if (header !== undefined && name === '') throw new ToolError('name is required, unless hasHeaders is false');
  const isTaken = header?.includes(name) ?? false;
  if (isTaken && !replace) {
    throw new ToolError(`the column "${name}" already exists; set replace to true to overwrite it`);
  }
  if (position > width + 1) throw new ToolError(`position ${position} is too far: the last column is ${width}`);
  const isReplaced = isTaken && replace;
  const place = isReplaced ? columnPlace(name, table) : position === 0 ? width : position - 1;
  return (row, cell) => {
    const cells = row.slice();
    while (cells.length < place) cells.push('');
    cells.splice(place, isReplaced ? 1 : 0, cell);
    return cells;
  };
}
