import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { whenReachable } from './reachability-store.js';
import { explainedFailure, isAbort, RequestFailure, type RequestOptions, sendForJson } from './request.js';
import { fragment, replaceFragment } from './router-store.js';
import { markedSession, markName } from './session-mark.js';
import { isSite } from './site.js';
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

// Inputs

/** The session of this browser; undefined without one. */
export const session = signal<Session | undefined>(undefined);
/** Whether it is not known yet if there is one. */
export const isSigningIn = signal(false);
/**
 * Both secrets are only in these two signals, not in storage and not in the address: after a reload the page asks for
 * them again. A session needs no secret here: the browser keeps its cookie. The token is kept only where no session can
 * be begun.
 */
export const token = signal('');
export const key = signal('');
/** Why the page has the admin token in place of a session; '' if it has not. */
export const tokenBecause = signal('');
/** Why the user was signed out; '' if there is no reason. */
export const signedOutBecause = signal('');
/** How often somebody signed out of this page, also because a link signed in somebody else. */
export const signOuts = signal(0);
/** How often a link has replaced the session of this page by that of somebody else. */
export const takeOvers = signal(0);
/** The link that this page was opened with, until the user signs in with it or does not want to. */
export const offeredLink = signal<LinkOffer | undefined>(undefined);
/** Why a sign-in link did not work; '' without a problem. */
export const linkProblem = signal('');

/** Each of them ends what a function of this store asks the gateway: `endSession`, `offer`, `resume`. */
let ending = new AbortController();
let asking = new AbortController();
let resuming = new AbortController();

// Computed

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
/** Whether the gateway has ended the access of the user, who probably signs in again. */
export const isExpectedBack = computed(
  () => signedOutBecause.value !== '' && signedOutBecause.value !== sessionChanged,
);

// Effects

function startEffects(): void {
  // A site of files has nobody to sign in.
  if (isSite) return;
  // The page starts, or its address changes → a sign-in link leaves the address, and is offered.
  effect(() => {
    const [, link] = linkForm.exec(fragment.value) ?? [];
    if (link === undefined) return;
    // Before anything else reads the address: the secret must not stay in it.
    untracked(() => {
      replaceFragment('');
      void offer(link);
    });
  });
  // Another page of this browser ends the session or begins another → this page signs out, and takes the other one.
  addEventListener('storage', ({ key: changed }) => {
    if (changed === markName || changed === null) followOtherPages();
  });
}

// Actions

const sessionChanged = 'Another page of this browser has signed out, or signed in again.';
const noCookies = 'This browser keeps no cookies of this gateway.';
/** Refused whatever the session: the token is wrong, too many have been tried, or there is no gateway. */
const refusedSignIn: ReadonlySet<number> = new Set([0, 401, 429]);
/** The end of an address with a sign-in link. */
const linkForm = /^#signin=([\w-]+)$/;

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
    return (await beginSession(adminToken)) ? '' : noCookies;
  } catch (error) {
    if (error instanceof RequestFailure && refusedSignIn.has(error.status)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return `The gateway did not begin a session: ${reason.replace(/\.?$/, '.')}`;
  }
}

/**
 * Begins a session of the operator.
 *
 * @returns whether the browser sends the cookie of the session. Otherwise there is no session.
 * @throws what the request fails with, or the check of the cookie.
 */
async function beginSession(adminToken: string): Promise<boolean> {
  const begun = await sendForJson<Session>('POST', '/sign-in', { adminToken, withSession: true });
  ending.abort();
  try {
    await checkAccess({ withSession: true });
  } catch (error) {
    // Nobody could use it, and it would be listed for hours.
    await sendForJson('DELETE', `/sessions/${begun.id}`, { adminToken }).catch(() => {});
    if (statusOf(error) === 401) return false;
    throw error;
  }
  adopt(begun);
  return true;
}

/** @throws {RequestFailure} unless the operator's endpoints are open. */
async function checkAccess(access: Pick<RequestOptions, 'adminToken' | 'withSession'>): Promise<void> {
  try {
    await sendForJson('GET', '/keys?limit=1', access);
  } catch (error) {
    throw explainedFailure(error);
  }
}

/** Uses an API key from now on. The first run checks it. */
export function useKey(apiKey: string): void {
  signedOutBecause.value = '';
  key.value = apiKey;
}

/** Uses a key that the console has created for itself. */
export function takeConsoleKey(apiKey: string): void {
  key.value = apiKey;
}

