import { ToolError } from '../../core/errors.js';
import { patternTimeMs } from '../../core/limits.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { Column, columnPlace, namedTable, writeCsvLike } from '../../text/csv/csv-columns.js';
import { Delimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { countRows, HasHeaders, readCsv } from '../../text/csv/csv-table.js';
import { compareDecimals, type Decimal } from '../../text/numbers/decimal.js';
import {
  DecimalMark,
  exactValue,
  exponentTooLarge,
  numberMarks,
  ThousandsMark,
  wholeNumber,
  wholeNumberForms,
} from '../../text/numbers/numbers-in-text.js';
import { compareCodeUnits } from '../../text/order/alphabetical-order.js';
import { dateKeyOf } from '../../text/order/date-keys.js';
import { DateFormat } from '../../text/order/line-order.js';
import { contains } from '../../text/patterns/literal-search.js';
import { compilePattern } from '../../text/patterns/patterns.js';
import { foldCase } from '../../text/unicode/case-folding.js';

const config = Type.Object({
  column: Type.Optional({
    ...Column,
    description: 'The column to test, by name or by number from 1; required unless op is all',
  }),
  op: Type.Enum(['eq', 'ne', 'contains', 'regex', 'gt', 'ge', 'lt', 'le', 'empty', 'not-empty', 'all'], {
    default: 'eq',
    description:
      'The test of the cell: eq and ne compare texts, gt, ge, lt and le numbers or dates (see mode), regex is in RE2 syntax; all keeps every row',
  }),
  value: Type.String({ default: '', maxLength: 2000, description: 'The value to compare the cell with' }),
  caseSensitive: Type.Boolean({
    default: true,
    description: 'Distinguishes upper and lower case in eq, ne, contains, regex and uniqueBy',
  }),
  mode: Type.Enum(['numeric', 'date'], {
    default: 'numeric',
    description: `What gt, ge, lt and le compare: decimal numbers of any length, written ${wholeNumberForms}, or dates in dateFormat. Currencies and percent signs are ignored: 50% is 50. A cell that is neither fails the test`,
  }),
  dateFormat: DateFormat,
  decimal: DecimalMark,
  thousands: ThousandsMark,
  invert: Type.Boolean({ default: false, description: 'Drops the rows that pass the test and keeps the others' }),
  uniqueBy: Type.Optional(
    Type.Array(Column, {
      minItems: 1,
      maxItems: 100,
      description: 'Keeps only the first row with the same values in these columns, by name or by number from 1',
    }),
  ),
  uniqueBlank: Type.Boolean({
    default: false,
    description: 'Rows with a blank cell in a column of uniqueBy may be duplicates, too; otherwise they all stay',
  }),
  delimiter: { ...Delimiter, description: 'The character between two cells, or tab, or auto, which detects it' },
  hasHeaders: HasHeaders,
  ...csvFormOptions,
});
type Config = Static<typeof config>;
type Row = readonly string[];

export default defineTool({
  slug: 'csv-filter-rows',
  title: 'Filter CSV rows',
  description:
    'Keeps the rows of CSV in which a column passes a test; it can also keep one row for each value of some columns. The header always stays, and so does the order of the rows.',
  config,
  examples: [
    {
      input: 'name,age\nAda,36\nBob,9\nCy,41',
      config: { column: 'age', op: 'gt', value: '10' },
      output: 'name,age\nAda,36\nCy,41',
    },
    {
      input: 'id;mail\n10;a@x.example\n2;b@x.example\n3;a@x.example\n',
      config: { op: 'all', uniqueBy: ['mail'], delimiter: 'auto' },
      output: 'id;mail\n10;a@x.example\n2;b@x.example\n',
    },
    {
      input: 'Artikel;Preis\nTisch;1.234,50\nTee;2,5\n',
      config: { column: 'Preis', op: 'gt', value: '1.000', decimal: ',', delimiter: 'auto' },
      output: 'Artikel;Preis\nTisch;1.234,50\n',
    },
    { input: 'a,\nb,x', config: { column: 2, op: 'empty', hasHeaders: false }, output: 'a,' },
    { input: 'name\nAda', config: { column: 'name', value: 'Bob' }, output: 'name' },
  ],
  timeLimitMs: patternTimeMs,
  countItems: countRows,
  run(input, config, limit) {
    const { delimiter, ...table } = readCsv(input, config.delimiter, config);
    const { header, rows: allRows, width } = namedTable(table, config.hasHeaders);
    if (table.records.length === 0) return '';
    const place = (column: Column) => columnPlace(column, { header, width });
    let rows = allRows;
    if (config.op !== 'all') {
      if (config.column === undefined) throw new ToolError('column is required, unless op is all');
      const index = place(config.column);
      const passes = cellTest(config);
      rows = rows.filter((row) => passes(row[index] ?? '') !== config.invert);
    }
    if (config.uniqueBy !== undefined) rows = firstOfEach(rows, config.uniqueBy.map(place), config);
    return writeCsvLike(input, header === undefined ? rows : [header, ...rows], delimiter, limit);
  },
});

function cellTest(config: Config): (cell: string) => boolean {
  const { op, value, caseSensitive } = config;
  const cased = caseSensitive ? (text: string) => text : foldCase;
  const wanted = cased(value);
  switch (op) {
    case 'eq':
      return (cell) => cased(cell) === wanted;
    case 'ne':
      return (cell) => cased(cell) !== wanted;
    case 'contains':
      return (cell) => contains(cased(cell), wanted);
    case 'regex': {
      const pattern = compilePattern(value, caseSensitive ? '' : 'i', 'value');
      return (cell) => pattern.test(cell);
    }
    case 'empty':
      return (cell) => cell.trim() === '';
    case 'not-empty':
      return (cell) => cell.trim() !== '';
    case 'all':
      return () => true;
    default:
      return config.mode === 'date' ? dateTest(op, config) : numberTest(op, config);
  }
}

/** Tests the sign of the comparison of a cell with the value. */
const comparisons = {
  gt: (sign: number) => sign > 0,
  ge: (sign: number) => sign >= 0,
  lt: (sign: number) => sign < 0,
  le: (sign: number) => sign <= 0,
};
type Comparison = keyof typeof comparisons;

/** A cell that is not a number passes no comparison. */
function numberTest(op: Comparison, { value, decimal, thousands }: Config): (cell: string) => boolean {
  const marks = numberMarks(decimal, thousands);
  const numberIn = (cell: string): Decimal | undefined => {
    const number = wholeNumber(cell, marks);
    if (number === undefined) return undefined;
    const exact = exactValue(number, marks);
    if (exact === undefined) throw new ToolError(exponentTooLarge);
    return exact;
  };
  const limit = numberIn(value);
  if (limit === undefined) throw new ToolError(`value: "${value}" is not a number`);
  return (cell) => {
    const number = numberIn(cell);
    return number !== undefined && comparisons[op](compareDecimals(number, limit));
  };
}

/** A cell that does not start with a date passes no comparison. */
function dateTest(op: Comparison, { value, dateFormat }: Config): (cell: string) => boolean {
  const dateIn = dateKeyOf(dateFormat, 'dateFormat');
  const limit = dateIn(value);
  if (limit === undefined) throw new ToolError(`value: "${value}" is not a date in dateFormat`);
  return (cell) => {
    const date = dateIn(cell);
    return date !== undefined && comparisons[op](compareCodeUnits(date, limit));
  };
}

function firstOfEach(
  rows: readonly Row[],
  columns: readonly number[],
  { caseSensitive, uniqueBlank }: Pick<Config, 'caseSensitive' | 'uniqueBlank'>,
): Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const cells = columns.map((column) => row[column] ?? '');
    if (!uniqueBlank && cells.some((cell) => cell.trim() === '')) return true;
    // Lengths keep the cells apart.
    const key = cells.map((cell) => `${cell.length}:${caseSensitive ? cell : foldCase(cell)}`).join('');
    return !seen.has(key) && seen.add(key);
  });
}
