import { GCProfiler } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { hostilePieces, randomNumbers } from '../../bench/engine/hostile-texts.js';
import { toolInput } from '../../bench/engine/tool-inputs.js';
import { loadTool } from '../../engine/catalogue/catalogue.js';
import { OutputTooLongError, ToolError } from '../../engine/core/errors.js';
import { limitWallClock } from '../../engine/core/step-runner.js';
import { OutputLimit } from '../../engine/core/tool.js';
import { type HeapOrder, heapConfigs, longestText, type ToolHeap } from './tool-heap.js';

// Measures one tool in a thread with the heap limit of a pool thread: the live heap after garbage collections while the
// tool runs, and after it has finished.

interface GarbageCollection {
  readonly gcType: string;
  readonly afterGC: { readonly heapStatistics: { readonly usedHeapSize: number } };
}

/** A measurement takes at most half a minute, so a slow tool runs fewer times. */
const longestMs = 5_000;

const order = workerData as HeapOrder;
const entry = await loadTool(order);
const { category, tool } = entry;
const bound = longestText(entry, order.maxOutput);
const limit = new OutputLimit(order.maxOutput);
const configs = heapConfigs(entry);
const random = randomNumbers(20_261_122);
const runWithLimit = limitWallClock(1);

function pick<Item>(items: readonly Item[]): Item {
  return items[(random.next().value >>> 7) % items.length] as Item;
}

function text(): string {
  const examples = tool.examples.map(({ input }) => input).filter((input) => input !== '');
  const piece = pick((random.next().value >>> 7) % 2 === 0 && examples.length > 0 ? examples : hostilePieces);
  return flat(piece.repeat(Math.max(1, Math.floor(bound / piece.length))));
}

/** Returns a flat string, as a step gets it: `repeat` makes a rope. */
function flat(rope: string): string {
  return Buffer.from(rope, 'utf16le').toString('utf16le');
}

/** Returns the peak of live bytes while the tool runs on a text, minus those before. */
function measure(input: string, config: object): ToolHeap {
  collect();
  const before = process.memoryUsage().heapUsed - input.length;
  const profiler = new GCProfiler();
  profiler.start();
  let output = '';
  let isTooLong = false;
  try {
    const step = { position: 1, slug: tool.slug, heavy: true, timeLimitMs: tool.timeLimitMs ?? 5_000 };
    output = runWithLimit(step, () => tool.run(input, config, limit));
  } catch (error) {
    if (!(error instanceof ToolError) && (error as Error).name !== 'StepInterruptedError') throw error;
    isTooLong = error instanceof OutputTooLongError;
  }
  // The output is still referenced, so it counts.
  const collections = (profiler.stop() as unknown as { statistics: readonly GarbageCollection[] }).statistics;
  const lived = collections
    .filter(({ gcType }) => gcType === 'MarkSweepCompact')
    .map(({ afterGC }) => afterGC.heapStatistics.usedHeapSize);
  collect();
  const peak = Math.max(process.memoryUsage().heapUsed, ...lived) - before;
  const written = isTooLong ? bound : output.length;
  return {
    slug: tool.slug,
    bytesPerCharacter: peak / Math.max(input.length, written),
    peakMegabytes: peak / 2 ** 20,
    read: input.length,
    written,
  };
}

function collect(): void {
  const { gc } = globalThis as { gc?: () => void };
  if (gc === undefined) throw new Error('Node.js must run with --expose-gc');
  gc();
}

let worst: ToolHeap = { slug: tool.slug, bytesPerCharacter: 0, peakMegabytes: 0, read: 0, written: 0 };
const deadline = performance.now() + longestMs;
for (let run = 0; run < order.runs && performance.now() < deadline; run++) {
  const suitable = run === 0 ? toolInput(category, tool.slug, Math.min(bound, 1_000_000)) : undefined;
  const config = structuredClone(suitable?.config ?? pick(configs));
  if (entry.validateConfig(config) !== undefined) continue;
  const found = measure(suitable === undefined ? text() : flat(suitable.input), config);
  if (found.bytesPerCharacter > worst.bytesPerCharacter) worst = found;
}
parentPort?.postMessage(worst);
