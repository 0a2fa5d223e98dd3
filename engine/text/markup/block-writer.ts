import type { OutputLimit } from '../../core/tool.js';
import { TextWriter } from '../text-writer.js';
import { countCodePoints } from '../unicode/code-points.js';

interface Container {
  /** Written before its first line. */
  readonly first: string;
  /** Written before each further line. */
  readonly rest: string;
}

/**
 * Writes blocks of lines into containers (quotes, list items) that prefix each of their lines.
 *
 * Line ends are written only when another block follows, so the text neither starts nor ends with one, and a container
 * without a block leaves no trace.
 */
export class BlockWriter {
  readonly #width: number;
  readonly #text: TextWriter;
  #lineEnds = 0;
  /** Empty lines that the text asks for before the next block; a margin is one of them. */
  #emptyLines = 0;
  readonly #containers: Container[] = [];
  /** The number of containers whose first line is written. */
  #begun = 0;
  /** The prefix of those containers for a further line. */
  #prefix = '';

  /** @param width - the most characters (code points) of a line that may be wrapped; 0 for no wrapping. */
  constructor(limit: OutputLimit, width = 0) {
    this.#text = new TextWriter(limit);
    this.#width = width;
  }

  get text(): string {
    return this.#text.toString();
  }

  enter(first: string, rest: string): void {
    this.#containers.push({ first, rest });
  }

  leave(): void {
    const container = this.#containers.pop();
    if (container === undefined || this.#begun <= this.#containers.length) return;
    this.#begun = this.#containers.length;
    this.#prefix = this.#prefix.slice(0, this.#prefix.length - container.rest.length);
  }

  /** Starts the next block on a new line (1), or after an empty line (2). */
  separate(lineEnds: 1 | 2): void {
    if (this.#text.length > 0) this.#lineEnds = Math.max(this.#lineEnds, lineEnds);
  }

  /** Leaves at least this many empty lines before the next block, together with those of earlier calls. */
  emptyLines(count: number): void {
    if (this.#text.length > 0 && count > 0) this.#emptyLines += count;
  }

  /**
   * Writes the lines of a block on a new line.
   *
   * @param wrap - whether lines longer than the width may be broken at blanks.
   * @throws {OutputTooLongError} soon after the text is longer than the limit.
   */
  block(lines: string, wrap = true): void {
    this.separate(1);
    const emptyLine = `\n${this.#prefix.trimEnd()}`;
    for (let i = Math.max(this.#lineEnds - 1, this.#emptyLines); i > 0; i--) this.#text.write(emptyLine);
    if (this.#lineEnds > 0) this.#text.write('\n');
    this.#lineEnds = 0;
    this.#emptyLines = 0;
    let lineEnd = '';
    for (const line of lines.split('\n')) {
      if (this.#width > 0 && wrap) for (const part of this.#wrapped(line)) lineEnd = this.#write(lineEnd, part);
      else lineEnd = this.#write(lineEnd, line);
    }
  }

  #write(lineEnd: string, line: string): string {
    const prefix = this.#nextPrefix();
    this.#text.write(lineEnd + (line === '' ? prefix.trimEnd() : prefix + line));
    return '\n';
  }

  #nextPrefix(): string {
    let prefix = this.#prefix;
    for (; this.#begun < this.#containers.length; this.#begun++) {
      const { first = '', rest = '' } = this.#containers[this.#begun] ?? {};
      prefix += first;
      this.#prefix += rest;
    }
    return prefix;
  }

  *#wrapped(line: string): Generator<string> {
    const open = this.#containers.slice(this.#begun);
    const width = this.#width - this.#prefix.length - open.reduce((sum, { rest }) => sum + rest.length, 0);
    let part = '';
    let length = 0;
    for (const word of line.split(' ')) {
      const wordLength = countCodePoints(word);
      if (length > 0 && length + 1 + wordLength > width) {
        yield part;
        part = word;
        length = wordLength;
      } else {
        part = length === 0 ? word : `${part} ${word}`;
        length += wordLength + (length === 0 ? 0 : 1);
      }
    }
    yield part;
  }
}
