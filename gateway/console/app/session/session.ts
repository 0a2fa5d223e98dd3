import { effect, signal, untracked } from '@preact/signals';
import { sendForJson } from './request.js';
import { fragment, replaceFragment } from './router.js';

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

/** The session of this browser; undefined without one. */
export const session = signal<Session | undefined>(undefined);
/** Whether it is not known yet if there is one. */
export const isSigningIn = signal(false);
/** Why a sign-in link did not work; '' without a problem. */
export const linkProblem = signal('');

/** Set while this browser probably has a session: without one there would be a useless request at each start. */
const mark = 'textmill-signed-in';

/** Browsers may refuse storage. Then a reload needs another link. */
function marked(change?: 'set' | 'remove'): boolean {
  try {
    if (change === 'set') localStorage.setItem(mark, 'true');
    if (change === 'remove') localStorage.removeItem(mark);
    return localStorage.getItem(mark) !== null;
  } catch {
    return false;
  }
}

async function load(request: () => Promise<Session>, onFailure: (error: unknown) => void): Promise<void> {
  isSigningIn.value = true;
  try {
    session.value = await request();
    marked('set');
  } catch (error) {
    onFailure(error);
  } finally {
    isSigningIn.value = false;
  }
}

/** Ends the session, and forgets it even if the gateway cannot be reached. @param isThere - whether the gateway has it. */
export async function endSession(isThere: boolean): Promise<void> {
  session.value = undefined;
  marked('remove');
  if (isThere) await sendForJson('DELETE', '/sessions/current', { withSession: true }).catch(() => {});
}

function takeLink(link: string): Promise<Session> {
  return sendForJson<Session>('POST', '/sign-in', { body: { link }, withSession: true });
}

/** The end of an address with a sign-in link. */
const linkForm = /^#signin=([\w-]+)$/;

effect(() => {
  const [, link] = linkForm.exec(fragment.value) ?? [];
  if (link === undefined) return;
  // Before anything else reads the address: the secret must not stay in it.
  untracked(() => replaceFragment(''));
  linkProblem.value = '';
  void load(
    () => takeLink(link),
    (error) => {
      linkProblem.value = error instanceof Error ? error.message : String(error);
    },
  );
});

if (!isSigningIn.peek() && marked()) {
  void load(
    () => sendForJson<Session>('GET', '/sessions/current', { withSession: true }),
    () => marked('remove'),
  );
}
