/** The attributes of an element. Keyed by names in lower case; if a name occurs twice the first counts. */
export interface HtmlAttributes extends Iterable<readonly [name: string, value: string]> {
  get(name: string): string | undefined;
  has(name: string): boolean;
}

/** Most elements have none, so they share this. */
export const noAttributes: HtmlAttributes = new Map();

/** Up to this many attributes, searching a list is quick, and a map takes twice its memory. */
const fewAttributes = 8;

/** Returns the attributes in as little memory as they can be searched in. */
export function compactAttributes(attributes: ReadonlyMap<string, string>): HtmlAttributes {
  return attributes.size <= fewAttributes ? new FewAttributes(attributes) : attributes;
}

class FewAttributes implements HtmlAttributes {
  /** Names and values by turns. */
  readonly #parts: readonly string[];

  constructor(attributes: Iterable<readonly [string, string]>) {
    // A growing array has room for at least 17 parts; the copy has none to spare.
    this.#parts = [...attributes].flat().slice();
  }

  get(name: string): string | undefined {
    for (let i = 0; i < this.#parts.length; i += 2) if (this.#parts[i] === name) return this.#parts[i + 1];
    return undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  *[Symbol.iterator](): Generator<readonly [string, string]> {
    for (let i = 0; i < this.#parts.length; i += 2) yield [this.#parts[i] ?? '', this.#parts[i + 1] ?? ''];
  }
}
