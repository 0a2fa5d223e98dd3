import { batch, signal } from '@preact/signals';
import { detect, detectTable } from '#engine/text/detection/detect.js';
import { storedDraft } from './draft.js';
import type { TextSpan } from './failed-parts.js';
import { uncapitalized } from './shown-output.js';
import { firstText, firstWorkflow } from './workflow/sample.js';
import { type Content, type GivenTable, UndoStack } from './workflow/undo-stack.js';
import type { Workflow } from './workflow/workflow.js';

// Inputs. They are kept while another view is shown.

/** What a reload has brought back. */
export const restored = storedDraft();
/** Whether the view is shown: only then the address is followed, the keys work, and the workflow runs. */
export const isShown = signal(false);

export const workflow = signal<Workflow>(restored?.workflow ?? firstWorkflow);
export const input = signal(restored?.input ?? firstText);
/** What the user says that the text is; undefined for what it looks like. See `table-store.ts`. */
export const givenTable = signal<GivenTable>(restored?.table);
/** How often the text in was replaced as a whole. */
export const replacements = signal(0);
/** The text in, after the user has paused typing, or replaced it. */
export const settledInput = signal(input.peek());
/** The stretch of the text in that is to be shown; a new object each time. */
export const shownSpan = signal<TextSpan | undefined>(undefined);
const stack = new UndoStack(workflow, input, givenTable);
/** The descriptions of the changes that can be undone and redone next. */
export const { undoable, redoable } = stack;
/** The message about the last change, for all users. */
export const message = signal('');
/** The announcement for screen readers. */
export const announcement = signal('');

// Actions: the view and the text

/** Notes that the view is shown. @returns a function that notes its end. */
export function showPlayground(): () => void {
  isShown.value = true;
  return () => {
    isShown.value = false;
  };
}

/**
 * Takes the text that the user types. Its field undoes it.
 *
 * @param isWhole - whether it was pasted or dropped in place of all that was there.
 */
export function typeText(text: string, isWhole = false): void {
  if (isWhole && isDemonstration()) {
    replaceText('Pasted a text', text);
    return;
  }
  input.value = text;
  message.value = '';
  if (isWhole) {
    givenTable.value = tableFor(text);
    noteReplacement();
  }
}

/** Whether the steps are those of the example, as they were. */
export function isDemonstration(): boolean {
  return workflow.value === firstWorkflow;
}

/** Replaces the text in. The demonstration never runs on the text of a user: its steps go with its text. */
export function replaceText(description: string, text: string): void {
  if (isDemonstration()) changeWorkflow(`${description} in place of the example`, { workflow: [], input: text });
  else changeWorkflow(description, { input: text });
}

function noteReplacement(): void {
  replacements.value += 1;
  settleInput();
}

/** Notes that nobody types at the moment. */
export function settleInput(): void {
  settledInput.value = input.peek();
}

/** Shows a stretch of the text in, and moves the focus there. */
export function showSpan(span: TextSpan): void {
  shownSpan.value = { ...span };
}

/** Forgets the message about the last change. */
export function clearMessage(): void {
  message.value = '';
}

/** Tells screen readers about a change. */
export function announce(sentence: string): void {
  announcement.value = sentence;
}

/** Shows the sample again, and forgets everything else. */
export function beginAnew(): void {
  stack.clear();
  replaceContent({ workflow: firstWorkflow, input: firstText, table: undefined });
  message.value = '';
}

/** Replaces the steps and the text, which cannot be undone: nothing has been changed yet. */
export function replaceContent({ workflow: steps, input: text, table }: Content): void {
  batch(() => {
    workflow.value = steps;
    input.value = text;
    givenTable.value = table;
    noteReplacement();
  });
}

// Actions: changes that can be undone

/**
 * Replaces the steps, the text, or both, as one entry of the undo stack, and says so.
 *
 * @param description - begins with a past participle and has no full stop: `Opened the workflow of a link`.
 * @param more - one more sentence to say: `Your text stays.`
 */
export function changeWorkflow(description: string, change: Partial<Content>, more = ''): void {
  const table = change.input === undefined || 'table' in change ? undefined : { table: tableFor(change.input) };
  batch(() => {
    message.value = stack.change(description, { ...change, ...table }) ? `${description}. ${more}`.trim() : '';
    if (change.input !== undefined) noteReplacement();
    settleInput();
  });
}

/** What the user has said that the text is stays for a text that does not look otherwise: the next file of its kind. */
function tableFor(text: string): GivenTable {
  const given = givenTable.peek();
  if (given === undefined || text === '') return given;
  const found = detect(text);
  const form = detectTable(text, found);
  if (given === 'none' || (form === undefined && found.length > 0)) return undefined;
  return form === undefined || form.delimiter === given.delimiter ? given : undefined;
}

/**
 * Changes the steps without a message: the change is what the user sees.
 *
 * @param field - the field that the user types in, if any.
 */
export function changeSteps(description: string, steps: Workflow, field?: string): void {
  message.value = '';
  stack.change(description, { workflow: steps }, field);
}

/** Undoes the last change, and says what it was. */
export function undo(): void {
  const description = batch(() => {
    const undone = stack.undo();
    noteReplacement();
    return undone;
  });
  message.value = description === undefined ? 'Nothing to undo.' : `Undone: ${uncapitalized(description)}.`;
}

/** Redoes the change that was undone last, and says what it was. */
export function redo(): void {
  const description = batch(() => {
    const redone = stack.redo();
    noteReplacement();
    return redone;
  });
  message.value = description === undefined ? 'Nothing to redo.' : `Redone: ${uncapitalized(description)}.`;
}

/** What is typed next in the same field can be undone on its own. */
export function endTyping(): void {
  stack.endTyping();
}

/** Refuses a change, and says why. */
export function refuse(reason: string): void {
  message.value = reason;
}

/** Removes all steps, which can be undone. */
export function clearSteps(): void {
  changeWorkflow('Cleared the steps', { workflow: [] });
}

/** Removes the steps and the text, which can be undone. */
export function startEmpty(): void {
  changeWorkflow('Started empty', { workflow: [], input: '', table: undefined });
}
