import { Worker } from 'node:worker_threads';
import { toolFiles, toolsDirectory } from '#engine/catalogue/tool-files.js';
import { type Comparison, type Measurement, sampleOf } from '../row.js';
import { type GrowthOrder, type ToolGrowth, worstOf } from './growth-timing.js';
import { timedComparison } from './in-turn.js';
import type { ToolOrder, ToolTiming } from './tool-timing.js';

const characters = 500_000;
const parts = 10;
/** Ten times the text, and half again for what grows with it: memory that is fetched from further away, collections. */
const mostTimes = 15;
/** The same for a hostile text: it may grow with the power 1.3 of its length. */
const mostTimesHostile = 20;
/** No text may take longer, in seconds of processor time. */
const mostSeconds = 1;
/** More output than this for a character of input is worth a note. */
const mostGrowth = 20;
/** The default of WORKER_MEMORY_MB. */
const heapMb = 512;
/** The timeout for a tool that never ends. The step timer stops others long before. */
const deadlineMs = 120_000;
/** For all the texts of the search for the worst ones. */
const growthDeadlineMs = 900_000;

/** P12: every tool on a text and on one ten times as long, by the processor time of its thread. */
export const tools: Measurement = {
  ids: ['P12'],
  async run(context) {
    const files = toolFiles(toolsDirectory).sort((a, b) => (a.slug < b.slug ? -1 : 1));
    const comparisons: Comparison[] = [];
    const notes: string[] = [];
    for (const [index, file] of files.entries()) {
      context.progress(`P12 ${file.slug} (${index + 1} of ${files.length})`);
      const timing = await measureTool({ tool: file, rounds: context.rounds, characters, parts });
      if (!('refusal' in timing)) comparisons.push({ ...comparison(file.slug, timing), target: { atMost: mostTimes } });
      const note = noteOn(timing);
      if (note !== undefined) notes.push(`${file.slug} ${note}`);
      const hostile = hostileComparisons(file.slug, await measureGrowth({ tool: file, ...hostileOrder }));
      comparisons.push(...hostile.comparisons);
      notes.push(...hostile.notes);
    }
    const [small, large] = [characters / parts, characters].map((size) => size.toLocaleString('en'));
    const title = `processor time of each tool on ${large} characters beside ${small}, and on its worst texts`;
    return [{ id: 'P12', title, comparisons, notes }];
  },
};

/** Compares the shortest times, because other processes disturb long calls more. */
function comparison(name: string, timing: ToolTiming): Comparison {
  // Without times the ratio is NaN, which meets no target.
  const { small, large } = 'small' in timing ? timing : { small: [Number.NaN], large: [Number.NaN] };
  const compared = timedComparison({ name, reference: `one of ${parts} shorter texts` }, large, small);
  return { ...compared, value: Math.min(...large) / Math.min(...small) };
}

function noteOn(timing: ToolTiming): string | undefined {
  if ('refusal' in timing) return `refuses ${characters.toLocaleString('en')} characters: ${timing.refusal}.`;
  if ('failure' in timing) return `${timing.failure}.`;
  if (timing.stopped) return 'is stopped by the step timer: its real ratio is higher.';
  return timing.growth > mostGrowth ? `writes ${Math.round(timing.growth)} times its input.` : undefined;
}

const hostileOrder = { shortLength: characters / parts, longLength: characters, candidates: 8, stopMs: 5_000 };

/** What the worst texts of a tool show: how its time grows, and the longest time. */
function hostileComparisons(name: string, growth: ToolGrowth): { comparisons: Comparison[]; notes: string[] } {
  if ('failure' in growth) return { comparisons: [], notes: [`${name} on hostile texts: ${growth.failure}.`] };
  const { slowest, steepest } = worstOf(growth.timings);
  const comparisons: Comparison[] = [];
  if (steepest !== undefined) {
    const named = { name: `${name} on ${steepest.text}`, reference: `a tenth of it` };
    const compared = timedComparison(named, [steepest.longMs], [steepest.shortMs]);
    comparisons.push({ ...compared, target: { atMost: mostTimesHostile } });
  }
  if (slowest !== undefined) {
    const ours = sampleOf([slowest.longMs / 1_000]);
    const [value, target] = [ours.median, { atMost: mostSeconds }];
    comparisons.push({ name: `${name} on ${slowest.text}`, unit: 's', ours, value, valueUnit: 's', target });
  }
  return { comparisons, notes: [] };
}

/** Measures a tool on text that suits it. */
export function measureTool(order: ToolOrder): Promise<ToolTiming> {
  return inThread('./tool-thread.ts', order, deadlineMs);
}

/** Measures a tool on the hostile texts that are worst for it. */
export function measureGrowth(order: GrowthOrder): Promise<ToolGrowth> {
  return inThread('./growth-thread.ts', order, growthDeadlineMs);
}

/** Measures in a thread, which ends afterwards. A thread that does not come back is a problem of the tool. */
function inThread<Found>(module: string, workerData: object, mostMs: number): Promise<Found | { failure: string }> {
  const worker = new Worker(new URL(module, import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  return new Promise<Found | { failure: string }>((resolve) => {
    const timer = setTimeout(() => resolve({ failure: `takes more than ${mostMs / 1000} s` }), mostMs);
    worker.once('message', resolve);
    worker.once('error', (error) => resolve({ failure: `fails: ${error.message}` }));
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve({ failure: 'ends its thread' });
    });
  }).finally(() => worker.terminate());
}
