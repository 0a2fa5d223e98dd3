import type { LineSortingOptions } from '../../../engine/text/order/line-sorting.js';
import type { SortProgress } from '../sort/external-sort.js';
import { findsFirst, largeText } from '../sort/large-text.js';
import { lineChunks } from '../sort/line-chunks.js';
import { bytesOf, runLineJob } from '../sort/line-job.js';
import { LineWorkers } from '../sort/line-workers.js';
import { sortBudget } from '../sort/sort-budget.js';
import { TemporaryFiles } from '../sort/temporary-files.js';

/** The memory, folder and threads of a sort. */
export interface SortResources {
  /** Memory for the lines, in bytes. The rest goes to temporary files. */
  readonly memory: number;
  /** The folder of the temporary files. */
  readonly temporaryDirectory: string;
  /** The number of threads. */
  readonly parallel: number;
  readonly progress: SortProgress;
}

/**
 * Trims, filters, deduplicates and sorts the lines of a text of any length, as `/v1/sort-dedupe` does.
 *
 * @returns UTF-8, with a line feed after each line.
 */
export async function* sortedText(
  pieces: AsyncIterable<string>,
  options: LineSortingOptions,
  resources: SortResources,
): AsyncGenerator<Uint8Array> {
  const budget = sortBudget(resources.memory, resources.parallel, findsFirst(options));
  const files = new TemporaryFiles(resources.temporaryDirectory);
  const workers = new LineWorkers(budget);
  try {
    const chunks = lineChunks(pieces, budget.chunkWeight);
    const { value: first } = await chunks.next();
    if (first === undefined) return;
    // Most texts are one chunk, which needs no thread and no merge.
    if (first.isLast) yield runLineJob({ bytes: bytesOf(first.text), options });
    else yield* largeText(withFirst(first, chunks), options, { budget, files, workers, progress: resources.progress });
  } finally {
    await workers.stop();
    files.remove();
  }
}

async function* withFirst<Item>(first: Item, rest: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield first;
  yield* rest;
}
