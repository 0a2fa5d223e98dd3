import { computed, signal } from '@preact/signals';
import { canRun } from './session-store.js';

// Inputs

/**
 * Whether texts go to the gateway. It lasts as long as the page: a choice of long ago must not send a text somewhere that
 * was meant for this browser.
 */
export const wantsGateway = signal(false);
/** Whether the dialog is open that changes it. */
export const isRunTargetShown = signal(false);
/** The tools whose texts it is about. */
export const targetTools = signal<readonly string[]>([]);

// Computed

/** Whether lists can run where they are wanted. */
export const canRunThere = computed(() => !wantsGateway.value || canRun.value);

// Actions

/** Chooses whether texts go to the gateway, or are run in this browser. */
export function sendToGateway(isWanted: boolean): void {
  wantsGateway.value = isWanted;
}

/** Opens the dialog. @param slugs - of the tools whose texts it is about. */
export function showRunTarget(slugs: readonly string[]): void {
  targetTools.value = slugs;
  isRunTargetShown.value = true;
}

/** Closes the dialog. */
export function closeRunTarget(): void {
  isRunTargetShown.value = false;
}
