import { endsBareString, isBlank, isDelimiter, isDigit, isInName, isInUrl, isQuote } from './repair-characters.js';
import type { RepairReader } from './repair-reader.js';
import { startsUrl } from './repair-strings.js';

/** The words of JSON and of Python. */
const keywords: readonly (readonly [string, string])[] = [
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
];

/** The same, and those of other languages. */
const moreKeywords: readonly (readonly [string, string])[] = [
  ...keywords,
  ['TRUE', 'true'],
  ['FALSE', 'false'],
  ['NULL', 'null'],
  ['Null', 'null'],
  ['NONE', 'null'],
  ['nil', 'null'],
];

/** A number, of which parts may be missing. */
const numberForm = /(-?)(\d*)(\.\d*)?([eE][+-]?\d*)?/y;

/** Appends a zero to a fraction or an exponent without digits. */
function withDigit(part = ''): string {
  return part === '' || isDigit(part.charAt(part.length - 1)) ? part : `${part}0`;
}

/** Reads a number and adds the digits that are missing; one with leading zeros becomes a string. */
export function readNumber(reader: RepairReader): boolean {
  const { text } = reader;
  const start =
    reader.beyondLibrary && /^\+[\d.]$/.test(text.slice(reader.at, reader.at + 2)) ? reader.at + 1 : reader.at;
  numberForm.lastIndex = start;
  const [whole = '', minus = '', digits = '', fraction, exponent] = numberForm.exec(text) ?? [];
  const end = start + whole.length;
  const after = text.charAt(end);
  const isNumber = minus !== '' || digits !== '' || fraction !== undefined;
  // A sign or a point alone is text: no digit is made up.
  if (reader.beyondLibrary && !/\d/.test(whole)) return false;
  if (!isNumber || !(isDelimiter(after) || isBlank(after) || reader.isSeparator(end))) return false;
  reader.at = end;
  if (/^0\d/.test(digits) || (exponent !== undefined && digits === '' && fraction === undefined)) {
    reader.output.push(`"${whole}"`);
    return true;
  }
  const integer = digits === '' ? '0' : digits;
  reader.output.push(minus + integer + withDigit(fraction) + withDigit(exponent));
  return true;
}

/** Reads a word of JSON, of Python or of another language. */
export function readKeyword(reader: RepairReader): boolean {
  const { text, at, beyondLibrary } = reader;
  for (const [word, value] of beyondLibrary ? moreKeywords : keywords) {
    if (!text.startsWith(word, at) || isInName(text.charAt(at + word.length))) continue;
    if (beyondLibrary && isInSentence(text, at + word.length)) return false;
    reader.output.push(value);
    reader.at += word.length;
    return true;
  }
  return false;
}

/** Tests whether words follow on the line that are neither values nor comments, as in `True North`. */
function isInSentence(text: string, wordEnd: number): boolean {
  const [, word] = /^[ \t]{1,8}([A-Za-z_$][\w$]{0,40})/.exec(text.slice(wordEnd, wordEnd + 50)) ?? [];
  return word !== undefined && !moreKeywords.some(([keyword]) => keyword === word);
}

/** Moves a reader behind the name without quotes that it stands at, if any. */
export function skipName(reader: RepairReader): void {
  while (isInName(reader.character)) reader.at++;
}

/**
 * Reads a string without quotes, whose name has been read.
 *
 * @param start - where the name begins.
 * @param isName - of a member: it ends before a colon.
 */
export function readBareText(reader: RepairReader, start: number, isName: boolean): boolean {
  const { text } = reader;
  while (!reader.isAtEnd && !endsBareString(reader.character) && !isQuote(reader.character)) {
    if (isName && (reader.character === ':' || (reader.beyondLibrary && reader.character === '='))) break;
    if (reader.character === '#' && reader.at > start && reader.isHashComment(reader.at)) break;
    reader.at++;
  }
  if (text.charAt(reader.at - 1) === ':' && startsUrl(text.slice(start, reader.at + 2)))
    while (!reader.isAtEnd && isInUrl(reader.character)) reader.at++;
  if (reader.at === start) return false;
  while (reader.at > 0 && isBlank(text.charAt(reader.at - 1))) reader.at--;
  const written = text.slice(start, reader.at);
  reader.output.push(written === 'undefined' ? 'null' : JSON.stringify(written));
  // Its start quote was missing.
  reader.skip('"');
  return true;
}

/** Reads a regular expression, which becomes a string. */
export function readPattern(reader: RepairReader): boolean {
  const { text, at: start } = reader;
  if (!reader.skip('/')) return false;
  while (!reader.isAtEnd && (reader.character !== '/' || text.charAt(reader.at - 1) === '\\')) reader.at++;
  reader.at++;
  reader.output.push(JSON.stringify(text.slice(start, reader.at)));
  return true;
}
