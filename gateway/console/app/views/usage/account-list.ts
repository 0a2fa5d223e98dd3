import { effect, signal } from '@preact/signals';
import { isOperator, sendAsOperator } from '../../session/credentials.js';
import { patiently } from '../../session/patience.js';
import { isAbort, RequestFailure } from '../../session/request.js';
import type { Tally } from './history.js';

/** An account as `GET /accounts` shows it. */
export interface Account {
  readonly accountId: string;
  readonly plan: string;
  /** Keys that are not revoked. */
  readonly keys: number;
  readonly used: number;
  /** Requests in 24 hours; null for no limit, as is then what remains. */
  readonly limit: number | null;
  readonly remaining: number | null;
}

export interface AccountUsage extends Omit<Account, 'keys'> {
  readonly history: readonly Tally[];
}

/** In order of creation; undefined until they have arrived. */
export const accounts = signal<readonly Account[] | undefined>(undefined);
export const nextAccount = signal<string | null>(null);
/** What keys of an account are called: nobody knows an account by its id. */
export const labels = signal<ReadonlyMap<string, readonly string[]>>(new Map());
export const accountsProblem = signal('');

/** The usage that is shown, of the account that it says. */
export const usage = signal<AccountUsage | undefined>(undefined);
export const usageProblem = signal('');

const pageSize = 100;
const longestPage = 1_000;

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
}

/** Loads the accounts that are shown anew, as many as there are. */
export async function loadAccounts(signal: AbortSignal): Promise<void> {
  const limit = Math.min(longestPage, Math.max(pageSize, accounts.peek()?.length ?? 0));
  await noting(accountsProblem, signal, async () => {
    const page = await sendAsOperator<AccountPage>('GET', `/accounts?limit=${limit}`, { signal });
    if (labels.peek().size === 0) await loadLabels(signal);
    if (!isOperator.peek()) return;
    accounts.value = page.accounts;
    nextAccount.value = page.next;
  });
}

/** Adds the next page. */
export async function loadMoreAccounts(): Promise<void> {
  const after = nextAccount.peek();
  if (after === null) return;
  await noting(accountsProblem, undefined, async () => {
    const query = `limit=${pageSize}&after=${encodeURIComponent(after)}`;
    const page = await sendAsOperator<AccountPage>('GET', `/accounts?${query}`);
    if (nextAccount.peek() !== after) return;
    accounts.value = [...(accounts.peek() ?? []), ...page.accounts];
    nextAccount.value = page.next;
  });
}

async function loadLabels(signal: AbortSignal): Promise<void> {
  const { keys } = await sendAsOperator<KeyPage>('GET', `/keys?limit=${longestPage}`, { signal });
  const found = new Map<string, string[]>();
  for (const { accountId, label } of keys) {
    if (label !== null && label !== '') found.set(accountId, [...(found.get(accountId) ?? []), label]);
  }
  labels.value = found;
}

/** Loads what one account has used. */
export async function loadUsage(accountId: string, signal: AbortSignal): Promise<void> {
  if (accountId === '') return;
  await noting(usageProblem, signal, async () => {
    const path = `/accounts/${encodeURIComponent(accountId)}/usage`;
    const loaded = await sendAsOperator<AccountUsage>('GET', path, { signal });
    if (isOperator.peek() && !signal.aborted) usage.value = loaded;
  });
}

async function noting(
  problem: typeof usageProblem,
  signal: AbortSignal | undefined,
  make: () => Promise<void>,
): Promise<void> {
  try {
    await patiently(make, {
      signal,
      onWait: (message) => {
        problem.value = message;
      },
    });
  } catch (error) {
    if (!isAbort(error)) problem.value = error instanceof RequestFailure ? error.message : String(error);
  }
}
