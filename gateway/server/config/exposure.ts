import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { baseUrl } from '#gateway/core/base-url.js';
import { isLoopback } from '#gateway/core/ip-address.js';
import type { Config } from './config.js';
import type { EnvironmentVariables } from './setting.js';

/** A gateway that other machines can reach over HTTP without TLS. */
export interface Exposure {
  /** Its addresses, such as `http://192.0.2.7:8080`; empty if the system does not show them. */
  readonly addresses: readonly string[];
  /** One sentence that says what is exposed, and what to do. */
  readonly warning: string;
}

/**
 * Finds out whether keys and texts may cross a network in plain text. With TRUSTED_PROXIES a proxy is in front, and TLS
 * is its task. Never rejects: a name that cannot be looked up counts as exposed, unless it is one of this machine alone.
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
  const address = isIP(host) === 0 ? await addressOf(host) : host;
  const isAny = address === '0.0.0.0' || address === '::';
  if (!isAny && isLoopback(address)) return undefined;
  const addresses = (isAny ? outerAddresses(address) : [address]).map((each) => baseUrl(each, port, false));
  return { addresses, warning: environment.container ? containerWarning(port) : warning };
}

const warning =
  'Other machines reach the gateway over HTTP without TLS, so keys and texts are sent in plain text: set TLS_CERT_FILE ' +
  'and TLS_KEY_FILE, or TRUSTED_PROXIES for a proxy that terminates TLS, or HOST=127.0.0.1';

/** Returns the address of a name, or the name itself if the system does not find one. */
async function addressOf(name: string): Promise<string> {
  try {
    return (await lookup(name)).address;
  } catch {
    return name;
  }
}

/** Who can reach a container depends on where its port is published. */
function containerWarning(port: number): string {
  return (
    'The gateway serves HTTP without TLS to everyone who can reach this container, so keys and texts may be sent in ' +
    `plain text: publish its port on the host alone (-p 127.0.0.1:${port}:${port}), or set TRUSTED_PROXIES for a proxy that ` +
    'terminates TLS, or TLS_CERT_FILE and TLS_KEY_FILE'
  );
}

/** Returns the addresses of this machine's interfaces, without loopback. */
function outerAddresses(any: '0.0.0.0' | '::'): string[] {
  return interfaces()
    .filter(({ internal, family }) => !internal && (any === '::' || family === 'IPv4'))
    .map(({ address, zone }) => (zone === undefined ? address : `${address}%${zone}`));
}

function interfaces() {
  try {
    return Object.entries(networkInterfaces()).flatMap(([name, entries = []]) =>
      // Link-local addresses of IPv6 are valid on one interface only.
      entries.map((entry) => ({ ...entry, zone: entry.family === 'IPv6' && entry.scopeid !== 0 ? name : undefined })),
    );
  } catch {
    // A sandbox may forbid this (AF_NETLINK).
    return [];
  }
}