/** Forgets a key that is no longer valid, unless there is another one meanwhile. Nobody signs out. */
export function dropKey(apiKey: string): void {
  if (key.peek() === apiKey) key.value = '';
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

/** Forgets the API key, also one that is being requested: the user of this page signs out. */
export function forgetKey(): void {
  key.value = '';
  signOuts.value += 1;
}

/** Ends the session, and forgets it even if the gateway cannot be reached. @param isThere - whether the gateway has it. */
async function endSession(isThere: boolean): Promise<void> {
  const ended = session.peek();
  session.value = undefined;
  if (ended !== undefined) unmark(ended.id);
  if (!isThere) return;
  ending = new AbortController();
  await endAtGateway(ended?.id ?? '', ending.signal);
}

/** The browser still has the cookie: what a limit refuses, or finds no gateway, is repeated. */
async function endAtGateway(sessionId: string, aborted: AbortSignal): Promise<void> {
  const end = async () => {
    // On another page, somebody has signed in meanwhile, which ended this session.
    if (markedSession() !== '') return;
    await sendForJson('DELETE', '/sessions/current', { withSession: true, sessionId, signal: aborted });
  };
  try {
    await retryWhileLimited(end, { signal: aborted });
  } catch (error) {
    if (statusOf(error) === 0) whenReachable(() => void endAtGateway(sessionId, aborted));
  }
}

/**
 * Asks what a link would do, and shows it. Nothing begins or ends before the user has agreed: any page can lead a browser
 * to a link of its own choice, and scanners open all of them.
 */
async function offer(link: string): Promise<void> {
  asking.abort();
  asking = new AbortController();
  const { signal: aborted } = asking;
  offeredLink.value = undefined;
  linkProblem.value = '';
  const options = { body: { link }, withSession: true, signal: aborted };
  const ask = () => sendForJson<Omit<LinkOffer, 'link'>>('POST', '/sign-in/preview', options);
  try {
    const preview = await retryWhileLimited(ask, { signal: aborted });
    if (!aborted.aborted) offeredLink.value = { ...preview, link };
  } catch (error) {
    if (!isAbort(error)) noteLinkProblem(error);
  }
}

function noteLinkProblem(error: unknown): void {
  linkProblem.value = error instanceof Error ? error.message : String(error);
}

/** Forgets why a sign-in link did not work. */
export function forgetLinkProblem(): void {
  linkProblem.value = '';
}

/** Signs in with the link that is offered. The session of this browser ends. */
export function acceptLink(): void {
  const link = offeredLink.peek()?.link;
  offeredLink.value = undefined;
  if (link === undefined) return;
  // A late response would bring back the session that ends.
  resuming.abort();
  const take = () => sendForJson<Session>('POST', '/sign-in', { body: { link }, withSession: true });
  // If that fails, the session before goes on.
  void load(take, noteLinkProblem, forgetOtherUser).then(resumeMarked);
}

/** Leaves everything as it is. The link can still be used. */
export function declineLink(): void {
  offeredLink.value = undefined;
}

/** Forgets the user of this page, if a link has begun the session of somebody else. The gateway has ended theirs. */
function forgetOtherUser({ role, accountId }: Session): void {
  const before = session.peek();
  const isSameUser = before?.role === role && before.accountId === accountId;
  if (!canRun.peek() || isSameUser) return;
  signOut('', true);
  if (before !== undefined) takeOvers.value += 1;
}

/** Takes the session that this browser has, if this page has none: another page may have begun it. */
export function resumeMarked(): void {
  if (session.peek() === undefined && markedSession() !== '') resume();
}

/**
 * Finds out whether the cookie of this browser still has a session. Asks again when a gateway that is unavailable
 * responds.
 */
function resume(): void {
  const marked = markedSession();
  resuming = new AbortController();
  const { signal: aborted } = resuming;
  const options = { withSession: true, sessionId: marked, signal: aborted };
  void load(
    () => retryWhileLimited(() => sendForJson<Session>('GET', '/sessions/current', options), { signal: aborted }),
    (error) => {
      if (statusOf(error) === 401) unmark(marked);
      if (statusOf(error) === 0) whenReachable(resumeMarked);
    },
  );
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

function followOtherPages(): void {
  // What is stored now: the event may be late, and this page may have signed in since.
  if (markedSession() === (session.peek()?.id ?? '')) return;
  // Another session would end than the one that is shown.
  const offered = offeredLink.peek();
  if (offered !== undefined) void offer(offered.link);
  if (session.peek() !== undefined) signOut(sessionChanged);
  if (token.peek() === '' && key.peek() === '' && markedSession() !== '') resume();
}

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

/** Returns the status of a failed request, 0 without a response; undefined for any other error. */
function statusOf(error: unknown): number | undefined {
  return error instanceof RequestFailure ? error.status : undefined;
}

/** Makes an effect that acts each time a count such as {@link signOuts} has grown. */
export function eachTime(count: ReadonlySignal<number>, act: () => void): () => void {
  return () => {
    if (count.value > 0) untracked(act);
  };
}

startEffects();
if (!isSite && !isSigningIn.peek() && markedSession() !== '') resume();
