import { enclosedUrlEnds, endsEmphasis, UrlQuotes } from '../../../text/urls/enclosed-url.js';
import { oddPartEnd } from '../../../text/urls/odd-path-part.js';

/** The place of a URL in a text: from `start` (inclusive) to `end` (exclusive). */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Matches the start of a URL in prose: a scheme and `//`, one of the schemes without `//`, or `www.`. It must not be
 * part of a longer word, so each letter is read once.
 */
const beginning =
  /(?<![a-z0-9+])(?:[a-z][a-z0-9+]*:\/\/|(?:mailto|magnet|data|javascript|sms|urn):|(?<![@/.-])www\.)/gi;

/**
 * Finds URLs of any scheme in prose, in linear time.
 *
 * A URL inside quotes, `<…>` or the brackets of a link ends at the closing mark, whatever it contains. Elsewhere text
 * may follow a URL directly, as in prose and lists. If it is uncertain whether a character belongs to the URL, the URL
 * ends before it: text that is left out stays unchanged, but text that is wrongly included could be removed as the
 * value of a parameter.
 *
 * @param staysAsIs - tells of a URL with one parameter whether cleaning leaves it as it is. Then the parameter may
 *   contain what only browsers accept, such as emoji and `{id}`; a path always may.
 */
export function* urlSpans(text: string, staysAsIs: (url: string) => boolean): Generator<Span> {
  const enclosedEnd = enclosedUrlEnds(text);
  let position = 0;
  for (;;) {
    beginning.lastIndex = position;
    const match = beginning.exec(text);
    if (match === null) return;
    const start = match.index;
    const rest = start + match[0].length;
    const before = text[start - 1] ?? '';
    position = scanUrl(text, start, rest, staysAsIs);
    const free = withoutTrailingPunctuation(text, rest, position, before);
    const enclosed = enclosedEnd(start);
    const end = isList(text, start, enclosed) ? free : Math.max(free, enclosed);
    position = Math.max(position, end);
    if (end > rest) yield { start, end };
  }
}

/** 1 for the ASCII characters that a URL may contain (RFC 3986, section 2). `"<>\^`{|}` and white space end it. */
const allowed = new Uint8Array(128);
for (const character of "!#$%&'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz~") {
  allowed[character.charCodeAt(0)] = 1;
}

/** Scripts without spaces between words, where prose follows a URL directly. */
const withoutBlanks =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Matches the next URL of a list, after a comma or semicolon. */
const nextUrl = /[,;|](?:https?:\/\/|www\.)/iy;
/** Returns whether another URL of a list starts before the closing mark. */
function isList(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (matchesAt(nextUrl, text, at)) return true;
  return false;
}

/**
 * Matches the end of a URL in escaped HTML: a quote or bracket, which no URL contains; or another character, but not
 * the `&` before a parameter.
 */
const escapedDelimiter = /&(?:quot|apos|lt|gt|nbsp|#(?!0*38;[\w%])\d{1,6}|#x(?!0*26;[\w%])[0-9a-f]{1,6});/iy;

/** Returns the largest possible end of a URL that starts at `start`, and whose scheme ends at `from`. */
function scanUrl(text: string, start: number, from: number, staysAsIs: (url: string) => boolean): number {
  const before = text.charAt(start - 1);
  const odd = new OddParts(text, start, staysAsIs);
  const cellMark = before === ',' || before === ';' ? before : '';
  const quotes = new UrlQuotes();
  let round = 0;
  let square = 0;
  let inPath = true;
  for (let at = from; at < text.length; at++) {
    const codeUnit = text.charCodeAt(at);
    if (codeUnit >= 0x80) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      if (/[\p{L}\p{N}\p{M}]/u.test(character)) {
        if (!inPath && withoutBlanks.test(character)) return at;
        at += character.length - 1;
        continue;
      }
    }
    if (codeUnit >= 0x80 || allowed[codeUnit] === 0) {
      const end = odd.endAt(at);
      if (end === -1) return at;
      at = end - 1;
      continue;
    }
    odd.see(at);
    switch (text[at]) {
      case '?':
      case '#':
        inPath = false;
        break;
      case '(':
        round++;
        break;
      case '[':
        square++;
        break;
      // A bracket that the URL did not open was opened before the URL.
      case ')':
        if (round-- === 0) return at;
        break;
      case ']':
        if (square-- === 0) return at;
        break;
      case "'":
        if (before === "'" || quotes.endQuotation(text, at)) return at;
        break;
      case ',':
      case ';':
        // In a row of CSV, the mark before the URL also ends it.
        if (text[at] === cellMark || matchesAt(nextUrl, text, at)) return at;
        break;
      case '&':
        if (matchesAt(escapedDelimiter, text, at)) return at;
    }
  }
  return text.length;
}

/** Cleaning is tried for no more parameters of a URL than these. */
const mostOddParameters = 20;

/** An `&` that HTML escapes, after its first character. */
const restOfAmpersand = /^(?:(?:amp|#0*38|#x0*26);)+/i;

/** Decides which characters that only browsers accept belong to a URL. */
class OddParts {
  readonly #text: string;
  readonly #start: number;
  readonly #staysAsIs: (url: string) => boolean;
  #part: 'host' | 'path' | 'query' | 'fragment' = 'host';
  /** Where the query starts, after its question mark. */
  #query = 0;
  /** Where the parameter starts that is being read. */
  #parameter = 0;
  /** Where the last parameter starts for which cleaning was tried. */
  #tried = 0;
  #trials = 0;

  constructor(text: string, start: number, staysAsIs: (url: string) => boolean) {
    this.#text = text;
    this.#start = start;
    this.#staysAsIs = staysAsIs;
  }

  /** Takes note of the next character that a URL may contain. */
  see(at: number): void {
    const character = this.#text.charAt(at);
    if (character === '/' && this.#part === 'host') this.#part = 'path';
    else if (character === '?' && this.#part !== 'query' && this.#part !== 'fragment') {
      this.#part = 'query';
      this.#query = this.#parameter = at + 1;
    } else if (character === '&') this.#parameter = at + 1;
    else if (character === '#' && this.#text[at - 1] !== '&' && !this.#text.startsWith('&amp;', at - 5))
      this.#part = 'fragment';
  }

  /** Returns the end of such characters; -1 if they, or other characters here, end the URL. */
  endAt(at: number): number {
    const text = this.#text;
    if (this.#part === 'host' || this.#part === 'fragment') return -1;
    const end = oddPartEnd(text, at);
    if (end === -1 || matchesAt(urlStart, text, end)) return -1;
    if (text[at] === '|' && /[|<]/.test(text.charAt(this.#start - 1))) return -1;
    return this.#part === 'path' || this.#parameterStays(at) ? end : -1;
  }

  #parameterStays(at: number): boolean {
    if (this.#tried === this.#parameter) return true;
    if (++this.#trials > mostOddParameters) return false;
    this.#tried = this.#parameter;
    const parameter = this.#text.slice(this.#parameter, at).replace(restOfAmpersand, '');
    return this.#staysAsIs(this.#text.slice(this.#start, this.#query) + parameter);
  }
}

const urlStart = /https?:\/\/|www\./iy;

function matchesAt(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at;
  return sticky.test(text);
}

/** Excludes the end of a sentence, and of an emphasis or quote that started before the URL. */
function withoutTrailingPunctuation(text: string, from: number, end: number, before: string): number {
  const closing = '*_~'.includes(before) ? before : '';
  const punctuation = `.,:;!?'${closing}`;
  let last = end;
  while (last > from && (punctuation.includes(text.charAt(last - 1)) || endsEmphasis(text, last))) last--;
  return last;
}
