import type { LineSortingOptions } from '#engine/text/order/line-sorting.js';
import type { LineJob } from './line-job.js';
import type { LineWorkers } from './line-workers.js';
import { mergeBatches } from './merge.js';
import { type SortBudget, weightOf } from './sort-budget.js';
import { LinesInFile, LinesInMemory, type StoredLines } from './stored-lines.js';
import type { TemporaryFiles } from './temporary-files.js';

/** The most runs to merge at a time: each has an open file. */
const mostRuns = 64;
/** The least to read of a run at a time, if that leaves two runs to merge. */
const leastBlock = 4_096;
/** Bytes per write. */
const writeBytes = 65_536;

/** Reports progress to the user. */
export interface SortProgress {
  /** Starts a stage of a number of bytes. */
  begin(stage: string, size: number): void;
  /** Counts bytes. */
  add(bytes: number): void;
}

/** The parts that a sort works with. */
export interface SortTools {
  readonly budget: SortBudget;
  readonly files: TemporaryFiles;
  readonly workers: LineWorkers;
  readonly progress: SortProgress;
}

/**
 * Sorts more lines than fit into memory: sorts as many as fit, keeps them as a run in memory or in a file, and merges
 * the runs at the end.
 */
export class ExternalSort {
  readonly #budget: SortBudget;
  readonly #options: LineSortingOptions;
  readonly #workers: LineWorkers;
  readonly #files: TemporaryFiles;
  readonly #progress: SortProgress;
  #runs: StoredLines[] = [];
  #kept = 0;

  /** @param options - those of the result. */
  constructor(options: LineSortingOptions, { budget, files, workers, progress }: SortTools) {
    this.#budget = budget;
    this.#options = options;
    this.#workers = workers;
    this.#files = files;
    this.#progress = progress;
  }

  /** Reads all lines. */
  async add(jobs: AsyncIterable<LineJob>): Promise<void> {
    for await (const lines of this.#workers.run(jobs)) {
      if (lines.length > 0) this.#runs.push(this.#keep(lines));
    }
  }

  /** Yields the lines in order, with a line feed after each. */
  async *sorted(): AsyncGenerator<Uint8Array> {
    for (let runs = this.#nextToMerge(); runs.length < this.#runs.length; runs = this.#nextToMerge()) {
      const merged = new LinesInFile(this.#files.create(writeBytes));
      for await (const lines of this.#merge(runs)) merged.append(lines);
      this.#runs = [...this.#runs.filter((run) => !runs.includes(run)), merged.finish()];
      for (const run of runs) run.remove();
    }
    yield* this.#merge(this.#runs);
  }

  #keep(lines: Uint8Array): StoredLines {
    if (this.#kept + lines.length <= this.#budget.keptBytes) {
      this.#kept += lines.length;
      return new LinesInMemory(lines);
    }
    const run = new LinesInFile(this.#files.create(Math.min(writeBytes, lines.length)));
    run.append(lines);
    return run.finish();
  }

  /** Returns all runs if they can be merged at once; otherwise the shortest, so that later merges have full width. */
  #nextToMerge(): readonly StoredLines[] {
    const width = this.#width();
    if (this.#runs.length <= width) return this.#runs;
    const count = ((this.#runs.length - 2) % (width - 1)) + 2;
    return this.#runs.toSorted((a, b) => a.size - b.size).slice(0, count);
  }

  /** Returns how many runs to merge at a time: fewer if memory is short, or lines are long. */
  #width(): number {
    const longest = this.#runs.reduce((most, { longestLine }) => Math.max(most, longestLine), leastBlock);
    return Math.max(2, Math.min(mostRuns, Math.floor(this.#budget.jobWeight / 2 / weightOf(0, longest))));
  }

  async *#merge(runs: readonly StoredLines[]): AsyncGenerator<Uint8Array> {
    const { direction, dedupe } = this.#options;
    const options = { trimLines: false, dropBlank: false, dedupe, ignoreCase: false, sort: true, direction };
    const { jobWeight } = this.#budget;
    const progress = this.#progress;
    progress.begin(
      'merging',
      runs.reduce((sum, { size }) => sum + size, 0),
    );
    const jobs = function* (): Generator<LineJob> {
      for (const { bytes, isSorted } of mergeBatches(runs, direction, jobWeight)) {
        progress.add(bytes.length);
        yield { bytes, options, isDone: isSorted };
      }
    };
    yield* this.#workers.run(jobs());
  }
}
