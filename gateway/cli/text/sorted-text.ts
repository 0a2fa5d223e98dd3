import type { LineSortingOptions } from '#engine/text/order/line-sorting.js';
import { ExternalSort, type SortProgress, type SortTools } from '../sort/external-sort.js';
import { firstOccurrences } from '../sort/first-occurrences.js';
import { type LineChunk, lineChunks } from '../sort/line-chunks.js';
import { bytesOf, type LineJob, runLineJob, textOf } from '../sort/line-job.js';
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

/** Returns whether duplicates must be found before sorting: equal lines are then not always adjacent. */
function findsFirst({ dedupe, ignoreCase, sort }: LineSortingOptions): boolean {
  return dedupe && (ignoreCase || !sort);
}

/**
 * Trims, filters, deduplicates and sorts the lines of a text chunk by chunk.
 *
 * @returns UTF-8, with a line feed after each line.
 */
async function* largeText(
  chunks: AsyncIterable<LineChunk>,
  options: LineSortingOptions,
  tools: SortTools,
): AsyncGenerator<Uint8Array> {
  if (!findsFirst(options)) {
    if (options.sort) yield* sortedLines(chunks, options, tools);
    else yield* eachAlone(chunks, options);
    return;
  }
  const { budget, files } = tools;
  const prepared = eachAlone(chunks, { ...options, dedupe: false, sort: false });
  const distinct = firstOccurrences(prepared, { ignoreCase: options.ignoreCase, memory: budget.seenBytes, files });
  if (!options.sort) {
    yield* distinct;
    return;
  }
  // Little of a chunk may be left, and every job makes a run.
  const joined = lineChunks(textsOf(distinct), budget.jobWeight);
  yield* sortedLines(joined, { ...options, trimLines: false, dropBlank: false, dedupe: false }, tools);
}

/** Does everything that needs only the lines of one chunk. */
async function* eachAlone(chunks: AsyncIterable<LineChunk>, options: LineSortingOptions): AsyncGenerator<Buffer> {
  for await (const { text } of chunks) yield runLineJob({ bytes: bytesOf(text), options });
}

async function* sortedLines(
  chunks: AsyncIterable<LineChunk>,
  options: LineSortingOptions,
  tools: SortTools,
): AsyncGenerator<Uint8Array> {
  const sort = new ExternalSort(options, tools);
  await sort.add(jobsOf(chunks, options));
  yield* sort.sorted();
}

async function* jobsOf(chunks: AsyncIterable<LineChunk>, options: LineSortingOptions): AsyncGenerator<LineJob> {
  for await (const { text } of chunks) yield { bytes: bytesOf(text), options };
}

async function* textsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const chunk of chunks) yield textOf(chunk);
}
