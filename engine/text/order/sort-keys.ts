import { isIPv4, isIPv6 } from 'node:net';
import type { Decimal } from '../numbers/decimal.js';
import { exactValue, leadingNumber, type NumberMarks } from '../numbers/numbers-in-text.js';
import { countCodePoints } from '../unicode/code-points.js';

/**
 * Returns a key; the order of keys by code unit is the order of the values. Undefined if a line does not start with
 * such a value. Numbers are compared digit by digit and never rounded, whatever their length.
 */
export type SortKey = (line: string) => string | undefined;

/** Reads the number at the start in each of the forms that {@link leadingNumber} reads: `12`, ` -0.5 kg`, `$1,200`. */
export function numberKeyOf(marks: NumberMarks): SortKey {
  return (line) => {
    const number = leadingNumber(line, marks);
    const value = number === undefined ? undefined : exactValue(number, marks);
    return value === undefined ? undefined : decimalKey(value);
  };
}

/** More than the digits before the mark of any number in a text, and than those of its exponent. */
const largestPoint = 10_000_000;

/** Returns the key of a number: of two keys, the first in the order of code units is that of the smaller number. */
export function decimalKey({ negative, digits, point }: Decimal): string {
  if (digits === '') return '1';
  const magnitude = `${point + largestPoint}`.padStart(8, '0') + digits;
  return negative ? `0${complement(magnitude)}` : `1${magnitude}`;
}

/**
 * Reads a hexadecimal number at the start, with or without `0x` or `#`. It must be a whole word, so `apple` has none.
 */
export const hexKey: SortKey = (line) => {
  const [, sign, digits] = /^\s*([+-]?)(?:0[xX]|#)?([0-9A-Fa-f]+)(?![\p{L}\p{N}_])/u.exec(line) ?? [];
  return digits === undefined ? undefined : signedKey(sign === '-', digits.toLowerCase(), '');
};

/** The prefixes for powers of 1,024 or 1,000, from K on. */
const unitPrefixes = 'KMGTPEZYRQ';
const sizePattern =
  /^\s*([+-]?)(\d{1,3}(?:,\d{3}){1,12}|\d{0,40})(?:\.(\d{0,40}))?\s?(?:([KMGTPEZYRQkmgtpezyrq])([iI]?)([bB]?)|[bB](?:ytes?)?)?(?![\p{L}\p{N}.])/u;

/**
 * Reads a size at the start: `512`, `2K`, `1.5 GiB`, `1,024 MB`. K and KiB are 1,024 bytes, as in coreutils, KB is 1,000;
 * letter case does not matter.
 */
export const sizeKey: SortKey = (line) => {
  const [, sign, whole = '', fraction = '', prefix, binary, bytes] = sizePattern.exec(line) ?? [];
  const integer = whole.replaceAll(',', '');
  if (integer === '' && fraction === '') return undefined;
  const power = prefix === undefined ? 0 : unitPrefixes.indexOf(prefix.toUpperCase()) + 1;
  const unit = BigInt(bytes !== '' && binary === '' ? 1000 : 1024) ** BigInt(power);
  const digits = String(BigInt(integer + fraction) * unit).padStart(fraction.length + 1, '0');
  const mark = digits.length - fraction.length;
  return signedKey(sign === '-', digits.slice(0, mark), withoutTrailingZeros(digits.slice(mark)));
};

/** Returns the number of code points. */
export const lengthKey: SortKey = (line) => orderedDigits(`${countCodePoints(line)}`);

/**
 * Reads an IP address at the start, IPv4 before IPv6; if addresses are equal, the shorter prefix length comes first.
 */
export const ipKey: SortKey = (line) => {
  const [start = '', address = ''] = /^\s*\[?([0-9A-Fa-f:.]{2,45})(?![\p{L}\p{N}_])/u.exec(line) ?? [];
  // In `10.0.0.1:80`, characters after the address look like part of it.
  const [ipv4 = ''] = /^\d+\.\d+\.\d+\.\d+(?![0-9A-Fa-f]|\.\d)/.exec(address) ?? [];
  if (isIPv4(ipv4)) return `4${hexOfIPv4(ipv4)}${prefixLength(line, start.length - address.length + ipv4.length)}`;
  if (isIPv6(address)) return `6${hexOfIPv6(address)}${prefixLength(line, start.length)}`;
  return undefined;
};

/** Returns the length of the network prefix, `/24`, at a position. */
function prefixLength(line: string, at: number): string {
  return /^\/(\d{1,3})(?!\d)/.exec(line.slice(at, at + 5))?.[1]?.padStart(3, '0') ?? '';
}

/**
 * Reads a version at the start, in the order of Semantic Versioning for any number of parts: `1.2-rc.1`, `1.2` (as
 * `1.2.0`), `v1.10`. Build metadata after `+` does not count.
 *
 * @see https://semver.org/#spec-item-11
 */
export const versionKey: SortKey = (line) => {
  const [, numbers, preRelease] = /^\s*[vV]?(\d+(?:\.\d+)*)(?:-([0-9A-Za-z.-]+))?/.exec(line) ?? [];
  if (numbers === undefined) return undefined;
  const parts = numbers.split('.').map(orderedDigits);
  while (parts.at(-1) === orderedDigits('')) parts.pop();
  // `!` sorts before all digits, so every form of 1.2 comes before 1.2.1; `~` sorts after everything in a pre-release.
  return `${parts.join('')}!${preRelease === undefined ? '~' : preReleaseKey(preRelease)}`;
};

/** Numeric identifiers come first and compare as numbers; if the beginnings are equal, fewer identifiers come first. */
function preReleaseKey(identifiers: string): string {
  return identifiers
    .split('.')
    .map((identifier) => (/^\d+$/.test(identifier) ? `0${orderedDigits(identifier)}` : `1${identifier}`))
    .join(' ');
}

/**
 * Writes a natural number so that the order of code units is that of the numbers, whatever follows: the length of its
 * length, its length, and its digits without leading zeros.
 */
export function orderedDigits(digits: string): string {
  const significant = digits.replace(/^0+/, '');
  const length = `${significant.length}`;
  return `${length.length}${length}${significant}`;
}

function signedKey(isNegative: boolean, integer: string, fraction: string): string {
  const magnitude = orderedDigits(integer) + fraction;
  return isNegative && magnitude !== orderedDigits('') ? `0${complement(magnitude)}` : `1${magnitude}`;
}

/** Reverses the order of ASCII keys: a longer one comes before its own prefix. */
function complement(key: string): string {
  let turned = '';
  for (let at = 0; at < key.length; at++) turned += String.fromCharCode(0x7e - key.charCodeAt(at));
  return `${turned}\x7f`;
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

function hexOfIPv4(address: string): string {
  return address
    .split('.')
    .map((octet) => Number(octet).toString(16).padStart(2, '0'))
    .join('');
}

function hexOfIPv6(address: string): string {
  const [head = '', tail] = address.split('::').map((half) => half.split(':').map(hexOfGroup).join(''));
  return tail === undefined ? head : head + tail.padStart(32 - head.length, '0');
}

/** Returns one group of an IPv6 address, or the IPv4 address at its end, in hexadecimal. */
function hexOfGroup(group: string): string {
  if (group === '') return '';
  return group.includes('.') ? hexOfIPv4(group) : group.toLowerCase().padStart(4, '0');
}
