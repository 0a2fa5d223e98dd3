import type { Span } from '../../../text/span.js';

/** A stretch of whole header fields with addresses, or of other text. */
export interface FieldSpan extends Span {
  readonly hasAddresses: boolean;
}

const fieldName = /^([!-9;-~]+)[ \t]*:/;
const addressField =
  /^(?:resent-)?(?:from|sender|reply-to|to|cc|bcc)$|^(?:disposition-notification|return-receipt|errors|mail-followup)-to$/i;
/** Tells a list of addresses without the name of its field. */
const addressInBrackets = /<[^<>@\s]+@[^<>\s]+>/;
/** A line with the lines that continue it. */
const field = /[^\r\n]*(?:(?:\r\n|\r|\n)[ \t][^\r\n]*)*(?:\r\n|\r|\n|$)/y;

/** Divides a text into header fields with addresses, whose names have rules of their own, and all other text. */
export function* fieldSpans(text: string): Generator<FieldSpan> {
  let start = 0;
  for (let at = 0; at < text.length; ) {
    field.lastIndex = at;
    const { 0: whole = '' } = field.exec(text) ?? [];
    const end = at + whole.length;
    const name = fieldName.exec(whole)?.[1];
    if (name === undefined ? addressInBrackets.test(whole) : addressField.test(name)) {
      if (start < at) yield { start, end: at, hasAddresses: false };
      yield { start: at, end, hasAddresses: true };
      start = end;
    }
    at = end;
  }
  if (start < text.length) yield { start, end: text.length, hasAddresses: false };
}

/** A word of a name, or a quoted string without its quotes and escapes. */
export interface NamePart extends Span {
  readonly text: string;
}

/** Neither part of a word nor of a quoted string: white space and specials between the parts of a field. */
const separators = ' \t\r\n"<>,;:()';

/** Yields the parts of names in a field with addresses; addresses cannot be encoded (RFC 2047 section 5). */
export function* nameParts(text: string, { start, end }: Span): Generator<NamePart> {
  let unclosedUntil = start;
  for (let at = start; at < end; ) {
    const character = text.charAt(at);
    if (character === '"' && at >= unclosedUntil) {
      const close = closingQuote(text, at, end);
      if (text.charAt(close) === '"') {
        yield { start: at, end: close + 1, text: text.slice(at + 1, close).replace(/\\(.)/gsu, '$1') };
        at = close + 1;
        continue;
      }
      // Without this, each later quote of the line would be followed to its end.
      unclosedUntil = close;
    }
    if (character === '<') at = addressEnd(text, at, end);
    else if (separators.includes(character)) at++;
    else {
      const from = at;
      while (at < end && !separators.includes(text.charAt(at))) at++;
      const word = text.slice(from, at);
      if (!word.includes('@')) yield { start: from, end: at, text: word };
    }
  }
}

/** Returns the offset of the quote that closes a quoted string, or of the end of its line. */
function closingQuote(text: string, start: number, end: number): number {
  let at = start + 1;
  while (at < end && !'"\r\n'.includes(text.charAt(at))) at += text.charAt(at) === '\\' ? 2 : 1;
  return Math.min(at, end);
}

/** Returns the offset after an address in angle brackets; after the bracket if none closes it. */
function addressEnd(text: string, start: number, end: number): number {
  let at = start + 1;
  while (at < end && !'<>\r\n'.includes(text.charAt(at))) at++;
  return text.charAt(at) === '>' && at < end ? at + 1 : start + 1;
}

/** Characters that a name has only in quotes (RFC 5322 section 3.2.3), and white space that would be lost. */
const needsQuotes = /[()<>[\]:;@\\,."]|^\s|\s$|\s\s/;

/** Follows a header field, to tell whether a place in it belongs to a name outside quotes, comments and addresses. */
export class NameTracker {
  readonly #spans: Iterator<FieldSpan, unknown>;
  readonly #text: string;
  #span: FieldSpan | undefined;
  #at = 0;
  #inQuotes = false;
  #inBrackets = false;
  #comments = 0;

  constructor(text: string) {
    this.#text = text;
    this.#spans = fieldSpans(text);
    this.#nextSpan();
  }

  /** Goes to an offset, not before the last one. @param isText - whether what is passed has quotes and comments. */
  passTo(offset: number, isText: boolean): void {
    while (this.#at < offset) {
      if (this.#span !== undefined && this.#at >= this.#span.end) this.#nextSpan();
      const end = Math.min(offset, this.#span?.end ?? offset);
      if (isText && this.#span?.hasAddresses === true) this.#scan(end);
      this.#at = end;
    }
    if (this.#span !== undefined && this.#at >= this.#span.end) this.#nextSpan();
  }

  /** Returns a decoded text as it has to be at the current place: in quotes if it belongs to a name that needs them. */
  written(decoded: string): string {
    if (this.#span?.hasAddresses !== true || this.#comments > 0 || this.#inBrackets) return decoded;
    const escaped = decoded.replace(/["\\]/g, '\\$&');
    if (this.#inQuotes) return escaped;
    return needsQuotes.test(decoded) ? `"${escaped}"` : decoded;
  }

  #nextSpan(): void {
    const { value, done } = this.#spans.next();
    this.#span = done === true ? undefined : (value as FieldSpan);
    this.#inQuotes = false;
    this.#inBrackets = false;
    this.#comments = 0;
  }

  #scan(end: number): void {
    for (let at = this.#at; at < end; at++) {
      const character = this.#text.charAt(at);
      if (character === '\\') at++;
      else if (character === '"') this.#inQuotes = !this.#inQuotes;
      else if (this.#inQuotes) continue;
      else if (character === '(') this.#comments++;
      else if (character === ')') this.#comments = Math.max(0, this.#comments - 1);
      else if (character === '<' || character === '>') this.#inBrackets = character === '<';
    }
  }
}
