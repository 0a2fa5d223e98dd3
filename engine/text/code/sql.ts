import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';

/** The option of every tool that writes SQL. */
export const SqlDialect = Type.Enum(['sql', 'mysql', 'postgresql', 'sqlite', 'transactsql'], {
  default: 'sql',
  description: 'How names and texts are quoted: standard SQL, MySQL, PostgreSQL, SQLite, or SQL Server (transactsql)',
});

export type SqlDialectName = 'sql' | 'mysql' | 'postgresql' | 'sqlite' | 'transactsql';

/**
 * A name in quotes: `"a"`, in MySQL with backticks, in SQL Server in brackets; closing quotes inside are doubled.
 *
 * @throws {ToolError} if the name is empty or holds U+0000, which no dialect accepts.
 */
export function sqlName(name: string, dialect: SqlDialectName): string {
  if (name === '') throw new ToolError('a name in SQL cannot be empty');
  if (name.includes('\0')) throw new ToolError('a name in SQL cannot hold U+0000');
  switch (dialect) {
    case 'mysql':
      return `\`${name.replaceAll('`', '``')}\``;
    case 'transactsql':
      return `[${name.replaceAll(']', ']]')}]`;
    default:
      return `"${name.replaceAll('"', '""')}"`;
  }
}

/** A name with the schema before it (`sales.orders`): each part in quotes of its own. @throws {ToolError} as sqlName. */
export function qualifiedSqlName(name: string, dialect: SqlDialectName): string {
  return name
    .split('.')
    .map((part) => sqlName(part, dialect))
    .join('.');
}

/**
 * A text literal. Quotes are doubled; MySQL reads backslashes as escapes, so they are doubled there; SQL Server needs
 * `N` before characters outside ASCII. PostgreSQL is taken to run with standard_conforming_strings on, its default.
 *
 * @throws {ToolError} if the text holds U+0000, which only MySQL can write.
 */
export function sqlText(text: string, dialect: SqlDialectName): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  if (dialect === 'mysql') return quoted.replaceAll('\\', '\\\\').replaceAll('\0', '\\0');
  if (text.includes('\0')) throw new ToolError('a text in SQL cannot hold U+0000');
  return dialect === 'transactsql' && /[^\0-\x7f]/.test(text) ? `N${quoted}` : quoted;
}

/** Decimal numbers that SQL reads as they are; 38 digits is what the largest decimal types hold. */
export function isSqlNumber(text: string): boolean {
  return text.length <= 40 && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text);
}
