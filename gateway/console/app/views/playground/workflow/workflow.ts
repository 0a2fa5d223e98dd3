import { maxGroupDepth } from '#engine/core/limits.js';
import { type Condition, type EachPart, type OnError, partsName } from '../../../session/group-options.js';
import type { Config } from '../../../session/tool.js';
import {
  isGroup as isGroupStep,
  readStep,
  type GroupStep as SavedGroup,
  type WorkflowStep as SavedStep,
  type ToolStep as SavedTool,
  type WrittenStep,
} from '../../../session/workflow-address.js';

interface StepBase {
  /** Stays the same wherever the step moves. */
  readonly id: number;
  /** Whether runs skip it. */
  readonly off: boolean;
}

/** A step in the playground that runs a tool. */
export interface ToolStep extends StepBase {
  readonly toolSlug: string;
  /** The options that differ from the defaults. */
  readonly config: Config;
}

/** A step in the playground that runs others on parts of the text. */
export interface GroupStep extends StepBase {
  /** Undefined if the whole text is the only part. */
  readonly each: EachPart | undefined;
  /** Undefined if all parts run through the steps. */
  readonly when: Condition | undefined;
  readonly onError: OnError;
  readonly steps: Workflow;
  /** For the parts that do not meet the condition; undefined without this branch. */
  readonly else: Workflow | undefined;
}

/** A step in the playground. */
export type WorkflowStep = ToolStep | GroupStep;

export type Workflow = readonly WorkflowStep[];

/** The steps of a group that a step is in. */
export type Branch = 'steps' | 'else';

/** Where a step is. */
export interface Place {
  /** The id of the group around it; undefined for none. */
  readonly group: number | undefined;
  /** Of that group; `steps` for none. */
  readonly branch: Branch;
  readonly index: number;
}

let lastId = 0;

function newId(): number {
  lastId += 1;
  return lastId;
}

/** Returns a step with an id that no other step of this page has. */
export function newStep(toolSlug: string, config: Config = {}, off = false): ToolStep {
  return { id: newId(), toolSlug, config, off };
}

/** Returns a group with an id that no other step of this page has. */
export function newGroup(options: Partial<Omit<GroupStep, 'id'>>): GroupStep {
  const usual = { each: undefined, when: undefined, onError: 'error', steps: [], else: undefined, off: false } as const;
  return { ...usual, ...options, id: newId() };
}

/** Returns steps of a request, or saved ones, as steps of the playground. Skips invalid ones. */
export function newSteps(steps: readonly (WrittenStep | SavedStep)[]): Workflow {
  return openedSteps(steps.flatMap((step) => readStep(step) ?? []));
}

/** Returns kept steps as a workflow of the playground. */
export function openedSteps(steps: readonly SavedStep[]): Workflow {
  return steps.map((step) =>
    isGroupStep<SavedGroup>(step)
      ? newGroup({
          ...step,
          steps: openedSteps(step.steps),
          else: step.else && openedSteps(step.else),
          off: step.off === true,
        })
      : newStep(step.toolSlug, step.config, step.off),
  );
}

/** Returns the steps of a workflow in the form in which they are kept. */
export function savedSteps(workflow: Workflow): readonly SavedStep[] {
  return workflow.map((step): SavedStep => {
    const isOff = step.off && ({ off: true } as const);
    if (!isGroup(step)) return { toolSlug: step.toolSlug, config: step.config, ...isOff };
    return { ...savedOptions(step), ...savedBranches(step), ...isOff };
  });
}

/** Returns what a group does with the text, in the form of a request. */
export function savedOptions({ each, when, onError }: Pick<GroupStep, 'each' | 'when' | 'onError'>) {
  return {
    ...(each !== undefined && { each }),
    ...(when !== undefined && { when }),
    ...(onError !== 'error' && { onError }),
  };
}

function savedBranches({ steps, else: otherwise }: Pick<GroupStep, 'steps' | 'else'>) {
  return { steps: savedSteps(steps), ...(otherwise !== undefined && { else: savedSteps(otherwise) }) };
}

/** Returns whether a step is a group. */
export function isGroup(step: WorkflowStep): step is GroupStep {
  return 'steps' in step;
}

/** Returns the branches of a group, each with its steps. */
export function branchesOf(group: GroupStep): readonly (readonly [branch: Branch, steps: Workflow])[] {
  return [['steps', group.steps], ...(group.else === undefined ? [] : [['else', group.else] as const])];
}

