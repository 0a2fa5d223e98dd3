import { areas, type Kernels, memory, slackBytes } from './kernels.js';

const { copy } = Buffer.prototype;

/**
 * A list of strings in the memory of the kernels, which it is only until they are called for something else. The table
 * has for each string its address and its end, as numbers of 32 bits. The bytes are UTF-8 without escapes.
 */
export interface ByteList {
  /** Whether it is the lines of a text, not an array of strings. */
  readonly isText: boolean;
  readonly count: number;
  /** Length of all strings together, in UTF-16 code units; that of the text with its line ends if they are lines. */
  readonly units: number;
  /** Whether a string has `\n` or `\r`. */
  readonly hasLineEnds: boolean;
  readonly isAscii: boolean;
  /** Whether a character was written as an escape. Without one, no character needs an escape when it is written. */
  readonly hasEscapes: boolean;
  /** Length of the JSON between the brackets, or the quotes. */
  readonly bytes: number;
  /** Index of the closing bracket or quote in the bytes that it was read from. */
  readonly end: number;
}

/** A response that was made on bytes. */
export interface ByteResult {
  /** In the memory of the kernels. */
  readonly json: Uint8Array;
  /** Length of the text, or of all strings together, in UTF-16 code units. */
  readonly charactersIn: number;
  /** That of the text or the strings in the response. */
  readonly charactersOut: number;
}

const bytesOfEntry = 8;

/** Most strings of a list. One more than that is needed by nobody. */
export const maxListStrings = 5_001;

/**
 * Reads an array of strings in JSON.
 *
 * @param start - index of the byte after the opening bracket.
 * @param most - strings, up to {@link maxListStrings}.
 * @returns undefined if it is malformed, has something else than strings or more of them, has halves of surrogate pairs
 *   as escapes, or has no room. What follows it is not looked at.
 */
export function readList(kernels: Kernels, bytes: Uint8Array, start: number, most: number): ByteList | undefined {
  const { list, table } = areas;
  if (!copyRest(bytes, start, list)) return undefined;
  const count = kernels.readList(list.start, table.start, most);
  if (count < 0) return undefined;
  const end = start + kernels.endOfList() - list.start;
  const features = kernels.listFeatures();
  return { isText: false, count, units: kernels.listUnits(), ...named(features), bytes: end - start, end };
}

/**
 * Reads a string of JSON as the list of its lines, without their line ends. Its `end` is the index of the closing quote.
 *
 * @param start - index of the byte after the opening quote.
 * @param most - lines, up to {@link maxListStrings}.
 * @returns undefined if it is malformed or has more lines, has halves of surrogate pairs as escapes, or has no room.
 */
export function readLines(kernels: Kernels, bytes: Uint8Array, start: number, most: number): ByteList | undefined {
  const { list, made, table } = areas;
  if (!copyRest(bytes, start, made)) return undefined;
  const count = kernels.readTextLines(made.start, list.start, table.start, most);
  if (count < 0) return undefined;
  const end = start + kernels.endOfTextLines() - made.start;
  const features = kernels.textFeatures();
  return { isText: true, count, units: kernels.textUnits(), ...named(features), bytes: end - start, end };
}

/**
 * Splits the strings of the list that was read last into lines. The empty string is one line.
 *
 * @returns how many lines there are; negative if they are more than `most`, up to {@link maxListStrings}.
 */
export function splitStrings(kernels: Kernels, strings: number, most: number): number {
  const { table, made } = areas;
  const count = kernels.splitLines(table.start, strings, made.start, most);
  if (count > 0) memory.copyWithin(table.start, made.start, made.start + bytesOfEntry * count);
  return count;
}

/** Copies bytes from an index on into an area. @returns whether they have room. */
function copyRest(bytes: Uint8Array, start: number, area: { readonly start: number; readonly bytes: number }): boolean {
  const length = bytes.byteLength - start;
  if (length > area.bytes) return false;
  copy.call(bytes, memory, area.start, start, bytes.byteLength);
  // Nothing that goes on behind the last byte is well-formed.
  memory.fill(0, area.start + length, area.start + length + slackBytes);
  return true;
}

function named(features: number) {
  return {
    hasLineEnds: (features & 1) !== 0,
    isAscii: (features & 2) === 0,
    hasEscapes: (features & 4) !== 0,
  };
}
