import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Bench } from 'tinybench';
import { type CatalogueEntry, loadTool, toolsDirectory } from '../../engine/catalogue.js';
import { createEngine } from '../../engine/execute.js';
import { maxOutputCharacters } from '../../engine/limits.js';
import { OutputLimit } from '../../engine/tool.js';
import { toolInput } from './tool-inputs.js';
import type { ToolOrder, ToolTiming } from './tool-timing.js';

// Measures one tool, in a thread of its own: what it leaves behind (caches, compiled code, garbage) slows no other.
// The small inputs are different texts, as much as the large one has in all: were it one text again and again, the
// processor would have learnt it by heart, and the garbage of the large one alone would be collected within a call.

/** How long a call is repeated in a round at least, in milliseconds. */
const turnMs = 50;

const { tool: file, rounds, characters, parts } = workerData as ToolOrder;
parentPort?.postMessage(await toolTiming(file.category, file.slug));

async function toolTiming(category: string, slug: string): Promise<ToolTiming> {
  const path = join(toolsDirectory, category, `${slug}.ts`);
  const entry = await loadTool({ category, slug, path });
  const inputOf = (size: number, part: number): string => {
    const chosen = toolInput(category, slug, size, part);
    // A test finds the tool for which nobody has chosen an input.
    if (chosen === undefined) throw new Error(`No input for ${slug}`);
    return chosen.input;
  };
  const config = toolInput(category, slug, characters, 0)?.config ?? {};
  const problem = entry.validateConfig(config);
  if (problem !== undefined) throw new Error(`${slug}: ${JSON.stringify(problem)}`);
  const limit = new OutputLimit(maxOutputCharacters);
  const call = (input: string): string => entry.tool.run(input, config, limit);
  // A cold tool is slower, and may be stopped for that.
  const small = inputOf(characters / parts, 0);
  lowerQuartile(() => call(small));
  // Once as in a request: a tool may refuse, or be stopped by the step timer.
  const { status, answer, ms } = request(entry, inputOf(characters, 0), config);
  if (status === 400 && answer.interrupted) {
    return { small: [lowerQuartile(() => call(small))], large: [ms], growth: 0, stopped: true };
  }
  const { result, error }: { result: string; error?: string } = JSON.parse(Buffer.from(answer.body).toString());
  if (error !== undefined) return { refusal: error };
  return { ...timingOf(inputOf, call), growth: result.length / characters };
}

function request(entry: CatalogueEntry, input: string, config: object) {
  const { slug } = entry.tool;
  const engine = createEngine(new Map([[slug, entry]]));
  const body = Buffer.from(JSON.stringify({ input, steps: [{ toolSlug: slug, config }] }));
  const began = performance.now();
  const answer = engine.execute('run', body);
  return { status: answer.status, answer, ms: performance.now() - began };
}

/** Times of a call on the parts, in the mean, and on one text as long as all of them. */
function timingOf(inputOf: (size: number, part: number) => string, call: (input: string) => unknown) {
  const parted = Array.from({ length: parts }, (_, part) => inputOf(characters / parts, part));
  const whole = inputOf(characters, 0);
  const runSmall = (): void => {
    for (const input of parted) call(input);
  };
  const runLarge = (): void => void call(whole);
  lowerQuartile(runSmall);
  const times = Array.from(
    { length: rounds },
    () => [lowerQuartile(runSmall) / parts, lowerQuartile(runLarge)] as const,
  );
  return { small: times.map(([small]) => small), large: times.map(([, large]) => large), growth: 1, stopped: false };
}

/** The time that a quarter of the calls stay below, in milliseconds: another process disturbs the slower ones. */
function lowerQuartile(call: () => void): number {
  const bench = new Bench({ time: turnMs, iterations: 1, warmup: false, retainSamples: true });
  bench.add('call', call, { async: false });
  const [task] = bench.runSync();
  if (task?.result.state !== 'completed') throw new Error('A call that is measured failed', { cause: task?.result });
  const samples = (task.result.latency.samples ?? []).toSorted((a, b) => a - b);
  return samples[Math.floor((samples.length - 1) / 4)] ?? Number.NaN;
}
