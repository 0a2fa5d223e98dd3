import type { OutputLimit } from '../../core/tool.js';
import { JsonScanner, type JsonScannerOptions, type JsonToken } from './json-scanner.js';

/** How JSON is laid out: as `JSON.stringify` does, one item a line, `[]` and `{}` for what is empty. */
export class JsonLayout {
  /** What stands between a name and its value. */
  readonly colon: string;
  readonly #indent: string;
  readonly #first: string[] = [];
  readonly #next: string[] = [];

  /** @param indent - what one level is indented by; `''` puts everything on one line without blanks. */
  constructor(indent: string) {
    this.#indent = indent;
    this.colon = indent === '' ? ':' : ': ';
  }

  /** What stands before the first item at a depth, and before the bracket that closes the depth below it. */
  first(depth: number): string {
    this.#first[depth] ??= this.#indent === '' ? '' : `\n${this.#indent.repeat(depth)}`;
    return this.#first[depth];
  }

  /** What stands before every further item at a depth. */
  next(depth: number): string {
    this.#next[depth] ??= `,${this.first(depth)}`;
    return this.#next[depth];
  }
}

/**
 * Lays a JSON text out anew and changes nothing but blanks (and comments, which are left out): numbers, escapes,
 * order and names that come twice stay as they were written.
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
