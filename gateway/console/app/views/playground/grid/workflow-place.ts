import { changed, inserted, isGroup, type Workflow, type WorkflowStep } from '../workflow/workflow.js';

/** Inserts steps. A group for the same cells as the group before them becomes one with it. */
export function withSteps(present: Workflow, steps: Workflow, index: number): Workflow {
  const before = present[index - 1];
  const [first, ...others] = steps;
  if (before !== undefined && first !== undefined && isGroup(before) && isGroup(first) && areForSame(before, first)) {
    const joined = changed(present, before.id, { steps: [...before.steps, ...first.steps] } as object);
    return others.reduceRight<Workflow>((all, step) => insertedAt(all, step, index), joined);
  }
  return steps.reduceRight<Workflow>((all, step) => insertedAt(all, step, index), present);
}

function insertedAt(workflow: Workflow, step: WorkflowStep, index: number): Workflow {
  return inserted(workflow, { group: undefined, branch: 'steps', index }, step);
}

function areForSame(one: WorkflowStep, other: WorkflowStep): boolean {
  const partsOf = (step: WorkflowStep) =>
    isGroup(step) && !step.off && step.when === undefined ? JSON.stringify([step.each, step.onError]) : undefined;
  return partsOf(one) !== undefined && partsOf(one) === partsOf(other);
}
