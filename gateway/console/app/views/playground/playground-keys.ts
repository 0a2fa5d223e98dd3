import { isDialogOpen, isWithCommand, letterOf, type TextField, textFieldOf } from '../../parts/key-press.js';

/** What the browser can undo in a field. */
interface Typing {
  /** The value before the user typed. */
  readonly start: string;
  /** Whether the browser has just undone something in it, and could redo that. */
  readonly isUndone: boolean;
}

/** The fields that the user typed into since their values were replaced. */
let typed = new WeakMap<TextField, Typing>();

/** What the keys do. */
export interface KeyActions {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly run: () => void;
}

/**
 * Lets Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y undo and redo changes of the workflow, and Ctrl+Enter run it, with new steps that
 * are not complete. In a text field, undo and redo belong to the browser as long as the user has typed something there
 * that it can undo or redo.
 *
 * @returns a function that stops it.
 */
export function followKeys(actions: KeyActions): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  document.addEventListener('beforeinput', noteStart, { capture: true, signal });
  document.addEventListener('input', noteUndone, { capture: true, signal });
  document.addEventListener('keydown', (event) => onKeyDown(event, actions), { signal });
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

function onKeyDown(event: KeyboardEvent, actions: KeyActions): void {
  const name = isDialogOpen() ? undefined : actionOf(event);
  if (name === undefined || (name !== 'run' && (event.defaultPrevented || isOfBrowser(event, name)))) return;
  event.preventDefault();
  actions[name]();
  // The fields have new values, which the browser's own history does not fit.
  if (name !== 'run') typed = new WeakMap();
}

function actionOf(event: KeyboardEvent): keyof KeyActions | undefined {
  if (!isWithCommand(event)) return undefined;
  if (event.key === 'Enter') return event.shiftKey ? undefined : 'run';
  const letter = letterOf(event);
  if (letter === 'z') return event.shiftKey ? 'redo' : 'undo';
  return letter === 'y' && !event.shiftKey ? 'redo' : undefined;
}

/** Returns whether the field with the focus has something of its own to undo or redo. */
function isOfBrowser(event: KeyboardEvent, name: 'undo' | 'redo'): boolean {
  const field = textFieldOf(event);
  const typing = field && typed.get(field);
  if (field === undefined || typing === undefined) return false;
  return name === 'undo' ? field.value !== typing.start : typing.isUndone;
}
