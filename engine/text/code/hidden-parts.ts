import { replaceMatches } from '../replacement.js';
import type { Span } from '../span.js';
import { TextWriter } from '../text-writer.js';

/**
 * A text in which some parts look like names to a parser that would change or refuse them. Each becomes a run of one
 * letter that the text does not contain, as long as the part, so places and line widths stay the same.
 */
export class HiddenParts {
  /** The text to format. */
  readonly text: string;
  readonly #letter: string | undefined;
  readonly #original: string;
  /** Start and end of each part; numbers take less memory than texts. */
  readonly #offsets: number[] = [];

  /** @param parts - in order; adjacent ones count as one. */
  constructor(text: string, parts: Iterable<Span>) {
    this.#original = text;
    this.#letter = unusedLetter(text);
    if (this.#letter === undefined) {
      this.text = text;
      return;
    }
    const hidden = new TextWriter();
    let written = 0;
    for (const { start, end } of joined(parts)) {
      hidden.write(text.slice(written, start));
      hidden.write(this.#letter.repeat(end - start));
      this.#offsets.push(start, end);
      written = end;
    }
    hidden.write(text.slice(written));
    this.text = hidden.toString();
  }

  /** Puts the parts back into a text that has them in the same order. */
  restore(formatted: string): string {
    if (this.#letter === undefined || this.#offsets.length === 0) return formatted;
    let next = 0;
    return replaceMatches(formatted, new RegExp(`${this.#letter}+`, 'g'), (hidden) => {
      const start = this.#offsets[next++];
      const end = this.#offsets[next++];
      return start === undefined ? hidden : this.#original.slice(start, end);
    });
  }
}

function* joined(parts: Iterable<Span>): Generator<Span> {
  let last: Span | undefined;
  for (const { start, end } of parts) {
    if (last?.end === start) {
      last = { start: last.start, end };
    } else {
      if (last !== undefined) yield last;
      last = { start, end };
    }
  }
  if (last !== undefined) yield last;
}

/** Returns a letter of the Yi syllables, which no keyword contains and which have no case. */
function unusedLetter(text: string): string | undefined {
  const used = new Set(text.match(/[\ua000-\ua48c]/g));
  for (let code = 0xa000; code <= 0xa48c; code++) {
    const letter = String.fromCharCode(code);
    if (!used.has(letter)) return letter;
  }
  return undefined;
}
