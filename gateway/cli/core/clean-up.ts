const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a cleanup if the process ends early: by a signal that can be handled, or by `process.exit`.
 *
 * @param cleanUp - synchronous; may be called twice.
 * @returns a function to call when the work is done: it cancels the cleanup.
 */
export function cleanUpAtEnd(cleanUp: () => void): () => void {
  const onSignal = (signal: NodeJS.Signals): void => {
    cancel();
    cleanUp();
    // Without our handler the signal ends the process, so that the parent process sees the signal.
    process.kill(process.pid, signal);
  };
  const cancel = (): void => {
    for (const signal of signals) process.off(signal, onSignal);
    process.off('exit', cleanUp);
  };
  for (const signal of signals) process.once(signal, onSignal);
  process.once('exit', cleanUp);
  return cancel;
}
