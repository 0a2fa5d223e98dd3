import { effect, signal } from '@preact/signals';
import type { UsageRangeName } from '#gateway/core/usage-range.js';
import { isOwner, sendAsOperator } from '../../session/credentials.js';
import { isAbort } from '../../session/request.js';
import { retryWhileLimited } from '../../session/slow-request-notice.js';

/** The account of the signed-in owner, as in `GET /account`. */
interface OwnAccount {
  readonly accountId: string;
  readonly plan: string;
  /** Requests in 24 hours; null without a limit, and then `remaining` is null too. */
  readonly quota: number | null;
  readonly used: number;
  readonly remaining: number | null;
  /** When the next request is admitted, ISO 8601; null if it would be now. */
  readonly freeAt: string | null;
  readonly activeKeys: number;
  readonly mostActiveKeys: number;
}

/** Requests with the same outcome, in an hour or a day, or of a key. */
interface UsageCount {
  readonly hour?: string;
  readonly day?: string;
  readonly keyId?: string | null;
  readonly operation: string;
  readonly status: number;
  readonly count: number;
}

interface OwnUsage {
  readonly range: UsageRangeName;
  readonly history: readonly UsageCount[];
  readonly byKey: readonly UsageCount[];
}

export const ownAccount = signal<OwnAccount | undefined>(undefined);
export const ownUsage = signal<OwnUsage | undefined>(undefined);
/** Why the latest response did not come; '' without a problem. */
export const ownProblem = signal('');
/** Whether the keys are shown. */
export const areKeysShown = signal(false);

// The next user must not see what this one saw.
effect(() => {
  if (isOwner.value) return;
  ownAccount.value = undefined;
  ownUsage.value = undefined;
  ownProblem.value = '';
  areKeysShown.value = false;
});

/** Loads the account of the owner who has signed in into `ownAccount`. */
export function loadOwnAccount(signal: AbortSignal): Promise<void> {
  return load<OwnAccount>('/account', signal, (loaded) => {
    ownAccount.value = loaded;
  });
}

/** Loads the usage of the owner's account, in a range of time, into `ownUsage`. */
export function loadOwnUsage(range: UsageRangeName, signal: AbortSignal): Promise<void> {
  return load<OwnUsage>(`/account/usage?range=${range}`, signal, (loaded) => {
    ownUsage.value = loaded;
  });
}

async function load<Body>(path: string, signal: AbortSignal, show: (body: Body) => void): Promise<void> {
  const onWait = (message: string) => {
    ownProblem.value = message;
  };
  try {
    const body = await retryWhileLimited(() => sendAsOperator<Body>('GET', path, { signal }), { signal, onWait });
    if (!isOwner.peek() || signal.aborted) return;
    ownProblem.value = '';
    show(body);
  } catch (error) {
    if (!isAbort(error)) ownProblem.value = error instanceof Error ? error.message : String(error);
  }
}

/** The numbers of one row of a table. */
export interface Row {
  readonly name: string;
  readonly requests: number;
  /** Those with a 4xx, apart from 429. */
  readonly clientErrors: number;
  /** Those that were refused with 429. */
  readonly limited: number;
  /** Those that failed with a 5xx. */
  readonly failed: number;
}

const none = { requests: 0, clientErrors: 0, limited: 0, failed: 0 };

/** Adds counts up by a name, in the order of their first appearance. */
export function rowsBy(counts: readonly UsageCount[], nameOf: (count: UsageCount) => string): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const counted of counts) {
    const name = nameOf(counted);
    const { requests, clientErrors, limited, failed } = rows.get(name) ?? none;
    const { status, count } = counted;
    rows.set(name, {
      name,
      requests: requests + count,
      clientErrors: clientErrors + (status >= 400 && status < 500 && status !== 429 ? count : 0),
      limited: limited + (status === 429 ? count : 0),
      failed: failed + (status >= 500 ? count : 0),
    });
  }
  return [...rows.values()];
}
