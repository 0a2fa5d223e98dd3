import type { OutputLimit } from '../../core/tool.js';
import { JsonScanner, type JsonScannerOptions, type JsonToken } from './json-scanner.js';

/** Defines how JSON is laid out: like `JSON.stringify`, one item a line, with `[]` and `{}` for empty values. */
export class JsonLayout {
  /** Written between a name and its value. */
  readonly colon: string;
  readonly #indent: string;
  readonly #first: string[] = [];
  readonly #next: string[] = [];

  /** @param indent - the indentation of one level; `''` puts everything on one line without blanks. */
  constructor(indent: string) {
    this.#indent = indent;
    this.colon = indent === '' ? ':' : ': ';
  }

  /** Returns what precedes the first item at a depth, and the bracket that closes it. */
  first(depth: number): string {
    this.#first[depth] ??= this.#indent === '' ? '' : `\n${this.#indent.repeat(depth)}`;
    return this.#first[depth];
  }

  /** Returns what precedes every further item at a depth. */
  next(depth: number): string {
    this.#next[depth] ??= `,${this.first(depth)}`;
    return this.#next[depth];
  }
}

/**
 * Formats a JSON text and changes only blanks (and drops comments): numbers, escapes, order and duplicate names stay as
 * written.
 *
 * @throws {JsonSyntaxError} if the text is not JSON or is nested too deep.
 * @throws {OutputTooLongError} as soon as the output is longer than the limit: indentation can make it many times as
 *   long as the input.
 */
export function layOutJson(text: string, layout: JsonLayout, limit: OutputLimit, options?: JsonScannerOptions): string {
  const scanner = new JsonScanner(text, options);
  let output = '';
  let depth = 0;
  let previous: JsonToken | undefined;
  for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
    const opened = previous === '{' || previous === '[';
    if (token === '}' || token === ']') {
      depth--;
      output += opened ? token : layout.first(depth) + token;
    } else {
      const value = text.slice(scanner.start, scanner.end);
      if (opened) output += layout.first(depth) + value;
      else if (previous === 'key') output += layout.colon + value;
      else output += depth === 0 ? value : layout.next(depth) + value;
      if (token === '{' || token === '[') depth++;
    }
    previous = token;
    limit.check(output.length);
  }
  return output;
}
