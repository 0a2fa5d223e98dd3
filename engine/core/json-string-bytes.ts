/**
 * Reads and writes long strings of JSON. V8's functions for JSON take up to four new strings of the same length on the
 * way, and the kernel fills each new page of memory with zeros, which takes longer than the work itself. Here only the
 * text is new memory.
 */

export const quote = 0x22;
export const backslash = 0x5c;
const firstPrintable = 0x20;
export const firstBeyondAscii = 0x80;

/** 1 for each byte that stands for itself in a string of JSON. */
export const isPlain = Uint8Array.from({ length: 256 }, (_, byte) => {
  const isPrintableAscii = byte >= firstPrintable && byte < firstBeyondAscii;
  return Number(isPrintableAscii && byte !== quote && byte !== backslash);
});

/** Returns 0 if all four bytes of a word are plain, and another number if not. */
export function notPlain(word: number): number {
  const controls = word - 0x20202020;
  const quotes = (word ^ 0x22222222) - 0x01010101;
  const backslashes = (word ^ 0x5c5c5c5c) - 0x01010101;
  // Bytes beyond ASCII keep their highest bit in at least one of the three.
  return (controls | quotes | backslashes) & 0x80808080;
}

/** What follows a backslash, and the character that it stands for. */
export const shortEscapes = new Map([
  ['b', '\b'],
  ['t', '\t'],
  ['n', '\n'],
  ['f', '\f'],
  ['r', '\r'],
  ['"', '"'],
  ['\\', '\\'],
]);

export const letterU = 'u'.charCodeAt(0);
/** Bytes of `\n`. */
export const shortEscapeBytes = 2;
/** Bytes of `\u000a`, the longest form of a code unit. */
export const longEscapeBytes = 6;
export const bytesOfWord = 4;
/** Bytes that are read one by one before another word is tried: special bytes are often close to each other. */
export const bytesOneByOne = 8;
