/**
 * Waits for a promise that takes no signal.
 *
 * @throws the signal's reason as soon as it is aborted. The result of the promise is then ignored.
 */
export function abortable<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    // A signal may live as long as the program: a finished call must not stay attached to it.
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
