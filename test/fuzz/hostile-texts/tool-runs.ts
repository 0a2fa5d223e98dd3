import assert from 'node:assert/strict';
import { hostileTexts } from '#bench/engine/hostile-texts.js';
import { type CatalogueEntry, loadCatalogue } from '#engine/catalogue/catalogue.js';
import { ToolError } from '#engine/core/errors.js';
import { maxOutputCharacters } from '#engine/core/limits.js';
import { limitWallClock } from '#engine/core/step-runner.js';
import { OutputLimit } from '#engine/core/tool.js';
import { createEngine } from '#engine/execute.js';
import { threadMs } from '../../support/processor-time.js';
import { full } from '../../support/reliability.js';
import { numbersAtMaximum } from '../../support/tool-configs.js';

/** UTF-16 code units of each text, and the time that a run may take. */
export const length = full ? 500_000 : 10_000;
const timeoutMs = 7_000;
/** A refusal must be readable: it does not quote the whole text. */
const longestRefusal = 2_000;

/** Time is compared between this length and four times as much; if the latter takes less, it is too short to tell. */
const size = full ? 25_000 : 5_000;
const tellingMs = 20;
/** Time that grows with a higher power of the length is not linear, even on a busy machine. */
export const steepest = 1.7;
export const catalogue = await loadCatalogue();
/** In this process, nothing watches the steps from outside. */
const engine = createEngine(catalogue, { runStep: limitWallClock(1) });
export const texts = [...hostileTexts(length)];
export const slowest = { ms: 0, what: '' };
export const longest = { length: 0, what: '' };
export const steep: string[] = [];

/** Runs one tool. @returns its time and its result. */
function timed(slug: string, config: string, text: string) {
  const body = Buffer.from(`{"input":${JSON.stringify(text)},"steps":[{"toolSlug":"${slug}","config":${config}}]}`);
  const began = threadMs();
  const { status, body: bytes, trace } = engine.execute('run', body);
  return { ms: threadMs() - began, status, bytes, trace };
}

const textsOfSize = new Map<number, readonly string[]>();

/** Returns one of the texts in another length. */
function textOf(size: number, index: number): string {
  let all = textsOfSize.get(size);
  if (all === undefined) {
    all = [...hostileTexts(size)].map(({ text }) => text);
    textsOfSize.set(size, all);
  }
  return all[index] ?? '';
}

/** The power of the length with which the time of a tool grows on one kind of text; 0 where it is too short to tell. */
function growth(slug: string, config: string, index: number, size: number): number {
  const fastest = (length: number) => Math.min(...[1, 2, 3].map(() => timed(slug, config, textOf(length, index)).ms));
  const long = fastest(4 * size);
  return long < tellingMs ? 0 : Math.log(long / fastest(size)) / Math.log(4);
}

/**
 * Asserts what a tool does with hostile texts: a result or a refusal within its limits, in time that grows about linearly.
 *
 * @param isTried - whether a text is tried, by its index.
 */
export function assertHandles(
  { tool }: CatalogueEntry,
  diagnostic: (message: string) => void,
  isTried = (_index: number) => true,
): void {
  const { slug } = tool;
  // The options that the examples show, each set once.
  const configs = [...new Set(tool.examples.map(({ config = {} }) => JSON.stringify(config)))];
  let worst = { ms: 0, index: 0, config: '{}' };
  let runs = 0;
  for (const [index, { name, text }] of texts.entries()) {
    if (!isTried(index)) continue;
    const config = configs[runs++ % configs.length] ?? '{}';
    const { ms, status, bytes, trace } = timed(slug, config, text);
    if (ms > worst.ms) worst = { ms, index, config };
    assert.equal(trace, undefined, `${name} ${config}`);
    const json = JSON.parse(Buffer.from(bytes).toString()) as { result?: string; error?: string };
    const output = json.result?.length ?? 0;
    if (output > longest.length) Object.assign(longest, { length: output, what: `${slug} on ${name}` });
    if (status === 200) assert.ok(output <= maxOutputCharacters, name);
    else {
      assert.match(json.error ?? '', new RegExp(`^Step 1 \\(${slug}\\) failed: .+`, 's'), name);
      assert.ok((json.error?.length ?? 0) <= longestRefusal, `${name}: ${json.error?.length}`);
    }
  }
  const what = `${texts[worst.index]?.name} ${worst.config}`;
  if (worst.ms > slowest.ms) Object.assign(slowest, { ms: worst.ms, what: `${slug} on ${what}` });
  diagnostic(`slowest: ${worst.ms.toFixed(0)} ms, ${what}`);
  assert.ok(worst.ms < timeoutMs, `${worst.ms.toFixed(0)} ms for ${what}`);
  // A time this short does not show even quadratic growth.
  if (worst.ms < tellingMs / 4) return;
  const power = growth(slug, worst.config, worst.index, size);
  if (power <= steepest) return;
  // A busy machine makes linear time look steep once, but not twice.
  const confirmed = growth(slug, worst.config, worst.index, 4 * size);
  if (confirmed <= steepest) return;
  steep.push(`${slug} (${confirmed.toFixed(1)})`);
  assert.fail(`time grows with the power ${confirmed.toFixed(2)} of the length: ${what}`);
}

/** A tool that can write this many times its text must ask before it does: the runner sees only what it has written. */
export const mostGrowth = 80;
/** So long that a list of 5,000 items, as unicode-inspector writes for any text, is within that. */
const shortLength = 25_000;
const shortTexts = [...hostileTexts(shortLength)].filter(({ name }) =>
  ['"a"', '"\\n"', '"a b "', '"a,\\"b\\"\\n"', '"[1,"', 'mixture 1', 'one line of words'].includes(name),
);

/** Returns the inputs of the examples, repeated to the length of the other texts. */
function exampleTexts({ examples }: CatalogueEntry['tool']): typeof shortTexts {
  const inputs = examples.map(({ input }) => input).filter((input) => input !== '');
  return inputs.map((input) => ({ name: input, text: input.repeat(Math.ceil(shortLength / input.length)) }));
}

/**
 * Asserts that a tool with a number at its maximum asks before it writes much more than its text.
 *
 * @param isTried - whether a text is tried, by its index.
 */
export function assertAsksFirst(entry: CatalogueEntry, isTried = (_index: number) => true): void {
  const { tool } = entry;
  // Which tools write much, many line ends and their own examples show best.
  const general = shortTexts.filter(({ name }, index) => name === '"\\n"' || isTried(index));
  const tried = [...general, ...exampleTexts(tool)];
  for (const given of numbersAtMaximum(entry)) {
    for (const { name, text } of tried) {
      const config = structuredClone(given);
      assert.equal(entry.validateConfig(config), undefined);
      const most = mostGrowth * text.length;
      const { length } = outputWithin(tool, text, config, most);
      assert.ok(
        length <= most,
        `${length} characters for ${name} with ${JSON.stringify(given)}: call limit.check before you build the text`,
      );
    }
  }
}

/** Returns the output of a tool that may write this many characters; empty if it refuses. */
function outputWithin(tool: CatalogueEntry['tool'], text: string, config: object, most: number): string {
  try {
    return tool.run(text, config, new OutputLimit(most));
  } catch (error) {
    if (error instanceof ToolError) return '';
    throw error;
  }
}
