import type { ToolDocument } from '../../engine/types.js';
import { type BatchOptions, type BatchWork, resultsOfRows } from './batches.js';
import { TextmillError } from './errors.js';
import { type Options, unmetConditions } from './line-keeping.js';
import { maxCharacters } from './many.js';
import { checkedTool, unexpectedResponse } from './responses.js';
import type { Rows } from './row-batches.js';
import type { Sender } from './sender.js';

/** A step in the form of requests. */
export type LineStep = string | LineTool | LineGroup;

interface LineTool {
  readonly toolSlug: string;
  readonly config?: Options | undefined;
}

interface LineGroup {
  readonly steps: readonly LineStep[];
  readonly else?: readonly LineStep[];
  readonly each?: unknown;
  readonly onError?: string;
}

/**
 * Fewer than fit: the slowest line-by-line tools (dates, phone numbers) take about 50 µs per line. A request of one
 * second is fair to other clients and far from the time limit of a job.
 */
const maxRows = 20_000;
/** Small, so that the first results arrive early. */
const firstRows = 1_000;

/**
 * Runs tools on rows, each as its own text. Yields one result per row, in the same order.
 *
 * The workflow must turn each line into exactly one line. The gateway's catalogue tells, before the first row is read.
 *
 * @param rows - any number, without line ends; at most 499,999 UTF-16 code units each.
 * @throws {TextmillError} `Step 2 (sort-lines) does not keep the number of lines: …` before the first request; later
 *   with `done`, the `start` of a run that continues from there.
 * @example
 * for await (const line of runLines(connection, rows, ['trim-lines', 'upper-case'])) console.log(line);
 */
export async function* runLines(
  sender: Sender,
  rows: Rows,
  requested: readonly LineStep[],
  options: BatchOptions = {},
): AsyncGenerator<string, void, undefined> {
  if (!Array.isArray(requested)) throw new TextmillError(0, 'The steps must be an array');
  // Copied: every request must send the steps that were checked, even if the caller changes the array.
  const steps = JSON.parse(JSON.stringify(requested)) as readonly LineStep[];
  await checkSteps(sender, steps, options.signal);
  const work: BatchWork<string> = {
    path: 'v1/run',
    size: { rows: maxRows, characters: maxCharacters },
    firstRows,
    rowOverhead: 1,
    problem: rowProblem,
    body: (batch) => ({ input: `${batch.join('\n')}\n`, steps }),
    results: linesOf,
  };
  yield* resultsOfRows(sender, rows, work, options);
}

function rowProblem(row: string): string | undefined {
  if (/[\r\n]/.test(row)) return 'has a line end in it: split it into rows, or send the whole text with run';
  if (row.length < maxCharacters) return undefined;
  return `has ${row.length} characters, and a row may have ${maxCharacters - 1}: leave it out, or shorten it`;
}

function linesOf(response: unknown, rows: readonly string[]): readonly string[] {
  const result =
    typeof response === 'object' && response !== null && 'result' in response ? response.result : undefined;
  if (typeof result !== 'string') throw unexpectedResponse();
  const lines = result.split('\n');
  const isEnded = lines.pop() === '';
  if (isEnded && lines.length === rows.length && !result.includes('\r')) return lines;
  throw new TextmillError(200, `The response to ${rows.length} rows has ${lines.length} lines: no result was returned`);
}

/** The code that a gateway sends with a 404; other servers send none. */
const unknownPath = 'not-found';

/** The tools that were fetched, by gateway and slug. */
const known = new WeakMap<Sender, Map<string, ToolDocument>>();

async function toolOf(sender: Sender, slug: string, signal: AbortSignal | undefined): Promise<ToolDocument> {
  const tools = known.get(sender) ?? new Map<string, ToolDocument>();
  known.set(sender, tools);
  const tool =
    tools.get(slug) ??
    checkedTool(await sender.send('GET', `v1/tools/${encodeURIComponent(slug)}`, undefined, { signal }));
  tools.set(slug, tool);
  return tool;
}

/** @throws {TextmillError} for the first step that does not turn each line into one line, with the fix. */
async function checkSteps(sender: Sender, steps: readonly LineStep[], signal: AbortSignal | undefined): Promise<void> {
  let number = 0;
  const check = async (step: LineStep): Promise<void> => {
    if (typeof step === 'object' && 'steps' in step) {
      if (!keepsLines(step)) throw losesLines(`Step ${number + 1} (group)`, 'never');
      for (const inner of [...step.steps, ...(step.else ?? [])]) await check(inner);
      return;
    }
    const { toolSlug, config } = typeof step === 'string' ? { toolSlug: step } : step;
    number++;
    const tool = await knownTool(sender, toolSlug, number, signal);
    const unmet = unmetConditions(tool, config ?? {});
    if (unmet !== undefined) throw losesLines(`Step ${number} (${toolSlug})`, unmet);
  };
  for (const step of steps) await check(step);
}

/** Whether a group makes one line of each line if its steps do: its parts are lines, or in lines, and none is removed. */
function keepsLines({ each, onError }: LineGroup): boolean {
  if (onError === 'drop') return false;
  if (typeof each !== 'object' || each === null) return each === 'line';
  return 'field' in each || ('json' in each && (each.json as { readonly lines?: boolean } | null)?.lines === true);
}

function losesLines(name: string, unmet: string): TextmillError {
  const fix =
    unmet === 'never'
      ? 'does not keep the number of lines: send the whole text with run'
      : `keeps the number of lines only with ${unmet}`;
  return new TextmillError(0, `${name} ${fix}`);
}

/** @throws {TextmillError} that names the step, for a tool that the gateway does not have. */
async function knownTool(
  sender: Sender,
  slug: string,
  step: number,
  signal: AbortSignal | undefined,
): Promise<ToolDocument> {
  try {
    return await toolOf(sender, slug, signal);
  } catch (error) {
    if (!(error instanceof TextmillError) || error.code !== unknownPath) throw error;
    const { status, requestId } = error;
    throw new TextmillError(status, `Step ${step}: Unknown tool: ${slug}`, {
      requestId,
      code: 'unknown-tool',
      details: { tool: slug, step },
      cause: error,
    });
  }
}
