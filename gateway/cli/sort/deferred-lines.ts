import { blocksOf, LinesInFile, lineFeed } from './stored-lines.js';
import type { TemporaryFiles } from './temporary-files.js';

/** Replaces a dropped line. No line contains a carriage return. */
export const dropped = Buffer.from('\r\n');
const carriageReturn = 0x0d;

/** The number of files for deferred lines, a power of two. All are open at the same time. */
const parts = 32;
const partBits = Math.log2(parts);
/** Marks a dropped line in the sequence, where kept lines have the number of their file. */
const droppedCode = 0xff;
/** The most bytes per write and per read. */
const mostBlock = 65_536;

/** Lines whose duplicates are not found yet: in files by hash, and their sequence in another file. */
export class DeferredLines {
  readonly #files: TemporaryFiles;
  readonly #block: number;
  readonly #parts: readonly LinesInFile[];
  readonly #sequence;
  readonly #code = Buffer.alloc(1);

  /** @param memory - for write buffers, in bytes. */
  constructor(files: TemporaryFiles, memory: number) {
    this.#files = files;
    this.#block = Math.min(mostBlock, Math.ceil(memory / (4 * parts)));
    this.#parts = Array.from({ length: parts }, () => new LinesInFile(files.create(this.#block)));
    this.#sequence = files.create(this.#block);
  }

  /** @param line - with its line feed. */
  add(hash: number, line: Buffer): void {
    // The upper bits: the table of the set uses the lower ones.
    const part = hash >>> (32 - partBits);
    this.#parts[part]?.append(line);
    this.#note(part);
  }

  /** Records that a line was dropped here. */
  addDropped(): void {
    this.#note(droppedCode);
  }

  /**
   * @param keepFirst - drops lines, and leaves {@link dropped} in place of each.
   * @param marks - whether to leave marks too.
   * @returns the remaining lines in their original order.
   */
  async *resolve(
    keepFirst: (lines: Iterable<Buffer>) => AsyncIterable<Buffer>,
    marks: boolean,
  ): AsyncGenerator<Buffer> {
    this.#sequence.finish();
    for (const part of this.#parts) part.finish();
    const results: LinesInFile[] = [];
    for (const part of this.#parts) {
      const result = new LinesInFile(this.#files.create(this.#block));
      for await (const lines of keepFirst(blocksOf(part, mostBlock))) result.append(lines);
      part.remove();
      results.push(result.finish());
    }
    yield* this.#inSequence(results, marks);
    for (const result of results) result.remove();
    this.#sequence.remove();
  }

  *#inSequence(results: readonly LinesInFile[], marks: boolean): Generator<Buffer> {
    const readers = results.map((result) => linesOf(result, this.#block));
    let kept: Buffer[] = [];
    let length = 0;
    for (let at = 0; at < this.#sequence.size; ) {
      const codes = Buffer.allocUnsafe(Math.min(mostBlock, this.#sequence.size - at));
      this.#sequence.read(codes, at);
      at += codes.length;
      for (const code of codes) {
        const line: Buffer = code === droppedCode ? dropped : (readers[code]?.next().value ?? dropped);
        if (!marks && line[0] === carriageReturn) continue;
        // Copied: the next block reuses the memory.
        kept.push(Buffer.from(line));
        length += line.length;
        if (length < mostBlock) continue;
        yield Buffer.concat(kept, length);
        kept = [];
        length = 0;
      }
    }
    if (length > 0) yield Buffer.concat(kept, length);
  }

  #note(code: number): void {
    this.#code[0] = code;
    this.#sequence.append(this.#code);
  }
}

function* linesOf(file: LinesInFile, blockBytes: number): Generator<Buffer> {
  for (const block of blocksOf(file, blockBytes)) {
    for (let at = 0; at < block.length; ) {
      const end = block.indexOf(lineFeed, at) + 1;
      yield block.subarray(at, end);
      at = end;
    }
  }
}
