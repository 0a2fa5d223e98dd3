import { computed, effect, signal } from '@preact/signals';
import { maxSteps } from '#engine/core/limits.js';
import { isExample } from '../recipes/open-template.js';
import { changeWorkflow, firstWorkflow, input, workflow } from '../state/playground-state.js';
import { newSteps } from '../state/workflow.js';
import { detect } from './detect.js';
import type { Detected, Suggestion } from './kind.js';

/** How long the text must stay unchanged before it is looked at, in milliseconds. */
const pauseMs = 300;

const detected = signal<readonly Detected[]>([]);
/** What the user has dismissed or followed, until there is a text of another kind. */
const done = signal<ReadonlySet<string>>(new Set());

/** What the text looks like; undefined if there is nothing to suggest. */
export const suggested = computed(() => detected.value.find(({ kind }) => !done.value.has(kind)));

/** Looks at the text while the view is shown. @returns a function that stops it. */
export function suggestWhileShown(): () => void {
  let timer: number | undefined;
  const stop = effect(() => {
    const text = input.value;
    clearTimeout(timer);
    timer = setTimeout(() => detectIn(text), pauseMs);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

function detectIn(text: string): void {
  // An example has its steps already.
  detected.value = isExample(text) ? [] : detect(text);
  done.value = new Set(detected.value.map(({ kind }) => kind).filter((kind) => done.value.has(kind)));
}

/** Hides the suggestions for texts of this kind. */
export function dismiss({ kind }: Detected): void {
  done.value = new Set([...done.value, kind]);
}

/** Returns whether the workflow has room for the steps. */
export function fits({ steps }: Suggestion): boolean {
  return workflow.value === firstWorkflow || workflow.value.length + steps.length <= maxSteps;
}

/** Adds the steps, or replaces the steps of the sample. Can be undone. */
export function follow(found: Detected, { label, steps }: Suggestion): void {
  const isSample = workflow.value === firstWorkflow;
  const next = [...(isSample ? [] : workflow.value), ...newSteps(steps)];
  changeWorkflow(isSample ? `Replaced the sample steps: ${label}` : `Added: ${label}`, { workflow: next });
  dismiss(found);
}
