import type { WorkflowStep } from '../../../session/workflow-address.js';
import { changeWorkflow, titleOf } from '../state/playground-state.js';
import { openedSteps, type Recipe } from './recipe.js';

/** Replaces the steps by those of a recipe. Can be undone. */
export function openRecipe({ name, steps }: Recipe): void {
  changeWorkflow(`Opened “${name}”`, { workflow: openedSteps(steps) });
}

/** Replaces the steps by those of an earlier run. Can be undone. */
export function openRun(steps: readonly WorkflowStep[]): void {
  changeWorkflow('Opened an earlier workflow', { workflow: openedSteps(steps) });
}

/** Names the tools of some steps: `Trim lines, Upper case`. */
export function toolsOf(steps: readonly WorkflowStep[]): string {
  return steps.map(({ toolSlug }) => titleOf(toolSlug)).join(', ');
}
