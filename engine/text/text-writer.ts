import type { OutputLimit } from '../core/tool.js';

/**
 * The number of characters that may be pending. Small enough for the pieces to die young, large enough for few chunks.
 */
const chunkLength = 16_384;

/**
 * Builds a long text from many small pieces, in memory of about twice its length.
 *
 * Pieces joined with `+=` stay alive until the text is read, 32 bytes for each `+=`; so does an array of pieces. A
 * million of them is more than a thread may use. Here they become one flat string every 16,384 characters.
 */
export class TextWriter {
  readonly #limit: OutputLimit | undefined;
  readonly #chunks: string[] = [];
  /** The number of UTF-16 code units in the chunks. */
  #written = 0;
  #pending = '';

  /** @param limit - checked for every piece. */
  constructor(limit?: OutputLimit) {
    this.#limit = limit;
  }

  /** The number of UTF-16 code units written so far. */
  get length(): number {
    return this.#written + this.#pending.length;
  }

  /** Appends a piece. @throws {OutputTooLongError} if the text becomes longer than the limit. */
  write(piece: string): void {
    const pending = this.#pending + piece;
    this.#pending = pending;
    this.#limit?.check(this.#written + pending.length);
    if (pending.length >= chunkLength) this.#flush(pending);
  }

  /** Returns the text so far. */
  toString(): string {
    if (this.#chunks.length === 0) return this.#pending;
    return this.#chunks.join('') + this.#pending;
  }

  #flush(chunk: string): void {
    // A search needs one flat string; once V8 has made it, it releases the pieces.
    chunk.indexOf('\0');
    this.#chunks.push(chunk);
    this.#written += chunk.length;
    this.#pending = '';
  }
}

/** Joins texts that are produced one at a time. */
export function joinTexts(texts: Iterable<string>, separator: string): string {
  const writer = new TextWriter();
  let between = '';
  for (const text of texts) {
    writer.write(between === '' ? text : between + text);
    between = separator;
  }
  return writer.toString();
}
