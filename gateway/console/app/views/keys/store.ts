import { computed, effect, signal } from '@preact/signals';
import { type LimitDraft, limitDraft } from '../../parts/limit-field.js';
import { gatewayNow } from '../../session/gateway-clock.js';
import { reachable, whenReachable } from '../../session/reachability-store.js';
import { isAbort, RequestFailure } from '../../session/request.js';
import { isExpectedBack, isOwner, keysPath, managesKeys } from '../../session/session-store.js';
import { retryWhileLimited } from '../../session/slow-request-notice.js';
import { newKeyBody, sendAsOperator } from '../../session/user-requests.js';
import { focusKey } from './focus-key.js';
import {
  type IssuedKey,
  type Key,
  type KeyBounds,
  type KnownKeys,
  listedKey,
  madeSince,
  nameOf,
  unbounded,
  type WantedKey,
} from './key.js';

/** The input of the dialog that creates a key. */
export interface NewKeyDraft extends WantedKey {
  /** Identifies the open dialog: a late response must not close the next one. */
  readonly dialog: number;
  /** One per line. */
  readonly origins: string;
}

/** What the user sets of {@link KeyBounds}. */
export interface LimitsDraft {
  /** In local time; '' for never. */
  readonly expiresAt: string;
  readonly burstPerMinute: LimitDraft;
  readonly operations: readonly string[];
  /** One per line. */
  readonly addresses: string;
}

/** The input of the dialog of a key. */
export interface KeyDraft {
  readonly id: string;
  readonly label: string;
  /** One per line. */
  readonly origins: string;
  readonly limits: LimitsDraft;
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
  /** Whether the key may run workflows. */
  readonly canRun: boolean;
}

/** What the list tells about a key whose creation got no response. */
interface LostResponse {
  /** {@link NewKeyDraft.dialog} */
  readonly dialog: number;
  /** Undefined if the key was not created. */
  readonly found: Key | undefined;
}

interface Page {
  readonly keys: readonly Key[];
  readonly next: string | null;
}

/** What a key can be for. */
export const operations: readonly string[] = ['run', 'sanitize', 'sort-dedupe'];

// Inputs

/** The account whose keys are listed; '' for all. */
const listedAccount = signal('');

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
/**
 * The open dialogs. They are kept here because the token may become invalid while the user types: after signing in
 * again, everything is as it was.
 */
export const newKeyDraft = signal<NewKeyDraft | undefined>(undefined);
export const keyDraft = signal<KeyDraft | undefined>(undefined);
/** The first one is shown. Others wait until it is closed. */
const secrets = signal<readonly ShownSecret[]>([]);
/** The number of secrets that are being created. */
const expectedSecrets = signal(0);
/** The last lost response, once the list has been checked. */
export const lostResponse = signal<LostResponse | undefined>(undefined);

/** The beginning of the gateway's list, without gaps. */
let listed: readonly Key[] = [];
/** Changed keys, until a page that was requested later shows the change. */
const noted = new Map<string, { readonly key: Key; readonly change: number }>();
/** The number of calls of {@link noteKey}. */
let changes = 0;
/** Where the next refresh begins in {@link listed}. */
let refreshFrom = 0;
/** Late responses to a user who has signed out since, or for another list, are dropped. */
let forgotten = 0;
/** The number of dialogs that were opened. */
let dialogs = 0;
let lastTurn: Promise<unknown> = Promise.resolve();

// Computed

export const shownSecret = computed(() => secrets.value[0]);
/** Who the user is among those who set bounds of keys. */
export const setter = computed(() => (isOwner.value ? 'owner' : 'operator'));
/** Whether all listed keys are of one account. */
export const isOfOneAccount = computed(() => isOwner.value || listedAccount.value !== '');

// Effects. While the view is shown, it also calls `loadKeys` every 30 seconds, and `loadAll` once.

function startEffects(): void {
  // The user signs out → the list is forgotten: the next user must not see what this one saw.
  effect(() => {
    if (managesKeys.value) return;
    listedAccount.value = '';
    forgetList();
  });
  // The user signs out, and does not have to sign in again → the dialogs are closed, and secrets forgotten.
  effect(() => {
    if (managesKeys.value || isExpectedBack.value) return;
    newKeyDraft.value = undefined;
    keyDraft.value = undefined;
    secrets.value = [];
  });
  // A secret is on its way → leaving the page asks the user, because the secret would be lost.
  effect(() => {
    if (expectedSecrets.value === 0) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  });
}

