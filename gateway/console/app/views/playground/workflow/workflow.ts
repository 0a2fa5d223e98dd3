import type { Config } from '../../../session/tool.js';

/** A step in the playground. */
export interface WorkflowStep {
  /** Stays the same wherever the step moves. */
  readonly id: number;
  readonly toolSlug: string;
  /** The options that differ from the defaults. */
  readonly config: Config;
  /** Whether runs skip it. */
  readonly off: boolean;
}

export type Workflow = readonly WorkflowStep[];

/** A step of `POST /v1/run`. */
export type RequestStep = string | { readonly toolSlug: string; readonly config: Config };

let lastId = 0;

/** Returns a step with an id that no other step of this page has. */
export function newStep(toolSlug: string, config: Config = {}, off = false): WorkflowStep {
  lastId += 1;
  return { id: lastId, toolSlug, config, off };
}

/** Returns the steps of a request as steps of the playground. */
export function newSteps(steps: readonly RequestStep[]): WorkflowStep[] {
  return steps.map((step) => (typeof step === 'string' ? newStep(step) : newStep(step.toolSlug, step.config)));
}

/** Returns the active steps in the form of a request: a step without options is its slug. */
export function requestSteps(workflow: Workflow): RequestStep[] {
  return runningSteps(workflow).map(({ toolSlug, config }) =>
    Object.keys(config).length === 0 ? toolSlug : { toolSlug, config },
  );
}

/** The steps that are not switched off. */
export function runningSteps(workflow: Workflow): WorkflowStep[] {
  return workflow.filter(({ off }) => !off);
}

/** Moves a step. @param to - its new index, limited to the ends. */
export function moved(workflow: Workflow, id: number, to: number): Workflow {
  const step = workflow.find((other) => other.id === id);
  if (step === undefined) return workflow;
  const others = workflow.filter((other) => other !== step);
  return others.toSpliced(Math.max(0, to), 0, step);
}

/** Inserts a copy of a step after it. */
export function duplicated(workflow: Workflow, id: number): Workflow {
  const index = workflow.findIndex((step) => step.id === id);
  const step = workflow[index];
  if (step === undefined) return workflow;
  return workflow.toSpliced(index + 1, 0, newStep(step.toolSlug, step.config, step.off));
}

/** Returns a workflow without the step of an id. */
export function without(workflow: Workflow, id: number): Workflow {
  return workflow.filter((step) => step.id !== id);
}

/** Changes one step. */
export function changed(
  workflow: Workflow,
  id: number,
  change: Partial<Pick<WorkflowStep, 'config' | 'off'>>,
): Workflow {
  return workflow.map((step) => (step.id === id ? { ...step, ...change } : step));
}

/** Returns whether two workflows do the same, whatever the ids of their steps. */
export function isSameWorkflow(one: Workflow, other: Workflow): boolean {
  return JSON.stringify(one.map(withoutId)) === JSON.stringify(other.map(withoutId));
}

function withoutId({ toolSlug, config, off }: WorkflowStep): unknown {
  return [toolSlug, config, off];
}
