import { TextmillError } from './errors.js';

export type Rows = Iterable<string> | AsyncIterable<string>;

/** The limits of one request. */
export interface BatchSize {
  readonly rows: number;
  /** UTF-16 code units. */
  readonly characters: number;
}

/** Consecutive rows. */
export interface Batch {
  readonly rows: readonly string[];
  /** Rows of the input before these. */
  readonly before: number;
}

export interface BatchRules {
  /** The limits of one batch. */
  readonly size: BatchSize;
  /** Rows of the first batch; each batch may have twice as many as the one before. */
  readonly firstRows: number;
  /** UTF-16 code units that a row needs beside its own. */
  readonly rowOverhead: number;
  /** Returns what is wrong with a row, as the end of a sentence about it; undefined if it is valid. */
  problem(row: string): string | undefined;
}

/**
 * Collects rows into batches as large as a request may be. Reads no further than the requested batch.
 *
 * The iterators are called by hand: `for await` would create a promise for each row of an array, and could not be ended
 * while it waits for a row.
 */
export class RowBatches implements AsyncIterableIterator<Batch> {
  readonly #rows: Iterator<unknown> | undefined;
  readonly #asyncRows: AsyncIterator<unknown> | undefined;
  readonly #rules: BatchRules;
  #maxRows: number;
  #toSkip: number;
  /** The row that did not fit into the last batch. */
  #next: string | undefined;
  #given: number;
  #error: { readonly error: unknown } | undefined;
  #ended = false;

  /** @param start - the number of rows to skip. */
  constructor(rows: Rows, rules: BatchRules, start: number) {
    if (Symbol.asyncIterator in rows) this.#asyncRows = rows[Symbol.asyncIterator]();
    else this.#rows = rows[Symbol.iterator]();
    this.#rules = rules;
    this.#maxRows = Math.min(rules.firstRows, rules.size.rows);
    this.#toSkip = start;
    this.#given = start;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** @throws the error of the rows, or {@link TextmillError} for an invalid row, after the batch before it. */
  async next(): Promise<IteratorResult<Batch, undefined>> {
    const rows: string[] = [];
    let length = 0;
    while (rows.length < this.#maxRows) {
      const row = this.#next ?? this.#readNow(rows.length) ?? (await this.#readLater(rows.length));
      this.#next = undefined;
      if (row === undefined) break;
      length += row.length + this.#rules.rowOverhead;
      if (length > this.#rules.size.characters) {
        this.#next = row;
        break;
      }
      rows.push(row);
    }
    if (rows.length === 0) {
      if (this.#error !== undefined) throw this.#error.error;
      return { done: true, value: undefined };
    }
    this.#maxRows = Math.min(2 * this.#maxRows, this.#rules.size.rows);
    const before = this.#given;
    this.#given += rows.length;
    return { done: false, value: { rows, before } };
  }

  /** Closes the rows immediately, even during a pending read. */
  async return(): Promise<IteratorResult<Batch, undefined>> {
    if (!this.#ended) {
      this.#ended = true;
      this.#rows?.return?.();
      await this.#asyncRows?.return?.();
    }
    return { done: true, value: undefined };
  }

  /** @returns undefined at the end, and for asynchronous rows. */
  #readNow(position: number): string | undefined {
    while (this.#rows !== undefined && !this.#ended) {
      try {
        const row = this.#accept(this.#rows.next(), position);
        if (row !== undefined) return row;
      } catch (error) {
        this.#end(error);
        if (error instanceof TextmillError) this.#rows.return?.();
      }
    }
    return undefined;
  }

  async #readLater(position: number): Promise<string | undefined> {
    while (this.#asyncRows !== undefined && !this.#ended) {
      try {
        const row = this.#accept(await this.#asyncRows.next(), position);
        if (row !== undefined) return row;
      } catch (error) {
        this.#end(error);
        if (error instanceof TextmillError) await this.#asyncRows.return?.();
      }
    }
    return undefined;
  }

  #end(error: unknown): void {
    this.#ended = true;
    this.#error = { error };
  }

  /** @returns undefined for a skipped row, and at the end. */
  #accept(next: IteratorResult<unknown>, position: number): string | undefined {
    if (next.done === true) {
      this.#ended = true;
      return undefined;
    }
    if (this.#toSkip > 0) {
      this.#toSkip--;
      return undefined;
    }
    const row = next.value;
    const problem = typeof row === 'string' ? this.#rules.problem(row) : 'is no string';
    if (typeof row === 'string' && problem === undefined) return row;
    throw new TextmillError(0, `Row ${this.#given + position + 1} ${problem}`);
  }
}
