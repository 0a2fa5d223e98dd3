import type { Span } from '../span.js';
import { isNameCharacter } from './comment.js';
import { type SqlFamily, type SqlToken, sqlTokens } from './sql-tokens.js';

/** The placeholder signs to which a dialect gives another meaning. */
export interface PlaceholderSigns {
  /** PostgreSQL: `?` between two operands and `@` after `<` are operators. */
  readonly questionMarkOperator?: boolean;
  /** SQLite: `$name` may have a suffix in parentheses, which SQLite's own parser finds. */
  readonly tclNames?: boolean;
  /** Snowflake: `@stage/path` names files. */
  readonly stages?: boolean;
}

export interface SqlPart extends Span {
  readonly kind: SqlToken['kind'] | 'placeholder';
}

/**
 * Splits SQL like {@link sqlTokens}, with each placeholder in one part: `:id`, `@p`, `?`, `$1`, `%s`, `%(n)s`, and
 * `{{x}}`, `${x}` and `{% … %}` of templates, together with the name that contains them (`log_${year}`) and with the type
 * directly after them (`:id::int`). Linear in the length of the text.
 *
 * @throws {ToolError} with the place of a comment that is never closed.
 */
export function* sqlParts(text: string, family: SqlFamily, signs: PlaceholderSigns = {}): Generator<SqlPart> {
  const tokens = sqlTokens(text, family);
  let previous: SqlPart | undefined;
  for (let next = tokens.next(); !next.done; ) {
    const token = next.value;
    const placeholder = placeholderEnd(text, token, previous, signs);
    const end = placeholder > token.start ? matchEnd(text, placeholder, typeOfPlaceholder) : placeholder;
    const part: SqlPart = end > token.start ? { kind: 'placeholder', start: token.start, end } : token;
    yield part;
    if (part.kind !== 'space' && part.kind !== 'comment') previous = part;
    next = tokens.next(part.end);
  }
}

/** Returns where the placeholder that starts with this token ends, or the token's start if none does. */
function placeholderEnd(text: string, token: SqlToken, previous: SqlPart | undefined, signs: PlaceholderSigns): number {
  const { kind, start, end } = token;
  if (kind === 'word') {
    if (text[end] === '{' || text[end - 1] === '$' || text[end] === '%') {
      const template = matchEnd(text, start, inName);
      if (template > start) return template;
    }
    return text[start] === '$' ? matchEnd(text, start, signs.tclNames ? dollarNumber : dollarName) : start;
  }
  // MyBatis writes #{x} for MySQL as well, where # starts a comment.
  if (kind === 'comment' && text.startsWith('#{', start)) return matchEnd(text, start, inName);
  if (kind !== 'symbol') return start;
  switch (text[start]) {
    case '{':
    case '#':
      return matchEnd(text, start, inName);
    case ':':
      return followsOperand(text, start, ':') ? start : matchEnd(text, start, colonName);
    case '@':
      if (followsOperand(text, start, '@') || (signs.questionMarkOperator && text[start - 1] === '<')) return start;
      return matchEnd(text, start, signs.stages ? stage : atName);
    case '%':
      return followsOperand(text, start, '') ? matchEnd(text, start, percentSign) : matchEnd(text, start, percentName);
    case '?':
      return questionMarkEnd(text, start, previous, signs);
    default:
      return start;
  }
}

function questionMarkEnd(text: string, start: number, previous: SqlPart | undefined, signs: PlaceholderSigns): number {
  if (followsOperand(text, start, '?') || isNameCharacter(text[start - 1])) return start;
  const end = matchEnd(text, start, questionMarks);
  if (end !== start + 1 || !signs.questionMarkOperator) return end;
  return text[start - 1] === '@' || (previous !== undefined && isOperand(text, previous)) ? start : end;
}

/**
 * Tests whether the sign belongs to the character directly before it, as in `a:b`, `x::int`, `'user'@'host'` and `a%b`.
 */
