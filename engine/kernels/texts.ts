import { areas, type Kernels, memory, slackBytes } from './kernels.js';

/** A text in the memory of the kernels: its lines are in the table `textTable`. */
export interface ReadText {
  readonly count: number;
  /** Length in UTF-16 code units. */
  readonly units: number;
  readonly isAscii: boolean;
  /** The line end between all lines; `\n` if there is none. */
  readonly lineEnd: '\n' | '\r' | '\r\n';
  /** Whether it ends with a line end. */
  readonly isFinal: boolean;
  /** The address behind its last byte. */
  readonly end: number;
}

const { copy } = Buffer.prototype;

const mostLines = areas.textTable.bytes / 8;
const lineEnds = { 0: '\n', 8: '\n', 16: '\r', 32: '\r\n' } as const;

/**
 * Reads a string of JSON as lines. They are what `splitLines` of engine/text/lines finds.
 *
 * @param start - index of the byte after the opening quote.
 * @param end - index of the closing quote.
 * @returns undefined if that is not where the string ends, if it is malformed, has halves of surrogate pairs as escapes, has
 *   different line ends, or has no room.
 */
export function readText(kernels: Kernels, body: Uint8Array, start: number, end: number): ReadText | undefined {
  const { text, textMade, textTable } = areas;
  const length = end + 1 - start;
  if (length > textMade.bytes) return undefined;
  copy.call(body, memory, textMade.start, start, end + 1);
  // Nothing that goes on behind the closing quote is well-formed.
  memory.fill(0, textMade.start + length, textMade.start + length + slackBytes);
  const count = kernels.readTextLines(textMade.start, text.start, textTable.start, mostLines);
  if (count < 0 || kernels.endOfTextLines() !== textMade.start + length - 1) return undefined;
  const features = kernels.textFeatures();
  const lineEnd = lineEnds[(features & 56) as keyof typeof lineEnds] as ReadText['lineEnd'] | undefined;
  if (lineEnd === undefined) return undefined;
  return {
    count,
    units: kernels.textUnits(),
    isAscii: (features & 2) === 0,
    lineEnd,
    isFinal: count > 0 && (features & 64) !== 0,
    end: kernels.endOfLines(),
  };
}
