/** A response that its client has not read yet. */
export interface UnreadResponse {
  /** Memory of the whole response, including the part that was read; 0 unless it waits. */
  unreadBytes: number;
  /** Closes the connection; the response is {@link UnreadResponses.remove}d by then or soon after. */
  abandon(): void;
}

/**
 * Limits the total memory of responses that wait for slow clients. Above the limit, the client that has read nothing
 * for longest is disconnected, so that clients that read are not affected.
 */
export class UnreadResponses {
  readonly #maxBytes: number;
  /** Longest without progress first. */
  readonly #waiting = new Set<UnreadResponse>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Memory of the waiting responses, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @param bytes - the size of the whole response. */
  add(response: UnreadResponse, bytes: number): void {
    // One without bytes cannot wait.
    if (bytes === 0) return;
    response.unreadBytes = bytes;
    this.#waiting.add(response);
    this.#bytes += bytes;
    for (const slowest of this.#waiting) {
      if (this.#bytes <= this.#maxBytes) return;
      this.remove(slowest);
      slowest.abandon();
    }
  }

  /** The client has read some of it. */
  progressed(response: UnreadResponse): void {
    if (this.#waiting.delete(response)) this.#waiting.add(response);
  }

  /** Ends the entry: the response is sent, or its client has gone. Idempotent. */
  remove(response: UnreadResponse): void {
    if (!this.#waiting.delete(response)) return;
    this.#bytes -= response.unreadBytes;
    response.unreadBytes = 0;
  }
}
