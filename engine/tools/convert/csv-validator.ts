import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { type NamedTable, namedTable, writeCsvLike } from '../../text/csv/csv-columns.js';
import { Delimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { countRows, HasHeaders, readCsv } from '../../text/csv/csv-table.js';
import { parsePointer } from '../../text/json/json-paths.js';
import { ExactNumbers } from '../../text/json-schema/exact-numbers.js';
import { schemaChecker } from '../../text/json-schema/json-schema.js';
import { requireShortSchema, schemaOption } from '../../text/json-schema/schema-option.js';
import { TextWriter } from '../../text/text-writer.js';
import { cellValue, propertyTypes, type TypeNames } from './csv-validator/typed-cells.js';

const config = Type.Object({
  schema: schemaOption(
    'The schema of a row, an object with the columns as properties (without headers: "1", "2" and so on), of at most 100,000 characters',
  ),
  output: Type.Enum(['report', 'valid', 'invalid'], {
    default: 'report',
    description:
      'report lists what is wrong; valid keeps the rows without a mistake, and invalid the others, both as CSV',
  }),
  format: Type.Enum(['text', 'csv', 'json'], {
    default: 'text',
    description:
      'The report: text is Valid, or a line per mistake; csv has the columns record, column, keyword and message; json an object with the numbers of rows and of invalid ones and the mistakes. text and json add notes on parts of the schema that are not checked',
  }),
  limit: Type.Integer({
    default: 1000,
    minimum: 1,
    maximum: 100_000,
    description: 'The report: how many mistakes it lists; text and json say how many more there are',
  }),
  checkFormats: Type.Boolean({
    default: true,
    description: 'Checks the formats of texts, such as date or email; otherwise format is only an annotation',
  }),
  failOnInvalid: Type.Boolean({
    default: false,
    description: 'Lets the step fail with the first mistake; otherwise passes the CSV to the next step unchanged',
  }),
  delimiter: { ...Delimiter, description: 'The character between two cells, or tab, or auto, which detects it' },
  hasHeaders: HasHeaders,
  ...csvFormOptions,
});
type Config = Static<typeof config>;

export default defineTool({
  slug: 'csv-validator',
  title: 'Validate CSV rows',
  description:
    'Checks each row of CSV against a JSON Schema and lists the mistakes by record and column, or keeps only the good or the bad rows. A cell is a number, true or false, null (if empty), an array or an object (as JSON) where the type of its property allows it, and a text otherwise; an empty cell that may not be null is a missing property.',
  config,
  examples: [
    {
      input: 'id,age\n1,36\nx,-1\n3,',
      config: {
        schema: {
          required: ['age'],
          properties: { id: { type: 'integer' }, age: { type: 'integer', minimum: 0 } },
        },
      },
      output:
        'record 3, column "id": must be integer\nrecord 3, column "age": must be >= 0\nrecord 4: must have required properties age',
    },
    {
      input: 'id;mail\n1;a@x.example\n2;none\n',
      config: { schema: { properties: { mail: { format: 'email' } } }, output: 'valid', delimiter: 'auto' },
      output: 'id;mail\n1;a@x.example\n',
    },
    {
      input: '5,yes\n7,no',
      config: { schema: { properties: { 2: { enum: ['yes'] } } }, hasHeaders: false, format: 'csv' },
      output: 'record,column,keyword,message\n2,2,enum,must be equal to one of the allowed values',
    },
    { input: 'a\n1', config: { schema: true }, output: 'Valid' },
  ],
  // The tables of an invalid row that the validator makes, one row at a time, and the messages.
  heapBytesPerCharacter: 120,
  // The report is no table.
  countItems: (text, config) => (config.output === 'report' ? 0 : countRows(text, config)),
  run(input, config, limit) {
    requireShortSchema(config.schema);
    const { delimiter, ...csv } = readCsv(input, config.delimiter, config);
    const table = namedTable(csv, config.hasHeaders);
    const names = columnNames(table);
    const { mistakesOf, notes } = rowChecker(names, config);
    const firstRecord = table.header === undefined ? 1 : 2;
    if (config.failOnInvalid) {
      for (const [i, row] of table.rows.entries()) {
        const [first] = mistakesOf(row);
        if (first !== undefined) throw new ToolError(shortened(sentenceOf(i + firstRecord, first)));
      }
      return input;
    }
    if (config.output !== 'report') {
      const kept = table.rows.filter((row) => (mistakesOf(row).length === 0) === (config.output === 'valid'));
      return writeCsvLike(input, table.header === undefined ? kept : [table.header, ...kept], delimiter, limit);
    }
    const report = new Report(config.limit);
    for (const [i, row] of table.rows.entries()) report.add(i + firstRecord, mistakesOf(row));
    switch (config.format) {
      case 'text':
        return asText(report, notes, limit);
      case 'csv':
        return writeCsvLike(input, asRecords(report), delimiter, limit);
      case 'json':
        return asJson(report, table.rows.length, notes, limit);
    }
  },
});

/** What is wrong with a row. */
interface Mistake {
  /** The name of the column, or its number; empty for the whole row. */
  readonly column: string;
  readonly keyword: string;
  readonly message: string;
}

function columnNames({ header, width }: NamedTable): string[] {
  const names = header === undefined ? Array.from({ length: width }, (_, i) => String(i + 1)) : [...header];
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new ToolError(`several columns are called "${name.slice(0, 60)}"`);
    seen.add(name);
  }
  return names;
}

