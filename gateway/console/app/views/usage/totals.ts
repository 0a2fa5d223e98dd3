import { effect, signal } from '@preact/signals';
import type { UsageRangeName } from '#gateway/core/usage-range.js';
import { isOperator, sendAsOperator } from '../../session/credentials.js';
import { isAbort, RequestFailure } from '../../session/request.js';
import { retryWhileLimited } from '../../session/slow-request-notice.js';
import type { Outcome } from './history.js';

/** An account with its requests in the range. */
export interface AccountTotal {
  readonly accountId: string;
  readonly requests: number;
  readonly rateLimited: number;
  readonly failed: number;
}

/** The usage of all accounts as in `GET /usage`. */
export interface Totals {
  readonly range: UsageRangeName;
  readonly history: readonly Outcome[];
  /** Most requests first. */
  readonly accounts: readonly AccountTotal[];
}

/** The last totals that came; undefined before the first. */
export const totals = signal<Totals | undefined>(undefined);
/** Why there are no newer totals, or that they wait; '' without a problem. */
export const totalsProblem = signal('');

effect(() => {
  if (isOperator.value) return;
  totals.value = undefined;
  totalsProblem.value = '';
});

/** Loads the totals of a range. */
export async function loadTotals(range: UsageRangeName, signal: AbortSignal): Promise<void> {
  const ask = () => sendAsOperator<Totals>('GET', `/usage?range=${range}`, { signal });
  const onWait = (message: string) => {
    totalsProblem.value = message;
  };
  try {
    const loaded = await retryWhileLimited(ask, { signal, onWait });
    if (!isOperator.peek() || signal.aborted) return;
    totals.value = loaded;
    totalsProblem.value = '';
  } catch (error) {
    if (!isAbort(error)) totalsProblem.value = error instanceof RequestFailure ? error.message : String(error);
  }
}

/** The requests of a range by their results. */
export interface Results {
  readonly requests: number;
  readonly succeeded: number;
  /** Refused with a 4xx, apart from 429. */
  readonly clientErrors: number;
  readonly rateLimited: number;
  readonly failed: number;
}

/** Adds up the requests of all accounts. */
export function resultsOf({ history }: Pick<Totals, 'history'>): Results {
  const countOf = (isCounted: (status: number) => boolean) =>
    history.reduce((sum, { status, count }) => (isCounted(status) ? sum + count : sum), 0);
  return {
    requests: countOf(() => true),
    succeeded: countOf((status) => status >= 200 && status < 300),
    clientErrors: countOf((status) => status >= 400 && status < 500 && status !== 429),
    rateLimited: countOf((status) => status === 429),
    failed: countOf((status) => status >= 500),
  };
}
