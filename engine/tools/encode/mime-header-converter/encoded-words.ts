import { ToolError } from '../../../core/errors.js';
import type { OutputLimit } from '../../../core/tool.js';
import { decodeBase64 } from '../../../text/encoding/base64.js';
import { positionAt } from '../../../text/position.js';
import { TextWriter } from '../../../text/text-writer.js';
import { fieldSpans, NameTracker, nameParts } from './address-fields.js';

/** Charset without a language (RFC 2231 section 5), encoding, encoded text. Blanks in the text are common mistakes. */
const encodedWord = /=\?([^?*\s]+)(?:\*[^?\s]*)?\?([bq])\?([^?\r\n]*)\?=/gi;
/** Dropped between two encoded words: blanks, and a line end that folds a header, also with blanks before it. */
const folding = /^[ \t]*(?:(?:\r\n|\r|\n)[ \t]+)?$/;
const qText = /^(?:[ -<>@-~]|=[\da-f]{2})*$/i;

/** Adjacent encoded words in one charset: characters may be split between them. */
interface Group {
  readonly charset: string;
  readonly start: number;
  end: number;
  readonly bytes: Uint8Array[];
}

/**
 * Decodes the encoded words (RFC 2047) in a text and leaves everything else as it is. A name that needs quotes beside
 * its address gets them.
 *
 * No library: libmime 5.6.4 decodes malformed bytes and words in unknown charsets to U+FFFD without an error.
 *
 * @param keepMalformed - keeps words that cannot be decoded.
 * @throws {ToolError} with the place of the first of these, unless they are kept.
 */
export function decodeEncodedWords(text: string, keepMalformed: boolean): string {
  const result = new TextWriter();
  const names = new NameTracker(text);
  let group: Group | undefined;
  let position = 0;
  /** What adjacent encoded words are, up to the offset where the last one ends. */
  let decoded: string[] = [];
  let decodedEnd = 0;
  const writeDecoded = () => {
    if (decoded.length > 0) result.write(names.written(decoded.join('')));
    decoded = [];
    names.passTo(decodedEnd, false);
  };
  const writeSource = (start: number, end: number) => {
    if (start === end) return;
    writeDecoded();
    result.write(text.slice(start, end));
    names.passTo(end, true);
    decodedEnd = end;
  };
  const malformed = (start: number, end: number, reason: string): false => {
    if (!keepMalformed) throw ToolError.at(positionAt(text, start), reason);
    writeSource(start, end);
    return false;
  };
  /** Writes the group. Returns whether it could be decoded. */
  const flush = ({ charset, start, end, bytes }: Group): boolean => {
    const decoder = decoderOf(charset);
    if (decoder === undefined) return malformed(start, end, `unknown charset ${charset}`);
    try {
      decoded.push(decoder.decode(Buffer.concat(bytes)));
      decodedEnd = end;
      return true;
    } catch {
      return malformed(start, end, `the encoded word is not ${charset}`);
    }
  };
  for (const { 0: word, index, ...parts } of text.matchAll(encodedWord)) {
    const [charset, encoding, payload] = [parts[1] ?? '', parts[2] ?? '', parts[3] ?? ''];
    const before = position;
    const between = text.slice(before, index);
    const bytes = encoding.toLowerCase() === 'b' ? bytesOfBase64(payload) : bytesOfQ(payload);
    position = index + word.length;
    const follows = group !== undefined && bytes !== undefined && folding.test(between);
    if (follows && group?.charset === charset.toLowerCase()) {
      group.bytes.push(bytes);
      group.end = position;
      continue;
    }
    const wasDecoded = group !== undefined && flush(group);
    if (!(follows && wasDecoded)) writeSource(before, index);
    group = bytes && { charset: charset.toLowerCase(), start: index, end: position, bytes: [bytes] };
    if (bytes === undefined) {
      malformed(index, position, `the encoded word is not ${encoding.toLowerCase() === 'b' ? 'Base64' : 'Q'}`);
    }
  }
  if (group !== undefined) flush(group);
  writeDecoded();
  result.write(text.slice(position));
  return result.toString();
}

type Decoder = InstanceType<typeof TextDecoder>;

const decoders = new Map<string, Decoder>();

/** Returns undefined if the charset is unknown. Keeps a byte order mark. */
function decoderOf(charset: string): Decoder | undefined {
  let decoder = decoders.get(charset);
  if (decoder !== undefined) return decoder;
  try {
    decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  } catch {
    return undefined;
  }
  decoders.set(charset, decoder);
  return decoder;
}

