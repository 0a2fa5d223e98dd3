import type { DialectOptions } from 'sql-formatter';
import { ToolError } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { Indent } from '../../text/code/beautify.js';
import { HiddenParts } from '../../text/code/hidden-parts.js';
import { type PlaceholderSigns, sqlParts } from '../../text/code/sql-placeholders.js';
import { type SqlFamily, type SqlToken, sqlTokens } from '../../text/code/sql-tokens.js';
import { type Position, positionAt } from '../../text/position.js';
import type { Span } from '../../text/span.js';
import { rejoin } from './sql-formatter/rejoin.js';
import { checkSqlComplexity, tooDeep } from './sql-formatter/sql-complexity.js';
import { withWordTable } from './sql-formatter/word-table.js';

const library = lazyLibrary<typeof import('sql-formatter')>('sql-formatter');

/** Dialects whose strings and comments are those of MySQL. */
const mysqlFamily: ReadonlySet<string> = new Set([
  'mysql',
  'mariadb',
  'tidb',
  'singlestoredb',
  'bigquery',
  'hive',
  'spark',
]);

const placeholderSigns: Readonly<Partial<Record<string, PlaceholderSigns>>> = {
  postgresql: { questionMarkOperator: true },
  duckdb: { questionMarkOperator: true },
  sqlite: { tclNames: true },
  snowflake: { stages: true },
};

/** Dialects whose lexer is that of PostgreSQL. */
const userDefinedOperators: ReadonlySet<string> = new Set(['postgresql', 'duckdb']);

const dialectNames = [
  'sql',
  'bigquery',
  'clickhouse',
  'db2',
  'duckdb',
  'hive',
  'mariadb',
  'mysql',
  'n1ql',
  'plsql',
  'postgresql',
  'redshift',
  'singlestoredb',
  'snowflake',
  'spark',
  'sqlite',
  'tidb',
  'transactsql',
  'trino',
] as const;

type Dialect = (typeof dialectNames)[number];

export default defineTool({
  slug: 'sql-formatter',
  title: 'SQL formatter',
  description:
    'Lays SQL out with one clause and one column per line. Knows the grammar of many databases, but does not check queries: SQL that it cannot read is rejected with the place. Commands of clients stay on lines of their own: GO, /, DELIMITER //, \\connect, and the data after COPY … FROM stdin. Placeholders stay as they are in every dialect: :id, @p, ?, $1, %s, %(n)s, and templates such as {{x}}. At most 200,000 characters, and 60,000 words and signs.',
  config: Type.Object({
    dialect: Type.Enum(dialectNames, {
      default: 'sql',
      description: 'The database for which the SQL is written; sql is the standard',
    }),
    keywordCase: Type.Enum(['preserve', 'upper', 'lower'], {
      default: 'preserve',
      description: 'Case of keywords such as SELECT',
    }),
    indent: Indent,
  }),
  examples: [
    {
      input: 'select id, count(*) from orders where total > 10 group by id;',
      config: { keywordCase: 'upper' },
      output: 'SELECT\n  id,\n  count(*)\nFROM\n  orders\nWHERE\n  total > 10\nGROUP BY\n  id;',
    },
    {
      input: "SELECT data->>'name' FROM t WHERE tags @> ARRAY['a'] -- mine",
      config: { dialect: 'postgresql', indent: 4 },
      output: "SELECT\n    data ->> 'name'\nFROM\n    t\nWHERE\n    tags @> ARRAY['a'] -- mine",
    },
    { input: 'SELECT 1; SELECT 2', output: 'SELECT\n  1;\n\nSELECT\n  2' },
    { input: '', output: '' },
  ],
  // The parser's tokens: 200 bytes were measured.
  heapBytesPerCharacter: 260,
  run(input, { dialect, keywordCase, indent }) {
    checkSourceSize(input);
    const family: SqlFamily = mysqlFamily.has(dialect) ? 'mysql' : 'sql';
    const hidden = new HiddenParts(input, hiddenSpans(input, family, placeholderSigns[dialect] ?? {}));
    const sql = hidden.text;
    checkSqlComplexity(sql, family, indent);
    const crlf = hasOnlyCrlf(input);
    const operators = userDefinedOperators.has(dialect) ? 'user-defined' : 'fixed';
    const formatted = formatPieces(sql, family, crlf ? '\r\n' : '\n', ({ start, end }) => {
      const code = sql.slice(start, end);
      try {
        const layout = library().formatDialect(code, { dialect: dialectOf(dialect), keywordCase, tabWidth: indent });
        const laidOut = rejoin(code, layout, operators, (offset) => {
          throw unreadable(dialect, positionAt(input, start + offset));
        });
        return crlf ? laidOut.replace(/\r?\n/g, '\r\n') : laidOut;
      } catch (error) {
        throw refusal(error, dialect, input, { code, start });
      }
    });
    return hidden.restore(formatted);
  },
});

