import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { columnPlace, columnsOption, namedTable, writeCsvLike } from '../../text/csv/csv-columns.js';
import { Delimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { HasHeaders, readCsv } from '../../text/csv/csv-table.js';

export default defineTool({
  slug: 'csv-fill-down',
  title: 'Fill blank CSV cells',
  description:
    'Fills the blank cells of CSV with the value above, as in reports and pivot tables that name a group only in its first row. Cells above the first value of a column stay blank.',
  config: Type.Object({
    columns: columnsOption('The columns to fill, by name or by number from 1; none means all'),
    direction: Type.Enum(['down', 'up'], {
      default: 'down',
      description: 'Where values go: down takes the last value above, up the next value below',
    }),
    delimiter: { ...Delimiter, description: 'The character between two cells, or tab, or auto, which detects it' },
    hasHeaders: HasHeaders,
    ...csvFormOptions,
  }),
  examples: [
    {
      input: 'region,city,sales\nNorth,Oslo,5\n,Bergen,\nSouth,Rome,7\n,Bari,2',
      config: { columns: ['region'] },
      output: 'region,city,sales\nNorth,Oslo,5\nNorth,Bergen,\nSouth,Rome,7\nSouth,Bari,2',
    },
    { input: 'a;b\n1;x\n;\n;y\n', config: { delimiter: ';' }, output: 'a;b\n1;x\n1;x\n1;y\n' },
    { input: ',x\n2,\n3,z', config: { hasHeaders: false, direction: 'up' }, output: '2,x\n2,z\n3,z' },
    { input: 'a,b\n,1', output: 'a,b\n,1' },
  ],
  run(input, config, limit) {
    const { delimiter, ...csv } = readCsv(input, config.delimiter, config);
    const { header, rows, width } = namedTable(csv, config.hasHeaders);
    if (csv.records.length === 0) return '';
    const places = config.columns.map((column) => columnPlace(column, { header, width }));
    const filled = places.length === 0 ? Array.from({ length: width }, (_, place) => place) : [...new Set(places)];
    const [first, step] = config.direction === 'down' ? [0, 1] : [rows.length - 1, -1];
    /** The row that has the value of a column which is written into blank cells now. */
    const sources = new Int32Array(width).fill(-1);
    const valueAt = (place: number) => rows[sources[place] ?? -1]?.[place] ?? '';
    const fill = (row: readonly string[], i: number): readonly string[] => {
      let cells: string[] | undefined;
      for (const place of filled) {
        if ((row[place] ?? '').trim() !== '') sources[place] = i;
        else if (sources[place] !== -1) {
          cells ??= row.slice();
          // Short rows get the cells before this one.
          while (cells.length < place) cells.push('');
          cells[place] = valueAt(place);
        }
      }
      return cells ?? row;
    };
    let total = 0;
    const results: (readonly string[])[] = new Array(rows.length);
    for (let i = first; i >= 0 && i < rows.length; i += step) {
      const row = fill(rows[i] ?? [], i);
      results[i] = row;
      // Filled rows may be far longer than the text, and those of the direction up are written when all are filled.
      for (const cell of row) total += cell.length + 1;
      limit.check(total - 1);
    }
    return writeCsvLike(input, header === undefined ? results : [header, ...results], delimiter, limit);
  },
});
