import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Bench } from 'tinybench';
import { loadTool, toolsDirectory } from '../../engine/catalogue.js';
import { createEngine, type Reply } from '../../engine/execute.js';
import { jsonBody, jsonFloor } from './json-floor.js';
import { texts } from './texts.js';
import { toolInput } from './tool-inputs.js';
import type { ToolOrder, ToolTiming } from './tool-timing.js';

// Measures one tool, in a thread of its own: what it leaves behind (caches, compiled code, garbage) slows no other.
// The small inputs are different texts, as much as the large one has in all: were it one text again and again, the
// processor would have learnt it by heart, and the garbage of the large one alone would be collected within a call.

/** How long a call is repeated in a round at least, in milliseconds. */
const turnMs = 50;

const { tool, rounds, characters, parts } = workerData as ToolOrder;
const timing = tool === undefined ? floorTiming() : await toolTiming(tool.category, tool.slug);
parentPort?.postMessage(timing);

function floorTiming(): ToolTiming {
  const bodyOf = (size: number, part: number): Buffer => jsonBody({ input: texts.prose(size, part), steps: [] });
  return timingOf(bodyOf, (body) => jsonFloor(body)());
}

async function toolTiming(category: string, slug: string): Promise<ToolTiming> {
  const path = join(toolsDirectory, category, `${slug}.ts`);
  const engine = createEngine(new Map([[slug, await loadTool({ category, slug, path })]]));
  const bodyOf = (size: number, part: number): Buffer => {
    const chosen = toolInput(category, slug, size, part);
    // A test finds the tool for which nobody has chosen an input.
    return jsonBody({ input: chosen?.input, steps: [{ toolSlug: slug, config: chosen?.config }] });
  };
  const call = (body: Buffer): Reply => engine.execute('run', body);
  const [parted, whole] = [bodyOf(characters / parts, 0), bodyOf(characters, 0)];
  const runSmall = (): void => void call(parted);
  // A cold tool is slower, and may be stopped for that.
  lowerQuartile(runSmall);
  const began = performance.now();
  const answer = call(whole);
  const stoppedMs = performance.now() - began;
  if (answer.interrupted) {
    return { small: [lowerQuartile(runSmall)], large: [stoppedMs], growth: 0, stopped: true };
  }
  const { result, error }: { result: string; error?: string } = JSON.parse(Buffer.from(answer.body).toString());
  if (error !== undefined) return { refusal: error };
  return { ...timingOf(bodyOf, call), growth: result.length / characters };
}

/** Times of a call on the parts, in the mean, and on one text as long as all of them. */
function timingOf(bodyOf: (size: number, part: number) => Buffer, call: (body: Buffer) => unknown) {
  const parted = Array.from({ length: parts }, (_, part) => bodyOf(characters / parts, part));
  const whole = bodyOf(characters, 0);
  const runSmall = (): void => {
    for (const body of parted) call(body);
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
