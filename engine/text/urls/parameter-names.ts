import { percentDecode } from './percent-decoding.js';

/** A set of parameter names. */
export interface NameSet {
  /**
   * Tests whether the text between two positions is one of the names.
   *
   * @param escaped - the text contains a `%`, so its decoded form counts; with a malformed escape it is not a name.
   */
  includes(text: string, start: number, end: number, escaped: boolean): boolean;
}

/**
 * The names of the parameters to remove, looked up directly in pieces of a URL.
 *
 * A piece is sliced and looked up only if it passes a filter of 2,048 bits over its length and its first and last
 * character. So nearly all parameters that stay cost no allocation.
 */
export class ParameterNames implements NameSet {
  readonly #names: ReadonlySet<string>;
  readonly #filter = new Uint8Array(2048);
  readonly #ignoreCase: boolean;
  /** Whether a name has a blank, which forms write as `+`. */
  readonly #hasBlanks: boolean;

  constructor(listed: Iterable<string>, ignoreCase: boolean) {
    const names = new Set(listed);
    // Lower case may change the length and the ends, so without case every name is looked up.
    if (ignoreCase) this.#filter.fill(1);
    this.#hasBlanks = [...names].some((name) => name.includes(' '));
    for (const name of names) {
      this.#filter[filterIndex(name, 0, name.length)] = 1;
      if (this.#hasBlanks) this.#filter[filterIndex(name.replaceAll(' ', '+'), 0, name.length)] = 1;
    }
    this.#names = names;
    this.#ignoreCase = ignoreCase;
  }

  includes(text: string, start: number, end: number, escaped: boolean): boolean {
    if (start === end) return false;
    if (!escaped && this.#filter[filterIndex(text, start, end)] === 0) return false;
    const written = text.slice(start, end);
    if (this.#has(escaped ? percentDecode(written) : written)) return true;
    return this.#hasBlanks && written.includes('+') && this.#has(formDecode(written));
  }

  #has(name: string | undefined): boolean {
    return name !== undefined && this.#names.has(this.#ignoreCase ? name.toLowerCase() : name);
  }
}

/** Decodes a name as in a form, where `+` is a blank; undefined if an escape is malformed. */
function formDecode(written: string): string | undefined {
  return percentDecode(written.replaceAll('+', ' '));
}

function filterIndex(text: string, start: number, end: number): number {
  return ((end - start) * 961 + text.charCodeAt(start) * 31 + text.charCodeAt(end - 1)) & 2047;
}

/** Adds all names that start with one of several prefixes. */
export class PrefixedParameterNames extends ParameterNames {
  readonly #prefixes: readonly string[];
  readonly #firstCharacters: ReadonlySet<number>;
  readonly #kept: ReadonlySet<string>;
  readonly #fold: (name: string) => string;

  /**
   * @param prefixes - each at least one character long, without `%`.
   * @param kept - names that stay although they start with one of the prefixes.
   */
  constructor(listed: Iterable<string>, prefixes: readonly string[], kept: ReadonlySet<string>, ignoreCase: boolean) {
    super(listed, ignoreCase);
    this.#prefixes = prefixes;
    this.#firstCharacters = new Set(prefixes.map((prefix) => prefix.charCodeAt(0) | 0x20));
    this.#kept = kept;
    this.#fold = ignoreCase ? (name) => name.toLowerCase() : (name) => name;
  }

  override includes(text: string, start: number, end: number, escaped: boolean): boolean {
    return super.includes(text, start, end, escaped) || this.#hasPrefix(text, start, end, escaped);
  }

  #hasPrefix(text: string, start: number, end: number, escaped: boolean): boolean {
    // Only a quick check, in which case does not count: with ignoreCase a non-ASCII character may become an ASCII one.
    const first = text.charCodeAt(start) | 0x20;
    if (start === end || (!escaped && first < 0x80 && !this.#firstCharacters.has(first))) return false;
    const written = text.slice(start, end);
    const decoded = escaped ? percentDecode(written) : written;
    if (decoded === undefined) return false;
    const name = this.#fold(decoded);
    if (!this.#prefixes.some((prefix) => name.startsWith(prefix)) || this.#kept.has(name)) return false;
    return this.#kept.size === 0 || !written.includes('+') || !this.#kept.has(this.#fold(formDecode(written) ?? name));
  }
}

/** The union of several sets. */
export class JoinedNames implements NameSet {
  readonly #sets: readonly NameSet[];

  constructor(sets: readonly NameSet[]) {
    this.#sets = sets;
  }

  includes(text: string, start: number, end: number, escaped: boolean): boolean {
    return this.#sets.some((names) => names.includes(text, start, end, escaped));
  }
}
