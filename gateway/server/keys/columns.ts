import { latin1Hash, textHash } from './row-table.js';

/** Rows of a chunk: what a column grows by, without copying what it has. */
const chunkRows = 4_096;

type Numbers = Uint8Array | Uint32Array | Float64Array;

/**
 * A number for each row, in chunks of typed arrays: as many bytes as the type has, and nothing for the collector to
 * visit.
 */
export class Column<Chunk extends Numbers> {
  readonly #chunks: Chunk[] = [];
  readonly #newChunk: (length: number) => Chunk;

  /** @param newChunk - returns an array of zeros. */
  constructor(newChunk: (length: number) => Chunk) {
    this.#newChunk = newChunk;
  }

  /** Returns 0 for a row that was never set. */
  get(row: number): number {
    return this.#chunks[Math.floor(row / chunkRows)]?.[row % chunkRows] ?? 0;
  }

  set(row: number, value: number): void {
    const index = Math.floor(row / chunkRows);
    while (this.#chunks.length <= index) this.#chunks.push(this.#newChunk(chunkRows));
    (this.#chunks[index] as Chunk)[row % chunkRows] = value;
  }
}

/** The same number of bytes for each row. */
export class ByteColumn {
  readonly #width: number;
  readonly #chunks: Buffer[] = [];

  constructor(width: number) {
    this.#width = width;
  }

  /** Returns the chunk of a row, and where the row begins in it. The chunk is the memory itself. */
  at(row: number): { readonly chunk: Buffer; readonly start: number } {
    const index = Math.floor(row / chunkRows);
    while (this.#chunks.length <= index) this.#chunks.push(Buffer.alloc(chunkRows * this.#width));
    return { chunk: this.#chunks[index] as Buffer, start: (row % chunkRows) * this.#width };
  }

  set(row: number, bytes: Uint8Array): void {
    const { chunk, start } = this.at(row);
    chunk.set(bytes.subarray(0, this.#width), start);
  }

  /** Whether a row has these bytes. */
  has(row: number, bytes: Uint8Array): boolean {
    const { chunk, start } = this.at(row);
    for (let index = 0; index < this.#width; index++) if (chunk[start + index] !== bytes[index]) return false;
    return true;
  }
}

/** The length of a text that is not in the column, because it is too long or has other characters. */
const elsewhere = 255;

/** A text for each row, in Latin-1 as ids are. Texts that are longer or have other characters are kept as strings. */
export class TextColumn {
  readonly #width: number;
  readonly #bytes: ByteColumn;
  readonly #lengths = new Column((length) => new Uint8Array(length));
  readonly #others = new Map<number, string>();

  /** @param width - the length of most texts. */
  constructor(width: number) {
    this.#width = width;
    this.#bytes = new ByteColumn(width);
  }

  get(row: number): string {
    const length = this.#lengths.get(row);
    if (length === elsewhere) return this.#others.get(row) ?? '';
    const { chunk, start } = this.#bytes.at(row);
    return chunk.toString('latin1', start, start + length);
  }

  set(row: number, text: string): void {
    if (this.#lengths.get(row) === elsewhere) this.#others.delete(row);
    if (text.length > this.#width || isBeyondLatin1(text)) {
      this.#lengths.set(row, elsewhere);
      this.#others.set(row, text);
      return;
    }
    this.#lengths.set(row, text.length);
    const { chunk, start } = this.#bytes.at(row);
    chunk.write(text, start, text.length, 'latin1');
  }

  /** Returns the `textHash` of a row. */
  hashOf(row: number): number {
    const length = this.#lengths.get(row);
    if (length === elsewhere) return textHash(this.#others.get(row) ?? '');
    const { chunk, start } = this.#bytes.at(row);
    return latin1Hash(chunk, start, start + length);
  }

  /** Whether a row has this text. */
  has(row: number, text: string): boolean {
    const length = this.#lengths.get(row);
    if (length === elsewhere) return this.#others.get(row) === text;
    if (length !== text.length) return false;
    const { chunk, start } = this.#bytes.at(row);
    for (let index = 0; index < length; index++) if (chunk[start + index] !== text.charCodeAt(index)) return false;
    return true;
  }
}

function isBeyondLatin1(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 255) return true;
  return false;
}
