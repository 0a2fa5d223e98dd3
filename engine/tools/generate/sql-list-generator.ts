import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { withoutByteOrderMark } from '../../text/byte-order-mark.js';
import { isSqlNumber, qualifiedSqlName, SqlDialect, sqlText } from '../../text/code/sql.js';
import { splitLines } from '../../text/lines/lines.js';

const config = Type.Object({
  column: Type.String({
    default: '',
    maxLength: 200,
    description: 'The column before IN; a dot separates table and column. If empty, only the lists are written',
  }),
  quote: Type.Boolean({
    default: true,
    description: 'Writes every line as text in quotes; otherwise every line must be a number',
  }),
  batch: Type.Integer({
    default: 1000,
    minimum: 1,
    maximum: 10_000,
    description: 'Maximum number of values in one list; Oracle allows 1000',
  }),
  unique: Type.Boolean({ default: true, description: 'Writes each value once' }),
  dialect: SqlDialect,
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'sql-list-generator',
  title: 'SQL IN list generator',
  description:
    "Makes a list for SQL, such as IN ('a', 'b'), of lines of text. Lines are trimmed, blank ones left out, quotes inside doubled. Long lists are divided and joined by OR.",
  config,
  examples: [
    { input: "a\nb\na\n\nO'Brien", output: "IN ('a', 'b', 'O''Brien')" },
    {
      input: '1\n2\n3',
      config: { column: 'u.id', quote: false, batch: 2 },
      output: '(u.id IN (1, 2)\nOR u.id IN (3))',
    },
    { input: 'x', config: { column: 'user name', dialect: 'mysql' }, output: "`user name` IN ('x')" },
    { input: '', output: '' },
  ],
  run(input, config, limit) {
    const values = valuesOf(input, config);
    if (values.length === 0) return '';
    const column = columnName(config);
    const lead = column === '' ? 'IN (' : `${column} IN (`;
    const lists = Math.ceil(values.length / config.batch);
    // With a column several lists are one condition, in brackets.
    const isCondition = column !== '' && lists > 1;
    let sql = isCondition ? '(' : '';
    for (let list = 0; list < lists; list++) {
      if (list > 0) sql += isCondition ? '\nOR ' : '\n';
      sql += `${lead}${values.slice(list * config.batch, (list + 1) * config.batch).join(', ')})`;
      limit.check(sql.length);
    }
    return isCondition ? `${sql})` : sql;
  },
});

function valuesOf(input: string, { quote, unique, dialect }: Config): string[] {
  const text = withoutByteOrderMark(input);
  const values: string[] = [];
  splitLines(text).lines.forEach((line, i) => {
    const value = line.trim();
    if (value !== '') values.push(quote ? quoted(value, i + 1, dialect) : numberOn(value, i + 1));
  });
  return unique ? [...new Set(values)] : values;
}

function quoted(value: string, line: number, dialect: Config['dialect']): string {
  try {
    return sqlText(value, dialect);
  } catch (error) {
    if (error instanceof ToolError) throw ToolError.at({ line }, `${error.message}`);
    throw error;
  }
}

/** Only a number may be in SQL without quotes: anything else would be read as SQL. */
function numberOn(value: string, line: number): string {
  if (isSqlNumber(value)) return value;
  const shown = value.length > 60 ? `${value.slice(0, 60)}…` : value;
  throw ToolError.at({ line }, `"${shown}" is not a number; set quote to true to write texts`);
}

/** Plain names stay bare, because quotes would make them case-sensitive in some databases. */
function columnName({ column, dialect }: Config): string {
  if (/^(?:[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)?$/.test(column)) return column;
  return qualifiedSqlName(column, dialect);
}