const noTypes: TypeNames = new Set();

type Schema = Parameters<typeof schemaChecker>[0];

function rowChecker(names: readonly string[], { schema, checkFormats, hasHeaders }: Config) {
  const typesByName = propertyTypes(schema);
  const types = names.map((name) => typesByName.get(name) ?? noTypes);
  const nullable = names.flatMap((_, i) => (types[i]?.has('null') === true ? [i] : []));
  const numbers = new ExactNumbers();
  const { violationsOf, notes } = schemaChecker(schema as Schema, { checkFormats, numbers });
  const mistakesOf = (row: readonly string[]): Mistake[] => {
    const value: Record<string, unknown> = Object.create(null);
    // Only the cells that a row has: a long header over short rows would take quadratic time.
    for (const [i, text] of row.entries()) {
      const name = names[i];
      const cell = cellValue(text, types[i] ?? noTypes, numbers);
      if (name !== undefined && cell !== undefined) value[name] = cell;
    }
    for (const i of nullable) if (i >= row.length) value[names[i] ?? ''] = null;
    const mistakes = violationsOf(value).map(({ pointer, keyword, message }): Mistake => {
      const [column = '', ...rest] = pointer === '' ? [] : parsePointer(pointer);
      return { column, keyword, message: rest.length === 0 ? message : `/${rest.join('/')}: ${message}` };
    });
    if (hasHeaders && row.length > names.length) {
      const message = `has ${row.length} cells, and there are ${names.length} columns`;
      mistakes.push({ column: '', keyword: 'columns', message });
    }
    return mistakes;
  };
  return { mistakesOf, notes };
}

/** Collects the mistakes up to a limit, and counts the others. */
class Report {
  readonly listed: { readonly record: number; readonly mistake: Mistake }[] = [];
  more = 0;
  invalidRows = 0;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(record: number, mistakes: readonly Mistake[]): void {
    if (mistakes.length > 0) this.invalidRows++;
    for (const mistake of mistakes) {
      if (this.listed.length < this.#limit) this.listed.push({ record, mistake });
      else this.more++;
    }
  }
}

function sentenceOf(record: number, { column, message }: Mistake): string {
  return `record ${record}${column === '' ? '' : `, column "${column}"`}: ${message}`;
}

const longestError = 500;

/** Shortens a message, because it may quote a long name or list of the table or the schema. */
function shortened(sentence: string): string {
  return sentence.length > longestError ? `${sentence.slice(0, longestError)}…` : sentence;
}

function asText({ listed, more, invalidRows }: Report, notes: readonly string[], limit: OutputLimit): string {
  const text = new TextWriter(limit);
  const line = (written: string) => text.write(text.length === 0 ? written : `\n${written}`);
  if (invalidRows === 0) line('Valid');
  for (const { record, mistake } of listed) line(sentenceOf(record, mistake));
  if (more > 0) line(`and ${more} more, in ${invalidRows} rows altogether`);
  for (const note of notes) line(`note: ${note}`);
  return text.toString();
}

function* asRecords({ listed }: Report): Generator<readonly string[]> {
  yield ['record', 'column', 'keyword', 'message'];
  for (const { record, mistake } of listed) yield [String(record), mistake.column, mistake.keyword, mistake.message];
}

function asJson(report: Report, rows: number, notes: readonly string[], limit: OutputLimit): string {
  const { listed, more, invalidRows } = report;
  let length = 0;
  const errors = listed.map(({ record, mistake }) => {
    length += mistake.column.length + mistake.keyword.length + mistake.message.length;
    limit.check(length);
    return { record, ...mistake };
  });
  return JSON.stringify({
    valid: invalidRows === 0,
    rows,
    invalidRows,
    errors,
    ...(more > 0 && { more }),
    ...(notes.length > 0 && { notes }),
  });
}
