import type { Worker } from 'node:worker_threads';

/** What reports how much heap a thread uses while the thread works. */
export interface HeapReader {
  /** Bytes, with garbage that is not collected yet; undefined if the thread is gone. */
  usedHeapBytes(thread: Worker): Promise<number | undefined>;
}

/**
 * Asks V8. That interrupts the thread's JavaScript for some microseconds, so a thread in a long native call answers when
 * the call ends.
 */
export const threadHeaps: HeapReader = {
  async usedHeapBytes(thread) {
    try {
      return (await thread.getHeapStatistics()).used_heap_size;
    } catch {
      // The thread is gone.
      return undefined;
    }
  },
};
