/** Returns the lines of a text, separated as in a text field: by CR LF, LF or CR. */
export function linesOf(text: string): string[] {
  return text.includes('\r') ? text.split(/\r\n|\r|\n/) : text.split('\n');
}

/** What a text field makes of a text: line feeds for all line ends. */
export function asInField(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/**
 * Counts the rows of wrapped lines. Measures only lines above the end of what is shown, and each line once.
 *
 * @param measure - returns the number of rows of each line.
 */
export class WrappedRows {
  readonly #measure: (lines: readonly string[]) => readonly number[];
  #lines: readonly string[] = [''];
  /** By line; 0 if it has not been measured. */
  #rows: number[] = [0];

  constructor(measure: (lines: readonly string[]) => readonly number[]) {
    this.#measure = measure;
  }

  /** Replaces the lines. Those that are the same at the beginning and the end keep their rows. */
  setLines(lines: readonly string[]): void {
    const before = this.#lines;
    const most = Math.min(before.length, lines.length);
    let head = 0;
    while (head < most && before[head] === lines[head]) head += 1;
    let tail = 0;
    while (tail < most - head && before[before.length - 1 - tail] === lines[lines.length - 1 - tail]) tail += 1;
    const changed: number[] = new Array(lines.length - head - tail).fill(0);
    this.#rows = [...this.#rows.slice(0, head), ...changed, ...this.#rows.slice(this.#rows.length - tail)];
    this.#lines = lines;
  }

  /** Forgets all rows: the width has changed. */
  forget(): void {
    this.#rows.fill(0);
  }

  /** Returns how many characters have to be measured before the rows up to one are known. */
  unmeasuredBefore(row: number): number {
    let characters = 0;
    let rows = 0;
    for (let line = 0; line < this.#lines.length - 1 && rows <= row; line++) {
      const known = this.#rows[line] ?? 0;
      if (known === 0) characters += this.#lines[line]?.length ?? 0;
      rows += known || 1;
    }
    return characters;
  }

  /** Returns the number of rows of a line. */
  rowsOf(line: number): number {
    this.#measureTo(line);
    return this.#rows[line] ?? 1;
  }

  /** Returns the first row of a line. */
  firstRowOf(line: number): number {
    let first = 0;
    for (let before = 0; before < line; before++) first += this.rowsOf(before);
    return first;
  }

  /** Returns the line that contains a row, and its first row. */
  lineAt(row: number): { readonly line: number; readonly firstRow: number } {
    let firstRow = 0;
    let line = 0;
    // The last line needs no measuring: nothing follows it.
    while (line < this.#lines.length - 1) {
      const next = firstRow + this.rowsOf(line);
      if (next > row) break;
      firstRow = next;
      line += 1;
    }
    return { line, firstRow };
  }

  /** Measures a line with those after it that have not been measured: one layout for all of them. */
  #measureTo(line: number): void {
    if ((this.#rows[line] ?? 1) > 0) return;
    const end = Math.min(this.#lines.length, line + batch);
    const wanted: number[] = [];
    let characters = 0;
    for (let at = line; at < end && (characters < batchCharacters || at === line); at++) {
      if (this.#rows[at] !== 0) continue;
      wanted.push(at);
      characters += this.#lines[at]?.length ?? 0;
    }
    const measured = this.#measure(wanted.map((at) => this.#lines[at] ?? ''));
    for (const [index, at] of wanted.entries()) this.#rows[at] = Math.max(1, measured[index] ?? 1);
  }
}

/** The most lines, and about the most characters, that are measured together. */
const batch = 256;
const batchCharacters = 20_000;
