import { effect, signal } from '@preact/signals';
import type { UsageRangeName } from '#gateway/core/usage-range.js';
import { isAbort } from '../../session/request.js';
import { isOwner } from '../../session/session-store.js';
import { retryWhileLimited } from '../../session/slow-request-notice.js';
import { sendAsOperator } from '../../session/user-requests.js';

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
export interface UsageCount {
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

// Inputs

export const ownAccount = signal<OwnAccount | undefined>(undefined);
export const ownUsage = signal<OwnUsage | undefined>(undefined);
/** Why the latest response did not come; '' without a problem. */
export const ownProblem = signal('');
/** Whether the keys are shown. */
export const areKeysShown = signal(false);

// Effects. While a part of the view is shown, it also calls `loadOwnAccount` or `loadOwnUsage` every 15 seconds.

function startEffects(): void {
  // The owner signs out → everything is forgotten: the next user must not see what this one saw.
  effect(() => {
    if (isOwner.value) return;
    ownAccount.value = undefined;
    ownUsage.value = undefined;
    ownProblem.value = '';
    areKeysShown.value = false;
  });
}

// Actions

/** Shows the keys. */
export function showKeys(): void {
  areKeysShown.value = true;
}

/** Loads the account of the owner who has signed in into {@link ownAccount}. */
export function loadOwnAccount(aborted: AbortSignal): Promise<void> {
  return load<OwnAccount>('/account', aborted, (loaded) => {
    ownAccount.value = loaded;
  });
}

/** Loads the usage of the owner's account, in a range of time, into {@link ownUsage}. */
export function loadOwnUsage(range: UsageRangeName, aborted: AbortSignal): Promise<void> {
  return load<OwnUsage>(`/account/usage?range=${range}`, aborted, (loaded) => {
    ownUsage.value = loaded;
  });
}

async function load<Body>(path: string, aborted: AbortSignal, show: (body: Body) => void): Promise<void> {
  const onWait = (message: string) => {
    ownProblem.value = message;
  };
  const ask = () => sendAsOperator<Body>('GET', path, { signal: aborted });
  try {
    const body = await retryWhileLimited(ask, { signal: aborted, onWait });
    if (!isOwner.peek() || aborted.aborted) return;
    ownProblem.value = '';
    show(body);
  } catch (error) {
    if (!isAbort(error)) ownProblem.value = error instanceof Error ? error.message : String(error);
  }
}

startEffects();