// Actions: the dialogs

function forgetList(): void {
  forgotten++;
  listed = [];
  noted.clear();
  refreshFrom = 0;
  keys.value = undefined;
  next.value = null;
  listProblem.value = '';
  announcement.value = '';
}

/** Lists the keys of one account; '' for all. */
export function listKeysOf(accountId: string): void {
  if (listedAccount.peek() === accountId) return;
  listedAccount.value = accountId;
  forgetList();
}

/** Opens the dialog that creates a key. */
export function openNewKey(): void {
  newKeyDraft.value = {
    dialog: ++dialogs,
    label: '',
    environment: 'live',
    accountId: listedAccount.peek(),
    origins: '',
  };
}

/** Takes what the user types into the dialog that creates a key. */
export function editNewKey(changed: Partial<NewKeyDraft>): void {
  const open = newKeyDraft.peek();
  if (open !== undefined) newKeyDraft.value = { ...open, ...changed };
}

/** Closes the dialog that creates a key. */
export function closeNewKey(): void {
  newKeyDraft.value = undefined;
}

/** Opens the dialog of a key. */
export function openKey(key: Key): void {
  const { id, label, origins } = key;
  keyDraft.value = { id, label: label ?? '', origins: origins.join('\n'), limits: limitsOf(key) };
}

/** Returns what the user has set of the bounds of a key. */
export function limitsOf({ setBy }: Key): LimitsDraft {
  const bounds = setBy[setter.peek()] ?? unbounded;
  const end = new Date(bounds.expiresAt ?? '');
  // The form of the field, which knows no zones.
  const local = new Date(end.getTime() - end.getTimezoneOffset() * 60_000);
  return {
    expiresAt: bounds.expiresAt === null ? '' : local.toISOString().slice(0, 16),
    burstPerMinute: limitDraft(bounds.burstPerMinute),
    operations: bounds.operations ?? operations,
    addresses: (bounds.addresses ?? []).join('\n'),
  };
}

/** Takes what the user types into the dialog of a key. */
export function editKey(changed: Partial<KeyDraft>): void {
  const open = keyDraft.peek();
  if (open !== undefined) keyDraft.value = { ...open, ...changed };
}

/** Closes the dialog of a key. */
export function closeKey(): void {
  keyDraft.value = undefined;
}

/** Closes the secret. */
export function forgetSecret(shown: ShownSecret): void {
  secrets.value = secrets.peek().filter((one) => one !== shown);
}

/** Returns whether the dialog of this key is open: a late response may find another. */
function isOpen(id: string): boolean {
  return keyDraft.peek()?.id === id;
}

/** Shows a secret once those shown before are closed. No request returns it again. */
function showSecret(shown: ShownSecret): void {
  secrets.value = [...secrets.peek(), shown];
}

function mayRun({ operations }: Key): boolean {
  return operations === null || operations.includes('run');
}

/** Waits for a response with a secret. */
async function awaitSecret<Issued>(make: () => Promise<Issued>): Promise<Issued> {
  expectedSecrets.value++;
  try {
    return await make();
  } finally {
    expectedSecrets.value--;
  }
}

// Actions: changes of a key. They throw what `sendAsOperator` throws; for a revoked key it says so, and the list shows
// it.

/** Creates a key, and shows its secret. After a lost response, the list is searched for it. */
export async function createKey(draft: NewKeyDraft, origins: readonly string[]): Promise<void> {
  const { label, environment, accountId } = draft;
  const body = {
    plan: 'pro',
    environment,
    origins,
    ...(label.trim() === '' ? {} : { label: label.trim() }),
    ...(accountId.trim() === '' ? {} : { accountId: accountId.trim() }),
  };
  const before = knownKeys();
  const issued = await awaitSecret(() =>
    sendAsOperator<IssuedKey>('POST', keysPath.value, { body: newKeyBody(body) }),
  ).catch((error) => {
    if (error instanceof RequestFailure && error.status === 0) void lookForKey(draft, before);
    throw error;
  });
  const key = listedKey(issued);
  noteKey(key);
  if (newKeyDraft.peek()?.dialog === draft.dialog) closeNewKey();
  showSecret({
    secret: issued.key,
    keyId: key.id,
    title: 'The new key',
    detail: `${nameOf(key)} works from now on.`,
    canRun: mayRun(key),
  });
  announcement.value = `${nameOf(key)} was created.`;
}

