import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { maxSteps } from '../../../../../engine/core/limits.js';
import { type Config, catalogue } from '../../session/catalogue.js';
import { changed, duplicated, moved, newStep, type Workflow, type WorkflowStep, without } from './workflow.js';

/** The sample for a first visit: some names, and steps that make a list of them. */
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

// Outside the components: it stays when the user returns from another view.
export const workflow = signal<Workflow>(firstWorkflow);
export const input = signal(firstText);
/** The steps with open options, by {@link WorkflowStep.id}. */
export const openSteps = signal<ReadonlySet<number>>(new Set());
/** The step that was added last, by {@link WorkflowStep.id}. It is scrolled into view. */
export const addedStep = signal<number | undefined>(undefined);
/** The announcement for screen readers. */
export const announcement = signal('');

interface Undo {
  /** What happened: `Removed Trim lines.` */
  readonly message: string;
  readonly restore: () => void;
  /** Returns whether undoing changes nothing else by now. */
  readonly holds: () => boolean;
}

const lastUndo = signal<Undo | undefined>(undefined);
/** The last change that can be undone; undefined without one. */
export const undo: ReadonlySignal<Undo | undefined> = computed(() =>
  lastUndo.value?.holds() ? lastUndo.value : undefined,
);

export function dismissUndo(): void {
  lastUndo.value = undefined;
}

/** The most characters of an unknown tool's name to show: a link may contain anything. */
const longestName = 80;

/** Returns the title of a tool, or its slug if the catalogue is missing or does not have it. */
export function titleOf(toolSlug: string): string {
  const tool = catalogue.value?.get(toolSlug);
  if (tool !== undefined) return tool.title;
  return toolSlug.length > longestName ? `${toolSlug.slice(0, longestName)}…` : toolSlug;
}

/** Adds a step at the end, with open options. @returns whether there was room. */
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

/** Inserts a copy after a step. @returns whether there was room. */
export function duplicateStep({ id, toolSlug }: WorkflowStep): boolean {
  if (workflow.value.length >= maxSteps) return false;
  workflow.value = duplicated(workflow.value, id);
  announcement.value = `Duplicated ${titleOf(toolSlug)}.`;
  return true;
}

/** Moves a step to an index, at most to an end. */
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

/** Replaces the texts or steps. This can be undone until they change. */
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
/** Undoes the change in {@link undo}. */
export function takeBack(): void {
  const { restore } = undo.value ?? {};
  lastUndo.value = undefined;
  restore?.();
}
