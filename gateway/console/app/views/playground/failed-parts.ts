import type { FailedPart as ReportedPart } from '#engine/types.js';
import { lineBefore } from '#gateway/console/engine/tables/line-difference.js';
import { asInField, linesOf } from '../../parts/text-pane/lines.js';
import { stepAt } from './step-problem.js';
import type { StepRun, TextStart } from './step-run.js';
import type { SentSteps } from './workflow/sent-steps.js';
import { allSteps, type WorkflowStep } from './workflow/workflow.js';

/** A part whose steps failed, and that its group let pass. */
export interface FailedPart {
  /** The step that failed: a tool, or the group itself if it cannot cut or write the part. */
  readonly step: WorkflowStep;
  /** Why: `not a date in the format yyyy-MM-dd`. */
  readonly reason: string;
  /** Where the part is in the text in. */
  readonly place: PartPlace;
}

/** A place in the text in. */
export interface PartPlace {
  /** Counted from 1. */
  readonly line: number;
  /** In characters (code points), from 1. */
  readonly column: number;
  /** The line that has this column, where steps before have changed it; undefined if it is that of the text in. */
  readonly changedLine?: string | undefined;
}

/** A stretch of a text, in UTF-16 code units, as its field has it: with line feeds only. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Joins the failed parts of a response with the steps on the screen, and finds them in the text in. */
export function failedParts(
  reported: readonly ReportedPart[],
  sent: SentSteps,
  runs: readonly StepRun[],
): readonly FailedPart[] {
  return reported.flatMap(({ step: number, path, line, column, message }) => {
    const step = stepAt(path, sent)[1] ?? sent.tools[number - 1];
    if (step === undefined) return [];
    const place = placeInInput(step, { line, column }, runs);
    return [{ step, reason: message.replace(/^Step \d+(?: \([^)]*\))?(?: failed(?: at line \d+)?)?: /, ''), place }];
  });
}

/**
 * Finds a place in the text in.
 *
 * @param step - the step, or one in the group, whose text the place is in.
 */
export function placeInInput(
  step: WorkflowStep,
  { line, column }: { readonly line: number; readonly column: number },
  runs: readonly StepRun[],
): PartPlace {
  const index = runs.findIndex((run) => allSteps([run.step]).some(({ id }) => id === step.id));
  // The last run is the one before a step that failed.
  const before = index === -1 ? runs.at(-1)?.after : runs[index]?.before;
  const first = runs[0]?.before;
  if (before === undefined || first === undefined || isSame(before, first)) return { line, column };
  const found = lineBefore(first, before, line);
  return { line: found.line, column, changedLine: found.isSame ? undefined : (linesOf(before.text)[line - 1] ?? '') };
}

function isSame(one: TextStart, other: TextStart): boolean {
  return one === other || (one.text === other.text && one.length === other.length);
}

/**
 * Returns the stretch of a text to show for a place: its cell, or from its column to the end of the line.
 *
 * @param delimiter - of the cells of a line; undefined if it has none.
 */
export function spanOf(
  text: string,
  { line, column, changedLine }: PartPlace,
  delimiter: string | undefined,
): TextSpan {
  const lines = linesOf(asInField(text));
  const at = Math.min(line, lines.length) - 1;
  let lineStart = 0;
  for (let before = 0; before < at; before++) lineStart += (lines[before]?.length ?? 0) + 1;
  const shown = lines[at] ?? '';
  const offset = [...(changedLine ?? shown)].slice(0, column - 1).join('').length;
  const starts = cellStarts(changedLine ?? shown, delimiter);
  const cell = starts.findLastIndex((start) => start <= offset);
  const shownStarts = cellStarts(shown, delimiter);
  // Without cells, only a line that is the same has the same column.
  const start = delimiter === undefined && changedLine === undefined ? offset : (shownStarts[cell] ?? 0);
  const next = shownStarts[cell + 1];
  const end = next === undefined ? shown.length : next - (delimiter?.length ?? 0);
  return { start: lineStart + start, end: lineStart + end };
}

/** Returns where the cells of a line begin. A cell in quotes may have the delimiter. */
function cellStarts(line: string, delimiter: string | undefined): readonly number[] {
  const starts = [0];
  if (delimiter === undefined) return starts;
  for (let at = 0; ; ) {
    const quoted = line.charAt(at) === '"' ? (/^"(?:[^"]|"")*"/.exec(line.slice(at))?.[0].length ?? 0) : 0;
    const end = line.indexOf(delimiter, at + quoted);
    if (end === -1) return starts;
    at = end + delimiter.length;
    starts.push(at);
  }
}
