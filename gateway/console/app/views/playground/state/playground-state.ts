import { signal } from '@preact/signals';
import { maxSteps } from '#engine/core/limits.js';
import { controlOf } from '../../../forms/control.js';
import { labelOf } from '../../../forms/label.js';
import { isSame } from '../../../forms/values.js';
import { type Config, catalogue, type Tool } from '../../../session/catalogue.js';
import { type Content, UndoStack } from './undo-stack.js';
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
/** The new steps with required options that have not been left yet: their problems are not shown. */
export const quietSteps = signal<ReadonlySet<number>>(new Set());
/** The announcement for screen readers. */
export const announcement = signal('');

/** The message about the last change, for all users. */
export const message = signal('');

const stack = new UndoStack(workflow, input);
/** The descriptions of the changes that can be undone and redone next. */
export const { undoable, redoable } = stack;

/**
 * Replaces the steps, the text, or both, as one entry of the undo stack, and says so.
 *
 * @param description - begins with a past participle and has no full stop: `Opened the workflow of a link`.
 * @param note - one more sentence to say: `Your text stays.`
 */
export function changeWorkflow(description: string, change: Partial<Content>, note = ''): void {
  message.value = stack.change(description, change) ? `${description}. ${note}`.trim() : '';
}

/** Shows the sample again, and forgets everything else. */
export function beginAnew(): void {
  stack.clear();
  workflow.value = firstWorkflow;
  input.value = firstText;
  message.value = '';
}

/** Changes the steps without a message: the change is what the user sees. */
function changeSteps(description: string, steps: Workflow, field?: string): void {
  message.value = '';
  stack.change(description, { workflow: steps }, field);
}

/** Undoes the last change, and says what it was. */
export function undo(): void {
  const description = stack.undo();
  message.value = description === undefined ? 'Nothing to undo.' : `Undone: ${lowerFirst(description)}.`;
}

/** Redoes the change that was undone last, and says what it was. */
export function redo(): void {
  const description = stack.redo();
  message.value = description === undefined ? 'Nothing to redo.' : `Redone: ${lowerFirst(description)}.`;
}

/** What is typed next in the same field can be undone on its own. */
export function endTyping(): void {
  stack.endTyping();
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** The most characters of an unknown tool's name to show: a link may contain anything. */
const longestName = 80;

/** Returns the title of a tool, or its slug if the catalogue is missing or does not have it. */
export function titleOf(toolSlug: string): string {
  const tool = catalogue.value?.get(toolSlug);
  if (tool !== undefined) return tool.title;
  return toolSlug.length > longestName ? `${toolSlug.slice(0, longestName)}…` : toolSlug;
}

/** Adds a step at the end, with open options. It is quiet if it has required options. @returns whether there was room. */
export function addStep(toolSlug: string): boolean {
  if (workflow.value.length >= maxSteps) return false;
  const step = newStep(toolSlug);
  changeSteps(`Added ${titleOf(toolSlug)}`, [...workflow.value, step]);
  setOpen(step.id, true);
  if ((catalogue.value?.get(toolSlug)?.config.required ?? []).length > 0)
    quietSteps.value = new Set([...quietSteps.value, step.id]);
  addedStep.value = step.id;
  announcement.value = `Added ${titleOf(toolSlug)} as step ${workflow.value.length}.`;
  return true;
}

/** Removes a step, which can be undone. */
export function removeStep({ id, toolSlug }: WorkflowStep): void {
  changeWorkflow(`Removed ${titleOf(toolSlug)}`, { workflow: without(workflow.value, id) });
}

/** Inserts a copy after a step. @returns whether there was room. */
export function duplicateStep({ id, toolSlug }: WorkflowStep): boolean {
  if (workflow.value.length >= maxSteps) return false;
  changeSteps(`Duplicated ${titleOf(toolSlug)}`, duplicated(workflow.value, id));
  announcement.value = `Duplicated ${titleOf(toolSlug)}.`;
  return true;
}

/** Moves a step to an index, at most to an end. */
export function moveStep({ id, toolSlug }: WorkflowStep, to: number): void {
  const next = moved(workflow.value, id, to);
  const position = next.findIndex((step) => step.id === id);
  const isMoved = workflow.value[position]?.id !== id;
  if (isMoved) changeSteps(`Moved ${titleOf(toolSlug)}`, next);
  const place = `${position + 1} of ${next.length}`;
  announcement.value = `${titleOf(toolSlug)} ${isMoved ? 'moved to' : 'stays at'} position ${place}.`;
}

/** Switches a step off, so that runs leave it out, or on again. Can be undone. */
export function switchStep({ id, toolSlug }: WorkflowStep, off: boolean): void {
  changeSteps(`Switched ${off ? 'off' : 'on'} ${titleOf(toolSlug)}`, changed(workflow.value, id, { off }));
}

/** Replaces the options of a step. Can be undone; the characters typed into one option at once. */
export function configureStep(step: WorkflowStep, config: Config): void {
  const { description, typed } = optionChange(catalogue.value?.get(step.toolSlug), step.config, config);
  changeSteps(
    `${description} of ${titleOf(step.toolSlug)}`,
    changed(workflow.value, step.id, { config }),
    typed === undefined ? undefined : `${step.id} ${typed}`,
  );
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

/** Which options a form changed. */
interface OptionChange {
  /** `Changed Delimiter`, `Reset the options`. */
  readonly description: string;
  /** The option, if it is typed: its next change continues this one. */
  readonly typed: string | undefined;
}

/** Compares the options of a step before and after a change. */
function optionChange(tool: Tool | undefined, before: Config, after: Config): OptionChange {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const [name, ...others] = names.filter((each) => !isSame(before[each], after[each]));
  if (name === undefined || others.length > 0) {
    const isReset = Object.keys(after).length === 0;
    return { description: isReset ? 'Reset the options' : 'Changed the options', typed: undefined };
  }
  const schema = tool?.config.properties[name];
  const kind = schema === undefined ? undefined : controlOf(schema).kind;
  const isTyped = kind === 'typed' || kind === 'number';
  return { description: `Changed ${labelOf(name)}`, typed: isTyped ? name : undefined };
}
