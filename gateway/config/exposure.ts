import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { baseUrl } from '../core/base-url.js';
import type { Config, EnvironmentVariables } from './config.js';

/** A gateway that other machines reach over HTTP without TLS. */
export interface Exposure {
  /** The addresses under which it is reached, such as `http://192.0.2.7:8080`; empty if the system does not tell them. */
  readonly addresses: readonly string[];
  /** What is exposed, and what to do about it: one sentence. */
  readonly warning: string;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/**
 * Finds out whether keys and texts may cross a network in the clear. TRUSTED_PROXIES says that a proxy is in front,
 * which is where TLS belongs then.
 *
 * @param port - the port that the gateway listens on.
 * @param environment - `container` is set in containers (https://systemd.io/CONTAINER_INTERFACE); the image sets it.
 * @returns undefined if nothing is exposed.
 */
export async function exposureOf(
  config: Pick<Config, 'host' | 'tlsCertFile' | 'trustedProxies'>,
  port: number,
  environment: EnvironmentVariables,
): Promise<Exposure | undefined> {
  const { host, tlsCertFile, trustedProxies } = config;
  if (tlsCertFile !== undefined || trustedProxies.length > 0) return undefined;
  const address = isIP(host) === 0 ? (await lookup(host)).address : host;
  const isAny = address === '0.0.0.0' || address === '::';
  if (!isAny && isLoopback(address)) return undefined;
  const addresses = (isAny ? outerAddresses(address) : [address]).map((each) => baseUrl(each, port, false));
  return { addresses, warning: environment.container ? containerWarning(port) : warning };
}

const warning =
  'Other machines reach the gateway over HTTP without TLS, so that keys and texts pass in the clear: set TLS_CERT_FILE ' +
  'and TLS_KEY_FILE, or TRUSTED_PROXIES for a proxy that terminates TLS, or HOST=127.0.0.1';

/** What is reached from outside of a container is decided where its port is published. */
function containerWarning(port: number): string {
  return (
    'The gateway serves HTTP without TLS to all that reach this container, so that keys and texts may pass in the ' +
    `clear: publish its port on the host alone (-p 127.0.0.1:${port}:${port}), or set TRUSTED_PROXIES for a proxy that ` +
    'terminates TLS, or TLS_CERT_FILE and TLS_KEY_FILE'
  );
}

function isLoopback(address: string): boolean {
  return loopback.check(address.split('%', 1)[0] ?? '', isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** The addresses of this machine's interfaces, but for those that only the machine itself reaches. */
function outerAddresses(any: '0.0.0.0' | '::'): string[] {
  return interfaces()
    .filter(({ internal, family }) => !internal && (any === '::' || family === 'IPv4'))
    .map(({ address, zone }) => (zone === undefined ? address : `${address}%${zone}`));
}

function interfaces() {
  try {
    return Object.entries(networkInterfaces()).flatMap(([name, entries = []]) =>
      // Link-local addresses of IPv6 are those of one interface.
      entries.map((entry) => ({ ...entry, zone: entry.family === 'IPv6' && entry.scopeid !== 0 ? name : undefined })),
    );
  } catch {
    // A sandbox may forbid to ask (AF_NETLINK).
    return [];
  }
}