/** The library never forgets a dialect that it was given. */
const dialects = new Map<Dialect, DialectOptions>();

function dialectOf(name: Dialect): DialectOptions {
  let dialect = dialects.get(name);
  if (dialect === undefined) {
    dialect = withWordTable(library()[name]);
    dialects.set(name, dialect);
  }
  return dialect;
}

/** If so, strings and comments contain no other line end, and the whole output can have this one. */
function hasOnlyCrlf(text: string): boolean {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text);
}

function refusal(
  error: unknown,
  dialect: string,
  input: string,
  { code, start }: { readonly code: string; readonly start: number },
): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof RangeError) return new ToolError(tooDeep);
  const [, line, column] = /at line (\d+) column (\d+)/.exec(error.message) ?? [];
  if (line === undefined) return error;
  // A hidden placeholder has no line end, so the lines of the input can differ.
  const place = positionAt(input, start + offsetAt(code, Number(line), Number(column)));
  return unreadable(dialect, place);
}

function unreadable(dialect: string, place: Position): ToolError {
  return ToolError.at(place, `cannot be read as ${dialect}; check it or choose another dialect`);
}

/** Returns the offset of a place as the library counts it: lines end with U+000A. */
function offsetAt(text: string, line: number, column: number): number {
  let start = 0;
  for (let i = 1; i < line; i++) start = text.indexOf('\n', start) + 1;
  return start + column - 1;
}

/** The most UTF-16 code units of a source text: the parser takes seconds for more. */
const maxSourceCharacters = 200_000;

/** Checks the length. @throws {ToolError} if a source text is longer than {@link maxSourceCharacters}. */
function checkSourceSize(text: string): void {
  if (text.length > maxSourceCharacters) {
    throw new ToolError(`${text.length} characters are too many to parse (maximum ${maxSourceCharacters})`);
  }
}

/** A name with a character beyond ASCII. */
const unicodeName = /^(?=.*[^\0-\x7f])[\p{L}_][\p{L}\p{M}\p{N}_$]*$/u;

/**
 * Finds what the parser would misread: placeholders, of which it knows only a few in each dialect, and names beyond
 * ASCII, in which it finds keywords (`or` in `orée`).
 *
 * @throws {ToolError} with the place of a comment that is never closed.
 */
function* hiddenSpans(text: string, family: SqlFamily, signs: PlaceholderSigns): Generator<Span> {
  for (const part of sqlParts(text, family, signs)) {
    const { kind, start, end } = part;
    if (kind === 'placeholder' || (kind === 'word' && unicodeName.test(text.slice(start, end)))) yield part;
  }
}

interface Piece extends Span {
  readonly kind: 'code' | Extract<SqlToken['kind'], 'command' | 'delimiter' | 'data'>;
}

/**
 * Formats the SQL between what only clients read (`GO`, `DELIMITER //`, `\connect`, the data after `COPY … FROM
 * stdin;`), which stays as it is.
 *
 * @param format - formats the code at a place of the text.
 */
function formatPieces(text: string, family: SqlFamily, lineEnd: string, format: (code: Span) => string): string {
  let written = '';
  let previous: Piece['kind'] = 'command';
  for (const piece of pieces(text, family)) {
    const source = piece.kind === 'code' ? format(piece) : text.slice(piece.start, piece.end);
    if (source === '') continue;
    if (written !== '') written += separator(previous, piece.kind, lineEnd);
    written += source;
    previous = piece.kind;
  }
  return written;
}

function separator(before: Piece['kind'], after: Piece['kind'], lineEnd: string): string {
  if (after === 'data') return '';
  if (after === 'delimiter' && before === 'code') return ' ';
  return after === 'command' || before === 'command' ? lineEnd : lineEnd + lineEnd;
}

function* pieces(text: string, family: SqlFamily): Generator<Piece> {
  let from = 0;
  for (const { kind, start, end } of sqlTokens(text, family)) {
    if (kind !== 'command' && kind !== 'delimiter' && kind !== 'data') continue;
    if (from < start) yield { kind: 'code', start: from, end: start };
    yield { kind, start, end };
    from = end;
  }
  if (from < text.length) yield { kind: 'code', start: from, end: text.length };
}
