/**
 * Finds where brackets close in a text that may be broken JSON: brackets in quotes do not count, and any bracket closes
 * any other.
 *
 * Linear: a search that meets the end of the text notes where all brackets on its way close. A later search that begins
 * at one of them would go the same way. One that begins at another one is inside quotes for the earlier search, and
 * there are only three states to be in: no quotes, single or double ones.
 */
export class BracketPairs {
  readonly #text: string;
  /** By opening bracket: 0 for not known, -1 for never closed, else the offset after the closing one. */
  #ends: Int32Array | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the offset after the bracket that closes the one at an offset, or else the end of the code block. */
  endOf(at: number): number {
    let end = this.#ends?.[at] ?? 0;
    if (end === 0) end = this.#search(at);
    if (end !== -1) return end;
    const fence = this.#text.indexOf('\n```', at);
    return fence === -1 ? this.#text.length : fence;
  }

  #search(from: number): number {
    let depth = 0;
    for (const at of bracketsFrom(this.#text, from)) {
      depth += isOpening(this.#text, at) ? 1 : -1;
      if (depth === 0) return at + 1;
    }
    this.#note(from);
    return -1;
  }

  /** Notes all brackets after one that is never closed. */
  #note(from: number): void {
    this.#ends ??= new Int32Array(this.#text.length);
    const ends = this.#ends;
    const open: number[] = [];
    for (const at of bracketsFrom(this.#text, from)) {
      if (isOpening(this.#text, at)) {
        open.push(at);
        ends[at] = -1;
      } else ends[open.pop() ?? from] = at + 1;
    }
  }
}

function isOpening(text: string, at: number): boolean {
  const character = text.charAt(at);
  return character === '{' || character === '[';
}

/** Yields the offsets of the brackets from one on that are not in quotes. */
function* bracketsFrom(text: string, from: number): Generator<number> {
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === '\\') at++;
      else if (character === quote) quote = '';
    } else if ('{}[]'.includes(character)) yield at;
    else if (character === '"' || (character === "'" && opensString(text, at))) quote = character;
  }
}

/** Tests whether an apostrophe is where a string can start, and not inside a word. */
function opensString(text: string, at: number): boolean {
  return !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));
}
