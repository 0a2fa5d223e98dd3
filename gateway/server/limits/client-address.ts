import { LRUCache } from 'lru-cache';
import {
  addressFromBytes,
  addressText,
  type IpAddress,
  type IpNetwork,
  isInNetwork,
  parseAddress,
} from '#gateway/core/ip-address.js';

/** All clients without a known address (Unix sockets), counted together. */
const unknownClient = 'unknown';

/** Most addresses in each cache. By size: with `max`, it would take memory for all of them now, 0.7 ms of a start. */
const cacheOptions = { maxSize: 10_000, sizeCalculation: () => 1 } as const;

/**
 * Identifies clients for limits: by IPv4 address, or by the /64 of the IPv6 address, which is the least that a
 * subscriber gets (RFC 6177) and has 2^64 addresses.
 */
export class ClientAddresses {
  readonly #trusted: readonly IpNetwork[];
  /** By the address's 32 bits. */
  readonly #idsOfIPv4 = new LRUCache<number, string>(cacheOptions);
  readonly #cache = new LRUCache<string, { readonly address: IpAddress | undefined }>(cacheOptions);

  /** @param trustedProxies - proxies whose `X-Forwarded-For` is trusted; from parseNetwork. */
  constructor(trustedProxies: readonly IpNetwork[]) {
    this.#trusted = trustedProxies;
  }

  /**
   * @param peer - the other end of the connection, as text or as the 4 or 16 bytes of its address.
   * @param forwardedFor - the `X-Forwarded-For` header, several lines of it joined by commas.
   * @returns the id to count by: `192.0.2.7`, `2001:db8:0:1::/64`, or `unknown`.
   */
  clientId(peer: string | Uint8Array, forwardedFor?: string): string {
    const client = this.addressOf(peer, forwardedFor);
    if (client === undefined) return unknownClient;
    return client.length === 4 ? this.#idOfIPv4(client) : idOfIPv6(client);
  }

  /** Returns the address of a client as text. Parameters are those of {@link addressOf}. */
  clientAddress(peer: string | Uint8Array, forwardedFor: string): string | undefined {
    const client = this.addressOf(peer, forwardedFor);
    return client && addressText(client);
  }

  /** Returns the address of a client; undefined if it has none. Parameters as in {@link clientId}. */
  addressOf(peer: string | Uint8Array, forwardedFor?: string): IpAddress | undefined {
    const address = typeof peer === 'string' ? this.#parse(peer) : addressFromBytes(peer);
    if (address === undefined) return undefined;
    const isForwarded = forwardedFor !== undefined && forwardedFor !== '' && this.#trusted.length > 0;
    return isForwarded ? this.#forwardedClient(address, forwardedFor) : address;
  }

  /** Whether a peer is one of the proxies. @param peer - as in {@link clientId}. */
  isProxy(peer: string | Uint8Array): boolean {
    const address = typeof peer === 'string' ? this.#parse(peer) : addressFromBytes(peer);
    return address !== undefined && this.#isTrusted(address);
  }

  /** Cached, because the same addresses return often. */
  #idOfIPv4(address: IpAddress): string {
    // By index: destructuring would use the array's iterator.
    const number = ((address[0] ?? 0) << 24) | ((address[1] ?? 0) << 16) | ((address[2] ?? 0) << 8) | (address[3] ?? 0);
    let id = this.#idsOfIPv4.get(number);
    if (id === undefined) {
      id = address.join('.');
      this.#idsOfIPv4.set(number, id);
    }
    return id;
  }

  /**
   * Walks the header from its end, where the nearest proxy wrote, past every trusted proxy. The client could have made
   * up everything left of the first untrusted address, so it is not read. The same applies left of an invalid address:
   * then the last valid one is the client.
   */
  #forwardedClient(peer: IpAddress, forwardedFor: string): IpAddress {
    let client = peer;
    let end = forwardedFor.length;
    while (end > 0 && this.#isTrusted(client)) {
      const comma = forwardedFor.lastIndexOf(',', end - 1);
      const entry = forwardedFor.slice(comma + 1, end).trim();
      end = comma;
      // RFC 9110 section 5.6.1.2: empty elements of a list are ignored.
      if (entry === '') continue;
      const address = this.#parse(withoutPort(entry));
      if (address === undefined) break;
      client = address;
    }
    return client;
  }

  #isTrusted(address: IpAddress): boolean {
    return this.#trusted.some((network) => isInNetwork(address, network));
  }

  #parse(text: string): IpAddress | undefined {
    let cached = this.#cache.get(text);
    if (cached === undefined) {
      cached = { address: parseAddress(text) };
      // Invalid addresses are not cached: they may be long, and will not return.
      if (cached.address !== undefined) this.#cache.set(ownCopy(text), cached);
    }
    return cached.address;
  }
}

/**
 * Copies a text. V8 makes a substring by pointing into its text, so a cached one would keep the whole header, up to 16
 * KB.
 */
function ownCopy(text: string): string {
  return Buffer.from(text).toString();
}

/** Some proxies add the client's port: `192.0.2.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(entry) ?? [];
  if (bracketed !== undefined) return bracketed;
  const colon = entry.indexOf(':');
  const isPort = colon !== -1 && colon === entry.lastIndexOf(':') && /^\d+$/.test(entry.slice(colon + 1));
  return isPort ? entry.slice(0, colon) : entry;
}

function idOfIPv6(address: IpAddress): string {
  let prefix = '';
  for (let i = 0; i < 8; i += 2) prefix += `${(((address[i] ?? 0) << 8) | (address[i + 1] ?? 0)).toString(16)}:`;
  return `${prefix}:/64`;
}
