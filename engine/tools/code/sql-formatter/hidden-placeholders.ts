import { type PlaceholderSigns, sqlParts } from '../../../text/code/sql-placeholders.js';
import type { SqlFamily } from '../../../text/code/sql-tokens.js';
import type { Span } from '../../../text/span.js';

/**
 * SQL whose placeholders look like names to the parser, which knows only a few of them in each dialect. Each becomes a
 * run of one letter that the text does not contain, as long as the placeholder, so places and line widths stay the
 * same.
 */
export class HiddenPlaceholders {
  /** The SQL to format. */
  readonly sql: string;
  readonly #letter: string | undefined;
  readonly #originals: string[] = [];

  /** @throws {ToolError} with the place of a comment that is never closed. */
  constructor(text: string, family: SqlFamily, signs: PlaceholderSigns) {
    this.#letter = unusedLetter(text);
    if (this.#letter === undefined) {
      this.sql = text;
      return;
    }
    let sql = '';
    let written = 0;
    for (const { start, end } of placeholders(text, family, signs)) {
      sql += text.slice(written, start) + this.#letter.repeat(end - start);
      this.#originals.push(text.slice(start, end));
      written = end;
    }
    this.sql = sql + text.slice(written);
  }

  /** Puts the placeholders back. The formatter never reorders the parts it moves. */
  restore(formatted: string): string {
    if (this.#letter === undefined || this.#originals.length === 0) return formatted;
    const originals = this.#originals.values();
    return formatted.replace(new RegExp(`${this.#letter}+`, 'g'), (hidden) => originals.next().value ?? hidden);
  }
}

/** Finds the placeholders of a text; adjacent ones count as one. */
function* placeholders(text: string, family: SqlFamily, signs: PlaceholderSigns): Generator<Span> {
  let last: Span | undefined;
  for (const { kind, start, end } of sqlParts(text, family, signs)) {
    if (kind !== 'placeholder') continue;
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
