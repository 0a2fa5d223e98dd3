import type { Clock } from '#gateway/core/clock.js';
import type { RunningSettings } from './config/running-settings.js';
import { BurstLimiter } from './limits/burst-limiter.js';
import type { ClientAddresses } from './limits/client-address.js';

/** A client may open a connection for each request, and for each one that is refused until it heeds the 429. */
const handshakesPerRequest = 4;

/**
 * Beyond that, all addresses together may begin as many times BURST_PER_IP a minute, by default 100 a second: 12 % of the
 * event loop with an RSA key of 2,048 bits. A foreign page can use up the handshakes of its visitor's address, and must not
 * keep the operator there from connecting, as long as that costs others nothing.
 */
const sharedHandshakesPerRequest = 50;

export interface HandshakeLimitParts {
  readonly settings: RunningSettings;
  readonly clock: Clock;
  readonly addresses: ClientAddresses;
}

/**
 * Creates the limit on TLS handshakes: for each address four times BURST_PER_IP a minute, and beyond that fifty times for
 * all; none if that is 0. A proxy of TRUSTED_PROXIES has none. The buckets are neither stored nor shared, since a
 * handshake costs only this process.
 *
 * @returns whether an address may begin another one, see `ConnectionLimits.admitsHandshake`.
 */
export function createHandshakeLimit({ settings, clock, addresses }: HandshakeLimitParts) {
  const limiter = (perRequest: number): BurstLimiter => {
    const limitOf = ({ burstPerIp }: RunningSettings['current']): number => perRequest * burstPerIp;
    const handshakes = new BurstLimiter({ kind: 'ip', limit: limitOf(settings.current), clock });
    settings.onChange((changed) => handshakes.setLimit(limitOf(changed)));
    return handshakes;
  };
  const own = limiter(handshakesPerRequest);
  const shared = limiter(sharedHandshakesPerRequest);
  return (peer: string | Uint8Array): boolean =>
    addresses.isProxy(peer) || own.take(addresses.clientId(peer)) || shared.take('all');
}
