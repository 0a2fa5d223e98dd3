import { computed, effect, type Signal, signal } from '@preact/signals';
import { isAbort, RequestFailure, sendForText } from '../../session/request.js';
import { isOperator } from '../../session/session-store.js';
import { retryWhileLimited, type SlowRequestOptions } from '../../session/slow-request-notice.js';
import { operatorRequest, sendAsOperator } from '../../session/user-requests.js';
import { measure } from './gauges.js';
import { metricsOf, parseMetrics } from './metrics-text.js';
import { addReading, longestGapMs, type Reading } from './readings.js';
import type { Account, AccountPage, KeyPage, RecentMetrics } from './responses.js';

// Inputs. Each problem says why there is nothing newer, or that a request waits; '' without a problem.

/** The metrics of the last minutes, the newest last. */
export const readings = signal<readonly Reading[]>([]);
/** When the last reading came, in wall-clock time. */
export const lastReadAt = signal<Date | undefined>(undefined);
export const liveProblem = signal('');
/** In order of creation; undefined before the first page. */
export const accounts = signal<readonly Account[] | undefined>(undefined);
/** The `after` of the next page of accounts; null if all are loaded. */
export const nextAccount = signal<string | null>(null);
/** The labels of an account's keys: users do not know an account by its id. */
export const labels = signal<ReadonlyMap<string, readonly string[]>>(new Map());
export const accountsProblem = signal('');

/** The view and keys of the last request for labels. */
let labelled: { readonly aborted?: AbortSignal; readonly keys?: string } = {};

// Computed

/** The numbers that need the difference of two readings; undefined before the first reading. */
export const measured = computed(() => (readings.value.length === 0 ? undefined : measure(readings.value)));

// Effects. While a part of the view is shown, it also calls its `load…` or `readMetrics` regularly.

function startEffects(): void {
  // The operator signs out → everything is forgotten: the next user must not see what this one saw.
  effect(() => {
    if (isOperator.value) return;
    readings.value = [];
    lastReadAt.value = undefined;
    accounts.value = undefined;
    nextAccount.value = null;
    labels.value = new Map();
    liveProblem.value = '';
    accountsProblem.value = '';
  });
}

// Actions

const pageSize = 100;
const longestPage = 1_000;
/** Pages of keys. With more, users find an account by its id. */
const mostKeyPages = 50;

/** Loads the metrics once; at first, and after a gap, those of the last minutes too. */
export async function readMetrics(aborted: AbortSignal): Promise<void> {
  const last = readings.peek().at(-1);
  if (last === undefined || performance.now() - last.atMs > longestGapMs) await loadRecent(aborted);
  await noting(liveProblem, aborted, async (_, options) => {
    const text = await retryWhileLimited(
      () => operatorRequest((access) => sendForText('GET', '/metrics', { ...access, signal: aborted })),
      options,
    );
    if (!isOperator.peek()) return;
    readings.value = addReading(readings.peek(), { atMs: performance.now(), metrics: parseMetrics(text) });
    lastReadAt.value = new Date();
  });
}

/** Takes what the gateway measured while the page was closed or hidden. Without it, the gauges begin empty. */
async function loadRecent(aborted: AbortSignal): Promise<void> {
  try {
    const options = { signal: aborted };
    const { series, readings: recent } = await sendAsOperator<RecentMetrics>('GET', '/metrics/recent', options);
    if (!isOperator.peek()) return;
    const now = performance.now();
    readings.value = recent.reduce<readonly Reading[]>((all, { ageSeconds, values }) => {
      const metrics = metricsOf(
        values.map((value, index) => ({ ...(series[index] ?? { name: '', labels: {} }), value })),
      );
      return addReading(all, { atMs: now - ageSeconds * 1_000, metrics });
    }, []);
  } catch {
    // The first request for the metrics says what is wrong.
  }
}

/** Refreshes the accounts on the screen. */
export async function loadAccounts(aborted: AbortSignal): Promise<void> {
  await noting(accountsProblem, aborted, async (ask) => {
    const wanted = Math.max(pageSize, accounts.peek()?.length ?? 0);
    const loaded: Account[] = [];
    let next: string | null = null;
    do {
      const limit = Math.min(longestPage, wanted - loaded.length);
      const page: AccountPage = await ask(`/accounts?limit=${limit}${behind(next)}`);
      loaded.push(...page.accounts);
      next = page.next;
    } while (next !== null && loaded.length < wanted);
    await refreshLabels(loaded, aborted, ask);
    if (!isOperator.peek()) return;
    const all = joined(loaded, accounts.peek() ?? []);
    accounts.value = all;
    // Another page may have been added since, with a newer `next`.
    if (all.length === loaded.length) nextAccount.value = next;
  });
}

/** Adds the next page. */
export async function loadMoreAccounts(): Promise<void> {
  const after = nextAccount.peek();
  if (after === null) return;
  await noting(accountsProblem, undefined, async (ask) => {
    const page: AccountPage = await ask(`/accounts?limit=${pageSize}${behind(after)}`);
    if (nextAccount.peek() !== after) return;
    accounts.value = joined(accounts.peek() ?? [], page.accounts);
    nextAccount.value = page.next;
  });
}

/** Returns the name of an account, or else the labels of its keys; '' without them. */
export function accountName(accountId: string): string {
  const named = accounts.value?.find(({ id }) => id === accountId)?.name;
  return named ?? labels.value.get(accountId)?.join(', ') ?? '';
}

function behind(after: string | null): string {
  return after === null ? '' : `&after=${encodeURIComponent(after)}`;
}

/** Returns the accounts of the first list, and the others of the second. */
function joined(first: readonly Account[], second: readonly Account[]): readonly Account[] {
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !ids.has(id))];
}

/** Loads the labels of keys after the view is opened, or a key is added or removed. */
async function refreshLabels(loaded: readonly Account[], aborted: AbortSignal, ask: Ask): Promise<void> {
  const keys = loaded.map(({ id, keys }) => `${id} ${keys}`).join();
  if (labelled.aborted === aborted && labelled.keys === keys) return;
  const found = new Map<string, string[]>();
  let next: string | null = null;
  for (let pages = 0; pages === 0 || (next !== null && pages < mostKeyPages); pages++) {
    const page: KeyPage = await ask(`/keys?limit=${longestPage}${behind(next)}`);
    for (const { accountId, label } of page.keys) {
      if (label !== null && label !== '') found.set(accountId, [...(found.get(accountId) ?? []), label]);
    }
    next = page.next;
  }
  if (!isOperator.peek()) return;
  labels.value = found;
  labelled = { aborted, keys };
}

/** Sends a request, and waits if it is rate limited. */
type Ask = <Body>(path: string) => Promise<Body>;

async function noting(
  problem: Signal<string>,
  aborted: AbortSignal | undefined,
  make: (ask: Ask, options: SlowRequestOptions) => Promise<void>,
): Promise<void> {
  const options = {
    signal: aborted,
    onWait: (message: string) => {
      problem.value = message;
    },
  };
  try {
    await make(
      (path) => retryWhileLimited(() => sendAsOperator('GET', path, aborted ? { signal: aborted } : {}), options),
      options,
    );
  } catch (error) {
    if (!isAbort(error)) problem.value = error instanceof RequestFailure ? error.message : String(error);
  }
}

startEffects();
