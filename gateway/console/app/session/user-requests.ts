import { abortable } from '#gateway/client/abortable.js';
import { QuotaError } from '#gateway/client/errors.js';
import { QuotaCheck, usageDeadlineMs } from '#gateway/client/quota-check.js';
import { isRateLimited } from '#gateway/client/retry-policy.js';
import { issueConsoleKey } from './console-key.js';
import { gatewayNow } from './gateway-clock.js';
import { noteWrite } from './reachability-store.js';
import { exchangeFromPage, explainedFailure, RequestFailure, type RequestOptions, sendForJson } from './request.js';
import {
  dropKey,
  isOwner,
  key,
  managesKeys,
  resumeMarked,
  session,
  signOut,
  signOuts,
  takeConsoleKey,
  token,
} from './session-store.js';

const sessionEnded = {
  operator: 'The session has ended. Sign in again with a new link, or with the admin token.',
  owner: 'The session has ended. Ask the operator of this Textmill for another invitation.',
} as const;

const lateResponse = 'You were signed out before the response arrived. Look at the list before you try again.';

/** @param count - {@link signOuts} at the time. @throws {DOMException} `AbortError` if it has changed. */
export function throwIfSignedOutSince(count: number): void {
  if (signOuts.peek() !== count) throw new DOMException(lateResponse, 'AbortError');
}

/**
 * Sends a request as the operator, or as the owner of an account.
 *
 * @throws {RequestFailure} as `sendForJson`; after a 401 the user is signed out.
 */
export async function sendAsOperator<Body>(
  method: string,
  path: string,
  options: Omit<RequestOptions, 'adminToken' | 'withSession'> = {},
): Promise<Body> {
  const body = await operatorRequest((access) => sendForJson<Body>(method, path, { ...options, ...access }));
  if (method !== 'GET') noteWrite();
  return body;
}

/**
 * Sends a request with the token or the session, and signs out if it is no longer valid.
 *
 * @throws {DOMException} `AbortError` if the user is signed out meanwhile: the response is for nobody else's eyes.
 */
export async function operatorRequest<Result>(
  make: (access: Pick<RequestOptions, 'adminToken' | 'withSession' | 'sessionId'>) => Promise<Result>,
): Promise<Result> {
  const used = token.value;
  const usedSession = session.value;
  const begunAfter = signOuts.peek();
  try {
    const result = await make(
      used === '' && usedSession !== undefined
        ? { withSession: true, sessionId: usedSession.id }
        : { adminToken: used },
    );
    throwIfSignedOutSince(begunAfter);
    return result;
  } catch (error) {
    throwIfSignedOutSince(begunAfter);
    const failure = explainedFailure(error);
    const isRefused = failure instanceof RequestFailure && failure.status === 401;
    if (isRefused && token.value === used && session.value === usedSession) {
      signOut(
        used === ''
          ? sessionEnded[usedSession?.role ?? 'operator']
          : 'The admin token is no longer valid. Sign in again.',
      );
      // Another page may have signed in while this one was in the back/forward cache.
      if (used === '') resumeMarked();
    }
    throw failure;
  }
}

/**
 * Sends a request with the API key. An operator or owner without a key gets the console's own, and immediately a new one when
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
    if (isRefused && !isFresh && managesKeys.value) return sendWithCurrentKey(method, path, options);
    throw error;
  }
}

async function sendWithCurrentKey<Body>(
  method: string,
  path: string,
  options: Omit<RequestOptions, 'apiKey'>,
): Promise<Body> {
  if (key.value === '' && managesKeys.value) {
    const begunAfter = signOuts.peek();
    const issued = await keyForConsole();
    throwIfSignedOutSince(begunAfter);
    takeConsoleKey(issued);
  }
  const used = key.value;
  const sentAt = performance.now();
  try {
    const body = await sendForJson<Body>(method, path, { ...options, apiKey: used });
    noteAdmitted(used, sentAt);
    return body;
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    // Revoked, or its grace period is over.
    if (error.status === 401) dropKey(used);
    if (isRateLimited(error)) throw (await quotaErrorOf(used, options.signal)) ?? error;
    throw error;
  }
}

/** The console's own key while it is requested, for the user since a number of {@link signOuts}. */
let pending: { readonly since: number; readonly issued: Promise<string> } | undefined;

/**
 * One request at a time: runs while the user types must not create a key each.
 *
 * @throws {DOMException} `AbortError` if the user is signed out meanwhile.
 */
function keyForConsole(): Promise<string> {
  const since = signOuts.peek();
  if (pending?.since === since) return pending.issued;
  const issued = issueConsoleKey(
    (method, path, body) => sendAsOperator(method, path, body === undefined ? {} : { body }),
    isOwner.peek(),
  ).finally(() => {
    if (pending?.issued === issued) pending = undefined;
  });
  pending = { since, issued };
  return issued;
}

/** Returns the body of a request for a new key: one of an owner always has the account and the plan of the owner. */
export function newKeyBody<Body extends { readonly plan?: string; readonly accountId?: string }>(body: Body) {
  const { plan: _, accountId: __, ...own } = body;
  return isOwner.peek() ? own : body;
}

/** The check of the key that was limited last. */
let latestCheck: { readonly apiKey: string; readonly check: QuotaCheck } | undefined;

/**
 * Returns the error of a used-up daily quota, for a key whose request was refused with 429.
 *
 * @returns undefined if the quota is not used up, or if that is unknown: then it was a burst.
 */
async function quotaErrorOf(apiKey: string, signal: AbortSignal | undefined): Promise<QuotaError | undefined> {
  if (latestCheck?.apiKey !== apiKey) latestCheck = { apiKey, check: quotaCheckOf(apiKey) };
  const spent = await abortable(latestCheck.check.spent(), signal);
  return spent && new QuotaError(spent.quota, spent.freeAt);
}

/** Notes that a request with a key was admitted. @param sentAt - when, by `performance.now()`. */
function noteAdmitted(apiKey: string, sentAt: number): void {
  if (latestCheck?.apiKey === apiKey) latestCheck.check.admitted(sentAt);
}

function quotaCheckOf(apiKey: string): QuotaCheck {
  const ask = () => exchangeFromPage('GET', '/v1/usage', { apiKey }, { deadlineMs: usageDeadlineMs });
  return new QuotaCheck({ ask, timing: { now: () => performance.now(), date: gatewayNow } });
}
