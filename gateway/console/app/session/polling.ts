import { useEffect, useRef } from 'preact/hooks';
import { reachable } from './reachability-store.js';
import { signOuts } from './session-store.js';

/**
 * Runs a task regularly while the page is visible and the gateway responds, and immediately when it comes back.
 *
 * @param task - handles its own errors. The next run is timed from its end.
 * @param subject - a change of it, or of the user, aborts the task and starts it again.
 */
export function usePolling(task: (signal: AbortSignal) => Promise<void>, everyMs: number, subject = ''): void {
  const latest = useRef(task);
  latest.current = task;
  useEffect(() => startPolling((signal) => latest.current(signal), everyMs), [everyMs, subject, signOuts.value]);
}

function startPolling(task: (signal: AbortSignal) => Promise<void>, everyMs: number): () => void {
  const control = new AbortController();
  let timer: number | undefined;
  let isRunning = false;
  let endedAt = Number.NEGATIVE_INFINITY;
  const run = async () => {
    if (isRunning || document.visibilityState === 'hidden' || !reachable.peek()) return;
    isRunning = true;
    await task(control.signal);
    isRunning = false;
    endedAt = performance.now();
    if (!control.signal.aborted) resume();
  };
  const resume = (afterMs = Math.max(0, endedAt + everyMs - performance.now())) => {
    clearTimeout(timer);
    timer = setTimeout(run, afterMs);
  };
  const onVisibility = () => resume();
  document.addEventListener('visibilitychange', onVisibility);
  const unsubscribe = reachable.subscribe((isReachable) => {
    if (isReachable) resume(0);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
    document.removeEventListener('visibilitychange', onVisibility);
    control.abort();
  };
}
