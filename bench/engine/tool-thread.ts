import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Bench } from 'tinybench';
import { type CatalogueEntry, loadTool, toolsDirectory } from '../../engine/catalogue/catalogue.js';
import { maxOutputCharacters } from '../../engine/core/limits.js';
import { OutputLimit } from '../../engine/core/tool.js';
import { createEngine } from '../../engine/execute.js';
import { toolInput } from './tool-inputs.js';
import type { ToolOrder, ToolTiming } from './tool-timing.js';

// Measures one tool, in a thread of its own: what it leaves behind (caches, compiled code, garbage) slows no other.
// The small inputs are different texts, as much as the large one has in all: were it one text again and again, the
// processor would have learnt it by heart, and the garbage of the large one alone would be collected within a call.

/** The last output: a call whose result nobody wants may be compiled away. */
let output = '';

/** How long a call is repeated in a round at least, in milliseconds. */
const turnMs = 50;

const { tool: file, rounds, characters, parts } = workerData as ToolOrder;
parentPort?.postMessage(await toolTiming(file.category, file.slug));

/** A text with the options that go with its size. */
interface Work {
  readonly input: string;
  readonly config: object;
}

async function toolTiming(category: string, slug: string): Promise<ToolTiming> {
  const path = join(toolsDirectory, category, `${slug}.ts`);
  const entry = await loadTool({ category, slug, path });
  const workOf = (size: number, part: number): Work => {
    const chosen = toolInput(category, slug, size, part);
    // A test finds the tool for which nobody has chosen an input.
    if (chosen === undefined) throw new Error(`No input for ${slug}`);
    const config = structuredClone(chosen.config ?? {});
    const problem = entry.validateConfig(config);
    if (problem !== undefined) throw new Error(`${slug}: ${JSON.stringify(problem)}`);
    return { input: chosen.input, config };
  };
  const limit = new OutputLimit(maxOutputCharacters);
  const call = ({ input, config }: Work): void => {
    output = entry.tool.run(input, config, limit);
  };
  // A cold tool is slower, and may be stopped for that.
  const small = workOf(characters / parts, 0);
  lowerQuartile(() => call(small));
  // Once as in a request: a tool may refuse, or be stopped by the step timer.
  const { answer, ms } = request(entry, workOf(characters, 0));
  if (answer.interrupted) {
    return { small: [lowerQuartile(() => call(small))], large: [ms], growth: 0, stopped: true };
  }
  const { result, error }: { result: string; error?: string } = JSON.parse(Buffer.from(answer.body).toString());
  if (error !== undefined) return { refusal: error };
  const timing = timingOf(workOf, call);
  return { ...timing, growth: Math.max(result.length, output.length) / characters };
}

function request(entry: CatalogueEntry, { input, config }: Work) {
  const { slug } = entry.tool;
  const engine = createEngine(new Map([[slug, entry]]));
  const body = Buffer.from(JSON.stringify({ input, steps: [{ toolSlug: slug, config }] }));
  const began = performance.now();
  const answer = engine.execute('run', body);
  return { answer, ms: performance.now() - began };
}

/** Times of a call on the parts, in the mean, and on one text as long as all of them. */
function timingOf(workOf: (size: number, part: number) => Work, call: (work: Work) => void) {
  const parted = Array.from({ length: parts }, (_, part) => workOf(characters / parts, part));
  const whole = workOf(characters, 0);
  const runSmall = (): void => {
    for (const work of parted) call(work);
  };
  const runLarge = (): void => call(whole);
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
