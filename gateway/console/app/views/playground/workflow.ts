import type { Config } from '../../session/tool.js';

/** A step as the playground holds it. */
export interface WorkflowStep {
  /** Its own as long as it is there, wherever it stands. */
  readonly id: number;
  readonly toolSlug: string;
  /** What differs from the defaults. */
  readonly config: Config;
  /** Whether it is left out of runs. */
  readonly off: boolean;
}

export type Workflow = readonly WorkflowStep[];

/** A step of `POST /v1/run`. */
export type RequestStep = string | { readonly toolSlug: string; readonly config: Config };

let lastId = 0;

export function newStep(toolSlug: string, config: Config = {}, off = false): WorkflowStep {
  lastId += 1;
  return { id: lastId, toolSlug, config, off };
}

/** The steps that run, as a request has them: a step without options is its name alone. */
export function requestSteps(workflow: Workflow): RequestStep[] {
  return runningSteps(workflow).map(({ toolSlug, config }) =>
    Object.keys(config).length === 0 ? toolSlug : { toolSlug, config },
  );
}

/** The steps that are not switched off. */
export function runningSteps(workflow: Workflow): WorkflowStep[] {
  return workflow.filter(({ off }) => !off);
}

/** Puts a step elsewhere. @param to - its index afterwards; beyond an end it is put at that end. */
export function moved(workflow: Workflow, id: number, to: number): Workflow {
  const step = workflow.find((other) => other.id === id);
  if (step === undefined) return workflow;
  const others = workflow.filter((other) => other !== step);
  return others.toSpliced(Math.max(0, to), 0, step);
}

/** Puts a copy of a step right behind it. */
export function duplicated(workflow: Workflow, id: number): Workflow {
  const index = workflow.findIndex((step) => step.id === id);
  const step = workflow[index];
  if (step === undefined) return workflow;
  return workflow.toSpliced(index + 1, 0, newStep(step.toolSlug, step.config, step.off));
}

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

/** Whether two workflows do the same, whatever the identities of their steps. */
export function isSameWorkflow(one: Workflow, other: Workflow): boolean {
  return JSON.stringify(one.map(withoutId)) === JSON.stringify(other.map(withoutId));
}

function withoutId({ toolSlug, config, off }: WorkflowStep): unknown {
  return [toolSlug, config, off];
}
