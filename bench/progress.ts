/** Where lines are written to: standard error, or a test's list. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Says what is going on: line by line, or always on the same line of a terminal. */
export class Progress {
  readonly #output: Output;

  constructor(output: Output) {
    this.#output = output;
  }

  say(what: string): void {
    if (this.#output.isTTY) this.#output.write(`\r\u001b[K${what.slice(0, (this.#output.columns ?? 80) - 1)}`);
    else this.#output.write(`${what}\n`);
  }

  /** Takes the line away, so that something else can be printed in its place. */
  clear(): void {
    if (this.#output.isTTY) this.#output.write('\r\u001b[K');
  }
}
