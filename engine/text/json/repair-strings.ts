import {
  closingQuotes,
  endsBareString,
  isBlank,
  isDelimiter,
  isDigit,
  isHexDigit,
  isInUrl,
  isQuote,
  referenceAt,
} from './repair-characters.js';
import type { RepairReader } from './repair-reader.js';
import { StringBody } from './string-body.js';

/**
 * Reads a quoted string, and those that are joined to it by `+`, and writes one string.
 *
 * @param isName - of a member: without an end quote it ends before a colon.
 * @returns false if no string begins here.
 * @throws {ToolError} if it cannot be repaired.
 */
export function readString(reader: RepairReader, isName = false): boolean {
  const endsAtColon = isName && reader.beyondLibrary;
  let end = readOneString(reader, endsAtColon);
  if (end === 'none') return false;
  const { output } = reader;
  while (end !== 'cut') {
    reader.skipBlanks();
    if (!reader.skip('+')) break;
    reader.skipBlanks();
    output.reopenString();
    const index = output.length;
    end = readOneString(reader, endsAtColon);
    if (end === 'none') output.closeString();
    else output.removeFirst(index);
  }
  return true;
}

/** The prefixes of strings in Python that do not change what a backslash means. */
const pythonPrefix = /^[bu]$/i;

/** Reads a string of Python with a prefix, such as `u'a'`, whose prefix has been read from `start` on. */
export function readPrefixedString(reader: RepairReader, start: number, isName: boolean): boolean {
  const { character, text, at } = reader;
  if (!reader.beyondLibrary || (character !== '"' && character !== "'")) return false;
  // In `b": 1` the name lacks its start quote; elsewhere that was taken for the end of the string before.
  if (isQuote(text.charAt(start - 1)) || isFollowedByDelimiter(text, at)) return false;
  return pythonPrefix.test(text.slice(start, at)) && readString(reader, isName);
}

/** How a string ended: with a quote or before a delimiter, so that `+` can follow; cut off; or there was none. */
type StringEnd = 'closed' | 'cut' | 'none';

/** Where a string without an end quote ends: before the first delimiter, at an offset, or not known yet. */
type Stop = 'delimiter' | number | undefined;

function readOneString(reader: RepairReader, endsAtColon: boolean): StringEnd {
  let escaped = reader.skip('\\');
  const { at: start, text } = reader;
  const opening = referenceAt(text, start);
  const isOpening = opening !== undefined && (opening.character === '"' || opening.character === "'");
  if (!isQuote(reader.character) && (escaped || !isOpening)) return escaped ? reader.fail() : 'none';
  let stop: Stop;
  for (;;) {
    const entity = isOpening ? opening : undefined;
    const string = new StringReader(reader, { escaped, stop, entity, endsAtColon });
    const end = string.read();
    reader.count(reader.at - start);
    if (end === 'closed' || end === 'cut') return end;
    // An escaped comma is jumped over again and again.
    stop = end.stop === stop || endsAtColon ? 'delimiter' : end.stop;
    escaped = false;
    reader.at = start;
  }
}

interface StringForm {
  /** The opening quote is escaped, as in JSON inside a string of JSON. */
  readonly escaped: boolean;
  readonly stop: Stop;
  /** The opening quote, if it is a character reference. */
  readonly entity: ReturnType<typeof referenceAt>;
  /** Whether a colon is a delimiter. */
  readonly endsAtColon: boolean;
}

/** The escape sequences of JSON that are two characters long. */
const escapes = '"\\/bfnrt';

/** Reads one string in one go. */
class StringReader {
  readonly #reader: RepairReader;
  readonly #form: StringForm;
  readonly #closing: string;
  readonly #start: number;
  readonly #body: StringBody;
  /** Whether each backslash stands for itself, as in `C:\new`. */
  readonly #isPath: boolean;
  /** Whether the string has quotes inside: a semicolon behind another one then belongs to the string, too. */
  #hasQuotes = false;

