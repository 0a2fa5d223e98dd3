import { isIPv4 } from 'node:net';
import { ipAddressValue, ipAddressWithValue, isIpAddress } from '../../../text/urls/ip-addresses.js';

/** Addresses of one version from the first to the last, as numbers of 32 or 128 bits. */
export interface AddressRange {
  readonly version: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

/**
 * Parses a range of addresses, `10.0.0.5-10.0.0.20`, with or without blanks around the hyphen.
 *
 * @returns undefined if it is invalid; the last address must not come before the first.
 */
export function parseAddressRange(text: string): AddressRange | undefined {
  const hyphen = text.indexOf('-');
  if (hyphen === -1) return undefined;
  const [start, end] = [text.slice(0, hyphen).trim(), text.slice(hyphen + 1).trim()];
  if (!isIpAddress(start) || !isIpAddress(end) || isIPv4(start) !== isIPv4(end)) return undefined;
  const [first, last] = [ipAddressValue(start), ipAddressValue(end)];
  return first <= last ? { version: isIPv4(start) ? 4 : 6, first, last } : undefined;
}

/** Returns the fewest networks in CIDR notation with exactly the addresses of all ranges: in order, IPv4 first. */
export function* fewestNetworks(ranges: readonly AddressRange[]): Generator<string> {
  for (const version of [4, 6] as const) {
    for (const range of joined(ranges.filter((each) => each.version === version))) yield* networksOf(range);
  }
}

/** Returns the ranges in order, and merges those that overlap or touch. */
function joined(ranges: AddressRange[]): AddressRange[] {
  ranges.sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
  const all: AddressRange[] = [];
  for (const range of ranges) {
    const before = all.at(-1);
    if (before === undefined || range.first > before.last + 1n) all.push(range);
    else if (range.last > before.last) all[all.length - 1] = { ...before, last: range.last };
  }
  return all;
}

/** From the front, takes the largest network that starts there and does not extend beyond the end. */
function* networksOf({ version, first, last }: AddressRange): Generator<string> {
  const bits = version === 4 ? 32 : 128;
  for (let start = first; start <= last; ) {
    // A network of 2ⁿ addresses starts at a multiple of 2ⁿ.
    let size = start === 0n ? 1n << BigInt(bits) : start & -start;
    while (start + size - 1n > last) size >>= 1n;
    const prefixLength = bits - (size.toString(2).length - 1);
    yield `${ipAddressWithValue(start, version)}/${prefixLength}`;
    start += size;
  }
}
