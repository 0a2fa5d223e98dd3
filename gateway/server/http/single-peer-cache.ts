/**
 * The address of all open connections, as long as they share one: a proxy in front, or a single client. To ask the
 * system for the address with each request takes a tenth of a small request's time.
 *
 * The event of a closing connection has no address. So after connections from two addresses, there is no shared one
 * until all have closed.
 */
export class SinglePeerCache {
  #connections = 0;
  #address: Uint8Array | undefined;

  /** Open connections. */
  get connections(): number {
    return this.#connections;
  }

  /** Undefined for none, or more than one. */
  get address(): Uint8Array | undefined {
    return this.#address;
  }

  /** @param address - 4 or 16 bytes; none if the connection is already closed. */
  opened(address: Uint8Array): void {
    const isFirst = this.#connections++ === 0;
    if (isFirst) this.#address = address.length === 0 ? undefined : address;
    else if (this.#address !== undefined && !isSame(this.#address, address)) this.#address = undefined;
  }

  closed(): void {
    if (--this.#connections === 0) this.#address = undefined;
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