  constructor(reader: RepairReader, form: StringForm) {
    this.#reader = reader;
    this.#form = form;
    this.#start = reader.at;
    this.#closing = closingQuotes(reader.character);
    this.#body = new StringBody(reader.text);
    this.#isPath = reader.beyondLibrary && !form.escaped && startsPath(reader.text, reader.at + 1);
  }

  /** Writes the string, or returns where it ends when it is read again. */
  read(): 'closed' | 'cut' | { readonly stop: Stop } {
    const { entity, stop, escaped, endsAtColon } = this.#form;
    const reader = this.#reader;
    reader.at += entity?.length ?? 1;
    for (;;) {
      if (reader.isAtEnd) return this.#endOfText();
      if (reader.at === stop) {
        reader.output.pushUnclosed(this.#body.unclosed());
        return 'cut';
      }
      if (!escaped && this.#skipPlain()) continue;
      const { character } = reader;
      const inner = entity === undefined ? undefined : referenceAt(reader.text, reader.at);
      if (inner === undefined ? this.#closing.includes(character) : inner.character === entity?.character) {
        const end = this.#quote(inner?.character ?? character, inner?.length ?? 1);
        if (end !== undefined) return end;
      } else if (stop === 'delimiter' && (endsBareString(character) || (endsAtColon && character === ':'))) {
        this.#readUrl();
        reader.output.pushUnclosed(this.#body.unclosed());
        return 'closed';
      } else if (inner !== undefined) this.#reference(inner.character, inner.length);
      else if (character === '\\') this.#escape();
      else this.#plain(character);
      if (escaped) reader.skip('\\');
    }
  }

  /** Copies characters that mean nothing, up to the next one that does. */
  #skipPlain(): boolean {
    const reader = this.#reader;
    const { text, at } = reader;
    const { stop } = this.#form;
    const end = typeof stop === 'number' && stop > at ? stop : text.length;
    let to = at;
    while (to < end && isPlain(text.charCodeAt(to))) to++;
    this.#body.copyPlain(at, to);
    reader.at = to;
    return to > at;
  }

  #endOfText(): 'cut' | { readonly stop: Stop } {
    const reader = this.#reader;
    const last = reader.text.charAt(reader.lastNonBlank(reader.at - 1));
    if (this.#form.stop !== 'delimiter' && isDelimiter(last)) return { stop: 'delimiter' };
    reader.output.pushUnclosed(this.#body.unclosed());
    return 'cut';
  }

  /** Decides whether a quote is the end quote; if not, it belongs to the string, or the string ended earlier. */
  #quote(character: string, length: number): 'closed' | undefined | { readonly stop: Stop } {
    const reader = this.#reader;
    const { text, at: quote } = reader;
    reader.at += length;
    const before = reader.at;
    const blanks = reader.readBlanks(false);
    if (this.#form.stop === 'delimiter' || this.#isEnd()) {
      reader.output.push(this.#body.closed());
      reader.output.pushBlank(blanks);
      return 'closed';
    }
    if (reader.character === '\\') reader.fail();
    const last = reader.lastNonBlank(quote - 1);
    // A quote after a comma or a bracket opens the next string.
    if (text.charAt(last) === ',') return { stop: last };
    if (isDelimiter(text.charAt(last))) return { stop: 'delimiter' };
    reader.at = before;
    this.#hasQuotes = true;
    this.#body.write(character === '"' ? '\\"' : character);
    return undefined;
  }

  /** Tests by what comes after a quote whether it ends the string. */
  #isEnd(): boolean {
    const reader = this.#reader;
    const { character } = reader;
    if (reader.isAtEnd || isDigit(character)) return true;
    if (this.#form.endsAtColon && character === '=') return true;
    if (character === ';') return !this.#hasQuotes && reader.isSeparator(reader.at);
    if (isDelimiter(character)) return !this.#body.isInsideBrackets(character);
    return isQuote(character) && !isFollowedByDelimiter(reader.text, reader.at);
  }

  /** Reads an address to its end where `//` would otherwise end the string. */
  #readUrl(): void {
    const reader = this.#reader;
    const { text, at } = reader;
    const scheme = text.charAt(at - 1) === ':' ? text.slice(this.#start + 1, at + 2) : '';
    if (!startsUrl(scheme)) return;
    while (!reader.isAtEnd && isInUrl(reader.character)) reader.at++;
    this.#body.copy(at, reader.at);
  }

  #reference(character: string, length: number): void {
    this.#body.write(character === '"' ? '\\"' : (controls[character] ?? character));
    this.#reader.at += length;
  }

  #escape(): void {
    const reader = this.#reader;
    const { text, at } = reader;
    const next = text.charAt(at + 1);
    if (this.#isPath && (next !== '\\' || at === this.#start + 1)) {
      // A quote after it may be the end quote.
      this.#body.write('\\\\');
      reader.at++;
    } else if (next !== '' && escapes.includes(next)) {
      this.#body.copy(at, at + 2);
      reader.at += 2;
    } else if (next === 'u') this.#unicodeEscape();
    else if (next === 'x' && reader.beyondLibrary && /^[\da-f]{2}$/i.test(text.slice(at + 2, at + 4))) {
      this.#body.write(`\\u00${text.slice(at + 2, at + 4)}`);
      reader.at += 4;
    } else if (reader.beyondLibrary && !this.#form.escaped && next > ' ' && !isQuote(next)) {
      this.#body.write('\\\\');
      this.#body.copy(at + 1, at + 2);
      reader.at += 2;
    } else {
      // A line end of a shell script; quotes of JavaScript and Python need no escape here.
      this.#body.write(next === '\n' ? '\\n' : next);
      reader.at += 2;
    }
  }

  #unicodeEscape(): void {
    const reader = this.#reader;
    const { text, at } = reader;
    let length = 2;
    while (length < 6 && isHexDigit(text.charAt(at + length))) length++;
    if (length === 6) {
      this.#body.copy(at, at + 6);
      reader.at += 6;
    } else if (at + length >= text.length) reader.at = text.length;
    else if (reader.beyondLibrary && length === 2 && /^[a-z]/i.test(text.charAt(at + 2))) {
      // `\users` starts no escape.
      this.#body.write('\\\\u');
      reader.at += 2;
    } else reader.fail();
  }

