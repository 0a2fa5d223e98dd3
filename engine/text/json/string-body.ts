/** Opening brackets count up, closing ones down. */
const brackets: Readonly<Record<string, readonly [kind: number, step: number]>> = {
  '(': [0, 1],
  ')': [0, -1],
  '[': [1, 1],
  ']': [1, -1],
  '{': [2, 1],
  '}': [2, -1],
};

/** The content of a string that is being read: pieces of the text, and what is written instead of others. */
export class StringBody {
  readonly #text: string;
  readonly #pieces: string[] = [];
  /** How many brackets of each kind are open. */
  readonly #open: [number, number, number] = [0, 0, 0];
  /** The stretch of the text that comes after the pieces. */
  #from = 0;
  #to = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Appends a stretch of the text. */
  copy(from: number, to: number): void {
    this.copyPlain(from, to);
    for (let at = from; at < to; at++) this.#count(this.#text.charAt(at));
  }

  /** Appends a stretch of the text without brackets. */
  copyPlain(from: number, to: number): void {
    if (from !== this.#to) {
      this.#flush();
      this.#from = from;
    }
    this.#to = to;
  }

  /** Appends a character that is not in the text, or its escape sequence. */
  write(piece: string): void {
    this.#flush();
    this.#pieces.push(piece);
    if (piece.length === 1) this.#count(piece);
  }

  /** Tests whether a bracket closes one of the string, which then goes on. */
  isInsideBrackets(closing: string): boolean {
    const bracket = brackets[closing];
    if (bracket === undefined || bracket[1] === 1) return false;
    return (this.#open[bracket[0] as 0 | 1 | 2] ?? 0) > 0;
  }

  /** Returns the string with both quotes. */
  closed(): string {
    return `${this.unclosed()}"`;
  }

  /** Returns the string without its end quote. */
  unclosed(): string {
    this.#flush();
    return `"${this.#pieces.join('')}`;
  }

  #flush(): void {
    if (this.#to > this.#from) this.#pieces.push(this.#text.slice(this.#from, this.#to));
    this.#from = this.#to;
  }

  #count(character: string): void {
    const bracket = brackets[character];
    if (bracket !== undefined) this.#open[bracket[0] as 0 | 1 | 2] += bracket[1];
  }
}
