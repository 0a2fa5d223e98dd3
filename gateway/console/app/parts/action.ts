import { useState } from 'preact/hooks';
import { RequestFailure } from '../session/request.js';
import { signOuts } from '../session/session-store.js';
import { retryWhileLimited } from '../session/slow-request-notice.js';
import { throwIfSignedOutSince } from '../session/user-requests.js';

/** A request to the gateway that a button sends. */
export interface Action {
  readonly isBusy: boolean;
  /** Why it failed; '' if it did not. */
  readonly problem: string;
  /** The field of the problem in the gateway's notation: `origins[2]`; '' if it is about no field. */
  readonly path: string;
  /** What is wrong with that field: `must be …`; '' without a field. */
  readonly reason: string;
  /** That it waits, or succeeded. */
  readonly note: string;
  /** Runs it, unless it is running. @param done - the note after success. */
  run(make: () => Promise<void>, done?: string): Promise<void>;
  /** Forgets the last problem, or shows one before anything is sent. */
  say(problem?: string, path?: string): void;
}

const noProblem = { problem: '', path: '', reason: '' };
const noResponse = 'The gateway does not respond. It may have carried this out: look at the list before you try again.';

/** Returns the state of an action that a form or a dialog carries out with one request. A Preact hook. */
export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [{ problem, path, reason }, setProblem] = useState(noProblem);
  const [note, setNote] = useState('');
  const say = (text = '', about = '') => {
    setProblem({ problem: text, path: about, reason: '' });
    setNote('');
  };
  return {
    isBusy,
    problem,
    path,
    reason,
    note,
    say,
    async run(make, done = '') {
      if (isBusy) return;
      setBusy(true);
      say();
      const begunAfter = signOuts.peek();
      // What waits for its turn must not be done in the name of the next user.
      const makeAsSameUser = async () => {
        throwIfSignedOutSince(begunAfter);
        await make();
      };
      try {
        await retryWhileLimited(makeAsSameUser, { onWait: setNote });
        setNote(done);
      } catch (error) {
        setProblem(problemOf(error));
      } finally {
        setBusy(false);
      }
    },
  };
}

function problemOf(error: unknown): Pick<Action, 'problem' | 'path' | 'reason'> {
  if (!(error instanceof RequestFailure)) {
    return { ...noProblem, problem: error instanceof Error ? error.message : String(error) };
  }
  if (error.status === 0) return { ...noProblem, problem: noResponse };
  const { path = '', reason = '' } = error.details;
  return { problem: error.message, path, reason };
}