  #plain(character: string): void {
    const reader = this.#reader;
    const control = controls[character];
    if (character === '"' && reader.text.charAt(reader.at - 1) !== '\\') this.#body.write('\\"');
    else if (control !== undefined) this.#body.write(control);
    else if (character < ' ') reader.fail();
    else this.#body.copy(reader.at, reader.at + 1);
    reader.at++;
  }
}

/** Tests for the start of a path of Windows whose backslashes are not doubled: `C:\new`, or `\\server\share`. */
function startsPath(text: string, at: number): boolean {
  return /^(?:[A-Za-z]:\\(?![\\/"'])|\\\\[\w.$-]{1,63}\\(?![\\/"']))/.test(text.slice(at, at + 70));
}

/** Whether an ASCII character means nothing in a string: no quote, bracket, delimiter, escape or control character. */
const plain = Uint8Array.from({ length: 0x80 }, (_, code) =>
  Number(code >= 0x20 && !'"\'`\\&,:[]/{}()+'.includes(String.fromCharCode(code))),
);

function isPlain(unit: number): boolean {
  if (unit < 0x80) return plain[unit] === 1;
  return unit !== 0xb4 && (unit < 0x2018 || unit > 0x201d);
}

/** Control characters that have an escape sequence. */
const controls: Readonly<Record<string, string>> = { '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Tests whether a quote is followed by a delimiter, or by nothing. */
function isFollowedByDelimiter(text: string, quote: number): boolean {
  let at = quote + 1;
  while (at < text.length && isBlank(text.charAt(at))) at++;
  return at >= text.length || isDelimiter(text.charAt(at));
}

/** Tests whether a text is a scheme with its `://`. */
export function startsUrl(text: string): boolean {
  return /^(?:https?|ftp|mailto|file|data|irc):\/\/$/.test(text);
}
