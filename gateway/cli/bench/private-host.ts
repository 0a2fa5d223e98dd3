import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { CommandError, UsageError } from '../core/io.js';

/** Names of ipaddr.js for the networks of a machine, a site or a link: RFC 1918, RFC 3927, RFC 4193, RFC 4291. */
const privateRanges: ReadonlySet<string> = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal']);

/** Whether an IP address is of this machine or of a private network. */
export function isPrivateAddress(address: string): boolean {
  // An IPv4 address in IPv6 notation (`::ffff:10.0.0.1`) is what it stands for.
  return privateRanges.has(ipaddr.process(address).range());
}

/**
 * Returns the lookup of a load. The name is resolved once, so that the load goes only to addresses that were checked.
 *
 * @param host - of a URL: a name, an IPv4 address, or an IPv6 address in brackets.
 * @param allowsAny - whether an address of the internet is allowed.
 * @param resolve - returns the addresses of a name.
 * @throws {UsageError} if the host has an address of the internet, which is not allowed.
 * @throws {CommandError} if the name has no address.
 */
export async function checkedLookup(
  host: string,
  allowsAny: boolean,
  resolve: (host: string) => Promise<readonly LookupAddress[]> = (name) => lookup(name, { all: true }),
): Promise<LookupFunction> {
  const addresses = await resolve(host.replace(/^\[|\]$/g, '')).catch((error: Error) => {
    throw new CommandError(`Cannot find the address of ${host}: ${error.message}`);
  });
  const [first] = addresses;
  if (first === undefined) throw new CommandError(`${host} has no address`);
  const other = addresses.find(({ address }) => !isPrivateAddress(address));
  if (other !== undefined && !allowsAny) {
    throw new UsageError(
      `${host} (${other.address}) is neither this machine nor in a private network: a load test of someone else's server ` +
        'is an attack. With --yes you confirm that you may do this',
    );
  }
  return (_, { all }, found) => (all ? found(null, [...addresses]) : found(null, first.address, first.family));
}
