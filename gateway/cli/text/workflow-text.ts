import { RequestError } from '#engine/core/errors.js';
import { maxOutputCharacters } from '#engine/core/limits.js';
import { runLines, stepOfWholeText, TextInPieces, type TextReports } from '#engine/operations/text-in-pieces.js';
import { isLineByLine, nameOfStep, type Step } from '#engine/operations/workflow.js';
import { CommandError, UsageError } from '../core/io.js';

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
 * Runs a workflow on a text as it arrives. If all steps work on lines, or on cells of a table, it runs on batches of
 * whole lines; otherwise on the whole text, up to the length that a step may have.
 *
 * @param reports - get to know what each step did with each batch, and which parts failed.
 * @throws {CommandError} for a text that is too long, or that a tool refuses: with the first line of the batch, unless
 *   it is the first batch.
 */
export async function* workflowText(
  pieces: AsyncIterable<string>,
  steps: readonly Step[],
  reports: TextReports = {},
): AsyncGenerator<string> {
  try {
    const needsAll = stepOfWholeText(steps);
    yield* needsAll === undefined ? streamed(pieces, steps, reports) : whole(pieces, steps, needsAll, reports);
  } catch (error) {
    throw error instanceof RequestError ? new CommandError(error.message, { cause: error }) : error;
  }
}

async function* whole(
  pieces: AsyncIterable<string>,
  steps: readonly Step[],
  needsAll: Step,
  reports: TextReports,
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
  yield runLines(1, steps, parts.join(''), reports);
}

async function* streamed(
  pieces: AsyncIterable<string>,
  steps: readonly Step[],
  reports: TextReports,
): AsyncGenerator<string> {
  const text = new TextInPieces(steps, reports);
  for await (const piece of pieces) yield text.push(piece);
  yield text.end();
}
