/** What decides when a request is sent again: a test gives its own. */
export interface Timing {
  /** Milliseconds since any moment. */
  now(): number;
  /** Milliseconds since the epoch. */
  date(): number;
  /** @throws the signal's reason, as soon as it is aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** At least 0, less than 1. */
  random(): number;
}

/** The real one. */
export const realTiming: Timing = {
  now: () => performance.now(),
  date: () => Date.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        // Signals may live for as long as a program: what is done must not hang on them.
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
  random: Math.random,
};
