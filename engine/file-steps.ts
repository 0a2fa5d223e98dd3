import { LazyCatalogue } from './catalogue/lazy-catalogue.js';
import { RequestError } from './core/errors.js';
import { Type } from './core/schema.js';
import { lazyValidator } from './core/validation.js';
import type { StepBounds } from './core/work-budget.js';
import { FailureNotes } from './operations/failure-notes.js';
import type { Failures } from './operations/failures.js';
import type { RequestedStep } from './operations/requested-step.js';
import { StepList } from './operations/step-request.js';
import { stepOfWholeText, TextInPieces } from './operations/text-in-pieces.js';
import { compileWorkflow, slugsIn } from './operations/workflow.js';

const validate = lazyValidator(Type.Object({ steps: StepList }));

/** What comes of a piece of a file. */
export interface FilePiece {
  readonly text: string;
  /** Lines of the file that have run. */
  readonly lines: number;
  /** The parts that failed so far and that a group let pass, one a line. */
  readonly notes: string;
}

/** Steps at work on a file that arrives in pieces. */
export interface FileSteps {
  /** The path of the first step that needs the whole text, such as `steps[0]`: then nothing can be pushed. */
  readonly wholeText: string | undefined;
  /**
   * Takes the next piece, which may end anywhere. A piece that is refused changes nothing.
   *
   * @throws {RequestError} for a text that a tool refuses; it names lines of the file.
   * @throws {ToolError} for a line that is too long.
   * @throws {LoadError} if a tool needs a library that is not there.
   */
  push(piece: string, isLast: boolean): FilePiece;
}

/**
 * Prepares steps for a file.
 *
 * @param requested - in the form of a request.
 * @param bounds - of each step.
 * @throws {RequestError} for invalid steps.
 */
export async function fileSteps(requested: unknown, bounds: StepBounds): Promise<FileSteps> {
  const problem = validate({ steps: requested });
  if (problem !== undefined) throw new RequestError(problem);
  const catalogue = new LazyCatalogue();
  await catalogue.load(slugsIn(requested as readonly RequestedStep[]));
  const { steps } = compileWorkflow(requested as readonly RequestedStep[], catalogue);
  const wholeText = stepOfWholeText(steps)?.path;
  const notes = new FailureNotes();
  let failures: (readonly [failures: Failures, firstLine: number])[] = [];
  const heldNotes = { add: (...failed: (typeof failures)[number]) => void failures.push(failed) };
  let text = new TextInPieces(wholeText === undefined ? steps : [], { bounds, notes: heldNotes });
  return {
    wholeText,
    push(piece, isLast) {
      failures = [];
      const next = text.copy();
      const certain = next.push(piece);
      const rest = isLast ? next.end() : '';
      text = next;
      for (const failed of failures) notes.add(...failed);
      return { text: certain + rest, lines: text.lines, notes: notes.text() };
    },
  };
}
