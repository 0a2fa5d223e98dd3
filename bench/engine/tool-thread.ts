import { parentPort, workerData } from 'node:worker_threads';
import type { CatalogueEntry } from '#engine/catalogue/catalogue.js';
import { maxOutputCharacters } from '#engine/core/limits.js';
import { OutputLimit } from '#engine/core/tool.js';
import { createEngine } from '#engine/execute.js';
import { loadShippedTool } from './shipped-tool.js';
import { meanMs, threadMs } from './thread-clock.js';
import { toolInput } from './tool-inputs.js';
import type { ToolOrder, ToolTiming } from './tool-timing.js';

// Measures one tool in a separate thread, so that what it leaves behind (caches, compiled code, garbage) does not slow
// down the next one. The small inputs are different texts that together are as long as the large one: with one repeated
// text, the processor's caches and branch prediction would favour the small input, and only the large one would cause
// garbage collections within a call.

/** The last output: the compiler may remove a call whose result is unused. */
let output = '';

/** How long a call is repeated in a round at least, in milliseconds of processor time. */
const turnMs = 60;

const { tool: file, rounds, characters, parts } = workerData as ToolOrder;
parentPort?.postMessage(await toolTiming(file.category, file.slug));

/** A text and the options for it. */
interface Work {
  readonly input: string;
  readonly config: object;
}

async function toolTiming(category: string, slug: string): Promise<ToolTiming> {
  const entry = await loadShippedTool(slug);
  const workOf = (size: number, part: number): Work => {
    const chosen = toolInput(category, slug, size, part);
    // A test checks that every tool has an input.
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
  // A cold tool is slower, and the step timer might stop it.
  const small = workOf(characters / parts, 0);
  meanMs(() => call(small), turnMs);
  // Once as in a request: a tool may refuse, or be stopped by the step timer.
  const { response, ms } = request(entry, workOf(characters, 0));
  if (response.interrupted) {
    return { small: [meanMs(() => call(small), turnMs)], large: [ms], growth: 0, stopped: true };
  }
  const { result, error }: { result: string; error?: string } = JSON.parse(Buffer.from(response.body).toString());
  if (error !== undefined) return { refusal: error };
  const timing = timingOf(workOf, call);
  return { ...timing, growth: Math.max(result.length, output.length) / characters };
}

function request(entry: CatalogueEntry, { input, config }: Work) {
  const { slug } = entry.tool;
  const engine = createEngine(new Map([[slug, entry]]));
  const body = Buffer.from(JSON.stringify({ input, steps: [{ toolSlug: slug, config }] }));
  const began = threadMs();
  const response = engine.execute('run', body);
  return { response, ms: threadMs() - began };
}

/** Measures calls with the parts (the mean), and with one text as long as all parts. */
function timingOf(workOf: (size: number, part: number) => Work, call: (work: Work) => void) {
  const parted = Array.from({ length: parts }, (_, part) => workOf(characters / parts, part));
  const whole = workOf(characters, 0);
  const runSmall = (): void => {
    for (const work of parted) call(work);
  };
  const runLarge = (): void => call(whole);
  meanMs(runSmall, turnMs);
  const times = Array.from(
    { length: rounds },
    () => [meanMs(runSmall, turnMs) / parts, meanMs(runLarge, turnMs)] as const,
  );
  return { small: times.map(([small]) => small), large: times.map(([, large]) => large), growth: 1, stopped: false };
}
