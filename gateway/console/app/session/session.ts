import { effect, signal, untracked } from '@preact/signals';
import { reachable } from './reachability.js';
import { isAbort, RequestFailure, sendForJson } from './request.js';
import { fragment, replaceFragment } from './router.js';
import { markedSession, markName } from './session-mark.js';
import { retryWhileLimited } from './slow-request-notice.js';

/** A session as the gateway shows it. The secret is in a cookie that scripts cannot read. */
export interface Session {
  readonly id: string;
  readonly role: 'operator' | 'owner';
  readonly accountId: string | null;
  readonly browser: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly current: boolean;
}

/** What a sign-in link would do. */
export interface LinkOffer {
  /** The secret of the link. */
  readonly link: string;
  /** Whose session it begins. */
  readonly begins: Pick<Session, 'role' | 'accountId'>;
  /** The session of this browser, which then ends; absent without one. */
  readonly ends?: Session;
}

/** The session of this browser; undefined without one. */
export const session = signal<Session | undefined>(undefined);
/** Whether it is not known yet if there is one. */
export const isSigningIn = signal(false);
/** The link that this page was opened with, until the user signs in with it or does not want to. */
export const offeredLink = signal<LinkOffer | undefined>(undefined);
/** Why a sign-in link did not work; '' without a problem. */
export const linkProblem = signal('');

/** Browsers may refuse storage. Then a reload needs another sign-in. */
function mark(id: string): void {
  try {
    localStorage.setItem(markName, id);
  } catch {
    // The session lasts as long as the page.
  }
}

/** Removes the mark of a session. That of another one stays: another page of this browser has begun it since. */
function unmark(id: string): void {
  try {
    if (localStorage.getItem(markName) === id) localStorage.removeItem(markName);
  } catch {
    // There is no mark.
  }
}

async function load(
  request: () => Promise<Session>,
  onFailure: (error: unknown) => void,
  onSuccess: (begun: Session) => void = () => {},
): Promise<void> {
  isSigningIn.value = true;
  try {
    const begun = await request();
    onSuccess(begun);
    adopt(begun);
  } catch (error) {
    onFailure(error);
  } finally {
    isSigningIn.value = false;
  }
}

function adopt(begun: Session): void {
  // The gateway has ended the session before. A late sign-out would end this one.
  ending.abort();
  session.value = begun;
  mark(begun.id);
}

/**
 * Begins a session of the operator.
 *
 * @param check - proves that the browser sends the cookie of the session.
 * @returns whether it does. Otherwise there is no session.
 * @throws what the request or the check fails with.
 */
export async function beginSession(adminToken: string, check: () => Promise<unknown>): Promise<boolean> {
  const begun = await sendForJson<Session>('POST', '/sign-in', { adminToken, withSession: true });
  ending.abort();
  try {
    await check();
  } catch (error) {
    // Nobody could use it, and it would be listed for hours.
    await sendForJson('DELETE', `/sessions/${begun.id}`, { adminToken }).catch(() => {});
    if (statusOf(error) === 401) return false;
    throw error;
  }
  adopt(begun);
  return true;
}

/** Ends what {@link endSession} does at the gateway. */
let ending = new AbortController();

/** Ends the session, and forgets it even if the gateway cannot be reached. @param isThere - whether the gateway has it. */
export async function endSession(isThere: boolean): Promise<void> {
  const ended = session.peek();
  session.value = undefined;
  if (ended !== undefined) unmark(ended.id);
  if (!isThere) return;
  ending = new AbortController();
  await endAtGateway(ended?.id ?? '', ending.signal);
}

/** The browser still has the cookie: what a limit refuses, or finds no gateway, is repeated. */
async function endAtGateway(sessionId: string, signal: AbortSignal): Promise<void> {
  const end = async () => {
    // On another page, somebody has signed in meanwhile, which ended this session.
    if (markedSession() !== '') return;
    await sendForJson('DELETE', '/sessions/current', { withSession: true, sessionId, signal });
  };
  try {
    await retryWhileLimited(end, { signal });
  } catch (error) {
    if (statusOf(error) === 0) whenReachable(() => void endAtGateway(sessionId, signal));
  }
}

