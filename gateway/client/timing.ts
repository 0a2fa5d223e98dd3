/** The clock, timers and random numbers of the client, replaced in tests. */
export interface Timing {
  /** Monotonic time in milliseconds. */
  now(): number;
  /** Milliseconds since the epoch. */
  date(): number;
  /** @throws the signal's reason as soon as it is aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** At least 0, less than 1. */
  random(): number;
}

/** The clock, timers and random numbers of the machine. */
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
        // A signal may live as long as the program: a finished call must not stay attached to it.
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
  random: Math.random,
};