function bytesOfBase64(payload: string): Uint8Array | undefined {
  try {
    return decodeBase64(payload);
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

function bytesOfQ(payload: string): Uint8Array | undefined {
  if (!qText.test(payload)) return undefined;
  const bytes = Buffer.alloc(payload.length);
  let length = 0;
  for (let at = 0; at < payload.length; at++) {
    const character = payload.charAt(at);
    bytes[length++] = character === '=' ? Number.parseInt(payload.slice(at + 1, at + 3), 16) : qByte(character);
    if (character === '=') at += 2;
  }
  return bytes.subarray(0, length);
}

function qByte(character: string): number {
  return character === '_' ? 0x20 : character.charCodeAt(0);
}

export type WordEncoding = 'b' | 'q';

/** The longest encoded word, minus the characters around its text. */
const maxTextLength = 75 - '=?UTF-8?Q?'.length - '?='.length;
/** Not allowed in a header unencoded. */
const unsafe = /[^ -~]|=\?/;

/**
 * Writes words with non-ASCII characters as encoded words (RFC 2047) in UTF-8, of 75 characters at most. Other words
 * and line ends stay, and so do addresses. Names in quotes lose them, as encoded words cannot be inside quotes.
 *
 * @param encoding - undefined for the shorter one.
 * @param lineEnd - folds lines with encoded words to 76 characters with this line end before a blank, where they have one;
 *   undefined folds nothing.
 */
export function encodeWords(
  text: string,
  encoding: WordEncoding | undefined,
  lineEnd: string | undefined,
  limit: OutputLimit,
): string {
  const result = new TextWriter(limit);
  const lines = lineEnd === undefined ? undefined : new FoldedLines(result, lineEnd);
  const write = (piece: string) => (lines === undefined ? result.write(piece) : lines.write(piece));
  let position = 0;
  for (const { start, end, text: stretch, isName } of unsafeStretches(text)) {
    if (lines === undefined) result.write(text.slice(position, start));
    else lines.writeBetween(text.slice(position, start), position > 0);
    position = end;
    if (isName && isJoined(text.charAt(start - 1))) write(' ');
    const used = encoding ?? shorterEncoding(stretch);
    const lengthOf = used === 'q' ? qLength : (character: string) => Buffer.byteLength(character);
    const coded = used === 'q' ? writtenInQ : (piece: string) => Buffer.from(piece, 'utf8').toString('base64');
    const most = (length: number) => (used === 'q' ? length : Math.floor(length / 4) * 3);
    const first = lines?.roomFor(used === 'q' ? qTextLength(stretch) : base64Length(stretch)) ?? maxTextLength;
    let isFirst = true;
    for (const piece of pieces(stretch, most(first), most(maxTextLength), lengthOf)) {
      if (!isFirst) write(' ');
      isFirst = false;
      write(`=?UTF-8?${used.toUpperCase()}?${coded(piece)}?=`);
    }
    if (isName && isJoined(text.charAt(end))) write(' ');
  }
  if (lines === undefined) result.write(text.slice(position));
  else lines.writeEnd(text.slice(position), position > 0);
  return result.toString();
}

/** The longest line with an encoded word (RFC 2047 section 2). */
const maxLineLength = 76;
const encodedWordSigns = '=?UTF-8?Q?'.length + '?='.length;
/** With less room than this for the text of an encoded word, a new line is begun. */
const leastTextLength = 20;

/** Writes lines that are folded before a blank where they would be too long. */
class FoldedLines {
  readonly #result: TextWriter;
  readonly #lineEnd: string;
  /** The length of the current line, without the blanks at its end, which are not written yet. */
  #length = 0;
  #blanks = '';
  /** Whether the line has nothing but the name of a field, which does not stand on a line by itself. */
  #hasNameOnly = false;

  constructor(result: TextWriter, lineEnd: string) {
    this.#result = result;
    this.#lineEnd = lineEnd;
  }

  /** Writes what is between two encoded words: only their own lines are folded. @param follows - an encoded word. */
  writeBetween(text: string, follows: boolean): void {
    const first = text.search(/[\r\n]/);
    if (first === -1) {
      this.write(text);
      return;
    }
    const beginning = follows ? first : 0;
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    this.write(text.slice(0, beginning));
    this.#endLine(text.slice(beginning, end));
    this.write(text.slice(end));
  }

  /** Writes the end of the text. @param follows - whether an encoded word is before it. */
  writeEnd(text: string, follows: boolean): void {
    const end = follows ? text.search(/[\r\n]/) : 0;
    this.write(end === -1 ? text : text.slice(0, end));
    this.#endLine(end === -1 ? '' : text.slice(end));
  }

  /** Writes text without line ends. */
  write(text: string): void {
    for (const [part] of text.matchAll(/[ \t]+|[^ \t]+/g)) {
      if (part.startsWith(' ') || part.startsWith('\t')) {
        this.#blanks += part;
        continue;
      }
      if (this.#length + this.#blanks.length + part.length > maxLineLength) this.#fold();
      this.#hasNameOnly = this.#length === 0 && part.endsWith(':');
      this.#length += this.#blanks.length + part.length;
      this.#result.write(this.#blanks + part);
      this.#blanks = '';
    }
  }

  /** Returns the length that the text of the next encoded word may have, on a new line if it needs that. */
  roomFor(length: number): number {
    const room = () => maxLineLength - this.#length - this.#blanks.length - encodedWordSigns;
    if (length > room() && (length <= maxTextLength || room() < leastTextLength)) this.#fold();
    // Without a blank before it, it may have to be longer than the line.
    return Math.min(maxTextLength, Math.max(room(), leastTextLength));
  }

  #fold(): void {
    if (this.#blanks === '' || this.#length === 0 || this.#hasNameOnly) return;
    this.#result.write(this.#lineEnd);
    this.#length = 0;
  }

  /** @param rest - the end of a line, and lines. */
  #endLine(rest: string): void {
    this.#result.write(this.#blanks + rest);
    this.#blanks = '';
    this.#length = 0;
  }
}

/** Tests whether a character next to an encoded word in a name has to be separated from it (RFC 2047 section 5). */
function isJoined(character: string): boolean {
  return character !== '' && !' \t\r\n()'.includes(character);
}

interface Stretch {
  readonly start: number;
  end: number;
  /** What is encoded. */
  text: string;
  /** Whether it belongs to the name beside an address. */
  readonly isName: boolean;
}

/** The blanks that fold a header, which stay as they are, and a word. */
const foldedWord = /(?:[\r\n][ \t]+(?=[^ \t\r\n]))?([^ \r\n]+)/g;
/** The space between two words in two lines of a header. */
const foldBetween = /^( *)(?:\r\n|\r|\n)([ \t]+)$/;

/** A word, or what is encoded for it. */
interface Word {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isName: boolean;
}

/** Returns the words that must be encoded. */
function* unsafeWords(text: string): Generator<Word> {
  for (const span of fieldSpans(text)) {
    if (span.hasAddresses) {
      for (const part of nameParts(text, span)) if (unsafe.test(part.text)) yield { ...part, isName: true };
      continue;
    }
    for (const { 0: found, 1: word = '', index } of text.slice(span.start, span.end).matchAll(foldedWord)) {
      const end = span.start + index + found.length;
      if (unsafe.test(word)) yield { start: end - word.length, end, text: word, isName: false };
    }
  }
}

/** Returns the places of words that must be encoded; adjacent ones form one stretch with the blanks between them. */
function* unsafeStretches(text: string): Generator<Stretch> {
  let stretch: Stretch | undefined;
  for (const { start, end, text: word, isName } of unsafeWords(text)) {
    const between = stretch && text.slice(stretch.end, start);
    if (stretch !== undefined && between !== undefined && /^ *$/.test(between)) {
      stretch.end = end;
      stretch.text += between + word;
      continue;
    }
    const fold = foldBetween.exec(between ?? '');
    if (stretch !== undefined) {
      const blanks = fold?.[1] ?? '';
      stretch.end += blanks.length;
      stretch.text += blanks;
      yield stretch;
    }
    // Decoders drop what separates two encoded words (RFC 2047 section 6.2), so the blanks are also encoded.
    stretch = { start, end, text: (fold?.[2] ?? '') + word, isName };
  }
  if (stretch !== undefined) yield stretch;
}

function shorterEncoding(text: string): WordEncoding {
  return qTextLength(text) <= base64Length(text) ? 'q' : 'b';
}

function qTextLength(text: string): number {
  let length = 0;
  for (const character of text) length += qLength(character);
  return length;
}

function base64Length(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3) * 4;
}

/** Cuts a text between characters, into a first piece and others of at most these lengths. */
function* pieces(
  text: string,
  first: number,
  others: number,
  lengthOf: (character: string) => number,
): Generator<string> {
  let most = first;
  let start = 0;
  let end = 0;
  let length = 0;
  for (const character of text) {
    const more = lengthOf(character);
    if (length + more > most) {
      yield text.slice(start, end);
      most = others;
      start = end;
      length = 0;
    }
    length += more;
    end += character.length;
  }
  yield text.slice(start);
}

/** Characters that may stay as they are wherever a header allows encoded words (RFC 2047 section 5). */
const qLiteral = /[A-Za-z0-9!*+/-]/;

function qLength(character: string): number {
  return character === ' ' || qLiteral.test(character) ? 1 : 3 * Buffer.byteLength(character);
}

function writtenInQ(text: string): string {
  let written = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    const character = String.fromCharCode(byte);
    if (character === ' ') written += '_';
    else written += qLiteral.test(character) ? character : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return written;
}
