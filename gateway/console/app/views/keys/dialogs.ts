import { computed, effect, signal } from '@preact/signals';
import { isExpectedBack, managesKeys } from '../../session/credentials.js';
import type { Key } from './key.js';

/** The input of the dialog that creates a key. */
export interface NewKeyDraft {
  /** Identifies the open dialog: a late response must not close the next one. */
  readonly dialog: number;
  readonly label: string;
  readonly environment: 'live' | 'dev';
  /** '' for a new one. */
  readonly accountId: string;
  /** One per line. */
  readonly origins: string;
}

/** The input of the dialog of a key. */
export interface KeyDraft {
  readonly id: string;
  readonly label: string;
  /** One per line. */
  readonly origins: string;
}

/** The props of the parts of the dialog of a key. */
export interface OfDraft {
  readonly draft: KeyDraft;
  readonly managed: Key;
}

/** A secret that is shown once. */
export interface ShownSecret {
  readonly secret: string;
  readonly keyId: string;
  readonly title: string;
  readonly detail: string;
}

/**
 * The open dialogs. They are kept here because the token may become invalid while the user types: after signing in
 * again, everything is as it was.
 */
export const newKeyDraft = signal<NewKeyDraft | undefined>(undefined);
export const keyDraft = signal<KeyDraft | undefined>(undefined);

/** The first one is shown. Others wait until it is closed. */
const secrets = signal<readonly ShownSecret[]>([]);
export const shownSecret = computed(() => secrets.value[0]);

/** Shows a secret once those shown before are closed. No request returns it again. */
export function showSecret(shown: ShownSecret): void {
  secrets.value = [...secrets.peek(), shown];
}

/** Closes the secret. */
export function forgetSecret(shown: ShownSecret): void {
  secrets.value = secrets.peek().filter((one) => one !== shown);
}

/** The number of secrets that are being created. */
const expectedSecrets = signal(0);

/** Waits for a response with a secret. Leaving the page then asks the user, because the secret would be lost. */
export async function awaitSecret<Issued>(make: () => Promise<Issued>): Promise<Issued> {
  expectedSecrets.value++;
  try {
    return await make();
  } finally {
    expectedSecrets.value--;
  }
}

effect(() => {
  if (expectedSecrets.value === 0) return;
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener('beforeunload', warn);
  return () => removeEventListener('beforeunload', warn);
});

let dialogs = 0;

/** Opens the dialog that creates a key. */
export function openNewKey(): void {
  newKeyDraft.value = { dialog: ++dialogs, label: '', environment: 'live', accountId: '', origins: '' };
}

/** Opens the dialog of a key. */
export function openKey({ id, label, origins }: Key): void {
  keyDraft.value = { id, label: label ?? '', origins: origins.join('\n') };
}

/** Returns whether the dialog of this key is open: a late response may find another. */
export function isOpen(id: string): boolean {
  return keyDraft.peek()?.id === id;
}

// The next user of the page must not see them.
effect(() => {
  if (managesKeys.value || isExpectedBack.value) return;
  newKeyDraft.value = undefined;
  keyDraft.value = undefined;
  secrets.value = [];
});

/** Returns the id of a key's button in the list, where the focus returns to. */
export function manageButtonId(keyId: string): string {
  return `manage-${keyId}`;
}

/** Focuses the button of the first of these keys that is shown, or else the one that creates a key. */
export function focusKey(...keyIds: readonly (string | undefined)[]): void {
  requestAnimationFrame(() => {
    const ids = [...keyIds.filter((id) => id !== undefined).map(manageButtonId), 'create-key'];
    const button = ids.map((id) => document.getElementById(id)).find((found) => found !== null);
    // A dialog that was opened since keeps the focus.
    if (document.querySelector('dialog[open]') !== null) return;
    button?.focus();
    button?.scrollIntoView({ block: 'nearest' });
  });
}
