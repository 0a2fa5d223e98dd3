/** Why a connection was closed as soon as it was accepted. */
export type ConnectionRefusal = 'descriptors' | 'handshakes';

export interface ConnectionLimits {
  /** Connections that may be open at a time; Infinity for no limit. */
  readonly maxConnections: number;
  /**
   * Whether an address may begin another TLS handshake.
   *
   * @param peer - the other end of the connection, as text or as the 4 or 16 bytes of its address.
   */
  readonly admitsHandshake: (peer: string | Uint8Array) => boolean;
}

/**
 * Decides which connections are closed as soon as they are accepted, before anything is read from them.
 *
 * A process without free descriptors can accept nothing, nor open a file or a database. uWebSockets.js then tries to
 * accept the same connection again and again, with all of a processor. And a TLS handshake costs the event loop more than
 * most requests, before there is a request that a burst limit could count.
 */
export class ConnectionGate {
  readonly limits: ConnectionLimits;
  readonly #isTls: boolean;
  readonly #refused: Record<ConnectionRefusal, number> = { descriptors: 0, handshakes: 0 };

  constructor(limits: ConnectionLimits, isTls: boolean) {
    this.limits = limits;
    this.#isTls = isTls;
  }

  /** Connections refused so far. */
  get refused(): Readonly<Record<ConnectionRefusal, number>> {
    return this.#refused;
  }

  /**
   * Returns whether a new connection may stay.
   *
   * @param open - open connections, with this one.
   * @param peer - its address; empty if the client has gone.
   */
  admits(open: number, peer: string | Uint8Array): boolean {
    if (open > this.limits.maxConnections) return this.#refuse('descriptors');
    if (this.#isTls && !this.limits.admitsHandshake(peer)) return this.#refuse('handshakes');
    return true;
  }

  #refuse(reason: ConnectionRefusal): false {
    this.#refused[reason]++;
    return false;
  }
}
