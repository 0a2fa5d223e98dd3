import { isIPv4 } from 'node:net';
import { ipAddressValue, ipAddressWithValue, isIpAddress } from '../../../text/urls/ip-addresses.js';
import type { AddressRange } from './address-ranges.js';

/** The addresses that share their first bits. */
export interface IpNetwork extends AddressRange {
  /** As written, in IPv6 as well; not always the first one. */
  readonly address: string;
  readonly prefixLength: number;
}

/**
 * Parses a network in CIDR notation, `10.0.0.0/8` (RFC 4632), or with its mask, `10.0.0.0 255.0.0.0`. An address
 * without either is a network of one.
 *
 * @returns undefined if it is invalid.
 */
export function parseIpNetwork(text: string): IpNetwork | undefined {
  const [, address = '', suffix] = /^([^\s/]+)(?:(?:\s{0,9}\/\s{0,9}|\s{1,9})([\d.]+))?$/.exec(text) ?? [];
  if (!isIpAddress(address)) return undefined;
  const version = isIPv4(address) ? 4 : 6;
  const bits = version === 4 ? 32 : 128;
  const prefixLength = suffix === undefined ? bits : prefixLengthOf(suffix, bits);
  if (prefixLength === undefined) return undefined;
  const hostMask = (1n << BigInt(bits - prefixLength)) - 1n;
  const value = ipAddressValue(address);
  const first = value - (value & hostMask);
  return { version, address, prefixLength, first, last: first + hostMask };
}

/** Returns the prefix length from a number or a mask; undefined if it is neither. */
function prefixLengthOf(suffix: string, bits: number): number | undefined {
  if (/^\d{1,3}$/.test(suffix)) return Number(suffix) <= bits ? Number(suffix) : undefined;
  if (bits !== 32 || !isIPv4(suffix)) return undefined;
  const zeros = /^1*(0*)$/.exec(ipAddressValue(suffix).toString(2).padStart(32, '0'))?.[1];
  return zeros === undefined ? undefined : 32 - zeros.length;
}

/** Writes the facts about a network as JSON on one line. Counts have all their digits. */
export function ipNetworkJson(network: IpNetwork): string {
  const { version, prefixLength, first, last } = network;
  const written = (value: bigint) => JSON.stringify(ipAddressWithValue(value, version));
  const addresses = last - first + 1n;
  const members: [name: string, json: string][] = [
    ['address', JSON.stringify(network.address)],
    ['network', JSON.stringify(`${ipAddressWithValue(first, version)}/${prefixLength}`)],
    ['version', `${version}`],
    ['prefixLength', `${prefixLength}`],
  ];
  if (version === 4) {
    const hostMask = last - first;
    members.push(['netmask', written(0xffffffffn - hostMask)], ['wildcardMask', written(hostMask)]);
  }
  members.push(['firstAddress', written(first)], ['lastAddress', written(last)], ['addresses', `${addresses}`]);
  // The first and the last are the network and the broadcast address, except in networks of two (RFC 3021).
  const reserved = version === 4 && prefixLength <= 30 ? 1n : 0n;
  if (version === 4) members.push(['broadcast', reserved === 1n ? written(last) : 'null']);
  members.push(
    ['firstHost', written(first + reserved)],
    ['lastHost', written(last - reserved)],
    ['hosts', `${addresses - 2n * reserved}`],
  );
  return `{${members.map(([name, json]) => `"${name}":${json}`).join(',')}}`;
}
