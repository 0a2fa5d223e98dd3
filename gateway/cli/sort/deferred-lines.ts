import { blocksOf, LinesInFile, lineFeed } from './stored-lines.js';
import type { TemporaryFiles } from './temporary-files.js';

/** In the place of a line that is left out. No line has a carriage return. */
export const dropped = Buffer.from('\r\n');
const carriageReturn = 0x0d;

/** Files that lines are put off to: a power of two. All of them are open at a time. */
const parts = 32;
const partBits = Math.log2(parts);
/** In the sequence, in place of the number of a part. */
const droppedCode = 0xff;
/** The most that is collected before it is written, and read at a time. */
const mostBlock = 65_536;

/** Lines whose equals have not been looked for yet: in files by their hashes, with their sequence in one more. */
export class DeferredLines {
  readonly #files: TemporaryFiles;
  readonly #block: number;
  readonly #parts: readonly LinesInFile[];
  readonly #sequence;
  readonly #code = Buffer.alloc(1);

  /** @param memory - for what is collected before it is written, in bytes. */
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

  /** Notes that a line was left out here. */
  addDropped(): void {
    this.#note(droppedCode);
  }

  /**
   * @param keepFirst - leaves lines out, with {@link dropped} in the place of each.
   * @param marks - whether to do the same.
   * @returns the lines that stay, in the sequence in which they were added.
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
        // Copied: the memory of a block is used for the next one.
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
