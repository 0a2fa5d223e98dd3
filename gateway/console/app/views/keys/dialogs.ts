import { effect, signal } from '@preact/signals';
import { isOperator, signedOutBecause } from '../../session/credentials.js';

/** What is typed into the dialog that makes a key. */
export interface NewKeyDraft {
  readonly label: string;
  readonly environment: 'live' | 'dev';
  /** '' for a new one. */
  readonly accountId: string;
  /** One a line. */
  readonly origins: string;
}

/** What is typed into the dialog of a key. */
export interface KeyDraft {
  readonly id: string;
  readonly label: string;
  /** One a line. */
  readonly origins: string;
}

/** A secret that is being shown, the only time. */
export interface ShownSecret {
  readonly secret: string;
  readonly keyId: string;
  readonly title: string;
  readonly detail: string;
}

/**
 * The dialogs that are open. They are kept here because the token may become invalid while something is being typed:
 * whoever signs in again finds it as it was.
 */
export const newKeyDraft = signal<NewKeyDraft | undefined>(undefined);
export const keyDraft = signal<KeyDraft | undefined>(undefined);
export const shownSecret = signal<ShownSecret | undefined>(undefined);

export const emptyDraft: NewKeyDraft = { label: '', environment: 'live', accountId: '', origins: '' };

effect(() => {
  if (isOperator.value || signedOutBecause.value !== '') return;
  newKeyDraft.value = undefined;
  keyDraft.value = undefined;
});

/** The id of a key's button in the list, where the focus goes back to. */
export function manageButtonId(keyId: string): string {
  return `manage-${keyId}`;
}

/** Puts the focus on the button of the first of these keys that is shown, or else on the one that makes a key. */
export function focusKey(...keyIds: readonly (string | undefined)[]): void {
  requestAnimationFrame(() => {
    const ids = [...keyIds.filter((id) => id !== undefined).map(manageButtonId), 'create-key'];
    const button = ids.map((id) => document.getElementById(id)).find((found) => found !== null);
    button?.focus();
    button?.scrollIntoView({ block: 'nearest' });
  });
}
