import { maxTracedCharacters } from '#engine/core/limits.js';
import type { StepRun } from './step-run.js';

/** A text in place of the output, and what it is. */
export interface ShownOutput {
  readonly text: string;
  /** What the text is, if it is not the result of the steps: `Output of step 2, before the failed step`. */
  readonly mark: string;
  /** Whether the input or the steps have changed since. */
  readonly isOutOfDate: boolean;
  /** Whether the text goes on: what is missing is no change. */
  readonly isCut?: boolean;
}

/** The output of the last step before the one that failed. */
export function outputBeforeFailure({ name, after }: StepRun): ShownOutput {
  const place = `Output of ${name}, before the failed step`;
  const mark = after.truncated ? `${place}: its first ${maxTracedCharacters.toLocaleString('en')} characters` : place;
  return { text: after.text, mark, isOutOfDate: false, isCut: after.truncated };
}

/** The last output, where it stays in sight although a run has failed since. */
export function outputBeforeError(text: string): ShownOutput {
  return { text, mark: 'Out of date: the last result before this error', isOutOfDate: true };
}

/** The last output. @param delay - why it is out of date; '' if it is the result, or will be in a moment. */
export function latestOutput(text: string, delay: string): ShownOutput {
  const isOutOfDate = delay !== '';
  return { text, mark: isOutOfDate ? `Out of date: ${uncapitalized(delay)}` : '', isOutOfDate };
}

/** Returns a sentence that continues another one. */
export function uncapitalized(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
