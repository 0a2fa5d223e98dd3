import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { withoutByteOrderMark } from '../../text/byte-order-mark.js';
import { cellError } from '../../text/csv/cell-numbers.js';
import { writeCsvLine } from '../../text/csv/csv.js';
import { Delimiter, resolveDelimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { readCsv } from '../../text/csv/csv-table.js';
import { lineEndsOf, splitLines } from '../../text/lines/lines.js';
import { TextWriter } from '../../text/text-writer.js';
import { countCodePoints } from '../../text/unicode/code-points.js';
import { slicerOf } from './fixed-width-csv-converter/characters.js';
import {
  type FixedColumn,
  givenColumns,
  gutterColumns,
  headerColumns,
  namedColumns,
  ruleColumns,
} from './fixed-width-csv-converter/fixed-columns.js';

const config = Type.Object({
  direction: Type.Enum(['to-csv', 'to-fixed-width'], {
    default: 'to-csv',
    description: 'Direction of the conversion',
  }),
  widths: Type.Array(Type.Integer({ minimum: 1, maximum: 10_000 }), {
    default: [],
    maxItems: 500,
    description:
      'The widths of the columns in characters, with the blanks between them. Text behind the last one is refused',
  }),
  positions: Type.String({
    default: '',
    maxLength: 5_000,
    description:
      'In place of widths: the characters of each column, counted from 1, as in 1-10,12-20,25-. What is between them is ignored',
  }),
  guess: Type.Enum(['gutters', 'header'], {
    default: 'gutters',
    description:
      'To CSV, without widths and positions: gutters begins a column behind each character place that is blank in all lines (without names, only where the first line has a name), or takes the columns of a rule such as ---- ------ in the first two lines; header begins one at each name in the first line',
  }),
  gap: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 100,
    description:
      'To CSV: how many blanks a gutter has at least, or stand between two names of the header: 2 if names have blanks in them. To fixed width without widths: how many blanks are written between columns',
  }),
  names: Type.Array(Type.String({ maxLength: 1000 }), {
    default: [],
    maxItems: 500,
    description: 'To CSV: names of the columns to write as the first record, for a text without a header',
  }),
  align: Type.Array(Type.Enum(['left', 'right']), {
    default: [],
    maxItems: 500,
    description: 'To fixed width: the alignment of each column, the first column first; left for omitted ones',
  }),
  overflow: Type.Enum(['error', 'cut'], {
    default: 'error',
    description: 'To fixed width: what to do with a cell that is wider than its column: refuse it, or cut it off',
  }),
  delimiter: { ...Delimiter, description: 'The character between two cells of the CSV, or tab, or auto' },
  ...csvFormOptions,
});
type Config = Static<typeof config>;

/** The most places of a line in which columns are guessed. */
const maxGuessedWidth = 100_000;

export default defineTool({
  slug: 'fixed-width-csv-converter',
  title: 'Fixed width ↔ CSV converter',
  description:
    'Converts text with columns of fixed width, such as reports, files of mainframes or the output of ps and docker, to CSV, and CSV to such text. Columns are given by widths or positions, or guessed. Places are counted in characters (code points); blanks around a cell are removed, and tabs are refused.',
  config,
  examples: [
    {
      input: 'NAME        AGE CITY\nAda          36 London\nCharles B.   79 Rome',
      output: 'NAME,AGE,CITY\nAda,36,London\nCharles B.,79,Rome',
    },
    {
      input: '0001Ada  0036\n0002Bob  0009\n',
      config: { widths: [4, 5, 4], names: ['id', 'name', 'age'] },
      output: 'id,name,age\n0001,Ada,0036\n0002,Bob,0009\n',
    },
    {
      input: 'CONTAINER ID  STATUS\nf1d2          Up 2 days\n3a            Exited',
      config: { guess: 'header', gap: 2 },
      output: 'CONTAINER ID,STATUS\nf1d2,Up 2 days\n3a,Exited',
    },
    {
      input: 'name,amount\nAda,5\nBob,1250',
      config: { direction: 'to-fixed-width', align: ['left', 'right'], gap: 2 },
      output: 'name  amount\nAda        5\nBob     1250',
    },
    {
      input: 'Ada;5\n',
      config: { direction: 'to-fixed-width', positions: '3-8,10-', delimiter: ';' },
      output: '  Ada    5\n',
    },
  ],
  run(input, config, limit) {
    const given = givenColumns(config.widths, config.positions);
    return config.direction === 'to-csv'
      ? toCsv(input, given, config, limit)
      : toFixedWidth(input, given, config, limit);
  },
});

