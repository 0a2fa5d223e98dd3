import type { LineSortingOptions } from '../../../engine/text/order/line-sorting.js';
import { ExternalSort, type SortTools } from './external-sort.js';
import { firstOccurrences } from './first-occurrences.js';
import { type LineChunk, lineChunks } from './line-chunks.js';
import { bytesOf, type LineJob, runLineJob, textOf } from './line-job.js';

/** Returns whether duplicates must be found before sorting: equal lines are then not always adjacent. */
export function findsFirst({ dedupe, ignoreCase, sort }: LineSortingOptions): boolean {
  return dedupe && (ignoreCase || !sort);
}

/**
 * Trims, filters, deduplicates and sorts the lines of a text chunk by chunk.
 *
 * @returns UTF-8, with a line feed after each line.
 */
export async function* largeText(
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
