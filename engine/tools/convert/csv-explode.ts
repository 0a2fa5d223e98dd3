import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { ConvertedColumns } from '../../text/csv/cell-conversion.js';
import { columnPlace, namedTable, writeCsvLike } from '../../text/csv/csv-columns.js';
import { Delimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { HasHeaders, readCsv } from '../../text/csv/csv-table.js';

export default defineTool({
  slug: 'csv-explode',
  title: 'Split CSV cells into rows',
  description:
    'Writes one row of CSV for each item of a cell that holds a list; the other cells are repeated. The reverse is csv-implode. A blank cell keeps its row.',
  config: Type.Object({
    columns: {
      ...ConvertedColumns,
      description:
        'The columns that hold lists, by name or by number from 1. The items of several columns go together: the first ones into the first row and so on, so their numbers must be equal',
    },
    separator: Type.String({
      default: ',',
      minLength: 1,
      maxLength: 100,
      description: 'Text between the items of a list. White space around an item is removed',
    }),
    removeBlank: Type.Boolean({
      default: true,
      description: 'Leaves out items that are blank in all these columns, such as the last one of "a,b,"',
    }),
    delimiter: { ...Delimiter, description: 'The character between two cells, or tab, or auto, which detects it' },
    hasHeaders: HasHeaders,
    ...csvFormOptions,
  }),
  examples: [
    {
      input: 'id,tags\n1,"red, green"\n2,blue\n3,',
      config: { columns: ['tags'] },
      output: 'id,tags\n1,red\n1,green\n2,blue\n3,',
    },
    {
      input: 'order;item;pieces\nA;tea|milk;2|1\n',
      config: { columns: ['item', 'pieces'], separator: '|', delimiter: 'auto' },
      output: 'order;item;pieces\nA;tea;2\nA;milk;1\n',
    },
    {
      input: 'a;;b,x',
      config: { columns: [1], separator: ';', removeBlank: false, hasHeaders: false },
      output: 'a,x\n,x\nb,x',
    },
  ],
  run(input, config, limit) {
    const { delimiter, ...csv } = readCsv(input, config.delimiter, config);
    const { header, rows, width } = namedTable(csv, config.hasHeaders);
    if (csv.records.length === 0) return '';
    const places = [...new Set(config.columns.map((column) => columnPlace(column, { header, width })))];
    const nameOf = (place: number) => (header === undefined ? place + 1 : `"${(header[place] ?? '').slice(0, 40)}"`);
    function* records(): Generator<readonly string[]> {
      if (header !== undefined) yield header;
      for (const [i, row] of rows.entries()) {
        const lists = places.map((place) => itemsOf(row[place] ?? '', config.separator));
        const count = lists[0]?.length ?? 0;
        const differing = lists.findIndex(({ length }) => length !== count);
        if (differing !== -1) {
          const record = i + (header === undefined ? 1 : 2);
          throw new ToolError(
            `record ${record}: column ${nameOf(places[0] ?? 0)} has ${count} items, and column ${nameOf(places[differing] ?? 0)} has ${lists[differing]?.length}`,
          );
        }
        yield* explodedRows(row, places, lists, config.removeBlank);
      }
    }
    return writeCsvLike(input, records(), delimiter, limit);
  },
});

function itemsOf(cell: string, separator: string): string[] {
  return cell.split(separator).map((item) => item.trim());
}

function* explodedRows(
  row: readonly string[],
  places: readonly number[],
  lists: readonly (readonly string[])[],
  removeBlank: boolean,
): Generator<readonly string[]> {
  const count = lists[0]?.length ?? 0;
  const isBlank = (item: number) => lists.every((list) => list[item] === '');
  let written = false;
  for (let item = 0; item < count; item++) {
    if (removeBlank && isBlank(item)) continue;
    written = true;
    yield withCells(row, places, (list) => lists[list]?.[item] ?? '');
  }
  if (!written) yield withCells(row, places, () => '');
}

/** Returns a copy of a row with other cells in some places. A short row grows only where a cell is not empty. */
function withCells(row: readonly string[], places: readonly number[], cellOf: (list: number) => string): string[] {
  const cells = row.slice();
  for (const [list, place] of places.entries()) {
    const cell = cellOf(list);
    if (cell === '' && place >= cells.length) continue;
    while (cells.length < place) cells.push('');
    cells[place] = cell;
  }
  return cells;
}
