import { ToolError } from '../../core/errors.js';
import { patternTimeMs } from '../../core/limits.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { Column, columnPlace, namedTable, writeCsvLike } from '../../text/csv/csv-columns.js';
import { Delimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { HasHeaders, readCsv } from '../../text/csv/csv-table.js';
import { decimalKey } from '../../text/order/sort-keys.js';
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
      'The test of the cell: eq and ne compare texts, gt, ge, lt and le decimal numbers of any length, regex is in RE2 syntax; all keeps every row',
  }),
  value: Type.String({ default: '', maxLength: 2000, description: 'The value to compare the cell with' }),
  caseSensitive: Type.Boolean({
    default: true,
    description: 'Distinguishes upper and lower case in eq, ne, contains and regex',
  }),
  invert: Type.Boolean({ default: false, description: 'Drops the rows that pass the test and keeps the others' }),
  uniqueBy: Type.Optional({ ...Column, description: 'Keeps only the first row with each value of this column' }),
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
    'Keeps the rows of CSV in which a column passes a test; it can also keep one row for each value of a column. The header always stays, and so does the order of the rows.',
  config,
  examples: [
    {
      input: 'name,age\nAda,36\nBob,9\nCy,41',
      config: { column: 'age', op: 'gt', value: '10' },
      output: 'name,age\nAda,36\nCy,41',
    },
    {
      input: 'id;mail\n10;a@x.example\n2;b@x.example\n3;a@x.example\n',
      config: { op: 'all', uniqueBy: 'mail', delimiter: 'auto' },
      output: 'id;mail\n10;a@x.example\n2;b@x.example\n',
    },
    { input: 'a,\nb,x', config: { column: 2, op: 'empty', hasHeaders: false }, output: 'a,' },
    { input: 'name\nAda', config: { column: 'name', value: 'Bob' }, output: 'name' },
  ],
  heavy: true,
  timeLimitMs: patternTimeMs,
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
    if (config.uniqueBy !== undefined) rows = firstOfEach(rows, place(config.uniqueBy));
    return writeCsvLike(input, header === undefined ? rows : [header, ...rows], delimiter, limit);
  },
});

function cellTest({ op, value, caseSensitive }: Config): (cell: string) => boolean {
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
      return numberTest(op, value);
  }
}

const comparisons = {
  gt: (a: string, b: string) => a > b,
  ge: (a: string, b: string) => a >= b,
  lt: (a: string, b: string) => a < b,
  le: (a: string, b: string) => a <= b,
};

/** A cell that is not a number passes no comparison. */
function numberTest(op: keyof typeof comparisons, value: string): (cell: string) => boolean {
  const limit = numberKey(value);
  if (limit === undefined) throw new ToolError(`value: "${value}" is not a number`);
  return (cell) => {
    const key = numberKey(cell);
    return key !== undefined && comparisons[op](key, limit);
  };
}

/** Returns a decimal number as a key whose order is that of the numbers; undefined for other text. */
function numberKey(text: string): string | undefined {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text.trim()) ? decimalKey(text) : undefined;
}

function firstOfEach(rows: readonly Row[], column: number): Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const cell = row[column] ?? '';
    return !seen.has(cell) && seen.add(cell);
  });
}
