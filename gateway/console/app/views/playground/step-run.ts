import { maxTracedCharacters } from '#engine/core/limits.js';
import type { TracedStep } from '#gateway/client/responses.js';
import { runningSteps, type Workflow } from './workflow/workflow.js';

/** The beginning of a text. */
export interface TextStart {
  readonly text: string;
  /** Length of the whole text, in UTF-16 code units. */
  readonly length: number;
  readonly truncated: boolean;
}

/** What a step did in a run. */
export interface StepRun {
  /** {@link WorkflowStep.id}. */
  readonly id: number;
  readonly toolSlug: string;
  /** On the screen at the time of the run, 1 for the first. */
  readonly number: number;
  readonly ms: number;
  /** How many lines, rows or texts it removed; 0 if none. */
  readonly removed: number;
  readonly before: TextStart;
  readonly after: TextStart;
}

/**
 * Joins a trace with the steps on the screen.
 *
 * @param workflow - at the time of the request. The trace has only the steps that were sent.
 * @param trace - up to the failing step, if one failed.
 */
export function stepRuns(input: string, workflow: Workflow, trace: readonly TracedStep[]): StepRun[] {
  const sent = runningSteps(workflow);
  let before = startOf(input);
  return trace.flatMap(({ ms, removed = 0, text, length, truncated }, index) => {
    const step = sent[index];
    if (step === undefined) return [];
    const after = { text, length, truncated };
    const run = {
      id: step.id,
      toolSlug: step.toolSlug,
      number: workflow.indexOf(step) + 1,
      ms,
      removed,
      before,
      after,
    };
    before = after;
    return [run];
  });
}

/** Returns whether a step returned its text as it was; false if that is not known. */
export function isUnchanged({ before, after }: StepRun): boolean {
  return !before.truncated && !after.truncated && before.text === after.text;
}

/** Formats how much a step removed: `, 1,204 removed`; empty if it removed nothing. */
export function removedText({ removed }: StepRun): string {
  return removed > 0 ? `, ${removed.toLocaleString('en')} removed` : '';
}

/** Formats a time: `< 0.1 ms`, `3.4 ms`, `1,204 ms`. */
export function milliseconds(ms: number): string {
  if (ms < 0.1) return '< 0.1 ms';
  const digits = ms < 10 ? 1 : 0;
  return `${ms.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ms`;
}

/** Returns the beginning of the input as a trace has it. */
function startOf(text: string): TextStart {
  const { length } = text;
  if (length <= maxTracedCharacters) return { text, length, truncated: false };
  const isInPair = (text.codePointAt(maxTracedCharacters - 1) ?? 0) > 0xffff;
  return { text: text.slice(0, maxTracedCharacters - (isInPair ? 1 : 0)), length, truncated: true };
}
