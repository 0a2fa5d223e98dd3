/** A body may be discarded up to this many times the longest one that is accepted. */
const discardedLimits = 4;
/** A client that has sent nothing for so long has read the response, or never will; in milliseconds. */
const idleMs = 1_000;

/** How often a server asks {@link DiscardedBody.isOver}, in milliseconds. */
export const discardIntervalMs = 250;

/**
 * The rest of a request body whose response is already sent.
 *
 * The connection must end with such a response: a proxy that reuses it would send its next request into the middle of
 * the body. It must not end immediately: the kernel resets a connection that is closed with unread bytes, and a reset
 * can take the response with it (RFC 9112 section 9.6). So the rest is read and dropped, up to a bound in bytes and in
 * time, and then the connection is closed.
 */
export class DiscardedBody {
  readonly #maxBytes: number;
  readonly #endsAt: number;
  #bytes = 0;
  #lastAt: number;

  /**
   * @param limits - of the bodies that are accepted; the rest of one may take as long as a whole one.
   * @param now - by `performance.now()`, as in the other methods.
   */
  constructor(limits: { readonly maxBodyBytes: number; readonly bodyTimeoutMs: number }, now: number) {
    this.#maxBytes = discardedLimits * limits.maxBodyBytes;
    this.#endsAt = now + limits.bodyTimeoutMs;
    this.#lastAt = now;
  }

  /** Notes that bytes have arrived and were dropped. */
  drop(bytes: number, now: number): void {
    this.#bytes += bytes;
    this.#lastAt = now;
  }

  /** Whether the server has read enough. */
  isOver(now: number): boolean {
    return this.#bytes > this.#maxBytes || now >= this.#endsAt || now - this.#lastAt >= idleMs;
  }
}
