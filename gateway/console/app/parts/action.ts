import { useState } from 'preact/hooks';
import { patiently } from '../session/patience.js';
import { RequestFailure } from '../session/request.js';

/** Something that a press of a button does at the gateway. */
export interface Action {
  readonly isBusy: boolean;
  /** Why it has failed; '' if it has not. */
  readonly problem: string;
  /** That it waits, or has been done. */
  readonly note: string;
  /** Does it, unless it is being done. @param done - what to say when it has been. */
  run(make: () => Promise<void>, done?: string): Promise<void>;
  /** Forgets what was said of the last time, or says what is wrong before anything is asked for. */
  say(problem?: string): void;
}

export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [note, setNote] = useState('');
  const say = (text = '') => {
    setProblem(text);
    setNote('');
  };
  return {
    ...{ isBusy, problem, note, say },
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

function problemOf(error: unknown): string {
  if (error instanceof RequestFailure && error.status === 0) {
    return 'The gateway does not answer. It may have carried this out: look at the list before you try again.';
  }
  return error instanceof Error ? error.message : String(error);
}
