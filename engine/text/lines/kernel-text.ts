import type { ByteText, TrimmedSide } from '../../core/byte-text.js';
import type { TextPlace } from '../../core/json.js';
import { areas, type Kernels } from '../../kernels/kernels.js';
import { casesOf } from '../../kernels/letter-case.js';
import { readText } from '../../kernels/texts.js';
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
