import { RequestError } from '../../../engine/core/errors.js';
import { maxOutputCharacters } from '../../../engine/core/limits.js';
import { WorkBudget } from '../../../engine/core/work-budget.js';
import { runSteps } from '../../../engine/operations/steps.js';
import type { Step } from '../../../engine/operations/workflow.js';
import { CommandError } from '../core/io.js';
import { LineCutter } from '../core/line-cutter.js';

/** The first step that needs the whole text; undefined if all work line by line. */
export function wholeTextStep(steps: readonly Step[]): Step | undefined {
  return steps.find(({ tool, config }) => !tool.isLineByLine(config));
}

/**
 * Runs a workflow over a text as it arrives: in batches of whole lines if all its steps work line by line, otherwise
 * over all of it, up to what every step but the first has to cope with anyway.
 *
 * @throws {CommandError} for a text that is too long, or that does not suit a tool: with the line at which the batch
 *   begins, if there was one before.
 */
export function workflowText(pieces: AsyncIterable<string>, steps: readonly Step[]): AsyncGenerator<string> {
  const needsAll = wholeTextStep(steps);
  return needsAll === undefined ? streamed(pieces, steps) : whole(pieces, steps, needsAll);
}

async function* whole(
  pieces: AsyncIterable<string>,
  steps: readonly Step[],
  { position, tool }: Step,
): AsyncGenerator<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    parts.push(piece);
    length += piece.length;
    if (length > maxOutputCharacters) {
      throw new CommandError(
        `Step ${position} (${tool.slug}) needs the whole text, which may have ${maxOutputCharacters} characters; ` +
          'this one has more. Tools that work line by line take any length: textmill tools --line-by-line',
      );
    }
  }
  yield runFrom(1, steps, parts.join(''));
}

async function* streamed(pieces: AsyncIterable<string>, steps: readonly Step[]): AsyncGenerator<string> {
  const cutter = new LineCutter();
  // What a step writes ends lines where its input does, but may end with a `\r` that belongs to a `\n` still to come.
  const stages = steps.map((step) => ({ step, cutter: new LineCutter() }));
  for await (const piece of pieces) {
    const from = cutter.nextLine;
    let text = cutter.push(piece);
    for (const stage of stages) {
      if (text === '') break;
      text = stage.cutter.push(text);
      if (text !== '') text = runInPieces(from, stage.step, text);
    }
    yield text;
  }
  const from = cutter.nextLine;
  let text = cutter.end();
  for (const stage of stages) {
    // With nothing at all to do a step still says what is wrong with its options.
    text = runInPieces(from, stage.step, stage.cutter.push(text) + stage.cutter.end());
  }
  yield text;
}

/** @param line - where the text begins in the input. */
function runFrom(line: number, steps: readonly Step[], text: string): string {
  try {
    return runSteps(steps, text, WorkBudget.unlimited());
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const place = line === 1 ? '' : `, in the lines from ${line} on (which counts as line 1 there)`;
    throw new CommandError(error.message + place, { cause: error });
  }
}

/**
 * One step that works line by line over several lines. Where they become too much together, they do not one by one.
 */
function runInPieces(line: number, step: Step, text: string): string {
  try {
    return runFrom(line, [step], text);
  } catch (error) {
    const middle = endOfLineNear(text);
    if (middle === 0 || !isTooLong(error)) throw error;
    return runInPieces(line, step, text.slice(0, middle)) + runInPieces(line, step, text.slice(middle));
  }
}

/** Whether a step read or would write too much, which it may not do on half of the text. */
function isTooLong(error: unknown): boolean {
  const cause = error instanceof CommandError ? error.cause : error;
  if (!(cause instanceof RequestError)) return false;
  return cause.problem.code === 'step-output-too-long' || cause.problem.code === 'step-text-too-long';
}

/** Behind the line end nearest to the middle from the left, else from the right; 0 if there is one line. */
function endOfLineNear(text: string): number {
  const before = text.lastIndexOf('\n', text.length / 2) + 1;
  const after = text.indexOf('\n', text.length / 2) + 1;
  return before > 0 ? before : after < text.length ? after : 0;
}
