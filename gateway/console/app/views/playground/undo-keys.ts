import { isDialogOpen, isWithCommand, letterOf, type TextField, textFieldOf } from '../../parts/key-press.js';
import { redo, undo } from './state/playground-state.js';

/** What the browser can undo in a field. */
interface Typing {
  /** The value before the user typed. */
  readonly start: string;
  /** Whether the browser has just undone something in it, and could redo that. */
  readonly isUndone: boolean;
}

/** The fields that the user typed into since their values were replaced. */
let typed = new WeakMap<TextField, Typing>();

/**
 * Lets Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y undo and redo changes of the workflow. In a text field they belong to the
 * browser as long as the user has typed something there that it can undo or redo.
 *
 * @returns a function that stops it.
 */
export function undoByKeys(): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  document.addEventListener('beforeinput', noteStart, { capture: true, signal });
  document.addEventListener('input', noteUndone, { capture: true, signal });
  document.addEventListener('keydown', onKeyDown, { signal });
  return () => listeners.abort();
}

function noteStart(event: Event): void {
  const field = textFieldOf(event);
  if (field !== undefined && !typed.has(field)) typed.set(field, { start: field.value, isUndone: false });
}

function noteUndone(event: Event): void {
  const field = textFieldOf(event);
  const typing = field && typed.get(field);
  if (field === undefined || typing === undefined || !(event instanceof InputEvent)) return;
  typed.set(field, { ...typing, isUndone: /^history/.test(event.inputType) });
}

function onKeyDown(event: KeyboardEvent): void {
  const act = event.defaultPrevented || isDialogOpen() ? undefined : actionOf(event);
  if (act === undefined || isOfBrowser(event, act)) return;
  event.preventDefault();
  act();
  // The fields have new values, which the browser's own history does not fit.
  typed = new WeakMap();
}

function actionOf(event: KeyboardEvent): typeof undo | undefined {
  if (!isWithCommand(event)) return undefined;
  const letter = letterOf(event);
  if (letter === 'z') return event.shiftKey ? redo : undo;
  return letter === 'y' && !event.shiftKey ? redo : undefined;
}

/** Returns whether the field with the focus has something of its own to undo or redo. */
function isOfBrowser(event: KeyboardEvent, act: typeof undo): boolean {
  const field = textFieldOf(event);
  const typing = field && typed.get(field);
  if (field === undefined || typing === undefined) return false;
  return act === undo ? field.value !== typing.start : typing.isUndone;
}
