import { computed, effect, signal } from '@preact/signals';
import { isOperator, signedOutBecause } from '../../session/credentials.js';
import type { Key } from './key.js';

/** What is typed into the dialog that makes a key. */
export interface NewKeyDraft {
  /** Of the dialog that is open: an answer that comes late must not close the next. */
  readonly dialog: number;
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

/** What the parts of the dialog of a key are given. */
export interface OfDraft {
  readonly draft: KeyDraft;
  readonly managed: Key;
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

/** The first is shown; one that comes meanwhile waits until it has been closed. */
const secrets = signal<readonly ShownSecret[]>([]);
export const shownSecret = computed(() => secrets.value[0]);

export function showSecret(shown: ShownSecret): void {
  secrets.value = [...secrets.peek(), shown];
}

/** Ends showing a secret. */
export function forgetSecret(shown: ShownSecret): void {
  secrets.value = secrets.peek().filter((one) => one !== shown);
}

/** How many secrets are on their way. */
const expectedSecrets = signal(0);

/** Waits for an answer with a secret: who leaves the page meanwhile is asked, because there is no other. */
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

/** Opens the dialog that makes a key. */
export function openNewKey(): void {
  newKeyDraft.value = { dialog: ++dialogs, label: '', environment: 'live', accountId: '', origins: '' };
}

/** Opens the dialog of a key. */
export function openKey({ id, label, origins }: Key): void {
  keyDraft.value = { id, label: label ?? '', origins: origins.join('\n') };
}

/** Whether the dialog of this key is the one that is open: answers may come when another is. */
export function isOpen(id: string): boolean {
  return keyDraft.peek()?.id === id;
}

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
    // A dialog that has been opened meanwhile keeps the focus.
    if (document.querySelector('dialog[open]') !== null) return;
    button?.focus();
    button?.scrollIntoView({ block: 'nearest' });
  });
}
