import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { isSqlNumber, qualifiedSqlName, SqlDialect, sqlName, sqlText } from '../../text/code/sql.js';
import { Delimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { HasHeaders, readCsv } from '../../text/csv/csv-table.js';
import { TextWriter } from '../../text/text-writer.js';

const config = Type.Object({
  table: Type.String({
    default: 'table',
    minLength: 1,
    maxLength: 200,
    description: 'The table to insert into; a dot separates schema and table',
  }),
  dialect: SqlDialect,
  batch: Type.Integer({
    default: 100,
    minimum: 1,
    maximum: 1000,
    description: 'Maximum number of rows in one INSERT statement',
  }),
  parseTypes: Type.Boolean({
    default: true,
    description:
      'Writes numbers, true and false without quotes, and empty cells and null as NULL; 007 and the like stay text. Otherwise every cell is text',
  }),
  delimiter: Delimiter,
  hasHeaders: { ...HasHeaders, description: 'The first record names the columns; otherwise rows go into all columns' },
  ...csvFormOptions,
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'csv-to-sql',
  title: 'CSV to SQL',
  description:
    'Converts CSV to INSERT statements. Names and texts are quoted according to the dialect. Table and columns must exist: no CREATE TABLE is written.',
  config,
  examples: [
    {
      input: "id,name\n1,Ada\n2,O'Brien",
      config: { table: 'people' },
      output: `INSERT INTO "people" ("id", "name") VALUES\n  (1, 'Ada'),\n  (2, 'O''Brien');`,
    },
    {
      input: 'zip;paid\n007;true\n;null',
      config: { dialect: 'transactsql', delimiter: ';', table: 'dbo.t', batch: 1 },
      output: `INSERT INTO [dbo].[t] ([zip], [paid]) VALUES\n  ('007', 1);\nINSERT INTO [dbo].[t] ([zip], [paid]) VALUES\n  (NULL, NULL);`,
    },
    {
      input: '1,a\\b',
      config: { dialect: 'mysql', hasHeaders: false, parseTypes: false },
      output: "INSERT INTO `table` VALUES\n  ('1', 'a\\\\b');",
    },
  ],
  run(input, config, limit) {
    const { dialect, batch, hasHeaders } = config;
    const { records } = readCsv(input, config.delimiter, config);
    const [first] = records;
    if (first === undefined) return '';
    const rows = hasHeaders ? records.slice(1) : records;
    const columns = hasHeaders ? columnList(first, config) : '';
    const start = `INSERT INTO ${qualifiedSqlName(config.table, dialect)}${columns} VALUES\n  `;
    const sql = new TextWriter(limit);
    rows.forEach((row, i) => {
      const lead = i % batch > 0 ? ',\n  ' : i === 0 ? start : `;\n${start}`;
      // Every statement repeats the list of columns.
      sql.write(lead);
      writeRow(sql, row, first.length, i + (hasHeaders ? 2 : 1), config);
      limit.check(sql.length + 1);
    });
    return sql.length === 0 ? '' : `${sql};`;
  },
});

function columnList(names: readonly string[], { dialect }: Config): string {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new ToolError(`two columns are called "${name.slice(0, 60)}"`);
    seen.add(name);
  }
  return ` (${names.map((name) => sqlName(name, dialect)).join(', ')})`;
}

/** @param number - of the record, counted from 1, for errors. */
function writeRow(sql: TextWriter, row: readonly string[], width: number, number: number, config: Config): void {
  if (row.length > width) {
    throw new ToolError(`record ${number} has ${row.length} cells, and there are ${width} columns`);
  }
  for (let i = 0; i < width; i++) sql.write((i === 0 ? '(' : ', ') + sqlValue(row[i] ?? '', number, config));
  sql.write(')');
}

function sqlValue(cell: string, number: number, { dialect, parseTypes }: Config): string {
  if (parseTypes) {
    if (cell === '' || /^null$/i.test(cell)) return 'NULL';
    if (isSqlNumber(cell)) return cell;
    const isTrue = /^true$/i.test(cell);
    // SQL Server has bits in place of booleans.
    if (isTrue || /^false$/i.test(cell))
      return dialect === 'transactsql' ? (isTrue ? '1' : '0') : isTrue ? 'TRUE' : 'FALSE';
  }
  try {
    return sqlText(cell, dialect);
  } catch (error) {
    if (error instanceof ToolError) throw new ToolError(`record ${number}: ${error.message}`);
    throw error;
  }
}