function followsOperand(text: string, start: number, sign: string): boolean {
  const before = text[start - 1];
  if (before === undefined) return false;
  return isNameCharacter(before) || `)]'"\`${sign}`.includes(before);
}

function isOperand(text: string, { kind, start, end }: SqlPart): boolean {
  if (kind === 'symbol') return ')]'.includes(text.charAt(start));
  return kind !== 'word' || !takesOperand.test(text.slice(start, end));
}

/** Keywords that an operand follows. */
const takesOperand =
  /^(?:ALL|AND|ANY|BETWEEN|BY|CASE|DATE|DISTINCT|ELSE|ESCAPE|FETCH|FIRST|FROM|HAVING|I?LIKE|IN|INTERVAL|INTO|IS|LIMIT|NEXT|NOT|OFFSET|ON|OR|RETURNING|SELECT|SET|SOME|THEN|TIME|TIMESTAMP|TO|USING|VALUES|WHEN|WHERE)$/i;

const name = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_$]*`;
const quoted = String.raw`"[^"\r\n]{1,200}"|'[^'\r\n]{1,200}'|\x60[^\x60\r\n]{1,200}\x60`;
const colonName = new RegExp(`:(?:${name}|\\d+|${quoted})`, 'uy');
const atName = new RegExp(`@(?:${name}|\\d+|${quoted}|@[\\w.$]+)`, 'uy');
/** The type after a placeholder, as for PostgreSQL: `$1::int[]`. Only some dialects know the two colons. */
const typeOfPlaceholder = new RegExp(String.raw`(?:::${name}(?:\(\d+(?:, ?\d+)?\))?(?:\[\d*\])*)+`, 'uy');
const stage = /@(?:~|@[\w.$]+|%?[\w$."]+)(?:\/[^\s,;()'"]*)?/y;
const dollarName = /\$[\p{L}\p{N}_]+(?![\p{L}\p{M}\p{N}_$])/uy;
const dollarNumber = /\$\d+(?![\p{L}\p{M}\p{N}_$])/uy;
/** `??` is the operator `?` where `?` is a placeholder, and an identifier for some drivers. */
const questionMarks = /\?(?:\?[|&]?|\d+|(?!\?|\|(?!\|)|&))(?![\p{L}\p{M}\p{N}_$])/uy;
const percent = String.raw`%(?:\([\w .-]{1,200}\)|\d{1,3}\$)?[bdfilst](?![\p{L}\p{M}\p{N}_$])`;
/** The operator `%` where `%s` is a placeholder. */
const percentSign = /%%/y;
const percentName = new RegExp(`${percent}|%%`, 'uy');

/**
 * Matches the rest of a template. It leaves no string and no comment open, so that the other tokens of the text keep
 * their meaning. No other template starts inside it, so that many unclosed ones take no quadratic time.
 */
const inside = (open: string, close: string) =>
  String.raw`(?:(?!${open}|${close}|--|/\*|\$\w{0,63}\$)[^'"\x60]|'[^'\r\n]{0,200}'|"[^"\r\n]{0,200}"){0,1000}${close}`;
const template = [
  String.raw`\{\{\{?${inside(String.raw`\{\{`, String.raw`\}\}`)}\}?`,
  String.raw`\{%${inside('\\{%', '%\\}')}`,
  String.raw`\{#${inside('\\{#', '#\\}')}`,
  String.raw`[$#]\{${inside(String.raw`[$#]\{`, String.raw`\}`)}`,
  String.raw`\{[\p{L}\p{N}_.]{0,200}\}`,
  String.raw`\$\(\w{1,200}\)`,
].join('|');
const nameParts = String.raw`(?:[\p{L}\p{M}\p{N}_]|\$(?![{(]))*`;
const inName = new RegExp(`${nameParts}(?:(?:${template}|(?<=_)${percent})${nameParts})+`, 'uy');

function matchEnd(text: string, start: number, pattern: RegExp): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}