/** Returns all steps, groups and what is in them, in reading order. */
export function allSteps(workflow: Workflow): readonly WorkflowStep[] {
  return workflow.flatMap((step) =>
    isGroup(step) ? [step, ...branchesOf(step).flatMap(([, steps]) => allSteps(steps))] : [step],
  );
}

/** Returns the steps that run tools, in reading order. */
export function toolsOf(workflow: Workflow): readonly ToolStep[] {
  return allSteps(workflow).filter((step): step is ToolStep => !isGroup(step));
}

/** Returns the steps that are not switched off, nor in a group that is, in reading order. */
export function runningSteps(workflow: Workflow): readonly WorkflowStep[] {
  return workflow
    .filter(({ off }) => !off)
    .flatMap((step) =>
      isGroup(step) ? [step, ...branchesOf(step).flatMap(([, steps]) => runningSteps(steps))] : [step],
    );
}

/** Returns the step of an id; undefined if it is not there. */
export function stepOf(workflow: Workflow, id: number): WorkflowStep | undefined {
  return allSteps(workflow).find((step) => step.id === id);
}

/** Returns where a step is; undefined if it is not there. */
export function placeOf(workflow: Workflow, id: number): Place | undefined {
  const index = workflow.findIndex((step) => step.id === id);
  if (index !== -1) return { group: undefined, branch: 'steps', index };
  for (const step of allSteps(workflow)) {
    for (const [branch, steps] of isGroup(step) ? branchesOf(step) : []) {
      const at = steps.findIndex((inner) => inner.id === id);
      if (at !== -1) return { group: step.id, branch, index: at };
    }
  }
  return undefined;
}

/** Returns the steps that are beside each other at a place. */
export function siblingsAt(workflow: Workflow, { group, branch }: Omit<Place, 'index'>): Workflow {
  if (group === undefined) return workflow;
  const around = stepOf(workflow, group);
  return (around !== undefined && isGroup(around) && around[branch]) || [];
}

/** Returns how many groups are around a place. */
function depthAt(workflow: Workflow, { group }: Pick<Place, 'group'>): number {
  if (group === undefined) return 0;
  const place = placeOf(workflow, group);
  return place === undefined ? 0 : 1 + depthAt(workflow, place);
}

/** Returns how many levels of groups a step has. */
function levelsOf(step: WorkflowStep): number {
  return isGroup(step) ? 1 + Math.max(0, ...branchesOf(step).flatMap(([, steps]) => steps.map(levelsOf))) : 0;
}

/** Returns whether a step may be at a place: not inside of itself, nor deeper than the gateway allows. */
export function fitsAt(workflow: Workflow, step: WorkflowStep, place: Pick<Place, 'group'>): boolean {
  const isInside = place.group !== undefined && allSteps([step]).some(({ id }) => id === place.group);
  return !isInside && depthAt(workflow, place) + levelsOf(step) <= maxGroupDepth;
}

/** Returns whether a step may get a group around it. */
export function canBeWrapped(workflow: Workflow, step: WorkflowStep): boolean {
  const place = placeOf(workflow, step.id);
  return place !== undefined && fitsAt(workflow, newGroup({ steps: [step] }), place);
}

/** Replaces a step by others. Everything else stays the same object. */
function replaced(workflow: Workflow, id: number, by: (step: WorkflowStep) => Workflow): Workflow {
  let isChanged = false;
  const steps = workflow.flatMap((step) => {
    const made = step.id === id ? by(step) : isGroup(step) ? [replacedInside(step, id, by)] : [step];
    isChanged ||= made.length !== 1 || made[0] !== step;
    return made;
  });
  return isChanged ? steps : workflow;
}

function replacedInside(group: GroupStep, id: number, by: (step: WorkflowStep) => Workflow): GroupStep {
  const steps = replaced(group.steps, id, by);
  const otherwise = group.else && replaced(group.else, id, by);
  return steps === group.steps && otherwise === group.else ? group : { ...group, steps, else: otherwise };
}

/** Inserts a step at a place. */
export function inserted(workflow: Workflow, { group, branch, index }: Place, step: WorkflowStep): Workflow {
  const within = (steps: Workflow = []) => steps.toSpliced(Math.max(0, index), 0, step);
  if (group === undefined) return within(workflow);
  return replaced(workflow, group, (around) =>
    isGroup(around) ? [{ ...around, [branch]: within(around[branch]) }] : [around],
  );
}

