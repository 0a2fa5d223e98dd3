import { effect, signal } from '@preact/signals';
import { keysPath, managesKeys, sendAsOperator } from '../../session/credentials.js';
import { isAbort, RequestFailure } from '../../session/request.js';
import { retryWhileLimited } from '../../session/slow-request-notice.js';
import type { IssuedKey, Key } from './key.js';

/** Keys per request, and the gateway's maximum. */
const pageSize = 100;
const longestPage = 1_000;
/** The most keys that are loaded in the background. */
const mostInBackground = 20_000;

/**
 * In order of creation, but new keys of this page come last until their page is loaded. Undefined before the first
 * page.
 */
export const keys = signal<readonly Key[] | undefined>(undefined);
/** The `after` of the next page; null if all keys are loaded. */
export const next = signal<string | null>(null);
/** Why the list could not be loaded, or that it waits; '' without a problem. */
export const listProblem = signal('');
/** Whether a further page is loading. */
export const isLoading = signal(false);
/** The last change of a key, for screen readers. */
export const announcement = signal('');

interface Page {
  readonly keys: readonly Key[];
  readonly next: string | null;
}

/** The beginning of the gateway's list, without gaps. */
let listed: readonly Key[] = [];
/** Changed keys, until a page that was requested later shows the change. */
const noted = new Map<string, { readonly key: Key; readonly change: number }>();
/** The number of calls of {@link noteKey}. */
let changes = 0;
/** Where the next refresh begins in {@link listed}. */
let refreshFrom = 0;
/** Counts sign-ins: late responses of an earlier session are dropped. */
let session = 0;

// The next user must not see what this one saw.
effect(() => {
  if (managesKeys.value) return;
  session++;
  listed = [];
  noted.clear();
  refreshFrom = 0;
  keys.value = undefined;
  next.value = null;
  listProblem.value = '';
  announcement.value = '';
});

/** Refreshes the list. A list longer than the longest page is refreshed in parts, one at each call. */
export async function loadKeys(signal?: AbortSignal): Promise<void> {
  await inTurn(async () => {
    const from = refreshFrom < listed.length ? refreshFrom : 0;
    const limit = Math.min(longestPage, Math.max(pageSize, listed.length - from));
    const page = await load(limit, listed[from - 1]?.id, signal);
    if (page === undefined) {
      refreshFrom = 0;
      return;
    }
    // A page may end before its limit, if its keys have very many origins.
    const end = from + page.keys.length;
    const behind = page.next === null ? [] : listed.slice(end);
    listed = [...listed.slice(0, from), ...page.keys, ...behind];
    if (behind.length === 0) next.value = page.next;
    refreshFrom = behind.length === 0 ? 0 : end;
    publish();
  });
}

/** Adds the next page. */
export async function loadMore(): Promise<void> {
  if (!isLoading.peek()) await addPage(pageSize);
}

/** Adds all further pages, up to a limit. @returns whether all keys are loaded. */
export async function loadAll(signal?: AbortSignal): Promise<boolean> {
  while (next.peek() !== null && listed.length < mostInBackground) {
    if (!(await addPage(longestPage, signal))) return false;
  }
  return next.peek() === null;
}

/** Adds all missing keys, also those created since the end was reached. @returns as `loadAll`. */
export async function loadToEnd(): Promise<boolean> {
  return (await loadAll()) && (await addPage(longestPage, undefined, listed.at(-1)?.id)) && loadAll();
}

/** @param end - the `after` to use if all keys seemed to be loaded. @returns whether the page has arrived. */
function addPage(limit: number, signal?: AbortSignal, end?: string): Promise<boolean> {
  return inTurn(async () => {
    const after = next.peek() ?? end;
    if (after === undefined) return true;
    isLoading.value = true;
    try {
      const page = await load(limit, after, signal);
      if (page === undefined) return false;
      listed = [...listed, ...page.keys];
      next.value = page.next;
      publish();
      return true;
    } finally {
      isLoading.value = false;
    }
  });
}

/** @returns undefined if it failed, which is then shown, or if it is no longer needed. */
async function load(limit: number, after?: string, signal?: AbortSignal): Promise<Page | undefined> {
  const begun = session;
  let seen = changes;
  const behind = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
  const query = `limit=${limit}${behind}&usage=24h`;
  const ask = () => {
    seen = changes;
    return sendAsOperator<Page>('GET', `${keysPath.peek()}?${query}`, signal ? { signal } : {});
  };
  const onWait = (message: string) => {
    listProblem.value = message;
  };
  try {
    signal?.throwIfAborted();
    const page = await retryWhileLimited(ask, { signal, onWait });
    if (begun !== session) return undefined;
    // A page that was requested before a change may not show it.
    for (const { id } of page.keys) if ((noted.get(id)?.change ?? seen + 1) <= seen) noted.delete(id);
    return page;
  } catch (error) {
    if (!isAbort(error) && begun === session)
      listProblem.value = error instanceof Error ? error.message : String(error);
    return undefined;
  }
}

function publish(): void {
  const shown = new Map(listed.map((key) => [key.id, key]));
  for (const { key } of noted.values()) shown.set(key.id, key);
  keys.value = [...shown.values()];
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Loads one page at a time: each begins at the end of the one before. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = lastTurn.then(work);
  lastTurn = turn.catch(() => {});
  return turn;
}

/** Shows a changed or new key. */
export function noteKey(changed: Key): void {
  if (!managesKeys.peek()) return;
  changes++;
  const { requests } =
    changed.requests === undefined ? (keys.peek()?.find(({ id }) => id === changed.id) ?? {}) : changed;
  const key = requests === undefined ? changed : { ...changed, requests };
  noted.set(key.id, { key, change: changes });
  publish();
}

/**
 * Changes a key.
 *
 * @param path - below `/keys/{id}`, or ''.
 * @throws {RequestFailure} as `sendAsOperator`. For a revoked key it says so, and the list shows it.
 */
export async function changeKey<Body>(method: string, { id }: Key, path: string, body?: unknown): Promise<Body> {
  try {
    return await sendAsOperator<Body>(method, `${keysPath.peek()}/${id}${path}`, body === undefined ? {} : { body });
  } catch (error) {
    const isGone = error instanceof RequestFailure && error.status === 404 && error.requestId !== '';
    if (!isGone) throw error;
    noteKey(await sendAsOperator<Key>('GET', `${keysPath.peek()}/${id}`));
    void loadKeys();
    announcement.value = 'This key has been revoked.';
    throw new RequestFailure(404, 'This key has been revoked.', { requestId: error.requestId });
  }
}

/**
 * Returns a new key as the list shows it. @param before - the same key with its earlier secret. @param oldSecretExpiresAt -
 * of that secret, if it is still valid.
 */
export function listedKey({ key: secret, ...issued }: IssuedKey, before?: Key, oldSecretExpiresAt?: string): Key {
  return {
    revokedAt: null,
    lastUsedAt: before?.lastUsedAt ?? null,
    ...issued,
    last4: secret.slice(-4),
    ...(before === undefined && { requests: 0 }),
    ...(oldSecretExpiresAt !== undefined && { oldSecretExpiresAt }),
  };
}
