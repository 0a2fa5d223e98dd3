/**
 * Tells the event loop that some thread has answered. All threads of a pool share it: while the event loop has not
 * looked, no further message is needed.
 */
export class Doorbell {
  readonly memory: SharedArrayBuffer;
  readonly #word: Int32Array;

  /** @param memory - of another doorbell, to share it. */
  constructor(memory = new SharedArrayBuffer(4)) {
    this.memory = memory;
    this.#word = new Int32Array(memory);
  }

  /** Thread. @returns whether the event loop must be told by a message. */
  ring(): boolean {
    return Atomics.exchange(this.#word, 0, 1) === 0;
  }

  /** Event loop: called before it looks at the mailboxes, so that it misses no answer. */
  silence(): void {
    Atomics.store(this.#word, 0, 0);
  }
}
