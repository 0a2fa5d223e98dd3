/** Which characters a repair tells apart. Each function takes one UTF-16 code unit as a string, '' after the end. */

/** JSON's white space. */
export function isBlank(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\t' || character === '\r';
}

/** White space of other kinds, which becomes a blank: no-break spaces, wide and zero-width ones. */
export function isForeignBlank(character: string): boolean {
  return character >= '\u00a0' && /^[\u00a0\u180e\u2000-\u200b\u202f\u205f\u3000\ufeff]$/.test(character);
}

/** Tests whether a character is one of 0 to 9. */
export function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

/** Tests whether a character is one of 0 to 9, a to f or A to F. */
export function isHexDigit(character: string): boolean {
  return /^[\da-f]$/i.test(character);
}

/** Ends a quoted string or a number. The end of the text is one. */
export function isDelimiter(character: string): boolean {
  return ',:[]/{}()\n+'.includes(character);
}

/** Ends a string without quotes, or one whose end quote is missing. */
export function endsBareString(character: string): boolean {
  return ',[]/{}\n+'.includes(character);
}

/** Tests whether a name without quotes may start with a character: an ASCII letter, `_` or `$`. */
export function startsName(character: string): boolean {
  return (
    (character >= 'a' && character <= 'z') ||
    (character >= 'A' && character <= 'Z') ||
    character === '_' ||
    character === '$'
  );
}

/** Tests whether a name without quotes may go on with a character. */
export function isInName(character: string): boolean {
  return startsName(character) || isDigit(character);
}

/** Tests whether a JSON value, or what is meant for one, may start with a character. */
export function startsValue(character: string): boolean {
  return isQuote(character) || /^[[{\w-]$/.test(character);
}

/** All but `[`, `]` and `,`, which are more likely JSON. */
export function isInUrl(character: string): boolean {
  return /^[\w\-.~:/?#@!$&'()*+;=]$/.test(character);
}

const doubleQuotes = '"\u201c\u201d';
const singleQuotes = "'\u2018\u2019`\u00b4";

/** Tests whether a character is a single or double quotation mark, straight or curly. False for the end of the text. */
export function isQuote(character: string): boolean {
  return character !== '' && (doubleQuotes.includes(character) || singleQuotes.includes(character));
}

/** Returns the quotes that can close a string: an ASCII quote is closed by itself, any other one by all of its kind. */
export function closingQuotes(opening: string): string {
  if (opening === '"' || opening === "'") return opening;
  return opening !== '' && singleQuotes.includes(opening) ? singleQuotes : doubleQuotes;
}

/** A character reference of HTML. */
export interface CharacterReference {
  readonly character: string;
  readonly length: number;
}

const names: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" };
const reference = /^&(?:(quot|amp|lt|gt|apos)|#([xX]?)([^;]+));/;
/** Longer ones, such as those with many leading zeros, are not read. */
const longestReference = 12;

/** Returns the character reference at an offset; undefined if there is none. */
export function referenceAt(text: string, at: number): CharacterReference | undefined {
  if (text.charAt(at) !== '&') return undefined;
  const [whole, name, hex, digits = ''] = reference.exec(text.slice(at, at + longestReference)) ?? [];
  if (whole === undefined) return undefined;
  if (name !== undefined) return { character: names[name] ?? '', length: whole.length };
  const code = Number.parseInt(digits, hex === '' ? 10 : 16);
  if (Number.isNaN(code) || code < 0 || code > 0x10ffff) return undefined;
  return { character: String.fromCodePoint(code), length: whole.length };
}
