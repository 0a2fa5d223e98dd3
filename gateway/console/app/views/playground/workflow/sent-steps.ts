import type { WrittenStep } from '../../../session/workflow-address.js';
import {
  branchesOf,
  type GroupStep,
  isGroup,
  savedOptions,
  type ToolStep,
  type Workflow,
  type WorkflowStep,
} from './workflow.js';

/** The steps of a request, and which steps on the screen they are. */
export interface SentSteps {
  /** In the form of a request: a step without options is its slug. */
  readonly steps: readonly WrittenStep[];
  /** The steps outside of groups, in the order of the request. */
  readonly outer: Workflow;
  /** The steps that run tools, as errors number them. */
  readonly tools: readonly ToolStep[];
  /** By their paths in the request: `steps[0].steps[1]`. */
  readonly byPath: ReadonlyMap<string, WorkflowStep>;
}

/** Returns what a request has of a workflow: no step that is switched off, and no group without steps. */
export function sentSteps(workflow: Workflow): SentSteps {
  const tools: ToolStep[] = [];
  const byPath = new Map<string, WorkflowStep>();
  const listed = (steps: Workflow, path: string): WrittenStep[] =>
    steps.filter(isRunning).map((step, index) => {
      const place = `${path}[${index}]`;
      byPath.set(place, step);
      if (isGroup(step)) return groupAt(step, place);
      tools.push(step);
      const { toolSlug, config } = step;
      return Object.keys(config).length === 0 ? toolSlug : { toolSlug, config };
    });
  const groupAt = (group: GroupStep, place: string): WrittenStep => {
    const { when, steps, else: otherwise = [] } = group;
    const options = savedOptions(group);
    // A request has no group without steps: the condition is turned round.
    if (when !== undefined && !steps.some(isRunning))
      return { ...options, when: { not: when }, steps: listed(otherwise, `${place}.steps`) };
    const inner = listed(steps, `${place}.steps`);
    const hasElse = when !== undefined && otherwise.some(isRunning);
    return { ...options, steps: inner, ...(hasElse && { else: listed(otherwise, `${place}.else`) }) };
  };
  const outer = workflow.filter(isRunning);
  return { steps: listed(workflow, 'steps'), outer, tools, byPath };
}

/** Returns whether a step is on, and runs a tool or has one inside that does. */
function isRunning(step: WorkflowStep): boolean {
  if (step.off) return false;
  if (!isGroup(step)) return true;
  return branchesOf(step).some(
    ([branch, steps]) => (branch === 'steps' || step.when !== undefined) && steps.some(isRunning),
  );
}
