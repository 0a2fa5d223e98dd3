import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { writeCsvLine } from '../../text/csv/csv.js';
import { Delimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { columnList, HasHeaders, likeLinesOf, readCsv } from '../../text/csv/csv-table.js';
import { TextWriter } from '../../text/text-writer.js';

const config = Type.Object({
  columns: Type.Array(
    Type.Union([Type.String({ maxLength: 1000 }), Type.Integer({ minimum: -500_000, maximum: 500_000 })]),
    {
      default: [],
      maxItems: 500,
      description:
        'The columns in their new order: names, or numbers that count from 1, negative ones from the end; none means all',
    },
  ),
  exclude: Type.Boolean({ default: false, description: 'Drops the listed columns and keeps all others' }),
  rename: Type.Record(Type.String(), Type.String({ maxLength: 1000 }), {
    default: {},
    maxProperties: 500,
    description: 'New names of columns by their old ones: {"old": "new"}',
  }),
  delimiter: { ...Delimiter, description: 'The character between two cells, or tab, or auto, which detects it' },
  hasHeaders: HasHeaders,
  ...csvFormOptions,
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'csv-column-picker',
  title: 'CSV column picker',
  description:
    'Keeps, drops, reorders, repeats or renames columns of CSV, by name or number. Cells are quoted only if necessary; delimiter and line end stay.',
  config,
  examples: [
    {
      input: 'id,name,age\n1,Ada,36\n2,"Lovelace, A.",36',
      config: { columns: ['name', 'id'] },
      output: 'name,id\nAda,1\n"Lovelace, A.",2',
    },
    {
      input: 'id;name;age\n1;Ada;36\n',
      config: { columns: ['age'], exclude: true, delimiter: 'auto', rename: { id: 'key' } },
      output: 'key;name\n1;Ada\n',
    },
    { input: 'a,b,c\nd', config: { columns: [-1, 1], hasHeaders: false }, output: 'c,a\n,d' },
  ],
  run(input, config, limit) {
    const { records, width, delimiter } = readCsv(input, config.delimiter, config);
    const [first] = records;
    if (first === undefined) return '';
    const names = config.hasHeaders ? first : undefined;
    const renamed = new Map(Object.entries(config.rename));
    checkNames([...renamed.keys()], names);
    const picked = pickedColumns(config, names, width);
    if (picked.length === 0) return '';
    // Counts only delimiters and line ends: one long record makes all records long.
    limit.check(records.length * picked.length - 1);
    const { before, between, after } = likeLinesOf(input, delimiter);
    const csv = new TextWriter(limit);
    csv.write(before);
    records.forEach((record, i) => {
      let cells = picked.map((column) => record[column] ?? '');
      if (i === 0 && names !== undefined) cells = cells.map((name) => renamed.get(name) ?? name);
      // A long cell can be picked five hundred times, so its record is counted before it is written.
      limit.check(csv.length + cells.reduce((length, cell) => length + cell.length + 1, 0));
      if (i > 0) csv.write(between);
      writeCsvLine(csv, cells, delimiter);
    });
    return csv + after;
  },
});

/** Returns the indexes of the columns to write, counted from 0. */
function pickedColumns({ columns, exclude }: Config, names: readonly string[] | undefined, width: number): number[] {
  checkNames(
    columns.filter((column) => typeof column === 'string'),
    names,
  );
  const places = new Map(names?.map((name, i) => [name, i]));
  const listed = columns.map((column) =>
    typeof column === 'string' ? (places.get(column) ?? 0) : placeOf(column, width),
  );
  const all = Array.from({ length: width }, (_, i) => i);
  if (columns.length === 0) return all;
  if (!exclude) return listed;
  const dropped = new Set(listed);
  return all.filter((column) => !dropped.has(column));
}

function placeOf(number: number, width: number): number {
  const place = number < 0 ? width + number : number - 1;
  if (number === 0 || place < 0 || place >= width) {
    throw new ToolError(`there is no column ${number}; there are ${width}, counted from 1`);
  }
  return place;
}

/** Checks that every name belongs to exactly one column. @throws {ToolError} if one does not. */
function checkNames(wanted: readonly string[], names: readonly string[] | undefined): void {
  if (wanted.length === 0) return;
  if (names === undefined)
    throw new ToolError(`"${wanted[0]}" is a name, and with hasHeaders false columns have numbers`);
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const name of wanted) {
    const count = counts.get(name) ?? 0;
    if (count > 1) throw new ToolError(`${count} columns are called "${name}"; use their numbers`);
    if (count === 0) throw new ToolError(`there is no column "${name}"; the columns are ${columnList(names)}`);
  }
}
