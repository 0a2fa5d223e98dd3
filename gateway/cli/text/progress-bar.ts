import type { Io } from '../core/io.js';

/** Milliseconds between two updates of the bar. */
const intervalMs = 100;
const barWidth = 24;

/** Shows the progress of a command on one line of the terminal. */
export class ProgressBar {
  readonly #stderr: Io['stderr'] | undefined;
  readonly #now: () => number;
  #started: number;
  #stage = '';
  #shownAt: number;
  #shown = false;
  #bytes = 0;
  /** Size in bytes, if known. */
  size: number | undefined;

  /**
   * Shows nothing unless standard error is a terminal and the result goes elsewhere.
   *
   * @param shown - false for `--no-progress`.
   * @param output - the file that is written; undefined for standard output.
   */
  constructor({ stdout, stderr }: Io, shown: boolean, output: string | undefined, now = () => performance.now()) {
    const resultInTerminal = stdout.isTTY === true && (output === undefined || output === '-');
    this.#stderr = shown && stderr.isTTY === true && !resultInTerminal ? stderr : undefined;
    this.#now = now;
    this.#started = now();
    this.#shownAt = this.#started;
  }

  /** Counts bytes that were read. */
  readonly add = (bytes: number): void => {
    this.#bytes += bytes;
    if (this.#stderr === undefined) return;
    const now = this.#now();
    if (now - this.#shownAt < intervalMs) return;
    this.#shownAt = now;
    this.#shown = true;
    this.#stderr.write(`\r\x1b[K${this.#text(now).slice(0, (this.#stderr.columns ?? 80) - 1)}`);
  };

  /**
   * Starts another stage, with its own bar.
   *
   * @param stage - the word before the bar.
   * @param size - in bytes.
   */
  begin(stage: string, size: number): void {
    this.#stage = `${stage} `;
    this.size = size;
    this.#bytes = 0;
    this.#started = this.#now();
  }

  /** Removes the bar. */
  clear(): void {
    if (this.#shown) this.#stderr?.write('\r\x1b[K');
    this.#shown = false;
  }

  #text(now: number): string {
    const rate = `${megabytes(this.#bytes / ((now - this.#started) / 1000))} MB/s`;
    if (this.size === undefined || this.size === 0) return `${this.#stage}${megabytes(this.#bytes)} MB, ${rate}`;
    const share = Math.min(1, this.#bytes / this.size);
    const bar = '='.repeat(Math.round(share * barWidth)).padEnd(barWidth);
    const percent = `${Math.floor(share * 100)}%`.padStart(4);
    return `${this.#stage}[${bar}]${percent}  ${megabytes(this.#bytes)} of ${megabytes(this.size)} MB, ${rate}`;
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