function takeLink(link: string): Promise<Session> {
  return sendForJson<Session>('POST', '/sign-in', { body: { link }, withSession: true });
}

let forgetUser: (begun: Session) => void = () => {};

/** Sets what happens when a link has begun another session on this page, which then has to forget the user before. */
export function onTakenOver(forget: (begun: Session) => void): void {
  forgetUser = forget;
}

/** Ends what {@link offer} asks the gateway. */
let asking = new AbortController();

/** The end of an address with a sign-in link. */
const linkForm = /^#signin=([\w-]+)$/;

effect(() => {
  const [, link] = linkForm.exec(fragment.value) ?? [];
  if (link === undefined) return;
  // Before anything else reads the address: the secret must not stay in it.
  untracked(() => {
    replaceFragment('');
    void offer(link);
  });
});

/**
 * Asks what a link would do, and shows it. Nothing begins or ends before the user has agreed: any page can lead a browser
 * to a link of its own choice, and scanners open all of them.
 */
async function offer(link: string): Promise<void> {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  offeredLink.value = undefined;
  linkProblem.value = '';
  const ask = () =>
    sendForJson<Omit<LinkOffer, 'link'>>('POST', '/sign-in/preview', { body: { link }, withSession: true, signal });
  try {
    const preview = await retryWhileLimited(ask, { signal });
    if (!signal.aborted) offeredLink.value = { ...preview, link };
  } catch (error) {
    if (!isAbort(error)) noteLinkProblem(error);
  }
}

function noteLinkProblem(error: unknown): void {
  linkProblem.value = error instanceof Error ? error.message : String(error);
}

/** Signs in with the link that is offered. The session of this browser ends. */
export function acceptLink(): void {
  const link = offeredLink.peek()?.link;
  offeredLink.value = undefined;
  if (link === undefined) return;
  // A late response would bring back the session that ends.
  resuming.abort();
  // If that fails, the session before goes on.
  void load(() => takeLink(link), noteLinkProblem, forgetUser).then(resumeMarked);
}

/** Leaves everything as it is. The link can still be used. */
export function declineLink(): void {
  offeredLink.value = undefined;
}

/** Ends what {@link resume} asks the gateway. */
let resuming = new AbortController();

/**
 * Finds out whether the cookie of this browser still has a session. Asks again when a gateway that is unavailable
 * responds.
 */
function resume(): void {
  const marked = markedSession();
  resuming = new AbortController();
  const { signal } = resuming;
  const options = { withSession: true, sessionId: marked, signal };
  void load(
    () => retryWhileLimited(() => sendForJson<Session>('GET', '/sessions/current', options), { signal }),
    (error) => {
      if (statusOf(error) === 401) unmark(marked);
      if (statusOf(error) === 0) resumeWhenReachable();
    },
  );
}

/** Takes the session that this browser has, if this page has none: another page may have begun it. */
export function resumeMarked(): void {
  if (session.peek() === undefined && markedSession() !== '') resume();
}

function resumeWhenReachable(): void {
  whenReachable(resumeMarked);
}

/** Calls back once, when the gateway responds. */
function whenReachable(callback: () => void): void {
  const stop = reachable.subscribe((isReachable) => {
    if (!isReachable) return;
    // The first call is made before `stop` has a value.
    queueMicrotask(() => stop());
    callback();
  });
}

/** Returns the status of a failed request, 0 without a response; undefined for any other error. */
function statusOf(error: unknown): number | undefined {
  return error instanceof RequestFailure ? error.status : undefined;
}

if (!isSigningIn.peek() && markedSession() !== '') resume();

/**
 * Calls back when another page of this browser has ended the session, or has begun another one.
 *
 * @param changed - returns whether this page takes the other session.
 */
export function onSessionChangedElsewhere(changed: () => boolean): void {
  addEventListener('storage', ({ key }) => {
    // What is stored now: the event may be late, and this page may have signed in since.
    if ((key !== markName && key !== null) || markedSession() === (session.peek()?.id ?? '')) return;
    // Another session would end than the one that is shown.
    const offered = offeredLink.peek();
    if (offered !== undefined) void offer(offered.link);
    if (changed() && markedSession() !== '') resume();
  });
}
