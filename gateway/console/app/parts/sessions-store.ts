import { effect, signal } from '@preact/signals';
import { isAbort } from '../session/request.js';
import { eachTime, type Session, signOuts } from '../session/session-store.js';
import { sendAsOperator } from '../session/user-requests.js';

// Inputs

/** The signed-in browsers; empty before they have arrived. */
export const sessions = signal<readonly Session[]>([]);
/** Why the last request failed; '' if it did not. */
export const sessionsProblem = signal('');

// Effects. The list calls `openSessions` when it appears.

function startEffects(): void {
  // The user signs out → the list is forgotten: the next user must not see what this one saw.
  effect(eachTime(signOuts, forget));
}

// Actions

function forget(): void {
  sessions.value = [];
  sessionsProblem.value = '';
}

/** Loads the list from the beginning. */
export async function openSessions(): Promise<void> {
  forget();
  await attempt(load);
}

/** Ends the session of another browser, and loads the list again. @returns whether that worked. */
export function endSessionOf({ id }: Session): Promise<boolean> {
  return attempt(async () => {
    await sendAsOperator('DELETE', `/sessions/${id}`);
    await load();
  });
}

async function load(): Promise<void> {
  sessions.value = (await sendAsOperator<{ sessions: Session[] }>('GET', '/sessions')).sessions;
}

async function attempt(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    sessionsProblem.value = '';
    return true;
  } catch (error) {
    if (!isAbort(error)) sessionsProblem.value = error instanceof Error ? error.message : String(error);
    return false;
  }
}

startEffects();
