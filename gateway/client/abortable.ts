/**
 * Waits for a promise that knows no signal.
 *
 * @throws the signal's reason, as soon as it is aborted; what becomes of the promise then, nobody hears.
 */
export function abortable<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    // Signals may live for as long as a program: what is done must not hang on them.
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
