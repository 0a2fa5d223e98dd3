/**
 * Notifies the event loop that some thread has completed its jobs. All threads of a pool share it: until the event loop
 * clears it, no further message is needed.
 */
export class WakeSignal {
  readonly memory: SharedArrayBuffer;
  readonly #word: Int32Array;

  /** @param memory - of another wake signal, to share it. */
  constructor(memory = new SharedArrayBuffer(4)) {
    this.memory = memory;
    this.#word = new Int32Array(memory);
  }

  /** Thread. @returns whether the event loop needs a message. */
  raise(): boolean {
    return Atomics.exchange(this.#word, 0, 1) === 0;
  }

  /** Event loop: called before it polls the channels, so that it misses no result. */
  clear(): void {
    Atomics.store(this.#word, 0, 0);
  }
}
