import type { ReadableText } from '../../../text/escapes/readable-text.js';
import type { Span } from '../../../text/span.js';
import { depthOf, isMask } from './values.js';

/** Finds strings between three quotes, as Python, TOML, Kotlin and Java write them. The places are asked in order. */
export class TripleQuotes {
  readonly #readable: ReadableText;
  /** The quotes that have no end in the rest of the text. */
  readonly #open = new Set<string>();

  constructor(readable: ReadableText) {
    this.#readable = readable;
  }

  /** Returns what three quotes at a place enclose, without blanks around it; undefined if they are not there. */
  at(start: number): { readonly value: Span | undefined } | undefined {
    const { text } = this.#readable;
    const quotes = text.slice(start, start + 3);
    if (quotes !== '"""' && quotes !== "'''") return undefined;
    const end = this.#endOf(quotes, start);
    const inner = text.slice(start + 3, end);
    const from = start + 3 + inner.length - inner.trimStart().length;
    const to = start + 3 + inner.trimEnd().length;
    return { value: to > from && !isMask(inner) ? { start: from, end: to } : undefined };
  }

  /** Without an end, the string extends to that of the text; what seems to be the start of another one is in it. */
  #endOf(quotes: string, start: number): number {
    const { text } = this.#readable;
    if (this.#open.has(quotes)) return start + 3;
    const depth = depthOf(this.#readable, start);
    let end = start;
    do end = text.indexOf(quotes, end + 3);
    while (end !== -1 && depthOf(this.#readable, end) > depth);
    if (end !== -1) return end;
    this.#open.add(quotes);
    return text.length;
  }
}
