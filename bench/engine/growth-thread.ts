import { parentPort, workerData } from 'node:worker_threads';
import type { CatalogueEntry } from '#engine/catalogue/catalogue.js';
import { ToolError } from '#engine/core/errors.js';
import { maxOutputCharacters } from '#engine/core/limits.js';
import { TimeLimitExceeded, withTimeLimit } from '#engine/core/time-limit.js';
import { OutputLimit } from '#engine/core/tool.js';
import type { GrowthOrder, GrowthTiming } from './growth-timing.js';
import { type HostileText, hostileTexts } from './hostile-texts.js';
import { configVariants } from './option-variants.js';
import { loadShippedTool } from './shipped-tool.js';
import { meanMs, threadMs } from './thread-clock.js';
import { toolInput } from './tool-inputs.js';

// Looks for the worst texts of one tool, in a thread of its own. All hostile texts are tried with all variants of the
// options at small lengths; those that look worst are measured at full length, because all of them would take hours.

const { tool: file, shortLength, longLength, candidates, stopMs } = workerData as GrowthOrder;

/** Two lengths at which a text with quadratic time stands out already. */
const surveyShort = 4_000;
const surveyLong = 20_000;
/** A long text whose short one takes longer than this may not come back. */
const surveySlowMs = 2;
const surveyStopMs = 1_000;
/** Times below these are noise, in milliseconds: of the long text, and of the short one. */
const surveyNoiseMs = 1;
const surveyFloorMs = 0.05;
/** How many times as long as its processor time a run may take on a busy machine. */
const busy = 4;

const limit = new OutputLimit(maxOutputCharacters);
/** The last output: a call whose result nobody wants may be compiled away. */
let output = '';

interface Run {
  readonly ms: number;
  readonly stopped: boolean;
  readonly refusal?: string;
}

/** Runs the tool once; with a wall-clock limit where it may not come back. */
function run({ tool }: CatalogueEntry, text: string, config: object, wallClockMs?: number): Run {
  const execute = (): void => {
    output = tool.run(text, config, limit);
  };
  const began = threadMs();
  try {
    if (wallClockMs === undefined) execute();
    else withTimeLimit(wallClockMs, execute);
    return { ms: threadMs() - began, stopped: false };
  } catch (error) {
    const ms = threadMs() - began;
    if (error instanceof TimeLimitExceeded) return { ms, stopped: true };
    if (error instanceof ToolError) return { ms, stopped: false, refusal: error.message };
    throw error;
  }
}

/** The mean of as many runs as take this long together: the clock has steps of milliseconds, and the first run compiles. */
const togetherMs = 60;

function repeated(entry: CatalogueEntry, text: string, config: object): Run {
  const first = run(entry, text, config, stopMs * busy);
  if (first.ms >= togetherMs || first.stopped) return first;
  return { ...first, ms: meanMs(() => void run(entry, text, config), togetherMs) };
}

function configsOf(entry: CatalogueEntry, characters: number): object[] {
  return configVariants(entry, toolInput(file.category, file.slug, characters)?.config ?? {});
}

/** Returns some of the hostile texts by their numbers; all of them at full length would not fit into the heap. */
function textsOf(length: number, wanted?: ReadonlySet<number>): ReadonlyMap<number, HostileText> {
  const texts = new Map<number, HostileText>();
  let index = 0;
  for (const text of hostileTexts(length)) {
    if (wanted === undefined || wanted.has(index)) texts.set(index, text);
    index++;
  }
  return texts;
}

/** A text by its number among the hostile ones, with options by their number among the variants. */
interface Candidate {
  readonly text: number;
  readonly config: number;
  readonly ms: number;
  readonly times: number;
}

/** Returns the texts that take longest, and those whose time grows most. */
function survey(entry: CatalogueEntry): Candidate[] {
  const [short, long] = [textsOf(surveyShort), textsOf(surveyLong)];
  const all: Candidate[] = [];
  for (const [config, options] of configsOf(entry, surveyLong).entries()) {
    for (const [text, { text: shortText }] of short) {
      const shortMs = run(entry, shortText, options).ms;
      const longText = long.get(text)?.text ?? '';
      const { ms } = run(entry, longText, options, shortMs > surveySlowMs ? surveyStopMs : undefined);
      all.push({ text, config, ms, times: ms < surveyNoiseMs ? 0 : ms / Math.max(shortMs, surveyFloorMs) });
    }
  }
  const worst = (measure: (candidate: Candidate) => number): Candidate[] =>
    all.toSorted((a, b) => measure(b) - measure(a)).slice(0, Math.ceil(candidates / 2));
  return [...new Set([...worst(({ ms }) => ms), ...worst(({ times }) => times)])];
}

const longestShown = 120;

async function timings(): Promise<GrowthTiming[]> {
  const entry = await loadShippedTool(file.slug);
  const found = survey(entry);
  const numbers = new Set(found.map(({ text }) => text));
  const [short, long] = [textsOf(shortLength, numbers), textsOf(longLength, numbers)];
  return found.map(({ text, config }) => {
    const timed = (texts: ReadonlyMap<number, HostileText>, length: number): Run =>
      repeated(entry, texts.get(text)?.text ?? '', configsOf(entry, length)[config] ?? {});
    const shortRun = timed(short, shortLength);
    const longRun = timed(long, longLength);
    return {
      text: short.get(text)?.name ?? '',
      config: JSON.stringify(configsOf(entry, surveyLong)[config] ?? {}).slice(0, longestShown),
      shortMs: shortRun.ms,
      longMs: longRun.ms,
      stopped: longRun.stopped,
      ...(longRun.refusal !== undefined && { refusal: longRun.refusal }),
    };
  });
}

parentPort?.postMessage({ timings: await timings() });
void output;