/** Returns which keys the console knows of, before a request whose response may get lost. */
function knownKeys(): KnownKeys {
  const all = keys.peek();
  const isComplete = all !== undefined && next.peek() === null;
  return { ids: new Set((all ?? []).map(({ id }) => id)), isComplete, at: gatewayNow() };
}

/** Checks, as soon as the gateway responds, whether a key was created although the response was lost. */
async function lookForKey(draft: NewKeyDraft, before: KnownKeys): Promise<void> {
  lostResponse.value = undefined;
  do await new Promise<void>(whenReachable);
  while (!(await loadToEnd()) && !reachable.peek());
  if (next.peek() !== null || keys.peek() === undefined) return;
  const found = madeSince(keys.peek() ?? [], draft, before);
  lostResponse.value = { dialog: draft.dialog, found };
  if (found !== undefined) announcement.value = `${nameOf(found)} was created, but its secret was lost on the way.`;
}

/** Changes the label of a key. @param label - '' for none. */
export async function saveLabel(managed: Key, label: string): Promise<void> {
  const changed = await changeKey<Key>('PUT', managed, '/label', { label: label === '' ? null : label });
  noteKey(changed);
  announcement.value = `${nameOf(changed)} has its new label.`;
}

/** Changes the origins of a key. @param typed - what {@link KeyDraft.origins} was. */
export async function saveOrigins(managed: Key, origins: readonly string[], typed: string): Promise<void> {
  const changed = await changeKey<Key>('PUT', managed, '/origins', { origins });
  noteKey(changed);
  // Shows the origins as the gateway stores them, unless the user has typed since, or opened another key.
  if (isOpen(managed.id) && keyDraft.peek()?.origins === typed) editKey({ origins: changed.origins.join('\n') });
  announcement.value = `${nameOf(changed)} has its new origins.`;
}

/** Changes what the user sets of the bounds of a key. @param body - what is left out stays. */
export async function saveLimits(managed: Key, body: Partial<KeyBounds>): Promise<void> {
  const typed = keyDraft.peek()?.limits;
  const changed = await changeKey<Key>('PUT', managed, '/limits', body);
  noteKey(changed);
  if (isOpen(managed.id) && keyDraft.peek()?.limits === typed) editKey({ limits: limitsOf(changed) });
  announcement.value = `${nameOf(changed)} has its new limits.`;
}

/** Disables a key, or enables it again. */
export async function saveEnabled(managed: Key, enabled: boolean): Promise<void> {
  noteKey(await changeKey<Key>('PUT', managed, '/enabled', { enabled }));
  announcement.value = `${nameOf(managed)} was ${enabled ? 'enabled' : 'disabled'}.`;
}

/** Gives a key a new secret, and shows it. @param graceSeconds - how long the old one stays valid. */
export async function rotateKey(managed: Key, graceSeconds: number): Promise<void> {
  const issued = await awaitSecret(() => changeKey<IssuedKey>('POST', managed, '/rotate', { graceSeconds }));
  const end = new Date(gatewayNow() + graceSeconds * 1_000);
  const isOver = graceSeconds === 0;
  const key = listedKey(issued, managed, isOver ? undefined : end.toISOString());
  noteKey(key);
  if (isOpen(managed.id)) closeKey();
  const fate = isOver ? 'is no longer valid' : `stays valid until ${end.toLocaleString()}`;
  showSecret({
    secret: issued.key,
    keyId: key.id,
    title: 'The new secret',
    detail: `${nameOf(key)}: the secret that ended with ${managed.last4} ${fate}.`,
    canRun: mayRun(key),
  });
  announcement.value = `${nameOf(key)} has a new secret.`;
}

