import { effect, signal } from '@preact/signals';
import type { UsageRangeName } from '#gateway/core/usage-range.js';
import { isOperator, sendAsOperator } from '../../session/credentials.js';
import { isAbort, RequestFailure } from '../../session/request.js';
import { retryWhileLimited } from '../../session/slow-request-notice.js';
import type { Tally } from './history.js';

/** An account as in `GET /accounts`. */
export interface Account {
  readonly accountId: string;
  readonly plan: string;
  /** The number of active keys. */
  readonly keys: number;
  readonly used: number;
  /** Requests in 24 hours; null without a limit, and then `remaining` is null too. */
  readonly limit: number | null;
  readonly remaining: number | null;
}

export interface AccountUsage extends Omit<Account, 'keys'> {
  readonly range: UsageRangeName;
  readonly history: readonly Tally[];
}

/** In order of creation; undefined before the first page. */
export const accounts = signal<readonly Account[] | undefined>(undefined);
export const nextAccount = signal<string | null>(null);
/** The labels of an account's keys: users do not know an account by its id. */
export const labels = signal<ReadonlyMap<string, readonly string[]>>(new Map());
export const accountsProblem = signal('');

/** The usage on the screen, with its account. */
export const usage = signal<AccountUsage | undefined>(undefined);
export const usageProblem = signal('');

const pageSize = 100;
const longestPage = 1_000;
/** Pages of keys. With more, users find an account by its id. */
const mostKeyPages = 50;

effect(() => {
  if (isOperator.value) return;
  accounts.value = undefined;
  nextAccount.value = null;
  labels.value = new Map();
  usage.value = undefined;
  accountsProblem.value = '';
  usageProblem.value = '';
});

interface AccountPage {
  readonly accounts: readonly Account[];
  readonly next: string | null;
}

interface KeyPage {
  readonly keys: readonly { readonly accountId: string; readonly label: string | null }[];
  readonly next: string | null;
}

/** Refreshes the accounts on the screen. */
export async function loadAccounts(signal: AbortSignal): Promise<void> {
  await noting(accountsProblem, signal, async (ask) => {
    const wanted = Math.max(pageSize, accounts.peek()?.length ?? 0);
    const loaded: Account[] = [];
    let next: string | null = null;
    do {
      const limit = Math.min(longestPage, wanted - loaded.length);
      const page: AccountPage = await ask(`/accounts?limit=${limit}${behind(next)}`);
      loaded.push(...page.accounts);
      next = page.next;
    } while (next !== null && loaded.length < wanted);
    await refreshLabels(loaded, signal, ask);
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

function behind(after: string | null): string {
  return after === null ? '' : `&after=${encodeURIComponent(after)}`;
}

/** Returns the accounts of the first list, and the others of the second. */
function joined(first: readonly Account[], second: readonly Account[]): readonly Account[] {
  const ids = new Set(first.map(({ accountId }) => accountId));
  return [...first, ...second.filter(({ accountId }) => !ids.has(accountId))];
}

/** The view and keys of the last request for labels. */
let labelled: { readonly signal?: AbortSignal; readonly keys?: string } = {};

/** Loads the labels of keys after the view is opened, or a key is added or removed. */
async function refreshLabels(loaded: readonly Account[], signal: AbortSignal, ask: Ask): Promise<void> {
  const keys = loaded.map(({ accountId, keys }) => `${accountId} ${keys}`).join();
  if (labelled.signal === signal && labelled.keys === keys) return;
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
  labelled = { signal, keys };
}

/** Loads the usage of one account in a range. */
export async function loadUsage(accountId: string, range: UsageRangeName, signal: AbortSignal): Promise<void> {
  if (accountId === '') return;
  await noting(usageProblem, signal, async (ask) => {
    const loaded: AccountUsage = await ask(`/accounts/${encodeURIComponent(accountId)}/usage?range=${range}`);
    if (isOperator.peek() && !signal.aborted) usage.value = loaded;
  });
}

/** Sends a request, and waits if it is rate limited. */
type Ask = <Body>(path: string) => Promise<Body>;

async function noting(
  problem: typeof usageProblem,
  signal: AbortSignal | undefined,
  make: (ask: Ask) => Promise<void>,
): Promise<void> {
  const options = {
    signal,
    onWait: (message: string) => {
      problem.value = message;
    },
  };
  try {
    await make((path) => retryWhileLimited(() => sendAsOperator('GET', path, signal ? { signal } : {}), options));
  } catch (error) {
    if (!isAbort(error)) problem.value = error instanceof RequestFailure ? error.message : String(error);
  }
}
