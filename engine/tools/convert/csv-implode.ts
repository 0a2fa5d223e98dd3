import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { ConvertedColumns } from '../../text/csv/cell-conversion.js';
import { cellError } from '../../text/csv/cell-numbers.js';
import { columnPlace, namedTable, writeCsvLike } from '../../text/csv/csv-columns.js';
import { Delimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { HasHeaders, readCsv } from '../../text/csv/csv-table.js';
import { groupRows, rowKey } from '../../text/csv/row-groups.js';

export default defineTool({
  slug: 'csv-implode',
  title: 'Collect CSV rows into lists',
  description:
    'Makes one row of all rows of CSV that agree in the other columns, and collects their cells of the listed columns in a list; the reverse of csv-explode. A row stands where the first of its rows stood.',
  config: Type.Object({
    columns: {
      ...ConvertedColumns,
      description: 'The columns whose cells are joined, by name or by number from 1',
    },
    separator: Type.String({
      default: ', ',
      minLength: 1,
      maxLength: 100,
      description: 'Text between the cells of a list. A cell that contains it is refused: the list could not be split',
    }),
    unique: Type.Boolean({ default: false, description: 'Lists each different cell once' }),
    removeBlank: Type.Boolean({
      default: true,
      description: 'Leaves out blank cells. Without it, the lists of several columns have equally many items',
    }),
    delimiter: { ...Delimiter, description: 'The character between two cells, or tab, or auto, which detects it' },
    hasHeaders: HasHeaders,
    ...csvFormOptions,
  }),
  examples: [
    {
      input: 'id,tag\n1,red\n2,blue\n1,green',
      config: { columns: ['tag'] },
      output: 'id,tag\n1,"red, green"\n2,blue',
    },
    {
      input: 'order;item;pieces\nA;tea;2\nA;milk;1\n',
      config: { columns: ['item', 'pieces'], separator: '|', delimiter: 'auto' },
      output: 'order;item;pieces\nA;tea|milk;2|1\n',
    },
    {
      input: 'a,x\nb,x\na,x\n,x',
      config: { columns: [1], separator: ';', unique: true, hasHeaders: false },
      output: 'a;b,x',
    },
  ],
  // If every row is a group of its own, the index of the groups takes as much as the table.
  heapBytesPerCharacter: 90,
  run(input, config, limit) {
    const { delimiter, ...csv } = readCsv(input, config.delimiter, config);
    const { header, rows, width } = namedTable(csv, config.hasHeaders);
    if (csv.records.length === 0) return '';
    const joined = new Set(config.columns.map((column) => columnPlace(column, { header, width })));
    const others = Array.from({ length: width }, (_, place) => place).filter((place) => !joined.has(place));
    const groups = groupRows(rows, rowKey(others));
    const firstRecord = header === undefined ? 1 : 2;
    const listOf = (places: Uint32Array, column: number): string => {
      const cells: string[] = [];
      let length = -config.separator.length;
      for (const place of places) {
        const cell = rows[place]?.[column] ?? '';
        if (config.removeBlank && cell.trim() === '') continue;
        if (cell.includes(config.separator)) {
          const at = { record: place + firstRecord, column: header?.[column] ?? column + 1 };
          throw cellError(at, cell, 'contains the separator; choose another one');
        }
        cells.push(cell);
        // The separators alone may be far longer than the text.
        length += cell.length + config.separator.length;
        if (!config.unique) limit.check(length);
      }
      const listed = config.unique ? [...new Set(cells)] : cells;
      limit.check(listed.length * config.separator.length);
      return listed.join(config.separator);
    };
    function* records(): Generator<readonly string[]> {
      if (header !== undefined) yield header;
      for (let group = 0; group < groups.count; group++) {
        const places = groups.rowsOf(group);
        const cells = (rows[places[0] ?? 0] ?? []).slice();
        for (const column of joined) {
          const list = listOf(places, column);
          if (list === '' && column >= cells.length) continue;
          while (cells.length < column) cells.push('');
          cells[column] = list;
        }
        yield cells;
      }
    }
    return writeCsvLike(input, records(), delimiter, limit);
  },
});
