import { isIPv4, isIPv6 } from 'node:net';
import { lazyLibrary } from '../../core/lazy-library.js';
import type { Span } from '../span.js';

const library = lazyLibrary<typeof import('ipaddr.js')>('ipaddr.js');

/** Tests for four decimal numbers, or IPv6 without a zone. */
export function isIpAddress(text: string): boolean {
  return isIPv4(text) || (isIPv6(text) && !text.includes('%'));
}

/** The library reads an IPv4 address after :: as one after ::ffff:, so it receives IPv6 without it. */
function parse(address: string) {
  const hex = (a: string, b: string) => ((Number(a) << 8) | Number(b)).toString(16);
  const plain = address.replace(
    /:(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_, a: string, b: string, c: string, d: string) => `:${hex(a, b)}:${hex(c, d)}`,
  );
  return library().parse(plain);
}

/**
 * Returns the canonical form of an address: lower case, and IPv6 as short as possible. The text must pass {@link
 * isIpAddress}.
 */
export function canonicalIpAddress(address: string): string {
  return canonicalForm(parse(address));
}

function canonicalForm(address: ReturnType<typeof parse>): string {
  return 'toRFC5952String' in address ? address.toRFC5952String() : address.toString();
}

/** Address ranges of hosts on the internet; all others are private, reserved or for special use. */
const publicRanges: ReadonlySet<string> = new Set(['unicast', '6to4', 'teredo', 'rfc6052', 'as112', 'as112v6']);

/**
 * Tests whether a host on the internet may have this address. An IPv4 address inside IPv6 counts as the IPv4 address.
 */
export function isPublicIpAddress(address: string): boolean {
  const parsed = parse(address);
  const inner = ipv4Inside.exec(parsed.toNormalizedString());
  const host = inner === null ? parsed : library().process(`::ffff:${inner[1]}:${inner[2]}`);
  return publicRanges.has(host.range());
}

/**
 * An IPv6 address that contains an IPv4 address: IPv4-compatible or IPv4-mapped (RFC 4291), translated (RFC 6052), or
 * 6to4 (RFC 3056). `::` and `::1` become 0.0.0.0 and 0.0.0.1, which are not public either.
 */
const ipv4Inside = /^(?:(?:0:){5}(?:0|ffff)|64:ff9b(?::0){4}|2002):([^:]+):([^:]+)/;

/** Returns the number of an address: 32 bits in IPv4, 128 in IPv6. The text must pass {@link isIpAddress}. */
export function ipAddressValue(address: string): bigint {
  let value = 0n;
  for (const byte of parse(address).toByteArray()) value = (value << 8n) | BigInt(byte);
  return value;
}

/** Returns the address with a value, IPv6 in its canonical form (RFC 5952). */
export function ipAddressWithValue(value: bigint, version: 4 | 6): string {
  const length = version === 4 ? 4 : 16;
  const bytes = Array.from({ length }, (_, i) => Number((value >> BigInt((length - 1 - i) * 8)) & 0xffn));
  if (version === 4) return bytes.join('.');
  return canonicalForm(library().fromByteArray(bytes));
}

/** The longest IPv6 address: with an IPv4 address as its last part. */
const longestAddress = 45;

/** A run of characters that may contain an address. */
const run = /[\d.:a-f]{3,}/gi;

/**
 * Finds IPv4 and IPv6 addresses in running text, in order, in time linear in its length.
 *
 * Excludes ports, prefix lengths, zones and brackets. Also excludes what only looks like an address: parts of words and
 * of longer numbers, `::` and `a::b` without a decimal digit, eight pairs of hexadecimal digits (an EUI-64).
 */
export function* ipAddressesInText(text: string): Generator<Span> {
  for (const { 0: characters, index } of text.matchAll(run)) {
    const end = index + characters.length;
    const long = ipv6Within(text, index, end);
    if (long !== undefined) yield long;
    else if (characters.includes('.')) yield* ipv4Within(text, index, end);
  }
}

function ipv6Within(text: string, runStart: number, runEnd: number): Span | undefined {
  let start = runStart;
  let end = runEnd;
  if (isWordCharacter(text.charAt(start - 1))) {
    // The letters before the colon are the end of a name: node:2001:db8::1. A label may also touch the address.
    const name = /^[a-f]*:(?!:)/i.exec(text.slice(start, end))?.[0];
    const isLabelled = /[G-Zg-z_]/.test(text.charAt(start - 1)) && /^[\da-f]{3,4}:/i.test(text.slice(start, start + 5));
    if (name === undefined && !isLabelled) return undefined;
    start += name?.length ?? 0;
  } else if (text[start] === ':' && text[start + 1] !== ':') {
    start++;
  }
  if (end - start > longestAddress + 2) return undefined;
  while (end > start && text[end - 1] === '.') end--;
  if (text[end - 1] === ':' && text[end - 2] !== ':') end--;
  if (end === runEnd && isWordCharacter(text.slice(end, end + 2))) return undefined;
  const written = text.slice(start, end);
  // A port behind a dot, as tcpdump writes it.
  const address = isIPv6(written) ? written : written.replace(/\.\d{1,5}$/, '');
  end = start + address.length;
  if (!isIPv6(address)) return undefined;
  const looksLikeOne = address.includes('::') ? /\d/.test(address) : !/^..:..:..:..:..:..:..:..$/.test(address);
  return looksLikeOne ? { start, end } : undefined;
}

function* ipv4Within(text: string, runStart: number, runEnd: number): Generator<Span> {
  // No part of a longer number is an address, so the lookbehind prevents trying a number twice.
  for (const { 0: address, index } of text.slice(runStart, runEnd).matchAll(/(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/g)) {
    const start = runStart + index;
    const end = start + address.length;
    const before = text.slice(Math.max(0, start - 9), start);
    const after = text.slice(end, end + 9);
    const isPart = partBefore.test(before) || (partAfter.test(after) && !isPort(before, after));
    if (!isPart && isIPv4(address)) yield { start, end };
  }
}

/**
 * What shows before four numbers that they are no address: another number, a dot, or the `v` of a version. Words and
 * underscores are labels: `ID10.0.0.1`, `host_10.0.0.1`.
 */
const partBefore = /\p{N}\.?$|[\p{Script=Latin}_]\.$|(?<![A-Za-z])v(?:er(?:sion)?)?$/iu;
const partAfter = /^(?:[A-Za-z\p{N}](?!\p{M})|\.\d)/u;

/**
 * Tests for a port behind a dot, as tcpdump and netstat of macOS write it: `10.0.0.1.52344 > 10.0.0.2.443:`. A fifth number
 * below 256 may also be one of a version, unless the arrow or colon is there.
 */
function isPort(before: string, after: string): boolean {
  const [, port, rest = ''] = /^\.(\d{1,5})(?![\d\p{L}]|\.\d)(.*)$/su.exec(after) ?? [];
  if (port === undefined || Number(port) > 65_535) return false;
  return Number(port) > 255 || before.endsWith('> ') || /^(?: >|:\s|:$)/.test(rest);
}

/** Tests for a letter or digit that an IPv6 address may not touch. */
function isWordCharacter(character: string): boolean {
  return /^[A-Za-z\p{N}_](?!\p{M})/u.test(character);
}
