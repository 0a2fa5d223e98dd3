import type { AlphabeticalKey, Direction } from '#engine/text/order/alphabetical-order.js';
import { RunCursor } from './run-cursor.js';
import { weightOf } from './sort-budget.js';
import type { StoredLines } from './stored-lines.js';

/**
 * Cuts sorted runs into batches. Each batch has the lines of every run up to a bound, and all lines of a batch come
 * before those of the next. So the sort with packed ranks can sort batches one by one, on several threads. That is
 * several times faster than comparing the heads of the runs line by line.
 *
 * The bound is the least of the last lines read of the runs, so that at least one block is used up.
 *
 * @param weight - the approximate weight of a batch.
 */
export function* mergeBatches(
  runs: readonly StoredLines[],
  direction: Direction,
  weight: number,
): Generator<MergeBatch> {
  let cursors = runs.map((run) => new RunCursor(run, direction, weight / 2 / runs.length));
  let batch = new MergeBatch(weight);
  for (;;) {
    cursors = cursors.filter((cursor) => cursor.fill());
    if (cursors.length === 0) break;
    const bound = leastLast(cursors);
    for (const cursor of cursors) batch.add(cursor, bound);
    if (batch.weight < weight / 2) continue;
    yield batch;
    batch = new MergeBatch(weight);
  }
  if (batch.weight > 0) yield batch;
}

/** Undefined when all runs are read to their ends. */
function leastLast(cursors: readonly RunCursor[]): AlphabeticalKey | undefined {
  let least: AlphabeticalKey | undefined;
  for (const cursor of cursors) {
    const { last } = cursor;
    if (last !== undefined && (least === undefined || cursor.compare(last, least) < 0)) least = last;
  }
  return least;
}

/** Lines of several runs, after those of the batches before. */
class MergeBatch {
  #memory: Buffer<ArrayBuffer>;
  #length = 0;
  #weight = 0;
  readonly #from = new Set<RunCursor>();

  /** @param weight - of lines for which there is room without more memory. */
  constructor(weight: number) {
    this.#memory = Buffer.allocUnsafeSlow(Math.ceil(weight / weightOf(0, 1)));
  }

  get bytes(): Buffer<ArrayBuffer> {
    return this.#memory.subarray(0, this.#length);
  }

  get weight(): number {
    return this.#weight;
  }

  /** Whether the lines are in order already, because they are from one run. */
  get isSorted(): boolean {
    return this.#from.size <= 1;
  }

  /** Takes the lines of a cursor up to and including a line. */
  add(cursor: RunCursor, bound: AlphabeticalKey | undefined): void {
    const lines = cursor.take(bound);
    if (lines.length === 0) return;
    this.#from.add(cursor);
    this.#weight += lines.length * cursor.weightOfByte;
    if (this.#length + lines.length > this.#memory.length) this.#grow(this.#length + lines.length);
    this.#memory.set(lines, this.#length);
    this.#length += lines.length;
  }

  #grow(length: number): void {
    const memory = Buffer.allocUnsafeSlow(Math.max(length, Math.ceil(1.5 * this.#memory.length)));
    memory.set(this.bytes);
    this.#memory = memory;
  }
}
