import type { Worker } from 'node:worker_threads';

/** Reports the heap of a thread while it works. */
export interface HeapReader {
  /** Returns bytes, including garbage that is not collected yet; undefined if the thread has ended. */
  usedHeapBytes(thread: Worker): Promise<number | undefined>;
}

/**
 * Asks V8, which interrupts the thread's JavaScript for some microseconds. A thread in a long native call responds
 * when the call ends.
 */
export const threadHeaps: HeapReader = {
  async usedHeapBytes(thread) {
    try {
      return (await thread.getHeapStatistics()).used_heap_size;
    } catch {
      // The thread has ended.
      return undefined;
    }
  },
};
