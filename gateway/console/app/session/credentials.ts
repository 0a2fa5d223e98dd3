import { computed, signal } from '@preact/signals';
import { isRateLimited } from '../../../client/retry-policy.js';
import { explainedFailure } from './closed-door.js';
import { quotaErrorOf } from './key-quota.js';
import { RequestFailure, type RequestOptions, sendForJson } from './request.js';

/**
 * The signed-in user. Both secrets are only in these two variables, not in storage and not in the address: after a
 * reload the page asks for them again.
 */
const token = signal('');
const key = signal('');

export const isOperator = computed(() => token.value !== '');
/** Whether texts can be run: there is a key, or a token that can create one. */
export const canRun = computed(() => key.value !== '' || token.value !== '');
/** The last four characters of the current key, as in the list of keys; '' without one. */
export const keyEnding = computed(() => key.value.slice(-4));
/** Why the user was signed out; '' if there is no reason. */
export const signedOutBecause = signal('');

/**
 * Recognises the key that the console has created for itself. Only that key is given a new secret: labels are free, and
 * a user's own key may have the same one.
 */
const consoleKey = { plan: 'pro', environment: 'dev', label: 'Textmill console' } as const;
/** How long the old secret stays valid when another page rotates the console's key, in seconds: a day. */
const graceSeconds = 86_400;

interface KeyDocument {
  readonly id: string;
  readonly plan: string;
  readonly environment: string;
  readonly label: string | null;
  readonly origins: readonly string[];
  readonly revokedAt: string | null;
}

/** Signs in with the admin token. @throws {RequestFailure} if the gateway refuses it. */
export async function signIn(adminToken: string): Promise<void> {
  try {
    await sendForJson('GET', '/keys?limit=1', { adminToken });
  } catch (error) {
    throw explainedFailure(error);
  }
  token.value = adminToken;
  signedOutBecause.value = '';
}

export function signOut(reason = ''): void {
  // The reason is set before listeners run.
  signedOutBecause.value = reason;
  token.value = '';
  key.value = '';
}

/** Uses an API key from now on. The first run checks it. */
export function useKey(apiKey: string): void {
  signedOutBecause.value = '';
  key.value = apiKey;
}

export function forgetKey(): void {
  key.value = '';
}

/**
 * Sends a request as the operator.
 *
 * @throws {RequestFailure} as `sendForJson`; after a 401 the user is signed out.
 */
export async function sendAsOperator<Body>(
  method: string,
  path: string,
  options: Omit<RequestOptions, 'adminToken'> = {},
): Promise<Body> {
  return operatorRequest((adminToken) => sendForJson(method, path, { ...options, adminToken }));
}

/** Sends a request with the token, and signs out if it is no longer valid. */
export async function operatorRequest<Result>(make: (adminToken: string) => Promise<Result>): Promise<Result> {
  const used = token.value;
  try {
    return await make(used);
  } catch (error) {
    const failure = explainedFailure(error);
    if (failure instanceof RequestFailure && failure.status === 401 && token.value === used) {
      signOut('The admin token is no longer valid. Sign in again.');
    }
    throw failure;
  }
}

/**
 * Sends a request with the API key. An operator without a key gets the console's own, and immediately a new one when
 * that is no longer valid.
 *
 * @throws {RequestFailure} as `sendForJson`.
 * @throws {QuotaError} if the daily quota is used up.
 */
export async function sendWithKey<Body>(
  method: string,
  path: string,
  options: Omit<RequestOptions, 'apiKey'> = {},
): Promise<Body> {
  const isFresh = key.value === '';
  try {
    return await sendWithCurrentKey(method, path, options);
  } catch (error) {
    const isRefused = error instanceof RequestFailure && error.status === 401;
    if (isRefused && !isFresh && isOperator.value) return sendWithCurrentKey(method, path, options);
    throw error;
  }
}

async function sendWithCurrentKey<Body>(
  method: string,
  path: string,
  options: Omit<RequestOptions, 'apiKey'>,
): Promise<Body> {
  if (key.value === '' && token.value !== '') key.value = await keyForConsole();
  const used = key.value;
  try {
    return await sendForJson(method, path, { ...options, apiKey: used });
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    // Revoked, or its grace period is over.
    if (error.status === 401 && key.value === used) key.value = '';
    if (isRateLimited(error)) throw (await quotaErrorOf(used, options.signal)) ?? error;
    throw error;
  }
}

let pending: Promise<string> | undefined;

/** One request at a time: runs while the user types must not create a key each. */
function keyForConsole(): Promise<string> {
  pending ??= issueConsoleKey().finally(() => {
    pending = undefined;
  });
  return pending;
}

async function issueConsoleKey(): Promise<string> {
  const existing = await findConsoleKey();
  const issued = await (existing === undefined
    ? sendAsOperator<{ key: string }>('POST', '/keys', { body: consoleKey })
    : sendAsOperator<{ key: string }>('POST', `/keys/${existing.id}/rotate`, { body: { graceSeconds } }));
  return issued.key;
}

async function findConsoleKey(): Promise<KeyDocument | undefined> {
  let after = '';
  for (;;) {
    const page = await sendAsOperator<{ keys: KeyDocument[]; next: string | null }>('GET', `/keys?limit=1000${after}`);
    const found = page.keys.find(isConsoleKey);
    if (found !== undefined || page.next === null) return found;
    after = `&after=${encodeURIComponent(page.next)}`;
  }
}

function isConsoleKey({ plan, environment, label, origins, revokedAt }: KeyDocument): boolean {
  const isAlike = plan === consoleKey.plan && environment === consoleKey.environment && label === consoleKey.label;
  return isAlike && origins.length === 0 && revokedAt === null;
}
