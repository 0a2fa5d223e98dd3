import { percentDecode } from './percent-decoding.js';

/** Names of parameters. */
export interface NameSet {
  /**
   * Whether the text between two positions is one of the names.
   *
   * @param escaped - it holds a `%`, so what counts is what it stands for; a malformed escape makes it no name.
   */
  includes(text: string, start: number, end: number, escaped: boolean): boolean;
}

/**
 * The names of the parameters to remove, made for asking about pieces of a URL where they stand.
 *
 * A piece is cut out and looked up only if a filter of 2,048 bits, over its length and its first and last character,
 * lets it pass: parameters that stay are nearly all told apart without allocating anything.
 */
export class ParameterNames implements NameSet {
  readonly #names: ReadonlySet<string>;
  readonly #filter = new Uint8Array(2048);
  readonly #ignoreCase: boolean;

  constructor(listed: Iterable<string>, ignoreCase: boolean) {
    const names = new Set(listed);
    // Lower case may have another length and other ends, so without case every name is looked up.
    if (ignoreCase) this.#filter.fill(1);
    for (const name of names) this.#filter[filterIndex(name, 0, name.length)] = 1;
    this.#names = names;
    this.#ignoreCase = ignoreCase;
  }

  includes(text: string, start: number, end: number, escaped: boolean): boolean {
    if (start === end) return false;
    if (!escaped && this.#filter[filterIndex(text, start, end)] === 0) return false;
    const written = text.slice(start, end);
    const name = escaped ? percentDecode(written) : written;
    return name !== undefined && this.#names.has(this.#ignoreCase ? name.toLowerCase() : name);
  }
}

function filterIndex(text: string, start: number, end: number): number {
  return ((end - start) * 961 + text.charCodeAt(start) * 31 + text.charCodeAt(end - 1)) & 2047;
}

/** Names and, besides, all that start with one of some prefixes. */
export class PrefixedParameterNames extends ParameterNames {
  readonly #prefixes: readonly string[];
  readonly #firstCharacters: ReadonlySet<number>;
  readonly #kept: ReadonlySet<string>;
  readonly #fold: (name: string) => string;

  /**
   * @param prefixes - each at least one character long, none of them a `%`.
   * @param kept - names that stay although they start with one of the prefixes.
   */
  constructor(listed: Iterable<string>, prefixes: readonly string[], kept: ReadonlySet<string>, ignoreCase: boolean) {
    super(listed, ignoreCase);
    this.#prefixes = prefixes;
    this.#firstCharacters = new Set(prefixes.map((prefix) => prefix.charCodeAt(0)));
    this.#kept = kept;
    this.#fold = ignoreCase ? (name) => name.toLowerCase() : (name) => name;
  }

  override includes(text: string, start: number, end: number, escaped: boolean): boolean {
    return super.includes(text, start, end, escaped) || this.#hasPrefix(text, start, end, escaped);
  }

  #hasPrefix(text: string, start: number, end: number, escaped: boolean): boolean {
    // Only a quick look: with ignoreCase a character outside of ASCII may become one of ASCII.
    const first = text.charCodeAt(start) | 0x20;
    if (start === end || (!escaped && first < 0x80 && !this.#firstCharacters.has(first))) return false;
    const written = text.slice(start, end);
    const decoded = escaped ? percentDecode(written) : written;
    if (decoded === undefined) return false;
    const name = this.#fold(decoded);
    return this.#prefixes.some((prefix) => name.startsWith(prefix)) && !this.#kept.has(name);
  }
}

/** The names of several sets. */
export class JoinedNames implements NameSet {
  readonly #sets: readonly NameSet[];

  constructor(sets: readonly NameSet[]) {
    this.#sets = sets;
  }

  includes(text: string, start: number, end: number, escaped: boolean): boolean {
    return this.#sets.some((names) => names.includes(text, start, end, escaped));
  }
}
