/**
 * Returns the processor time that the calling thread has spent, in milliseconds. Neither other processes count, nor the
 * threads that compile and collect garbage.
 *
 * The kernel counts in steps of up to four milliseconds: see {@link meanMs} for calls that are shorter.
 */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Returns the processor time of a call, in milliseconds: the mean of as many as take so much time together. */
export function meanMs(call: () => void, togetherMs: number): number {
  const began = threadMs();
  for (let calls = 1; ; calls++) {
    call();
    const spent = threadMs() - began;
    if (spent >= togetherMs) return spent / calls;
  }
}
