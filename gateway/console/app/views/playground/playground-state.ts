import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { maxSteps } from '../../../../../engine/core/limits.js';
import { type Config, catalogue } from '../../session/catalogue.js';
import { changed, duplicated, moved, newStep, type Workflow, type WorkflowStep, without } from './workflow.js';

/** What somebody sees who has never been here: names as they come, and what makes a list of them. */
export const firstWorkflow: Workflow = [
  newStep('trim-lines', { removeBlank: true }),
  newStep('title-case-converter'),
  newStep('dedupe-sort'),
];
export const firstText = [
  '  grace hopper',
  'ALAN TURING',
  'ada lovelace  ',
  'katherine johnson',
  'Grace Hopper',
  '',
  '  alan turing',
  'ADA LOVELACE',
  '',
].join('\n');

// Here and not in the components: what was typed is still there when one comes back from another view.
export const workflow = signal<Workflow>(firstWorkflow);
export const input = signal(firstText);
/** The steps whose options are shown, by {@link WorkflowStep.id}. */
export const openSteps = signal<ReadonlySet<number>>(new Set());
/** The step that was added last, by {@link WorkflowStep.id}: it is brought into view. */
export const addedStep = signal<number | undefined>(undefined);
/** What is read out to whoever does not see it happen. */
export const announcement = signal('');

interface Undo {
  /** What was done: `Removed Trim lines.` */
  readonly message: string;
  readonly restore: () => void;
  /** Whether restoring would not undo more than that by now. */
  readonly holds: () => boolean;
}

const lastUndo = signal<Undo | undefined>(undefined);
/** What can be undone; undefined if nothing can. */
export const undo: ReadonlySignal<Undo | undefined> = computed(() =>
  lastUndo.value?.holds() ? lastUndo.value : undefined,
);

export function dismissUndo(): void {
  lastUndo.value = undefined;
}

/** As much of a tool's name that there is not as is shown: whatever stands in a link. */
const longestName = 80;

/** What a tool is called; its slug while the catalogue is not there, or if it has no such tool. */
export function titleOf(toolSlug: string): string {
  const tool = catalogue.value?.get(toolSlug);
  if (tool !== undefined) return tool.title;
  return toolSlug.length > longestName ? `${toolSlug.slice(0, longestName)}…` : toolSlug;
}

/** Adds a step at the end, its options open. @returns whether there was room. */
export function addStep(toolSlug: string): boolean {
  if (workflow.value.length >= maxSteps) return false;
  const step = newStep(toolSlug);
  workflow.value = [...workflow.value, step];
  setOpen(step.id, true);
  addedStep.value = step.id;
  announcement.value = `Added ${titleOf(toolSlug)} as step ${workflow.value.length}.`;
  return true;
}

export function removeStep(step: WorkflowStep): void {
  const index = workflow.value.indexOf(step);
  if (index === -1) return;
  workflow.value = without(workflow.value, step.id);
  lastUndo.value = {
    message: `Removed ${titleOf(step.toolSlug)}.`,
    restore: () => {
      workflow.value = workflow.value.toSpliced(index, 0, step);
    },
    holds: () => workflow.value.length < maxSteps,
  };
}

/** Copies a step behind itself. @returns whether there was room. */
export function duplicateStep({ id, toolSlug }: WorkflowStep): boolean {
  if (workflow.value.length >= maxSteps) return false;
  workflow.value = duplicated(workflow.value, id);
  announcement.value = `Duplicated ${titleOf(toolSlug)}.`;
  return true;
}

/** Puts a step at an index; beyond an end it stays there. */
export function moveStep({ id, toolSlug }: WorkflowStep, to: number): void {
  const next = moved(workflow.value, id, to);
  const position = next.findIndex((step) => step.id === id);
  const isMoved = workflow.value[position]?.id !== id;
  if (isMoved) workflow.value = next;
  const place = `${position + 1} of ${next.length}`;
  announcement.value = `${titleOf(toolSlug)} ${isMoved ? 'moved to' : 'stays at'} position ${place}.`;
}

export function switchStep(step: WorkflowStep, off: boolean): void {
  workflow.value = changed(workflow.value, step.id, { off });
}

export function configureStep(step: WorkflowStep, config: Config): void {
  workflow.value = changed(workflow.value, step.id, { config });
}

export function setOpen(id: number, isOpen: boolean): void {
  const next = new Set(openSteps.value);
  if (isOpen) next.add(id);
  else next.delete(id);
  openSteps.value = next;
}

/** Puts other things in the place of what is there, in a way that can be undone until they are changed. */
export function replaceWith(message: string, next: { readonly workflow?: Workflow; readonly input?: string }): void {
  const before = { workflow: workflow.value, input: input.value };
  const after = { ...before, ...next };
  workflow.value = after.workflow;
  input.value = after.input;
  const isChanged = before.workflow !== after.workflow || before.input !== after.input;
  lastUndo.value = !isChanged
    ? undefined
    : {
        message,
        restore: () => {
          workflow.value = before.workflow;
          input.value = before.input;
        },
        holds: () => workflow.value === after.workflow && input.value === after.input,
      };
}
/** Undoes what {@link undo} speaks of. */
export function takeBack(): void {
  const { restore } = undo.value ?? {};
  lastUndo.value = undefined;
  restore?.();
}
