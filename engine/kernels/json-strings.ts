import { areas, type Kernels, memory, slackBytes } from './kernels.js';

/** Bytes that are read at a time. What is copied stays in the processor's cache. */
const pieceBytes = 65_536;
/** An escape has six bytes: it is read with the next piece if it may be cut. */
const longestEscape = 6;
/** Code units that are written at a time; each may become six bytes. */
const unitsAtATime = 16_384;

const { latin1Slice, ucs2Slice, latin1Write, ucs2Write, copy } = Buffer.prototype;

/** A string that was read. */
export interface ReadString {
  readonly text: string;
  /** The index of the closing quote. */
  readonly end: number;
}

/**
 * Reads a string of JSON in strict UTF-8.
 *
 * @param start - index of the byte after the opening quote.
 * @returns undefined if the string is malformed, not closed, or too long for the memory of the kernels.
 */
export function readString(kernels: Kernels, bytes: Uint8Array, start: number): ReadString | undefined {
  const latin1 = readPieces(kernels.readLatin1, kernels, bytes, start, areas.output.start, 1);
  if (latin1 === undefined) return undefined;
  const { start: from } = areas.output;
  if (bytes[latin1.at] === 0x22) return { text: latin1Slice.call(memory, from, latin1.to), end: latin1.at };
  const length = latin1.to - from;
  if (2 * length > areas.output.bytes) return undefined;
  const rest = readPieces(kernels.readUnits, kernels, bytes, latin1.at, kernels.widen(from, latin1.to), 2);
  if (rest === undefined || bytes[rest.at] !== 0x22) return undefined;
  return { text: ucs2Slice.call(memory, from, rest.to), end: rest.at };
}

type Reader = Kernels['readLatin1'];

/**
 * Reads piece after piece until a reader stops.
 *
 * @param unitBytes - bytes that a reader writes for a byte that it reads, at most.
 * @returns where it stopped, and the end of what was written; undefined if there is no room.
 */
function readPieces(
  read: Reader,
  { stopOfReader }: Kernels,
  bytes: Uint8Array,
  start: number,
  target: number,
  unitBytes: number,
): { readonly at: number; readonly to: number } | undefined {
  const { start: input } = areas.input;
  const lastTarget = areas.output.start + areas.output.bytes;
  let at = start;
  let to = target;
  while (at < bytes.byteLength) {
    const end = Math.min(at + pieceBytes, bytes.byteLength);
    const length = end - at;
    if (to + unitBytes * length > lastTarget) return undefined;
    copy.call(bytes, memory, input, at, end);
    const isLast = end === bytes.byteLength;
    // Nothing that goes on behind the last byte is well-formed.
    if (isLast) memory.fill(0, input + length, input + length + slackBytes);
    const stop = input + (isLast ? length : length - longestEscape);
    to = read(input, stop, to);
    const stopped = stopOfReader();
    at += stopped - input;
    if (stopped < stop) break;
  }
  return { at, to };
}

/**
 * Writes the content of a string of JSON, in UTF-8, as `JSON.stringify` does: lone surrogates are escaped.
 *
 * @param append - gets the bytes in pieces, which change with the next piece.
 */
export function writeString(
  { writeLatin1, writeUnits }: Kernels,
  text: string,
  append: (bytes: Uint8Array) => void,
): void {
  // Immediate for text that V8 stores with one byte per character.
  const isLatin1 = !/[^\0-\xff]/.test(text);
  const [input, output] = [areas.input.start, areas.output.start];
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start);
    const piece = text.slice(start, end);
    const to = isLatin1
      ? writeLatin1(input, input + latin1Write.call(memory, piece, input, piece.length), output)
      : writeUnits(input, input + ucs2Write.call(memory, piece, input, 2 * piece.length), output);
    append(memory.subarray(output, to));
    start = end;
  }
}

/** Returns where a piece of a text ends, which is not inside a surrogate pair. */
function endOfPiece(text: string, start: number): number {
  const end = Math.min(start + unitsAtATime, text.length);
  return end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;
}
