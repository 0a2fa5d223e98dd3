import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';

/** The dialect option of every tool that writes SQL. */
export const SqlDialect = Type.Enum(['sql', 'mysql', 'postgresql', 'sqlite', 'transactsql'], {
  default: 'sql',
  description: 'How names and texts are quoted: standard SQL, MySQL, PostgreSQL, SQLite, or SQL Server (transactsql)',
});

export type SqlDialectName = 'sql' | 'mysql' | 'postgresql' | 'sqlite' | 'transactsql';

/**
 * Quotes a name: `"a"`, in MySQL with backticks, in SQL Server with brackets. Doubles closing quotes inside.
 *
 * @throws {ToolError} if the name is empty or contains U+0000, which no dialect accepts.
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

/**
 * Quotes a name with its schema (`sales.orders`), each part on its own. @throws {ToolError} as {@link sqlName} does.
 */
export function qualifiedSqlName(name: string, dialect: SqlDialectName): string {
  return name
    .split('.')
    .map((part) => sqlName(part, dialect))
    .join('.');
}

/**
 * Writes a text literal. Quotes are doubled; so are backslashes in MySQL, which reads them as escapes. SQL Server needs
 * `N` before characters outside ASCII. For PostgreSQL, standard_conforming_strings is assumed to be on, its default.
 *
 * @throws {ToolError} if the text contains U+0000, which only MySQL can write.
 */
export function sqlText(text: string, dialect: SqlDialectName): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  if (dialect === 'mysql') return quoted.replaceAll('\\', '\\\\').replaceAll('\0', '\\0');
  if (text.includes('\0')) throw new ToolError('a text in SQL cannot hold U+0000');
  return dialect === 'transactsql' && /[^\0-\x7f]/.test(text) ? `N${quoted}` : quoted;
}

/** Tests for decimal numbers that SQL reads unchanged. The largest decimal types hold 38 digits. */
export function isSqlNumber(text: string): boolean {
  return text.length <= 40 && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text);
}
