import type { Span } from '../../../text/span.js';
import type { ByteOf } from './misread-encodings.js';

/** Characters of a text that are the bytes of one UTF-8 character. */
export interface Utf8Sequence extends Span {
  /** The character; U+FFFD if a byte of it was lost. */
  readonly decoded: string;
}

const lost = '\ufffd';
const noBreakSpace = 0xa0;

/**
 * Finds UTF-8 sequences when the characters are read as bytes: in the order of the text, without overlaps, in linear
 * time. Two separately encoded surrogates (CESU-8) are one character.
 */
export function* utf8Sequences(text: string, byteOf: ByteOf): Generator<Utf8Sequence> {
  for (let i = 0; i < text.length; ) {
    const sequence = text.charCodeAt(i) < 0x80 ? undefined : sequenceAt(text, i, byteOf);
    if (sequence === undefined) {
      i++;
    } else {
      yield sequence;
      i = sequence.end;
    }
  }
}

function sequenceAt(text: string, start: number, byteOf: ByteOf): Utf8Sequence | undefined {
  const first = decodeAt(text, start, byteOf);
  if (first === undefined) return undefined;
  const { end, codePoint } = first;
  if (codePoint === -1) return { start, end, decoded: lost };
  if (codePoint < 0xd800 || codePoint > 0xdfff) return { start, end, decoded: String.fromCodePoint(codePoint) };
  const second = codePoint < 0xdc00 ? decodeAt(text, end, byteOf) : undefined;
  if (second === undefined || second.codePoint < 0xdc00 || second.codePoint > 0xdfff) return undefined;
  return { start, end: second.end, decoded: String.fromCharCode(codePoint, second.codePoint) };
}

/** Returns the number of bytes of a UTF-8 character that starts with this one; 0 if none does. */
function lengthOf(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

const smallest = [0, 0, 0x80, 0x800, 0x10000];

/** Decodes one character in strict UTF-8, including surrogates; the code point is -1 if a byte of it was lost. */
function decodeAt(text: string, start: number, byteOf: ByteOf): { end: number; codePoint: number } | undefined {
  const lead = byteOf(text.charCodeAt(start));
  const length = lengthOf(lead);
  if (length === 0) return undefined;
  let codePoint = lead & (0xff >> (length + 1));
  for (let i = 1; i < length; i++) {
    if (isLost(text, start, i, length)) return { end: start + i + 1, codePoint: -1 };
    const byte = continuationByte(text, start + i, lead, byteOf);
    if (byte === -1) return undefined;
    codePoint = (codePoint << 6) | (byte & 0x3f);
  }
  const isStrict = codePoint >= (smallest[length] ?? 0) && codePoint <= 0x10ffff;
  return isStrict ? { end: start + length, codePoint } : undefined;
}

/**
 * Tests whether a program wrote U+FFFD instead of the last byte, which its encoding leaves undefined. For `”`, whose
 * last byte is 0x9d, it is often a question mark.
 */
function isLost(text: string, start: number, i: number, length: number): boolean {
  if (i !== length - 1) return false;
  return text[start + i] === lost || (text[start + i] === '?' && text.startsWith('â€', start));
}

function continuationByte(text: string, at: number, lead: number, byteOf: ByteOf): number {
  const byte = byteOf(text.charCodeAt(at));
  if (byte >= 0x80 && byte <= 0xbf) return byte;
  // A no-break space often becomes a blank; that is certain only between two of a kind: `à¸ à¸²`, `í ½í¸`.
  if (text[at] !== ' ') return -1;
  const next = text.charAt(at + 1);
  const isSurrogate = lead === 0xed && text.charAt(at + 2) === text.charAt(at - 1);
  return isSurrogate || isKin(byteOf(next.charCodeAt(0)), lead) ? noBreakSpace : -1;
}

/** Tests for leads of neighbours in a script; not the capitals of Latin, after which there can be a real blank. */
function isKin(next: number, lead: number): boolean {
  return lead >= 0xd0 && Math.abs(next - lead) <= 1;
}
