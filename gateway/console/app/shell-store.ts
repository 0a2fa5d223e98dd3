import { signal } from '@preact/signals';

// Inputs

/** Whether the list of keyboard shortcuts is open. */
export const areShortcutsShown = signal(false);

// Actions

/** Opens the list of keyboard shortcuts. */
export function showShortcuts(): void {
  areShortcutsShown.value = true;
}

/** Closes the list of keyboard shortcuts. */
export function closeShortcuts(): void {
  areShortcutsShown.value = false;
}