function toCsv(input: string, given: readonly FixedColumn[] | undefined, config: Config, limit: OutputLimit): string {
  const { lines, lineEnd, final } = splitLines(withoutByteOrderMark(input));
  const tab = lines.findIndex((line) => line.includes('\t'));
  if (tab !== -1) throw ToolError.at({ line: tab + 1 }, 'a tab has no fixed width; replace tabs with spaces first');
  const { columns, rule } = given === undefined ? guessedColumns(lines, config) : { columns: given, rule: undefined };
  const isGuessed = given === undefined;
  const delimiter = resolveDelimiter(config.delimiter);
  const csv = new TextWriter(limit);
  let written = false;
  const write = (cells: readonly string[]) => {
    if (written) csv.write(lineEnd);
    writeCsvLine(csv, cells, delimiter);
    written = true;
  };
  if (config.names.length > 0) {
    if (columns.length > 0 && config.names.length !== columns.length) {
      throw new ToolError(`names lists ${config.names.length} names, and there are ${columns.length} columns`);
    }
    write(config.names);
  }
  const end = config.widths.length > 0 ? columns.at(-1)?.to : undefined;
  for (const [i, line] of lines.entries()) {
    if (line === rule || line.trim() === '') continue;
    const slice = slicerOf(line);
    if (end !== undefined && slice(end, Number.POSITIVE_INFINITY).trim() !== '') {
      throw ToolError.at({ line: i + 1 }, `there is text behind the last column, which ends with character ${end}`);
    }
    if (isGuessed) requireWholeCells(slice, columns, i + 1);
    write(columns.map(({ from, to }) => slice(from, to).trim()));
  }
  return written && final ? csv + lineEnd : csv.toString();
}

/** Refuses text between guessed columns, or across the start of one; the lines of a box may stand there. */
function requireWholeCells(
  slice: (from: number, to: number) => string,
  columns: readonly FixedColumn[],
  line: number,
): void {
  let end = 0;
  for (const { from, to } of [...columns, { from: Number.POSITIVE_INFINITY, to: 0 }]) {
    const between = slice(end, from).replaceAll('|', ' ');
    const crosses = end === from && from > 0 && /\S/.test(slice(from - 1, from)) && /\S/.test(slice(from, from + 1));
    if (between.trim() !== '' || crosses) {
      const column = crosses ? from : end + between.search(/\S/);
      throw ToolError.at(
        { line, column: column + 1 },
        'the text here is in no column or in two; set widths or positions',
      );
    }
    end = to;
  }
}

interface GuessedColumns {
  readonly columns: readonly FixedColumn[];
  /** A line of hyphens, which is not data wherever it stands. */
  readonly rule: string | undefined;
}

function guessedColumns(lines: readonly string[], { guess, gap, names }: Config): GuessedColumns {
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first === -1) return { columns: [], rule: undefined };
  const long = lines.findIndex((line) => line.length > maxGuessedWidth);
  if (long !== -1) {
    throw ToolError.at({ line: long + 1 }, `columns are guessed in lines of at most ${maxGuessedWidth} characters`);
  }
  if (guess === 'header') return { columns: headerColumns(lines[first] ?? '', gap), rule: undefined };
  for (const rule of [first, first + 1]) {
    const columns = ruleColumns(lines[rule] ?? '');
    if (columns !== undefined) return { columns, rule: lines[rule] };
  }
  const columns = gutterColumns(lines, gap);
  return { columns: names.length > 0 ? columns : namedColumns(columns, lines[first] ?? ''), rule: undefined };
}

function toFixedWidth(
  input: string,
  given: readonly FixedColumn[] | undefined,
  config: Config,
  limit: OutputLimit,
): string {
  const { records, width } = readCsv(input, config.delimiter, config);
  if (width === 0) return '';
  const columns = given ?? neededColumns(records, width, config.gap);
  const { lineEnd, final } = lineEndsOf(input);
  const text = new TextWriter(limit);
  for (const [i, record] of records.entries()) {
    if (i > 0) text.write(lineEnd);
    writeLine(text, record, i + 1, columns, config, limit);
  }
  return final ? text + lineEnd : text.toString();
}

/** Returns columns as wide as their widest cells. */
function neededColumns(records: readonly (readonly string[])[], width: number, gap: number): FixedColumn[] {
  const widths = new Float64Array(width).fill(1);
  for (const record of records) {
    for (const [i, cell] of record.entries()) widths[i] = Math.max(widths[i] ?? 1, countCodePoints(cell));
  }
  let from = 0;
  return Array.from(widths, (own) => {
    const column = { from, to: from + own };
    from += own + gap;
    return column;
  });
}

/** Writes a record without blanks behind its last cell. */
function writeLine(
  text: TextWriter,
  record: readonly string[],
  number: number,
  columns: readonly FixedColumn[],
  { align, overflow }: Config,
  limit: OutputLimit,
): void {
  let length = 0;
  for (const [i, cell] of record.entries()) {
    if (cell === '') continue;
    const at = { record: number, column: i + 1 };
    const column = columns[i];
    if (column === undefined) throw cellError(at, cell, `has no column; there are ${columns.length}`);
    if (/[\r\n\t]/.test(cell)) throw cellError(at, cell, 'contains a line end or a tab');
    const { from, to } = column;
    const own = countCodePoints(cell);
    const isTooWide = own > to - from;
    if (isTooWide && overflow === 'error') {
      throw cellError(at, cell, `has ${own} characters, and the column ${to - from}`);
    }
    const shown = isTooWide ? slicerOf(cell)(0, to - from) : cell;
    const free = Number.isFinite(to) ? to - from - Math.min(own, to - from) : 0;
    const pending = from - length + (align[i] === 'right' ? free : 0);
    limit.check(text.length + pending);
    text.write(' '.repeat(pending) + shown);
    length += pending + Math.min(own, to - from);
  }
}
