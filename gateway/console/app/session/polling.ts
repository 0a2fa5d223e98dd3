import { useEffect, useRef } from 'preact/hooks';
import { reachable } from './reachability.js';

/**
 * Does something now and again, only while the page is in sight and the gateway answers: at once when it comes back.
 *
 * @param task - has to deal with its own errors. The next run is timed from its end.
 * @param subject - when it changes, the task is ended and begun anew.
 */
export function usePolling(task: (signal: AbortSignal) => Promise<void>, everyMs: number, subject = ''): void {
  const latest = useRef(task);
  latest.current = task;
  useEffect(() => startPolling((signal) => latest.current(signal), everyMs), [everyMs, subject]);
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
