import { RequestError } from '#engine/core/errors.js';
import { maxOutputCharacters } from '#engine/core/limits.js';
import { WorkBudget } from '#engine/core/work-budget.js';
import { runSteps, type StepObserver } from '#engine/operations/steps.js';
import { isLineByLine, nameOfStep, type Step } from '#engine/operations/workflow.js';
import { CommandError, UsageError } from '../core/io.js';
import { LineCutter } from '../core/line-cutter.js';

/** Returns the first step that needs the whole text; undefined if all steps work line by line. */
export function wholeTextStep(steps: readonly Step[]): Step | undefined {
  return steps.find((step) => !isLineByLine(step));
}

/**
 * Refuses steps that would give another result for a text than for its parts: another program may have divided it.
 *
 * @throws {UsageError} that names the first of them.
 */
export function requireLineByLine(steps: readonly Step[]): void {
  const needsAll = wholeTextStep(steps);
  if (needsAll === undefined) return;
  throw new UsageError(
    `Step ${needsAll.position} (${nameOfStep(needsAll)}) needs the whole text with these options. Tools that work line by line: textmill ` +
      'tools --line-by-line',
  );
}

/**
 * Runs a workflow on a text as it arrives. If all steps work line by line, it runs on batches of whole lines; otherwise
 * on the whole text, up to the length that a step may have.
 *
 * @param observer - gets to know what each step did with each batch.
 * @throws {CommandError} for a text that is too long, or that a tool refuses: with the first line of the batch, unless
 *   it is the first batch.
 */
export function workflowText(
  pieces: AsyncIterable<string>,
  steps: readonly Step[],
  observer?: StepObserver,
): AsyncGenerator<string> {
  const needsAll = wholeTextStep(steps);
  return needsAll === undefined ? streamed(pieces, steps, observer) : whole(pieces, steps, needsAll, observer);
}

async function* whole(
  pieces: AsyncIterable<string>,
  steps: readonly Step[],
  needsAll: Step,
  observer: StepObserver | undefined,
): AsyncGenerator<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    parts.push(piece);
    length += piece.length;
    if (length > maxOutputCharacters) {
      throw new CommandError(
        `Step ${needsAll.position} (${nameOfStep(needsAll)}) needs the whole text, which may have ${maxOutputCharacters} characters; ` +
          'this one has more. Tools that work line by line take any length: textmill tools --line-by-line',
      );
    }
  }
  yield runFrom(1, steps, parts.join(''), observer);
}

async function* streamed(
  pieces: AsyncIterable<string>,
  steps: readonly Step[],
  observer: StepObserver | undefined,
): AsyncGenerator<string> {
  const cutter = new LineCutter();
  // The output of a step has the line ends of its input, but may end with a `\r` whose `\n` is still to come.
  const stages = steps.map((step) => ({ step, cutter: new LineCutter() }));
  for await (const piece of pieces) {
    const from = cutter.nextLine;
    let text = cutter.push(piece);
    for (const stage of stages) {
      if (text === '') break;
      text = stage.cutter.push(text);
      if (text !== '') text = runInPieces(from, stage.step, text, observer);
    }
    yield text;
  }
  const from = cutter.nextLine;
  let text = cutter.end();
  for (const stage of stages) {
    // Even an empty text runs through the steps: they may refuse their options.
    text = runInPieces(from, stage.step, stage.cutter.push(text) + stage.cutter.end(), observer);
  }
  yield text;
}

/** @param line - the number of the first line in the input. */
function runFrom(line: number, steps: readonly Step[], text: string, observer: StepObserver | undefined): string {
  try {
    return runSteps(steps, text, WorkBudget.unlimited(), { observer });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const place = line === 1 ? '' : `, in the lines from ${line} on (which counts as line 1 there)`;
    throw new CommandError(error.message + place, { cause: error });
  }
}

/**
 * Runs one line-by-line step on several lines. If they exceed a limit together, it runs on each half.
 */
function runInPieces(line: number, step: Step, text: string, observer: StepObserver | undefined): string {
  try {
    return runFrom(line, [step], text, observer);
  } catch (error) {
    const middle = endOfLineNear(text);
    if (middle === 0 || !isTooLong(error)) throw error;
    const halves = [text.slice(0, middle), text.slice(middle)];
    return halves.map((half) => runInPieces(line, step, half, observer)).join('');
  }
}

/** Returns whether a step exceeded a limit that half of the text may not exceed. */
function isTooLong(error: unknown): boolean {
  const cause = error instanceof CommandError ? error.cause : error;
  if (!(cause instanceof RequestError)) return false;
  return cause.problem.code === 'step-output-too-long' || cause.problem.code === 'step-text-too-long';
}

/** Returns the offset after the line end nearest to the middle; 0 for a single line. */
function endOfLineNear(text: string): number {
  const before = text.lastIndexOf('\n', text.length / 2) + 1;
  const after = text.indexOf('\n', text.length / 2) + 1;
  return before > 0 ? before : after < text.length ? after : 0;
}
