import { StoredList } from '../../../session/stored-list.js';
import type { WorkflowStep } from '../../../session/workflow-address.js';
import type { Workflow } from '../state/workflow.js';
import { recipeOf, savedSteps } from './recipe.js';

type Steps = readonly WorkflowStep[];

const mostRuns = 50;
/** Longer steps have texts in their options, which are not kept without being asked to. */
const longestSteps = 5_000;
/** The options of the catalogue that contain secrets. */
export const secretOptions: ReadonlySet<string> = new Set(['key', 'salt', 'secret']);

const list = new StoredList<Steps>('history', { read: (value) => recipeOf(value)?.steps, most: mostRuns });

/** The workflows that were run, the latest first. Without texts. */
export const runHistory = list.items;

/** The last recorded workflow: a run with another text changes nothing. */
let noted: Workflow | undefined;

/** Records a successful run. Not one with a secret in its options. */
export function noteRun(workflow: Workflow): void {
  if (workflow === noted) return;
  noted = workflow;
  const steps = savedSteps(workflow);
  if (!hasSecret(workflow) && JSON.stringify(steps).length <= longestSteps) {
    list.change((runs) => withRun(runs, steps).slice(0, mostRuns));
  }
}

/** Forgets all runs, in this browser. */
export function clearHistory(): void {
  list.change(() => []);
}

/**
 * Returns the history with a run. A workflow that is being built up takes the place of its earlier stages: the latest
 * run is replaced if it has the first tools of this one, whatever their options.
 */
export function withRun(runs: readonly Steps[], steps: Steps): Steps[] {
  const written = JSON.stringify(steps);
  const [latest, ...earlier] = runs.filter((run) => JSON.stringify(run) !== written);
  if (latest === undefined) return [steps];
  // It was run before, so the latest is a workflow of its own.
  const isRepeated = earlier.length + 1 < runs.length;
  const isStage = latest.length <= steps.length && latest.every(({ toolSlug }, at) => toolSlug === steps[at]?.toolSlug);
  return isStage && !isRepeated ? [steps, ...earlier] : [steps, latest, ...earlier];
}

function hasSecret(workflow: Workflow): boolean {
  return workflow.some(({ config }) => Object.keys(config).some((option) => secretOptions.has(option)));
}
