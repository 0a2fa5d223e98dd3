import { computed, effect, signal, untracked } from '@preact/signals';
import { abortable } from '#gateway/client/abortable.js';
import { QuotaError } from '#gateway/client/errors.js';
import { QuotaCheck, usageDeadlineMs } from '#gateway/client/quota-check.js';
import { isRateLimited } from '#gateway/client/retry-policy.js';
import { issueConsoleKey } from './console-key.js';
import { gatewayNow } from './gateway-clock.js';
import { exchangeFromPage, explainedFailure, RequestFailure, type RequestOptions, sendForJson } from './request.js';
import { beginSession, endSession, onSessionChangedElsewhere, onTakenOver, resumeMarked, session } from './session.js';

/**
 * The signed-in user. Both secrets are only in these two variables, not in storage and not in the address: after a
 * reload the page asks for them again. A session needs no secret here: the browser keeps its cookie. The token is kept
 * only where no session can be begun.
 */
const token = signal('');
const key = signal('');
/** The console's own key while it is requested. */
let pending: Promise<string> | undefined;

export const isOperator = computed(() => token.value !== '' || session.value?.role === 'operator');
/** Whether this is the owner of one account, who was invited. */
export const isOwner = computed(() => token.value === '' && session.value?.role === 'owner');
/** Whether keys can be created and changed: all of them, or those of the own account. */
export const managesKeys = computed(() => isOperator.value || isOwner.value);
/** Where the keys are that can be created and changed. */
export const keysPath = computed(() => (isOwner.value ? '/account/keys' : '/keys'));
/** Whether texts can be run: there is a key, or somebody who can create one. */
export const canRun = computed(() => key.value !== '' || managesKeys.value);
/** The last four characters of the current key, as in the list of keys; '' without one. */
export const keyEnding = computed(() => key.value.slice(-4));
/** Why the user was signed out; '' if there is no reason. */
export const signedOutBecause = signal('');
/** Whether the gateway has ended the access of the user, who probably signs in again. */
export const isExpectedBack = computed(
  () => signedOutBecause.value !== '' && signedOutBecause.value !== sessionChanged,
);
/** Why the page has the admin token in place of a session; '' if it has not. */
export const tokenBecause = signal('');
/** How often somebody signed out of this page. */
export const signOuts = signal(0);

const sessionEnded = {
  operator: 'The session has ended. Sign in again with a new link, or with the admin token.',
  owner: 'The session has ended. Ask the operator of this Textmill for another invitation.',
} as const;

const sessionChanged = 'Another page of this browser has signed out, or signed in again.';

const lateResponse = 'You were signed out before the response arrived. Look at the list before you try again.';

const noCookies = 'This browser keeps no cookies of this gateway.';
/** Refused whatever the session: the token is wrong, too many have been tried, or there is no gateway. */
const refusedSignIn: ReadonlySet<number> = new Set([0, 401, 429]);

/**
 * Signs in with the admin token. It becomes a session, and the page forgets it. If that does not work, because the
 * browser refuses cookies, a proxy hides the origin or the store cannot be written, the page keeps it in its memory.
 *
 * @throws {RequestFailure} if the gateway refuses the token.
 */
export async function signIn(adminToken: string): Promise<void> {
  const because = await problemOfSession(adminToken);
  if (because !== '') {
    await checkAccess({ adminToken });
    token.value = adminToken;
  }
  // One that was typed before: the operator has the console's own.
  key.value = '';
  tokenBecause.value = because;
  signedOutBecause.value = '';
}

/** Begins a session. @returns why there is none; '' if there is one. @throws if the token cannot be used either. */
async function problemOfSession(adminToken: string): Promise<string> {
  try {
    return (await beginSession(adminToken, () => checkAccess({ withSession: true }))) ? '' : noCookies;
  } catch (error) {
    if (error instanceof RequestFailure && refusedSignIn.has(error.status)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return `The gateway did not begin a session: ${reason.replace(/\.?$/, '.')}`;
  }
}

/** @throws {RequestFailure} unless the operator's endpoints are open. */
async function checkAccess(access: Pick<RequestOptions, 'adminToken' | 'withSession'>): Promise<void> {
  try {
    await sendForJson('GET', '/keys?limit=1', access);
  } catch (error) {
    throw explainedFailure(error);
  }
}

/** Forgets the secrets, and ends the session unless the gateway has ended it. */
export function signOut(reason = '', isEnded = reason !== ''): void {
  // The reason is set before listeners run.
  signedOutBecause.value = reason;
  if (session.peek() !== undefined) void endSession(!isEnded);
  tokenBecause.value = '';
  token.value = '';
  forgetKey();
}

onSessionChangedElsewhere(() => {
  if (session.peek() !== undefined) signOut(sessionChanged);
  return token.peek() === '' && key.peek() === '';
});

/** How often a link has replaced the session of this page by that of somebody else. */
const takeOvers = signal(0);

// The gateway has ended the session before.
onTakenOver(({ role, accountId }) => {
  const before = session.peek();
  const isSameUser = before?.role === role && before.accountId === accountId;
  if (!canRun.peek() || isSameUser) return;
  signOut('', true);
  if (before !== undefined) takeOvers.value += 1;
});

/** Calls back each time a link has replaced the session of this page by that of somebody else. */
export function onOtherUser(callback: () => void): void {
  effect(() => {
    if (takeOvers.value > 0) untracked(callback);
  });
}

/** Calls back each time the user of this page is signed out, also when a link signs in another one. */
export function onSignOut(callback: () => void): void {
  effect(() => {
    if (signOuts.value > 0) untracked(callback);
  });
}

/** @param count - {@link signOuts} at the time. @throws {DOMException} `AbortError` if it has changed. */
export function throwIfSignedOutSince(count: number): void {
  if (signOuts.peek() !== count) throw new DOMException(lateResponse, 'AbortError');
}

/** Uses an API key from now on. The first run checks it. */
export function useKey(apiKey: string): void {
  signedOutBecause.value = '';
  key.value = apiKey;
}

/** Forgets the API key, also one that is being requested: the user of this page signs out. */
export function forgetKey(): void {
  key.value = '';
  pending = undefined;
  signOuts.value += 1;
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
  return operatorRequest((access) => sendForJson(method, path, { ...options, ...access }));
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
    key.value = issued;
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
    if (error.status === 401 && key.value === used) key.value = '';
    if (isRateLimited(error)) throw (await quotaErrorOf(used, options.signal)) ?? error;
    throw error;
  }
}

/**
 * One request at a time: runs while the user types must not create a key each.
 *
 * @throws {DOMException} `AbortError` if the user is signed out meanwhile.
 */
function keyForConsole(): Promise<string> {
  if (pending !== undefined) return pending;
  const issued = issueConsoleKey(
    (method, path, body) => sendAsOperator(method, path, body === undefined ? {} : { body }),
    isOwner.peek(),
  ).finally(() => {
    if (pending === issued) pending = undefined;
  });
  pending = issued;
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