/** Moves a step. @param to - its new place, with the index that it has there, limited to the ends. */
export function moved(workflow: Workflow, id: number, to: Place): Workflow {
  const step = stepOf(workflow, id);
  if (step === undefined || !fitsAt(workflow, step, to)) return workflow;
  return inserted(without(workflow, id), to, step);
}

/** The ways to move a step by one press: among its neighbours, into a group beside it, or out of its group. */
export type Direction = 'up' | 'down' | 'in' | 'out';

/** Returns where a step goes by one press; undefined if it stays. */
export function placeBeside(workflow: Workflow, id: number, direction: Direction): Place | undefined {
  const place = placeOf(workflow, id);
  const step = stepOf(workflow, id);
  if (place === undefined || step === undefined) return undefined;
  const to = besidePlace(workflow, place, direction);
  return to !== undefined && fitsAt(workflow, step, to) ? to : undefined;
}

function besidePlace(workflow: Workflow, place: Place, direction: Direction): Place | undefined {
  const { group, branch, index } = place;
  const siblings = siblingsAt(workflow, place);
  const isAtEnd = index === siblings.length - 1;
  const around = group === undefined ? undefined : stepOf(workflow, group);
  const hasElse = around !== undefined && isGroup(around) && around.else !== undefined;
  switch (direction) {
    case 'up':
      if (index > 0) return { ...place, index: index - 1 };
      return branch === 'else' ? { group, branch: 'steps', index: Number.POSITIVE_INFINITY } : undefined;
    case 'down':
      if (!isAtEnd) return { ...place, index: index + 1 };
      return branch === 'steps' && hasElse ? { group, branch: 'else', index: 0 } : undefined;
    case 'in': {
      const [before, after] = [siblings[index - 1], siblings[index + 1]];
      if (before !== undefined && isGroup(before))
        return { group: before.id, branch: 'steps', index: before.steps.length };
      return after !== undefined && isGroup(after) ? { group: after.id, branch: 'steps', index: 0 } : undefined;
    }
    case 'out': {
      const outer = group === undefined ? undefined : placeOf(workflow, group);
      if (outer === undefined) return undefined;
      const isFirst = branch === 'steps' && index === 0;
      return { ...outer, index: outer.index + (isFirst ? 0 : 1) };
    }
  }
}

/** Inserts a copy of a step after it. */
export function duplicated(workflow: Workflow, id: number): Workflow {
  return replaced(workflow, id, (step) => [step, ...openedSteps(savedSteps([step]))]);
}

/** Returns a workflow without the step of an id. */
export function without(workflow: Workflow, id: number): Workflow {
  return replaced(workflow, id, () => []);
}

/** What can be changed in a step. */
export type StepChange = Partial<Omit<ToolStep, 'id' | 'toolSlug'> & Omit<GroupStep, 'id' | 'steps'>>;

/** Changes one step. */
export function changed(workflow: Workflow, id: number, change: StepChange): Workflow {
  return replaced(workflow, id, (step) => [{ ...step, ...change } as WorkflowStep]);
}

/** Puts a group around a step. */
export function wrapped(workflow: Workflow, id: number, group: GroupStep): Workflow {
  return replaced(workflow, id, (step) => [{ ...group, steps: [step] }]);
}

/** Puts the steps of a group in its place, those of both branches. */
export function unwrapped(workflow: Workflow, id: number): Workflow {
  return replaced(workflow, id, (step) => (isGroup(step) ? branchesOf(step).flatMap(([, steps]) => steps) : [step]));
}

/** Returns whether two workflows do the same, whatever the ids of their steps. */
export function isSameWorkflow(one: Workflow, other: Workflow): boolean {
  return JSON.stringify(savedSteps(one)) === JSON.stringify(savedSteps(other));
}

/** Numbers the steps in reading order: those that run tools as errors do, and groups by themselves. */
export function numbered(workflow: Workflow): ReadonlyMap<number, number> {
  let tools = 0;
  let groups = 0;
  return new Map(
    allSteps(workflow).map((step) => {
      if (isGroup(step)) groups += 1;
      else tools += 1;
      return [step.id, isGroup(step) ? groups : tools];
    }),
  );
}

/** Returns the name of a step without its number. @param titleOf - names a tool. */
export function stepTitle(step: WorkflowStep | SavedTool, titleOf: (toolSlug: string) => string): string {
  return 'toolSlug' in step ? titleOf(step.toolSlug) : partsName(step.each);
}
