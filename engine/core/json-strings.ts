import { type ReadString, readString, writeString } from '../kernels/json-strings.js';
import { loadKernels } from '../kernels/kernels.js';
import { readJsonStringByWords } from './json-string-reader.js';
import { writeJsonStringByWords } from './json-string-writer.js';

/**
 * Reads a string of JSON in strict UTF-8.
 *
 * @param start - index of the byte after the opening quote.
 * @returns undefined if the string is malformed or not closed.
 */
export function readJsonString(bytes: Uint8Array, start: number): ReadString | undefined {
  const kernels = loadKernels();
  const string = kernels && readString(kernels, bytes, start);
  return string ?? readJsonStringByWords(bytes, start);
}

/**
 * Writes the content of a string of JSON, in UTF-8, as `JSON.stringify` does: lone surrogates are escaped.
 *
 * @param append - gets the bytes in pieces, which change with the next piece.
 */
export function writeJsonString(text: string, append: (bytes: Uint8Array) => void): void {
  const kernels = loadKernels();
  if (kernels === undefined) writeJsonStringByWords(text, append);
  else writeString(kernels, text, append);
}
