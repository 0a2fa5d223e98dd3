/** Up to this many times the maximum body size is discarded. */
const discardedLimits = 4;
/** How long a response waits for the rest of the body, in milliseconds … */
const maxWaitMs = 1_000;
/** … unless nothing arrives for this long: the client waits too, for `100 Continue` or for its own input. */
const quietMs = 150;
/** A client that has sent nothing for this long, in milliseconds, has read the response or never will. */
const idleMs = 1_000;

/** How often a server checks a {@link DiscardedBody}, in milliseconds. */
export const discardIntervalMs = 250;

/**
 * The rest of the body of a request whose response was made before the body had arrived.
 *
 * The connection must end with such a response: a proxy that reuses it would send its next request into the middle of
 * the body. It must not end immediately: the kernel resets a connection that is closed with unread bytes, and a reset
 * can take the response with it (RFC 9112 section 9.6). So the rest is read and dropped, up to a bound in bytes and in
 * time, and then the connection is closed.
 *
 * The response itself waits a moment for the rest. Some clients that are still sending lose a response that comes
 * early: curl 7.88 over HTTP/2 in front of Caddy 2.6 lost the body of every third one.
 */
export class DiscardedBody {
  readonly #maxBytes: number;
  readonly #beganAt: number;
  readonly #endsAt: number;
  #bytes = 0;
  #lastAt: number;

  /**
   * @param limits - of the bodies that are accepted; the rest of one may take as long as a whole one.
   * @param status - of the response: after 408 the client only has a second to read the response.
   * @param now - by `performance.now()`, as in the other methods.
   */
  constructor(limits: { readonly maxBodyBytes: number; readonly bodyTimeoutMs: number }, status: number, now: number) {
    this.#maxBytes = discardedLimits * limits.maxBodyBytes;
    this.#beganAt = now;
    this.#endsAt = now + (status === 408 ? idleMs : limits.bodyTimeoutMs);
    this.#lastAt = now;
  }

  /** Records that bytes arrived and were dropped. */
  drop(bytes: number, now: number): void {
    this.#bytes += bytes;
    this.#lastAt = now;
  }

  /** Whether the response still waits for the rest. */
  isAwaited(now: number): boolean {
    return !this.isOver(now) && now - this.#beganAt < maxWaitMs && now - this.#lastAt < quietMs;
  }

  /** Whether the server has read enough. */
  isOver(now: number): boolean {
    return this.#bytes > this.#maxBytes || now >= this.#endsAt || now - this.#lastAt >= idleMs;
  }
}
