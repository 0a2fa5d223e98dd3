import { effect, signal } from '@preact/signals';
import { isOwner } from '../../session/session-store.js';

// Inputs

/** Whether the keys are shown. */
export const areKeysShown = signal(false);

// Effects

function startEffects(): void {
  // The owner signs out → the next user asks for the keys again.
  effect(() => {
    if (!isOwner.value) areKeysShown.value = false;
  });
}

// Actions

/** Shows the keys. */
export function showKeys(): void {
  areKeysShown.value = true;
}

startEffects();
