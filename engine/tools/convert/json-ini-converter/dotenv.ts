import { ToolError } from '../../../core/errors.js';
import { scalarText, showPath } from '../../../text/json/json-conversion.js';
import { decodeJsonString, type JsonNode } from '../../../text/json/json-tree.js';
import { positionAt } from '../../../text/position.js';
import { replaceMatches } from '../../../text/replacement.js';
import { withoutComment } from './value-comments.js';

const blanksAndComments = /(?:[ \t\r\n]|#[^\r\n]*(?:[\r\n]|$))*/y;
const start = /(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*/y;
const bareValue = /[^\r\n]*/y;
const restOfLine = /[ \t]*(?:#[^\r\n]*)?(?=[\r\n]|$)/y;
const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/**
 * Reads a `.env` file as names and values. The last value of a duplicate name is used.
 *
 * Text in single quotes and backticks is literal; double quotes support the escapes `\n \r \t \" \\ \$` and `` \` ``.
 * All three may enclose several lines. Variables are not expanded.
 *
 * @param comment - the start of a comment after an unquoted value; undefined if there are no such comments.
 * @throws {ToolError} with line and column, for a line without an assignment, and an unclosed quote.
 */
export function readDotenv(text: string, comment: RegExp | undefined): Map<string, string> {
  const values = new Map<string, string>();
  let position = endOf(blanksAndComments, text, 0);
  while (position < text.length) {
    start.lastIndex = position;
    const [written = '', name = ''] = start.exec(text) ?? [];
    if (written === '') throw ToolError.at(positionAt(text, position), `expected NAME=value`);
    const { value, end } = valueAt(text, position + written.length, comment);
    values.set(name, value);
    position = endOf(blanksAndComments, text, end);
  }
  return values;
}

function valueAt(text: string, position: number, comment: RegExp | undefined): { value: string; end: number } {
  const quote = text.charAt(position);
  if (quote !== '"' && quote !== "'" && quote !== '`') {
    const end = endOf(bareValue, text, position);
    return { value: withoutComment(text.slice(position, end), comment), end };
  }
  const close = closingQuote(text, position, quote);
  if (close === -1) throw ToolError.at(positionAt(text, position), `the quote that opens here is never closed`);
  restOfLine.lastIndex = close + 1;
  if (!restOfLine.test(text)) {
    throw ToolError.at(positionAt(text, close + 1), `only a comment may follow a value in quotes`);
  }
  const inside = text.slice(position + 1, close);
  const value =
    quote === '"'
      ? replaceMatches(inside, /\\([nrt"\\$`])/g, (_, letter: string) => escapes.get(letter) ?? letter)
      : inside;
  return { value, end: close + 1 };
}

function closingQuote(text: string, open: number, quote: string): number {
  if (quote !== '"') return text.indexOf(quote, open + 1);
  for (let i = open + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i;
  }
  return -1;
}

function endOf(expression: RegExp, text: string, position: number): number {
  expression.lastIndex = position;
  return position + (expression.exec(text)?.[0].length ?? 0);
}

/**
 * Writes a JSON object as lines of a `.env` file. Quotes values that a shell or another reader might interpret: in
 * single quotes if possible, because nothing is expanded there.
 *
 * @throws {ToolError} with the path, for a value that is not plain, or a name with other characters than letters,
 *   digits, `_`, `.` and `-`.
 */
export function* dotenvLines(root: JsonNode): Generator<string> {
  if (typeof root === 'string' || Array.isArray(root)) {
    throw new ToolError('a .env file is made from a JSON object: {"NAME": "value"}');
  }
  for (const { key, value } of root.members) {
    const name = decodeJsonString(key);
    if (!/^[\w.-]+$/.test(name)) throw new ToolError(`${showPath([name])}: a name has only letters, digits, _ . and -`);
    if (typeof value !== 'string') throw new ToolError(`${showPath([name])}: a .env file has only plain values`);
    yield `${name}=${quoted(scalarText(value))}`;
  }
}

function quoted(value: string): string {
  if (/^[\w./:@%+,=-]*$/.test(value)) return value;
  if (!/['\r\n]/.test(value)) return `'${value}'`;
  const escaped = value
    .replace(/["\\$`]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
  return `"${escaped}"`;
}
