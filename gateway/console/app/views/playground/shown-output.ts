import { computed } from '@preact/signals';
import { maxTracedCharacters } from '#engine/core/limits.js';
import { reachable } from '../../session/reachability.js';
import { awaitedStep, failedRuns, failure, note, output, state } from './run-workflow.js';
import { workflow } from './state/playground-state.js';
import type { StepRun } from './step-run.js';

/** A text in place of the output, and what it is. */
export interface ShownOutput {
  readonly text: string;
  /** What the text is, if it is not the result of the steps: `Output of step 2, before the failed step`. */
  readonly mark: string;
  /** Whether the input or the steps have changed since. */
  readonly isOutOfDate: boolean;
}

/** Why the output is out of date, other than a failure; '' if it is the result, or will be in a moment. */
const delay = computed(() => {
  if (note.value !== '') return note.value;
  if (awaitedStep.value !== undefined) {
    return `Step ${workflow.value.indexOf(awaitedStep.value) + 1} waits for its options.`;
  }
  return state.value === 'waiting' && !reachable.value ? 'The gateway is unavailable.' : '';
});

/** The text to show, a failed step or a delay included; undefined if there is none yet. */
export const shownOutput = computed<ShownOutput | undefined>(() => {
  const last = failedRuns.value.at(-1);
  if (last !== undefined) return { text: last.after.text, mark: markOf(last), isOutOfDate: false };
  if (output.value === undefined) return undefined;
  const { text } = output.value;
  if (failure.value !== undefined)
    return { text, mark: 'Out of date: the last result before this error', isOutOfDate: true };
  const isOutOfDate = delay.value !== '';
  return { text, mark: isOutOfDate ? `Out of date: ${uncapitalized(delay.value)}` : '', isOutOfDate };
});

/** What each step did in the run whose output is shown; empty if it is out of date. */
export const shownRuns = computed<readonly StepRun[]>(() => {
  if (failure.value !== undefined) return failedRuns.value;
  return shownOutput.value?.isOutOfDate === false ? (output.value?.runs ?? []) : [];
});

function markOf({ number, after }: StepRun): string {
  const place = `Output of step ${number}, before the failed step`;
  return after.truncated ? `${place}: its first ${maxTracedCharacters.toLocaleString('en')} characters` : place;
}

function uncapitalized(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
