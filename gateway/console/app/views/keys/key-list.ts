import { effect, signal } from '@preact/signals';
import { isOperator, sendAsOperator } from '../../session/credentials.js';
import { patiently } from '../../session/patience.js';
import { isAbort } from '../../session/request.js';
import type { IssuedKey, Key } from './key.js';

/** Keys that are asked for at once, and the most that the gateway gives. */
const pageSize = 100;
const longestPage = 1_000;

/** In order of creation; undefined until the first page has arrived. */
export const keys = signal<readonly Key[] | undefined>(undefined);
/** What to ask for as `after`; null if all keys are there. */
export const next = signal<string | null>(null);
/** Why the list could not be loaded, or that it waits; '' if there is nothing to say. */
export const listProblem = signal('');
export const isLoading = signal(false);
/** What has last been done to a key, to be read out. */
export const announcement = signal('');

interface Page {
  readonly keys: readonly Key[];
  readonly next: string | null;
}

// What the operator has seen is not for whoever comes after.
effect(() => {
  if (isOperator.value) return;
  keys.value = undefined;
  next.value = null;
  listProblem.value = '';
  announcement.value = '';
});

/** Loads what is shown anew, as many keys as there are. */
export async function loadKeys(signal?: AbortSignal): Promise<void> {
  const limit = Math.min(longestPage, Math.max(pageSize, keys.peek()?.length ?? 0));
  await load(`limit=${limit}`, (page) => page.keys, signal);
}

/** Adds the next page. */
export async function loadMore(): Promise<void> {
  const after = next.peek();
  if (after === null || isLoading.peek()) return;
  await load(`limit=${pageSize}&after=${encodeURIComponent(after)}`, (page) => {
    const ids = new Set(page.keys.map(({ id }) => id));
    // A key that has just been made stands at the end until its page comes.
    return [...(keys.peek() ?? []).filter(({ id }) => !ids.has(id)), ...page.keys];
  });
}

async function load(query: string, merged: (page: Page) => readonly Key[], signal?: AbortSignal): Promise<void> {
  isLoading.value = true;
  try {
    const ask = () => sendAsOperator<Page>('GET', `/keys?${query}`, signal ? { signal } : {});
    const onWait = (message: string) => {
      listProblem.value = message;
    };
    let page: Page;
    let seen: number;
    do {
      seen = changes;
      page = await patiently(ask, { signal, onWait });
      // What was asked for before a key was changed may not show it.
    } while (seen !== changes);
    if (!isOperator.peek()) return;
    keys.value = merged(page);
    next.value = page.next;
  } catch (error) {
    if (!isAbort(error)) listProblem.value = error instanceof Error ? error.message : String(error);
  } finally {
    isLoading.value = false;
  }
}

/** How often {@link noteKey} has been told of something. */
let changes = 0;

/** Shows what a key has become, or one that is new. */
export function noteKey(key: Key): void {
  changes++;
  const shown = keys.peek() ?? [];
  const isNew = shown.every(({ id }) => id !== key.id);
  keys.value = isNew ? [...shown, key] : shown.map((one) => (one.id === key.id ? key : one));
}

/** A key that has just been issued, as the list shows it. @param before - it, if it had a secret before. */
export function listedKey({ key: secret, ...issued }: IssuedKey, before?: Key): Key {
  return { revokedAt: null, lastUsedAt: before?.lastUsedAt ?? null, ...issued, last4: secret.slice(-4) };
}
