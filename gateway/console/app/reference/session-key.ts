import { issueConsoleKey } from '../session/console-key.js';
import { markedSession } from '../session/session-mark.js';

let issued: { readonly session: string; readonly key: Promise<string> } | undefined;

/** Returns the key with which the console runs texts for the signed-in user; '' without one. */
export function keyOfSession(): Promise<string> {
  const session = markedSession();
  if (session === '') return Promise.resolve('');
  // On another page, another user may have signed in since.
  if (issued?.session === session) return issued.key;
  const key = issue().then(
    (secret) => {
      if (secret === '') forgetKeyOfSession();
      return secret;
    },
    (error: unknown) => {
      forgetKeyOfSession();
      throw error;
    },
  );
  issued = { session, key };
  return key;
}

/** Another page has given the key a new secret, or it was revoked: the next request gets another one. */
export function forgetKeyOfSession(): void {
  issued = undefined;
}

async function issue(): Promise<string> {
  const response = await fetch('/sessions/current', { cache: 'no-store', headers: named() });
  // The session has ended.
  if (response.status === 401) return '';
  const { role, error }: { role: string; error: string } = await response.json();
  if (!response.ok) throw new Error(error);
  return issueConsoleKey(send, role === 'owner');
}

/** Names the session that is meant: a program on another port of the host may have replaced its cookie. */
function named(): Record<string, string> {
  return { 'x-session-id': markedSession() };
}

/** @throws with the sentence of the gateway. */
async function send<Body>(method: string, path: string, body?: object): Promise<Body> {
  const options: RequestInit = { method, cache: 'no-store', headers: named() };
  const written = { headers: { ...named(), 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, body === undefined ? options : { ...options, ...written });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}
