/** A text whose runs of spaces and tabs were made one space each, and which knows where they were. */
export class BlankRuns {
  /** Without the spaces and tabs at the ends. */
  readonly text: string;
  readonly #original: string;
  /** Where the text starts in the original. */
  readonly #start: number;
  /** Where each run that is not one space is in the text, and how many characters more it and those before it had. */
  readonly #places: readonly number[];
  readonly #longer: readonly number[];

  private constructor(original: string) {
    const start = original.length - original.replace(/^[ \t]+/, '').length;
    const places: number[] = [];
    const longer: number[] = [];
    let text = '';
    let from = start;
    let more = 0;
    for (const { 0: run, index } of original.slice(start).matchAll(/[ \t]+/g)) {
      if (run === ' ') continue;
      text += `${original.slice(from, start + index)} `;
      from = start + index + run.length;
      more += run.length - 1;
      places.push(text.length - 1);
      longer.push(more);
    }
    text += original.slice(from);
    this.text = text.endsWith(' ') ? text.slice(0, -1) : text;
    this.#original = original;
    this.#start = start;
    this.#places = places;
    this.#longer = longer;
  }

  static of(original: string): BlankRuns {
    return new BlankRuns(original);
  }

  /** Returns what a part of the text was in the original. */
  original(from: number, end: number): string {
    return this.#original.slice(this.#offset(from), this.#offset(end));
  }

  #offset(at: number): number {
    let [low, high] = [0, this.#places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#places[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return this.#start + at + (this.#longer[low - 1] ?? 0);
  }
}
