import { computed, signal } from '@preact/signals';
import { maxGroupDepth, maxSteps } from '#engine/core/limits.js';
import { configProblems } from '../../forms/check.js';
import { catalogue, titleOf } from '../../session/catalogue-store.js';
import { groupProblem } from '../../session/group-options.js';
import type { Config } from '../../session/tool.js';
import { optionChange } from './config-summary.js';
import { announce, changeSteps, changeWorkflow, input, refuse, workflow } from './content-store.js';
import { eachFor } from './part-offers.js';
import { nameOf } from './step-run.js';
import { table } from './table-store.js';
import {
  canBeWrapped,
  changed,
  type Direction,
  duplicated,
  fitsAt,
  type GroupStep,
  inserted,
  isGroup,
  moved,
  newGroup,
  newStep,
  numbered,
  type Place,
  placeBeside,
  placeOf,
  type StepChange,
  siblingsAt,
  stepTitle,
  type ToolStep,
  toolsOf,
  unwrapped,
  type WorkflowStep,
  without,
  wrapped,
} from './workflow/workflow.js';

/** The steps of a group, or of the workflow, that a step can be added to. */
export type Target = Omit<Place, 'index'>;

/** Where a dragged step would go: beside a step, or at the end of a branch of a group. */
export interface DropPlace {
  /** The step, or the group. */
  readonly id: number;
  readonly edge: 'before' | 'after' | 'steps' | 'else';
}

// Inputs

/** The steps with open options, by {@link WorkflowStep.id}, like the next four. */
export const openSteps = signal<ReadonlySet<number>>(new Set());
/** The step that was added last. It is scrolled into view. */
export const addedStep = signal<number | undefined>(undefined);
/** The new steps with required options that have not been left yet: their problems are not shown. */
export const quietSteps = signal<ReadonlySet<number>>(new Set());
/** The step that is being dragged. */
export const draggedStep = signal<number | undefined>(undefined);
/** Where it would go if it were dropped now. */
export const dropPlace = signal<DropPlace | undefined>(undefined);
/** Where the search for tools adds to while it has the focus; undefined for the end of the workflow. */
export const target = signal<Target | undefined>(undefined);

// Computed

/** The numbers of the steps, and those of the groups, by their ids. */
export const numbers = computed(() => numbered(workflow.value));
/** How many tools the workflow has, in groups and outside. */
export const toolCount = computed(() => toolsOf(workflow.value).length);

// Actions: adding

const endOfWorkflow: Target = { group: undefined, branch: 'steps' };
const tooMany = (count: number) => `A workflow has at most ${maxSteps} steps: this would make ${count}`;
const tooDeep = `Groups must be nested at most ${maxGroupDepth} levels deep`;

/** Chooses where the search for tools adds to, until it loses the focus. */
export function aimAt(place: Target | undefined): void {
  target.value = place;
}

/**
 * Adds a step at the end of the target, with open options. It is quiet if it has required options.
 *
 * @returns whether there was room.
 */
export function addStep(toolSlug: string): boolean {
  if (toolCount.value >= maxSteps) return false;
  const step = newStep(toolSlug);
  add(step, titleOf(toolSlug));
  if ((catalogue.value?.get(toolSlug)?.config.required ?? []).length > 0) keepQuiet(step.id);
  announce(`Added ${titleOf(toolSlug)} as ${nameOf(step, numbers.value)}.`);
  return true;
}

/** Adds an empty group for the parts that the text has, at the end of the target. */
export function addGroup(): void {
  const group = newGroup({ each: eachFor(input.value, table.value !== undefined) });
  if (!fitsAt(workflow.value, group, target.value ?? endOfWorkflow)) {
    refuse(tooDeep);
    return;
  }
  add(group, 'a group');
  keepQuiet(group.id);
  announce(`Added ${nameOf(group, numbers.value)}.`);
}

function add(step: WorkflowStep, title: string): void {
  const at = target.value ?? endOfWorkflow;
  const index = siblingsAt(workflow.value, at).length;
  changeSteps(`Added ${title}`, inserted(workflow.value, { ...at, index }, step));
  setOpen(step.id, true);
  addedStep.value = step.id;
}

/** Notes that the added step has been scrolled into view. */
export function noteAddedStepShown(): void {
  addedStep.value = undefined;
}

// Actions: one step

/** The title of a step: of its tool, or of its parts. */
export function titleOfStep(step: WorkflowStep): string {
  return stepTitle(step, titleOf);
}

/** Removes a step with everything inside, which can be undone. */
export function removeStep(step: WorkflowStep): void {
  changeWorkflow(`Removed ${titleOfStep(step)}`, { workflow: without(workflow.value, step.id) });
}

/** Inserts a copy after a step. */
export function duplicateStep(step: WorkflowStep): void {
  const count = toolCount.value + toolsOf([step]).length;
  if (count > maxSteps) {
    refuse(tooMany(count));
    return;
  }
  changeSteps(`Duplicated ${titleOfStep(step)}`, duplicated(workflow.value, step.id));
  announce(`Duplicated ${titleOfStep(step)}.`);
}

