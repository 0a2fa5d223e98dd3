/** An answer that its client has not taken yet. */
export interface UnreadAnswer {
  /** Ends the connection; the answer is {@link UnreadAnswers.remove}d by then or soon after. */
  abandon(): void;
}

/**
 * How much memory answers may hold that wait for slow clients, all of them together. Beyond it the client that has
 * taken nothing for longest is given up: whoever reads has nothing to fear from those who do not.
 */
export class UnreadAnswers {
  readonly #maxBytes: number;
  /** With their bytes; the one that has made no progress for longest comes first. */
  readonly #waiting = new Map<UnreadAnswer, number>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Memory of the answers that wait, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @param bytes - all that the answer holds, whatever part of it has been taken. */
  add(answer: UnreadAnswer, bytes: number): void {
    this.#waiting.set(answer, bytes);
    this.#bytes += bytes;
    for (const [slowest] of this.#waiting) {
      if (this.#bytes <= this.#maxBytes) return;
      this.remove(slowest);
      slowest.abandon();
    }
  }

  /** The client has taken some of it. */
  progressed(answer: UnreadAnswer): void {
    const bytes = this.#waiting.get(answer);
    if (bytes === undefined) return;
    this.#waiting.delete(answer);
    this.#waiting.set(answer, bytes);
  }

  /** Ends the entry: the response is sent, or its client has gone. Idempotent. */
  remove(answer: UnreadAnswer): void {
    const bytes = this.#waiting.get(answer);
    if (bytes === undefined) return;
    this.#waiting.delete(answer);
    this.#bytes -= bytes;
  }
}
