import type { ByteText, TrimmedSide } from '../../core/byte-text.js';
import type { TextPlace } from '../../core/json.js';
import { areas, type Kernels, memory, slackBytes } from '../../kernels/kernels.js';
import { casesOf } from '../../kernels/letter-case.js';
import { ByteLines, escapedLineFeed, type WrittenLines } from '../order/byte-lines.js';

/** Escapes of line ends in JSON, as numbers of 32 bits. */
const escapes = { '\n': escapedLineFeed, '\r': 0x725c, '\r\n': 0x6e5c725c } as const;

/** A text of JSON in the memory of the kernels. Between two steps it is what `splitLines` would find in it. */
export class KernelText implements ByteText {
  readonly #kernels: Kernels;
  readonly #lines: ByteLines;
  readonly #isAscii: boolean;
  /** Behind its last byte. */
  readonly #end: number;
  #lineEnd: keyof typeof escapes;
  /** Whether it ends with a line end. */
  #isFinal: boolean;
  /** Its length in UTF-16 code units is at most so much, and as it was read exactly so much. */
  mostUnits: number;

  private constructor(kernels: Kernels, read: NonNullable<ReturnType<typeof readText>>) {
    this.#kernels = kernels;
    this.#lines = new ByteLines(kernels, areas.textTable.start, areas.textMade, read.count);
    this.#isAscii = read.isAscii;
    this.#end = read.end;
    this.#lineEnd = read.lineEnd;
    this.#isFinal = read.isFinal;
    this.mostUnits = read.units;
  }

  /**
   * Reads a string of JSON.
   *
   * @param place - where it is; it may end elsewhere.
   * @returns undefined if it does, if it is malformed, has no room, has different line ends or what the
   *   kernels do not know.
   */
  static read(kernels: Kernels, body: Uint8Array, place: TextPlace): KernelText | undefined {
    const read = readText(kernels, body, place.start, place.end);
    return read && new KernelText(kernels, read);
  }

  get count(): number {
    return this.#lines.count;
  }

  trim(side: TrimmedSide, dropsBlank: boolean): boolean {
    this.#lines.trim(side, dropsBlank);
    return true;
  }

  slice(start: number, end = this.#lines.count): boolean {
    const { count } = this.#lines;
    const place = (index: number) => Math.min(Math.max(index < 0 ? count + index : index, 0), count);
    this.#lines.slice(place(start), place(end));
    return true;
  }

  reverse(): boolean {
    this.#lines.reverse();
    return true;
  }

  distinct(keep: 'first' | 'last', ignoreCase: boolean): boolean {
    if (keep === 'last') this.#lines.reverse();
    if (!this.#lines.distinct(ignoreCase)) return false;
    if (keep === 'last') this.#lines.reverse();
    return true;
  }

  sort(direction: 'asc' | 'desc'): boolean {
    if (!this.#lines.sort()) return false;
    if (direction === 'desc') this.#lines.reverse();
    return true;
  }

  changeCase(to: 'upper' | 'lower'): boolean {
    // ß becomes SS.
    if (to === 'upper' && !this.#isAscii) this.mostUnits *= 2;
    return this.#kernels.changeCase(areas.text.start, this.#end, casesOf(to), to === 'upper') !== 0;
  }

  /** Ends a step: does what `asSplitAgain` does to lines. */
  endStep(): void {
    const lines = this.#lines;
    const endsBlank = !this.#isFinal && lines.endsBlank;
    if (endsBlank) lines.count--;
    this.#isFinal = (this.#isFinal || endsBlank) && lines.count > 0;
    if (lines.count < 2 && !this.#isFinal) this.#lineEnd = '\n';
  }

  /** Returns the length of the text in UTF-16 code units. */
  units(): number {
    const { count } = this.#lines;
    const lineEnds = this.#isFinal ? count : Math.max(count - 1, 0);
    return this.#lines.units(this.#isAscii) + lineEnds * this.#lineEnd.length;
  }

  /** Writes the text, as {@link ByteLines.write} does, with its last line end behind it. */
  write(): (WrittenLines & { readonly lastLineEnd: string }) | undefined {
    const lineEnd = escapes[this.#lineEnd];
    const written = this.#lines.write({ reverses: false, dedupes: false, lineEnd });
    return written && { ...written, lastLineEnd: this.#isFinal ? JSON.stringify(this.#lineEnd).slice(1, -1) : '' };
  }
}

/** A text in the memory of the kernels: its lines are in the table `textTable`. */
interface ReadText {
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
function readText(kernels: Kernels, body: Uint8Array, start: number, end: number): ReadText | undefined {
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