/** Moves a step to a place, with the index that it has there, at most to an end. */
export function moveStep(step: WorkflowStep, to: Place | undefined): void {
  const before = placeOf(workflow.value, step.id);
  const isTooDeep = to !== undefined && !fitsAt(workflow.value, step, to);
  const next = to === undefined || isTooDeep ? workflow.value : moved(workflow.value, step.id, to);
  const place = placeOf(next, step.id);
  if (place === undefined) return;
  const isMoved = JSON.stringify(place) !== JSON.stringify(before);
  if (isMoved) changeSteps(`Moved ${titleOfStep(step)}`, next);
  if (isTooDeep) refuse(tooDeep);
  const where = `${place.index + 1} of ${siblingsAt(next, place).length}`;
  const group = place.group === undefined ? '' : ` in group ${numbers.value.get(place.group)}`;
  const branch = place.branch === 'else' ? ', else' : '';
  announce(`${titleOfStep(step)} ${isMoved ? 'moved to' : 'stays at'} position ${where}${group}${branch}.`);
}

/** Moves a step by one press. */
export function nudgeStep(step: WorkflowStep, direction: Direction): void {
  moveStep(step, placeBeside(workflow.value, step.id, direction));
}

/** Puts a group around a step, for the parts that the text has. */
export function wrapStep(step: WorkflowStep): void {
  if (!canBeWrapped(workflow.value, step)) {
    refuse(tooDeep);
    return;
  }
  const group = newGroup({ each: eachFor(input.value, table.value !== undefined) });
  changeSteps(`Put a group around ${titleOfStep(step)}`, wrapped(workflow.value, step.id, group));
  setOpen(group.id, true);
  keepQuiet(group.id);
  addedStep.value = group.id;
  announce(`Put a group around ${titleOfStep(step)}.`);
}

/** Puts the steps of a group in its place. */
export function unwrapGroup(group: GroupStep): void {
  changeWorkflow(`Unwrapped ${titleOfStep(group)}`, { workflow: unwrapped(workflow.value, group.id) });
}

/** Moves the step before a group, or after it, into it. */
export function takeIn(group: GroupStep, step: WorkflowStep, isBefore: boolean): void {
  moveStep(step, { group: group.id, branch: 'steps', index: isBefore ? 0 : group.steps.length });
}

/** Notes that a step is being dragged. */
export function beginDrag(id: number): void {
  draggedStep.value = id;
}

/** Notes where the dragged step would go; undefined for nowhere. */
export function dragOver(place: DropPlace | undefined): void {
  dropPlace.value = place;
}

/** Notes that the step has been dropped. */
export function endDrag(): void {
  draggedStep.value = undefined;
  dropPlace.value = undefined;
}

/** Switches a step off, so that runs leave it out, or on again. Can be undone. */
export function switchStep(step: WorkflowStep, off: boolean): void {
  changeSteps(`Switched ${off ? 'off' : 'on'} ${titleOfStep(step)}`, changed(workflow.value, step.id, { off }));
}

/** Replaces the options of a step. Can be undone; the characters typed into one option at once. */
export function configureStep(step: ToolStep, config: Config): void {
  const { description, typed } = optionChange(catalogue.value?.get(step.toolSlug), step.config, config);
  changeSteps(
    `${description} of ${titleOf(step.toolSlug)}`,
    changed(workflow.value, step.id, { config }),
    typed === undefined ? undefined : `${step.id} ${typed}`,
  );
}

/**
 * Changes what a group does with the text. Can be undone.
 *
 * @param what - that changed: `the parts`.
 * @param typed - the field that is typed in, if any.
 */
export function configureGroup(group: GroupStep, what: string, change: StepChange, typed?: string): void {
  changeSteps(
    `Changed ${what} of ${nameOf(group, numbers.value)}`,
    changed(workflow.value, group.id, change),
    typed && `${group.id} ${typed}`,
  );
}

function keepQuiet(id: number): void {
  quietSteps.value = new Set([...quietSteps.value, id]);
}

/** Shows the problems of a new step from now on; without an id, of all new steps. */
export function endQuiet(id?: number): void {
  const { value: quiet } = quietSteps;
  if (id === undefined ? quiet.size > 0 : quiet.has(id)) {
    quietSteps.value = new Set(id === undefined ? [] : [...quiet].filter((other) => other !== id));
  }
}

/** Opens or closes the options of a step in the list. */
export function setOpen(id: number, isOpen: boolean): void {
  const next = new Set(openSteps.value);
  if (isOpen) next.add(id);
  else next.delete(id);
  openSteps.value = next;
}

/** Returns whether a step has what it needs. */
export function isComplete(step: WorkflowStep): boolean {
  if (isGroup(step)) return groupProblem(step) === '';
  const tool = catalogue.value?.get(step.toolSlug);
  return tool === undefined || configProblems(tool.config, step.config).size === 0;
}
