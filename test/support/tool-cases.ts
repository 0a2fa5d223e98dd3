import type { TestContext } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { limitWallClock } from '#engine/core/step-runner.js';
import { createEngine, type Engine } from '#engine/execute.js';
import { assertSameOnBytes } from './same-results.js';

/**
 * One row of a tool's table: the input, the expected output or error, the options, and the title.
 *
 * ```ts
 * cases: [
 *   ['b\na', 'a\nb'],
 *   ['b\na', 'b\na', { order: 'desc' }],
 *   ['b\n', 'b\n', {}, 'a final line end stays'],
 *   ['', { error: 'steps[0].config.order must be one of: asc, desc' }, { order: 'up' }],
 *   { long: ['a\n'.repeat(250_000), 'a\n'.repeat(250_000), {}, 'the longest text'] },
 * ]
 * ```
 */
export type ToolCase = ToolRow | LongRow;

/** Without a title, the input and the options are the title. */
export type ToolRow = readonly [
  input: string,
  expected: string | { /** The reason after `Step 1 (slug) failed: `, or the whole message. */ readonly error: string },
  config?: Readonly<Record<string, unknown>>,
  name?: string | undefined,
];

/** A row that takes more than 0.15 s of processor time: it runs only in the full form. */
export interface LongRow {
  readonly long: ToolRow;
}

/** The default export of `test/engine/tools/<category>/<slug>.cases.ts`. */
export interface ToolCases {
  readonly slug: string;
  readonly cases: readonly ToolCase[];
  /** Properties (fast-check) and comparisons with other programs, by title: see `sampleSize` and `assertLinear`. */
  readonly checks?: Readonly<Record<string, (t: TestContext) => void | Promise<void>>>;
}

/** Nothing stops its steps: V8 starts a thread for each step that it may have to stop. The runner sees a file that hangs. */
export const engine = createEngine(await loadCatalogue(), { runStep: (_step, execute) => execute(() => undefined) });

/** For steps that must be stopped: the sooner the better. */
const impatientEngine = createEngine(await loadCatalogue(), { runStep: limitWallClock(1) });

/** Runs one tool through `execute`. @returns the result, or the error's message as `{ error }`. */
export function runTool(slug: string, input: string, config: object = {}): string | { error: string } {
  return runToolIn(engine, slug, input, config);
}

/** Runs one tool that takes far longer than its processor time, and is stopped after as much wall-clock time. */
export function runEndlessTool(slug: string, input: string, config: object = {}): string | { error: string } {
  return runToolIn(impatientEngine, slug, input, config);
}

function runToolIn(chosen: Engine, slug: string, input: string, config: object): string | { error: string } {
  const request = Buffer.from(JSON.stringify({ input, steps: [{ toolSlug: slug, config }] }));
  const result = chosen.execute('run', request);
  const { status, body, trace } = result;
  // The shape is known now.
  assertSameOnBytes(chosen, 'run', request, result);
  if (trace !== undefined) throw new Error(`${slug} failed with status ${status}: ${trace}`);
  const json = JSON.parse(Buffer.from(body).toString()) as { result: string; error?: string };
  return json.error === undefined ? json.result : { error: json.error };
}

/** Runs one tool that must succeed. */
export function resultOf(slug: string, input: string, config: object = {}): string {
  const result = runTool(slug, input, config);
  if (typeof result !== 'string') throw new Error(result.error);
  return result;
}
