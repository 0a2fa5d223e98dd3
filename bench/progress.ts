/** The output of the progress: standard error, or a list in tests. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Shows the progress: on one line of a terminal, otherwise line by line. */
export class Progress {
  readonly #output: Output;

  constructor(output: Output) {
    this.#output = output;
  }

  say(what: string): void {
    if (this.#output.isTTY) this.#output.write(`\r\u001b[K${what.slice(0, (this.#output.columns ?? 80) - 1)}`);
    else this.#output.write(`${what}\n`);
  }

  /** Erases the line, so that other output can be printed. */
  clear(): void {
    if (this.#output.isTTY) this.#output.write('\r\u001b[K');
  }
}