/** Revokes a key permanently. */
export async function revokeKey(managed: Key): Promise<void> {
  const active = (keys.peek() ?? []).filter(({ id, revokedAt }) => revokedAt === null || id === managed.id);
  const at = active.findIndex(({ id }) => id === managed.id);
  const revoked = await changeKey<Key>('DELETE', managed, '');
  noteKey(revoked);
  announcement.value = `${nameOf(revoked)} was revoked.`;
  if (!isOpen(managed.id)) return;
  closeKey();
  // The key may be gone from the list: then the next one gets the focus.
  focusKey(managed.id, (active[at + 1] ?? active[at - 1])?.id);
}

/** @param path - below `/keys/{id}`, or ''. */
async function changeKey<Body>(method: string, { id }: Key, path: string, body?: unknown): Promise<Body> {
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

/** Shows a changed or new key. */
function noteKey(changed: Key): void {
  if (!managesKeys.peek()) return;
  changes++;
  const { requests } =
    changed.requests === undefined ? (keys.peek()?.find(({ id }) => id === changed.id) ?? {}) : changed;
  const key = requests === undefined ? changed : { ...changed, requests };
  noted.set(key.id, { key, change: changes });
  publish();
}

// Actions: the list

/** Keys per request, and the gateway's maximum. */
const pageSize = 100;
const longestPage = 1_000;
/** The most keys that are loaded in the background. */
const mostInBackground = 20_000;

/** Refreshes the list. A list longer than the longest page is refreshed in parts, one at each call. */
export async function loadKeys(aborted?: AbortSignal): Promise<void> {
  await inTurn(async () => {
    const from = refreshFrom < listed.length ? refreshFrom : 0;
    const limit = Math.min(longestPage, Math.max(pageSize, listed.length - from));
    const page = await load(limit, listed[from - 1]?.id, aborted);
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
export async function loadAll(aborted?: AbortSignal): Promise<boolean> {
  while (next.peek() !== null && listed.length < mostInBackground) {
    if (!(await addPage(longestPage, aborted))) return false;
  }
  return next.peek() === null;
}

/** Adds all missing keys, also those created since the end was reached. @returns as `loadAll`. */
async function loadToEnd(): Promise<boolean> {
  return (await loadAll()) && (await addPage(longestPage, undefined, listed.at(-1)?.id)) && loadAll();
}

/** @param end - the `after` to use if all keys seemed to be loaded. @returns whether the page has arrived. */
function addPage(limit: number, aborted?: AbortSignal, end?: string): Promise<boolean> {
  return inTurn(async () => {
    const after = next.peek() ?? end;
    if (after === undefined) return true;
    isLoading.value = true;
    try {
      const page = await load(limit, after, aborted);
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
async function load(limit: number, after?: string, aborted?: AbortSignal): Promise<Page | undefined> {
  const begun = forgotten;
  let seen = changes;
  const behind = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
  const of = listedAccount.peek() === '' ? '' : `&accountId=${encodeURIComponent(listedAccount.peek())}`;
  const query = `limit=${limit}${behind}&usage=24h${of}`;
  const ask = () => {
    seen = changes;
    return sendAsOperator<Page>('GET', `${keysPath.peek()}?${query}`, aborted ? { signal: aborted } : {});
  };
  const onWait = (message: string) => {
    listProblem.value = message;
  };
  try {
    aborted?.throwIfAborted();
    const page = await retryWhileLimited(ask, { signal: aborted, onWait });
    if (begun !== forgotten) return undefined;
    // A page that was requested before a change may not show it.
    for (const { id } of page.keys) if ((noted.get(id)?.change ?? seen + 1) <= seen) noted.delete(id);
    return page;
  } catch (error) {
    if (!isAbort(error) && begun === forgotten)
      listProblem.value = error instanceof Error ? error.message : String(error);
    return undefined;
  }
}

function publish(): void {
  const shown = new Map(listed.map((key) => [key.id, key]));
  for (const { key } of noted.values()) shown.set(key.id, key);
  keys.value = [...shown.values()];
}

/** Loads one page at a time: each begins at the end of the one before. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = lastTurn.then(work);
  lastTurn = turn.catch(() => {});
  return turn;
}

startEffects();
