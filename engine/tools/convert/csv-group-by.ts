import { ToolError } from '../../core/errors.js';
import { maxTableCells } from '../../core/limits.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { InvalidCells } from '../../text/csv/cell-numbers.js';
import {
  type Column,
  columnPlace,
  columnsOption,
  type NamedTable,
  namedTable,
  writeCsvLike,
} from '../../text/csv/csv-columns.js';
import { Delimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { HasHeaders, readCsv } from '../../text/csv/csv-table.js';
import { groupRows, rowKey } from '../../text/csv/row-groups.js';
import { DecimalMark, numberMarks, ThousandsMark, wholeNumberForms } from '../../text/numbers/numbers-in-text.js';
import { type Aggregate, aggregateNames, aggregateOf, type FilledCell } from './csv-group-by/aggregates.js';

const config = Type.Object({
  groupBy: columnsOption(
    'The columns, by name or by number from 1, whose cells define a group; none groups all rows into one',
  ),
  count: Type.Boolean({ default: true, description: 'Adds a column count: the number of rows in the group' }),
  sum: columnsOption('Columns of numbers to add up; each becomes a column such as amount_sum, as with the others'),
  mean: columnsOption('Columns of numbers to average'),
  median: columnsOption('Columns of numbers whose median to write'),
  min: columnsOption(
    'Columns whose smallest cell to write; compared as numbers if all cells of the column are numbers, otherwise in natural order, which also suits ISO dates',
  ),
  max: columnsOption('Columns whose largest cell to write; compared as for min'),
  first: columnsOption('Columns whose first cell that is not blank to write'),
  last: columnsOption('Columns whose last cell that is not blank to write'),
  distinct: columnsOption('Columns whose different cells to count'),
  list: columnsOption('Columns whose cells to write as a list'),
  separator: Type.String({ default: ', ', maxLength: 10, description: 'Text between the cells of a list' }),
  unique: Type.Boolean({ default: false, description: 'Lists each different cell once' }),
  decimals: Type.Integer({
    default: 10,
    minimum: 0,
    maximum: 100,
    description: 'Digits after the decimal mark to which mean is rounded, half up; unnecessary zeros are omitted',
  }),
  decimal: DecimalMark,
  thousands: ThousandsMark,
  invalid: InvalidCells,
  delimiter: { ...Delimiter, description: 'The character between two cells, or tab, or auto, which detects it' },
  hasHeaders: HasHeaders,
  ...csvFormOptions,
});
type Config = Static<typeof config>;

export default defineTool({
  slug: 'csv-group-by',
  title: 'Group CSV rows',
  description: `Groups the rows of CSV by one or more columns and calculates for each group, like a pivot table or GROUP BY of SQL: count, sum, mean, median, minimum, maximum, first, last, number of different cells, or a list of cells. Calculates exactly; blank cells do not count. Numbers may be written ${wholeNumberForms}; currencies are ignored, and percentages stay percentages: with other numbers in their column they are invalid. Groups are in the order of their first rows.`,
  config,
  examples: [
    {
      input: 'city,amount\nParis,1.10\nRome,5\nParis,2.20',
      config: { groupBy: ['city'], sum: ['amount'] },
      output: 'city,count,amount_sum\nParis,2,3.3\nRome,1,5',
    },
    {
      input: 'team;name;day\nA;Ada;2026-02-01\nB;Bob;2026-01-15\nA;Cy;2026-01-01\n',
      config: { groupBy: ['team'], count: false, max: ['day'], list: ['name'], delimiter: 'auto' },
      output: 'team;day_max;name_list\nA;2026-02-01;Ada, Cy\nB;2026-01-15;Bob\n',
    },
    {
      input: 'price\n4\n\n1,000\n""',
      config: { sum: [1], mean: ['price'], thousands: ',', delimiter: 'tab' },
      output: 'count\tprice_sum\tprice_mean\n3\t1004\t502',
    },
    { input: 'a,1\nb,2\na,3', config: { groupBy: [1], mean: [2], hasHeaders: false }, output: 'a,2,2\nb,1,2' },
  ],
  // If every row is a group of its own, the index of the groups takes as much as the table.
  heapBytesPerCharacter: 90,
  run(input, config, limit) {
    const { delimiter, ...csv } = readCsv(input, config.delimiter, config);
    if (csv.records.length === 0) return '';
    const table = namedTable(csv, config.hasHeaders);
    const keys = config.groupBy.map((column) => columnPlace(column, table));
    const columns = calculatedColumns(config, table);
    const names = [...keys.map((place) => table.header?.[place] ?? ''), ...(config.count ? ['count'] : [])];
    const header = [...names, ...columns.map(({ name }) => name)];
    if (header.length === 0) throw new ToolError('nothing to write: list columns in groupBy, or set count to true');
    const groups = groupRows(table.rows, rowKey([...new Set(keys)]));
    if (groups.count * header.length > maxTableCells) {
      throw new ToolError(`the result has more than ${maxTableCells} cells`);
    }
    const firstRecord = config.hasHeaders ? 2 : 1;
    function* records(): Generator<readonly string[]> {
      if (table.header !== undefined) yield header;
      for (let group = 0; group < groups.count; group++) {
        const rows = groups.rowsOf(group);
        const first = table.rows[rows[0] ?? 0] ?? [];
        yield [
          ...keys.map((place) => first[place] ?? ''),
          ...(config.count ? [String(rows.length)] : []),
          ...columns.map(({ place, aggregate }) => aggregate(filledCells(table.rows, rows, place, firstRecord))),
        ];
      }
    }
    return writeCsvLike(input, records(), delimiter, limit);
  },
});

interface CalculatedColumn {
  readonly name: string;
  readonly place: number;
  readonly aggregate: Aggregate;
}

function calculatedColumns(config: Config, table: NamedTable): CalculatedColumn[] {
  const options = { ...config, marks: numberMarks(config.decimal, config.thousands) };
  const firstRecord = config.hasHeaders ? 2 : 1;
  return aggregateNames.flatMap((name) =>
    distinctPlaces(config[name], table).map((place) => {
      const column = table.header?.[place] ?? place + 1;
      const needsAll = name === 'min' || name === 'max';
      const all = needsAll ? filledCells(table.rows, table.rows.keys(), place, firstRecord) : [];
      return { name: `${column}_${name}`, place, aggregate: aggregateOf(name, column, all, options) };
    }),
  );
}

function distinctPlaces(columns: readonly Column[], table: NamedTable): number[] {
  return [...new Set(columns.map((column) => columnPlace(column, table)))];
}

/** Returns the non-blank cells of a column in some rows. */
function filledCells(
  rows: NamedTable['rows'],
  places: Iterable<number>,
  column: number,
  firstRecord: number,
): FilledCell[] {
  const cells: FilledCell[] = [];
  for (const place of places) {
    const text = rows[place]?.[column] ?? '';
    if (text.trim() !== '') cells.push({ text, record: place + firstRecord });
  }
  return cells;
}
