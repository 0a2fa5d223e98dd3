import { useRef, useState } from 'preact/hooks';
import { usePolling } from './polling.js';
import { writes } from './reachability-store.js';
import { isAbort } from './request.js';
import { retryWhileLimited } from './slow-request-notice.js';
import { sendAsOperator } from './user-requests.js';

/** A document of the gateway that a component shows. */
export interface Shown<Body> {
  /** Undefined until it has come. */
  readonly body: Body | undefined;
  /** Why there is nothing newer, or that a request waits; '' without a problem. */
  readonly problem: string;
  /** Shows a newer one, such as the response to a change. */
  readonly show: (body: Body) => void;
}

/**
 * Loads a document for an operator or owner, regularly and after each change again. A Preact hook.
 *
 * @param everyMs - from the end of a request to the next, in milliseconds.
 */
export function useDocument<Body>(path: string, everyMs: number): Shown<Body> {
  const [loaded, setLoaded] = useState<{ readonly path: string; readonly body: Body }>();
  const [problem, setProblem] = useState('');
  const changes = useRef(0);
  usePolling(
    async (signal) => {
      const before = changes.current;
      try {
        const ask = () => sendAsOperator<Body>('GET', path, { signal });
        const body = await retryWhileLimited(ask, { signal, onWait: setProblem });
        // It may not have what was changed since.
        if (signal.aborted || changes.current !== before) return;
        setLoaded({ path, body });
        setProblem('');
      } catch (error) {
        if (!isAbort(error)) setProblem(error instanceof Error ? error.message : String(error));
      }
    },
    everyMs,
    `${path} ${writes.value}`,
  );
  const show = (body: Body) => {
    changes.current++;
    setLoaded({ path, body });
  };
  return { body: loaded?.path === path ? loaded.body : undefined, problem, show };
}
