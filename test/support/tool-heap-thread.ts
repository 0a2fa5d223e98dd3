import { GCProfiler } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { toolInput } from '#bench/engine/tool-inputs.js';
import { type CatalogueEntry, loadTool } from '#engine/catalogue/catalogue.js';
import { OutputTooLongError, ToolError } from '#engine/core/errors.js';
import { limitWallClock } from '#engine/core/step-runner.js';
import { OutputLimit } from '#engine/core/tool.js';
import { valuesToTry } from './tool-configs.js';
import { type HeapOrder, longestText, type ToolHeap } from './tool-heap.js';
import { distinctNames, type HeapCase, heapInput, repeatedNames, suitableCase } from './tool-heap-texts.js';

// Measures tools in a thread with the heap limit of a pool thread: the live heap after garbage collections while the
// tool runs, and after it has finished.

interface GarbageCollection {
  readonly gcType: string;
  readonly afterGC: { readonly heapStatistics: { readonly usedHeapSize: number } };
}

type HeapOfCase = ToolHeap & HeapCase;

/** A search compares cases at this length, and measures those that needed most at the full one. */
const shortCharacters = 100_000;
const finalists = 3;
/** Processor time of the comparison: a slow tool is tried with fewer options. */
const longestMs = 3_000;
/** Collecting garbage all the time takes longer than the tool itself. */
const runWithLimit = limitWallClock(6);

/**
 * Returns the case with the greatest need for each character that is found in time: of all texts with the same options,
 * and then of this text with other options, one by one.
 */
function search(entry: CatalogueEntry, maxOutput: number): HeapOfCase {
  const began = process.cpuUsage();
  const isLate = () => {
    const { user, system } = process.cpuUsage(began);
    return user + system > 1_000 * longestMs;
  };
  const found: HeapOfCase[] = [];
  const worst = () => found.toSorted((a, b) => b.bytesPerCharacter - a.bytesPerCharacter);
  const attempt = (heapCase: HeapCase) => {
    if (isLate()) return;
    const heap = measure(entry, heapCase, maxOutput, shortCharacters);
    if (heap !== undefined) found.push(heap);
  };
  const { category, tool } = entry;
  const suitable = toolInput(category, tool.slug, 1_000);
  if (suitable !== undefined) {
    // The first run also loads libraries and builds tables, which are kept once.
    measure(entry, suitableCase, maxOutput, shortCharacters);
    attempt(suitableCase);
  }
  const bases = [
    ...(suitable === undefined ? [] : [suitable.config]),
    ...tool.examples.map(({ config = {} }) => config),
  ];
  const tryTexts = (names: readonly string[]) => {
    for (const text of names) attempt({ text, config: bases[0] ?? {} });
    const text = worst().find((heap) => names.includes(heap.text))?.text;
    if (text === undefined) return;
    for (const config of bases.slice(1)) attempt({ text, config });
    for (const [name, schema] of Object.entries(tool.config.properties)) {
      const config = worst().find((heap) => heap.text === text)?.config ?? {};
      for (const value of valuesToTry(schema)) attempt({ text, config: { ...config, [name]: value } });
    }
  };
  tryTexts(distinctNames);
  tryTexts(repeatedNames(entry));
  // The worst of each text: the next ones of the same text need about as much.
  const measured = [
    ...new Map(
      worst()
        .toReversed()
        .map((heap) => [heap.text, heap]),
    ).values(),
  ]
    .toSorted((a, b) => b.bytesPerCharacter - a.bytesPerCharacter)
    .slice(0, finalists)
    .flatMap((heap) => measure(entry, heap, maxOutput) ?? [])
    .toSorted((a, b) => b.bytesPerCharacter - a.bytesPerCharacter);
  const [most] = measured;
  if (most === undefined) throw new Error(`no case of ${tool.slug} has a valid config`);
  return most;
}

/**
 * Returns the peak of live bytes while the tool runs on a text, minus those before; undefined for an invalid config.
 *
 * @param mostCharacters - the length of a text that is shorter than the longest that the tool takes.
 */
function measure(
  entry: CatalogueEntry,
  heapCase: HeapCase,
  maxOutput: number,
  mostCharacters = maxOutput,
): HeapOfCase | undefined {
  const { tool } = entry;
  const bound = Math.min(longestText(entry, maxOutput), mostCharacters);
  const limit = new OutputLimit(mostCharacters);
  const { input, config: given } = heapInput(entry, heapCase, bound);
  // Validation fills in the defaults.
  const config = structuredClone(given);
  if (entry.validateConfig(config) !== undefined) return undefined;
  collect();
  const before = process.memoryUsage().heapUsed - input.length;
  const profiler = new GCProfiler();
  profiler.start();
  let output = '';
  let isTooLong = false;
  try {
    const step = {
      position: 1,
      slug: tool.slug,
      expectedMs: Number.POSITIVE_INFINITY,
      timeLimitMs: tool.timeLimitMs ?? 5_000,
    };
    output = runWithLimit(step, () => tool.run(input, config, limit));
  } catch (error) {
    if (!(error instanceof ToolError) && (error as Error).name !== 'StepInterruptedError') throw error;
    isTooLong = error instanceof OutputTooLongError;
  }
  // The output is still referenced, so it counts.
  const collections = (profiler.stop() as unknown as { statistics: readonly GarbageCollection[] }).statistics;
  // A short text is read before all is marked. What a scavenge leaves is enough to compare cases.
  const lived = collections
    .filter(({ gcType }) => gcType === 'MarkSweepCompact' || mostCharacters === shortCharacters)
    .map(({ afterGC }) => afterGC.heapStatistics.usedHeapSize);
  collect();
  const peak = Math.max(process.memoryUsage().heapUsed, ...lived) - before;
  const written = isTooLong ? Math.min(maxOutput, mostCharacters) : output.length;
  const { text, config: options } = heapCase;
  return {
    slug: tool.slug,
    bytesPerCharacter: peak / Math.max(input.length, written),
    peakMegabytes: peak / 2 ** 20,
    read: input.length,
    written,
    text,
    ...(options !== undefined && { config: options }),
  };
}

function collect(): void {
  const { gc } = globalThis as { gc?: () => void };
  if (gc === undefined) throw new Error('Node.js must run with --expose-gc');
  gc();
}

parentPort?.on('message', async ({ file, maxOutput, known }: HeapOrder) => {
  const entry = await loadTool(file);
  const found = known === undefined ? search(entry, maxOutput) : measure(entry, known, maxOutput);
  if (found === undefined) throw new Error(`${file.slug} does not accept ${JSON.stringify(known)}`);
  parentPort?.postMessage(found);
});
