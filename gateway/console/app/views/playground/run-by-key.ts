import { isDialogOpen, isWithCommand } from '../../parts/key-press.js';
import { runAgain } from './run-workflow.js';

/** Lets Ctrl+Enter run the workflow, with new steps that are not complete. @returns a function that stops it. */
export function runByKey(): () => void {
  const listeners = new AbortController();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || !isWithCommand(event) || isDialogOpen()) return;
    event.preventDefault();
    runAgain();
  };
  document.addEventListener('keydown', onKeyDown, { signal: listeners.signal });
  return () => listeners.abort();
}
