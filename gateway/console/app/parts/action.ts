import { useState } from 'preact/hooks';
import { patiently } from '../session/patience.js';
import { RequestFailure } from '../session/request.js';

/** Something that a press of a button does at the gateway. */
export interface Action {
  readonly isBusy: boolean;
  /** Why it has failed; '' if it has not. */
  readonly problem: string;
  /** The field that the problem is about, as the gateway calls it: `origins[2]`; '' if it is about none. */
  readonly path: string;
  /** What is wrong with that field: `must be …`; '' if the problem says it in another way. */
  readonly reason: string;
  /** That it waits, or has been done. */
  readonly note: string;
  /** Does it, unless it is being done. @param done - what to say when it has been. */
  run(make: () => Promise<void>, done?: string): Promise<void>;
  /** Forgets what was said of the last time, or says what is wrong before anything is asked for. */
  say(problem?: string, path?: string): void;
}

const noProblem = { problem: '', path: '', reason: '' };
const noAnswer = 'The gateway does not answer. It may have carried this out: look at the list before you try again.';

export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [{ problem, path, reason }, setProblem] = useState(noProblem);
  const [note, setNote] = useState('');
  const say = (text = '', about = '') => {
    setProblem({ problem: text, path: about, reason: '' });
    setNote('');
  };
  return {
    ...{ isBusy, problem, path, reason, note, say },
    async run(make, done = '') {
      if (isBusy) return;
      setBusy(true);
      say();
      try {
        await patiently(make, { onWait: setNote });
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
  if (error.status === 0) return { ...noProblem, problem: noAnswer };
  const { path = '', reason = '' } = error.details;
  return { problem: error.message, path, reason };
}
