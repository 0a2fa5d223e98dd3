import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address as its 4 or 16 bytes. An IPv4-mapped IPv6 address (`::ffff:1.2.3.4`) has 4. */
export type IpAddress = Uint8Array;

/** A network: the addresses that share the first `bits` bits of `address`. */
export interface IpNetwork {
  readonly address: IpAddress;
  readonly bits: number;
}

/** Bits in front of the IPv4 address in an IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2). */
const mappedBits = 96;

/** Longest accepted text of an IPv6 address with a zone. */
const maxTextLength = 64;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Names of this machine alone (RFC 6761 section 6.3). */
const loopbackName = /^(?:.+\.)?localhost\.?$/i;

/** Whether an address, or a name, is that of this machine alone. */
export function isLoopback(host: string): boolean {
  if (isIP(host) === 0) return loopbackName.test(host);
  return loopback.check(host.split('%', 1)[0] ?? '', isIP(host) === 6 ? 'ipv6' : 'ipv4');
}

/** Parses an address strictly (no `127.1`, no octal). Returns undefined for an invalid one. */
export function parseAddress(text: string): IpAddress | undefined {
  if (text.length > maxTextLength || isIP(text) === 0) return undefined;
  // A zone (`fe80::1%eth0`) names an interface of this machine, not a client.
  const [withoutZone = ''] = text.split('%', 1);
  // ipaddr.js takes ::1.2.3.4 for ::ffff:1.2.3.4, which is another address.
  const unambiguous = withoutZone.replace(/^::(?=\d+\.)/, '0::');
  return addressFromBytes(Uint8Array.from(ipaddr.parse(unambiguous).toByteArray()));
}

/** Returns an address from the bytes of a socket; undefined if it has none, as a Unix socket. */
export function addressFromBytes(bytes: Uint8Array): IpAddress | undefined {
  if (bytes.length === 4) return bytes;
  if (bytes.length !== 16) return undefined;
  return isMapped(bytes) ? bytes.subarray(mappedBits / 8) : bytes;
}

/** Returns the text of an address: `192.0.2.7`, `2001:db8::1`. */
export function addressText(address: IpAddress): string {
  return ipaddr.fromByteArray([...address]).toString();
}

/**
 * Parses a network in CIDR notation, or a single address.
 *
 * @throws {Error} with a sentence that quotes the text.
 */
export function parseNetwork(text: string): IpNetwork {
  const [, addressText = '', bitsText] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = parseAddress(addressText);
  if (address === undefined) throw new Error(`${text} is not an IP address or a network such as 10.0.0.0/8`);
  const hidden = isIP(addressText) === 6 && address.length === 4 ? mappedBits : 0;
  const bits = bitsText === undefined ? address.length * 8 : Number(bitsText) - hidden;
  if (bits < 0 || bits > address.length * 8)
    throw new Error(`${text} has a prefix length that its address cannot have`);
  return { address, bits };
}

/**
 * Returns a network in one notation of all, with its prefix length: that of IPv4 for an IPv4-mapped one. Otherwise why the
 * text is none, as the rest of a sentence.
 */
export function networkOf(text: string): { readonly network: string } | { readonly reason: string } {
  // A zone names an interface of this machine.
  const notation = { reason: 'must be an IP address or a network such as 192.0.2.0/24 or 2001:db8::/32' };
  if (text.includes('%')) return notation;
  let parsed: IpNetwork;
  try {
    parsed = parseNetwork(text);
  } catch {
    return notation;
  }
  const { address, bits } = parsed;
  const first = address.map((byte, index) => byte & (0xff00 >> Math.max(0, Math.min(8, bits - 8 * index))));
  const network = `${ipaddr.fromByteArray([...first])}/${bits}`;
  if (first.every((byte, index) => byte === address[index])) return { network };
  return { reason: `must have no address bits beyond its prefix: ${network} is the network` };
}

/** Tests whether a network has an address. One of IPv4 is in no network of IPv6, and the reverse. */
export function isInNetwork(candidate: IpAddress, { address, bits }: IpNetwork): boolean {
  if (candidate.length !== address.length) return false;
  const wholeBytes = bits >> 3;
  for (let i = 0; i < wholeBytes; i++) if (candidate[i] !== address[i]) return false;
  const difference = (candidate[wholeBytes] ?? 0) ^ (address[wholeBytes] ?? 0);
  return difference >> (8 - (bits & 7)) === 0;
}

function isMapped(bytes: Uint8Array): boolean {
  for (let i = 0; i < 10; i++) if (bytes[i] !== 0) return false;
  return bytes[10] === 0xff && bytes[11] === 0xff;
}
