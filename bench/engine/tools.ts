import { Worker } from 'node:worker_threads';
import { toolFiles, toolsDirectory } from '../../engine/catalogue/catalogue.js';
import type { Comparison, Measurement } from '../row.js';
import { timedComparison } from './in-turn.js';
import type { ToolOrder, ToolTiming } from './tool-timing.js';

const characters = 500_000;
const parts = 10;
/** Ten times the text, and a fifth for what grows with it: memory that is fetched from further away, collections. */
const mostTimes = 12;
/** More output than this for a character of input is worth a note. */
const mostGrowth = 20;
/** The heap that a thread of the pool has unless WORKER_MEMORY_MB says otherwise. */
const heapMb = 512;
/** For a tool that never ends; a step ends by itself long before. */
const deadlineMs = 120_000;

/** P12: every tool on a text and on one ten times as long. */
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
    }
    const [small, large] = [characters / parts, characters].map((size) => size.toLocaleString('en'));
    const title = `each tool on ${large} characters beside ${small}, with a heap of ${heapMb} MB`;
    return [{ id: 'P12', title, comparisons, notes }];
  },
};

/** The ratio is that of the shortest times: what other processes do to a long call is not the tool's. */
function comparison(name: string, timing: ToolTiming): Comparison {
  // Without times the ratio is not a number, which meets no target.
  const { small, large } = 'small' in timing ? timing : { small: [Number.NaN], large: [Number.NaN] };
  const compared = timedComparison({ name, reference: `one of ${parts} shorter texts` }, large, small);
  return { ...compared, value: Math.min(...large) / Math.min(...small) };
}

function noteOn(timing: ToolTiming): string | undefined {
  if ('refusal' in timing) return `does not take ${characters.toLocaleString('en')} characters: ${timing.refusal}.`;
  if ('failure' in timing) return `${timing.failure}.`;
  if (timing.stopped) return 'is stopped by the step timer: its ratio is higher still.';
  return timing.growth > mostGrowth ? `writes ${Math.round(timing.growth)} times its input.` : undefined;
}

/** Measures a tool in a thread, which ends afterwards. A thread that does not come back is a problem of the tool. */
export function measureTool(workerData: ToolOrder): Promise<ToolTiming> {
  const worker = new Worker(new URL('./tool-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  return new Promise<ToolTiming>((resolve) => {
    const timer = setTimeout(() => resolve({ failure: `takes more than ${deadlineMs / 1000} s` }), deadlineMs);
    worker.once('message', resolve);
    worker.once('error', (error) => resolve({ failure: `fails: ${error.message}` }));
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve({ failure: 'ends its thread' });
    });
  }).finally(() => worker.terminate());
}
