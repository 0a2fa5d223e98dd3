// What a URL is: its scheme, its host, and whether it may be signed.

import { kindOf, lowerCase } from './name-tables';
import { ampersand, backslash, equalsSign, numberSign, plus, questionMark } from './signs';

const dot: u32 = 0x2e;
const slash: u32 = 0x2f;
const colon: u32 = 0x3a;
const atSign: u32 = 0x40;

/** Longest host and port, in bytes. */
const longestHost: usize = 259;

/** Returns the address of a byte; the end if it is not there. */
export function find(byte: u32, from: usize, end: usize): usize {
  const wanted = i8x16.splat(<i8>byte);
  for (let at = from; at < end; at += 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), wanted));
    if (found !== 0) return min(at + <usize>ctz(found), end);
  }
  return end;
}

function isDigit(byte: u32): bool {
  return byte - 0x30 < 10;
}

function isLetter(byte: u32): bool {
  return (byte | 0x20) - 0x61 < 26;
}

/** Returns the address behind `http:` or `https:`; the start if neither is there. */
function endOfWebScheme(from: usize, end: usize): usize {
  if (end - from < 5 || (load<u32>(from) | 0x20202020) !== 0x70747468) return from;
  const fifth = <u32>load<u8>(from + 4);
  if (fifth === colon) return from + 5;
  return (fifth | 0x20) === 0x73 && end - from > 5 && <u32>load<u8>(from + 5) === colon ? from + 6 : from;
}

/** Whether a URL has a scheme other than http and https. What only looks like one is a host with its port. */
export function hasOtherScheme(from: usize, end: usize): bool {
  if (!isLetter(<u32>load<u8>(from)) || endOfWebScheme(from, end) !== from) return false;
  let at = from + 1;
  while (at < end) {
    const byte = <u32>load<u8>(at);
    if (!isLetter(byte) && !isDigit(byte) && byte !== plus && byte !== dot && byte !== 0x2d) break;
    at++;
  }
  if (at === end || <u32>load<u8>(at) !== colon) return false;
  if (isFollowedByNumber(from, at - from)) return true;
  const number = at + 1;
  at = number;
  while (at < end && isDigit(<u32>load<u8>(at))) at++;
  const isPort = at > number && at - number <= 5 && (at === end || endsAuthority(<u32>load<u8>(at)));
  return !isPort;
}

/** Whether a scheme is one that has numbers behind it. */
function isFollowedByNumber(from: usize, length: usize): bool {
  const lower = load<u64>(from) | lowerCase;
  if (length === 3) {
    const three = <u32>lower & 0xffffff;
    // tel, sms, fax
    return three === 0x6c6574 || three === 0x736d73 || three === 0x786166;
  }
  // callto
  if (length === 6) return (lower & 0xffffffffffff) === 0x6f746c6c6163;
  // javascript
  return (
    length === 10 && lower === (((<u64>0x69726373) << 32) | 0x6176616a) && (load<u16>(from + 8) | 0x2020) === 0x7470
  );
}

function endsAuthority(byte: u32): bool {
  return byte === slash || byte === backslash || byte === questionMark || byte === numberSign;
}

/** Whether a URL has a parameter that may sign it. @param signing - table of their names in lower case. */
export function maySign(signing: usize, from: usize, end: usize): bool {
  const questionMarks = i8x16.splat(<i8>questionMark);
  const ampersands = i8x16.splat(<i8>ampersand);
  for (let at = from; at < end; at += 16) {
    const bytes = v128.load(at);
    let starts = i8x16.bitmask(v128.or(i8x16.eq(bytes, questionMarks), i8x16.eq(bytes, ampersands)));
    while (starts !== 0) {
      const name = at + <usize>ctz(starts) + 1;
      if (name >= end) return false;
      if (isSigning(signing, name, end)) return true;
      starts &= starts - 1;
    }
  }
  return false;
}

function isSigning(signing: usize, from: usize, end: usize): bool {
  let at = from;
  while (at < end) {
    const byte = <u32>load<u8>(at);
    if (byte === equalsSign) break;
    // No name that signs has more than 22 bytes.
    if (byte === ampersand || byte === questionMark || at - from > 22) return false;
    at++;
  }
  if (at === end) return false;
  const length = at - from;
  if (kindOf(signing, from, length, true) !== 0) return true;
  // `-signature`
  const last = load<u64>(at - 8) | lowerCase;
  return length > 10 && last === (((<u64>0x65727574) << 32) | 0x616e6769);
}

/** Whether the host of a URL, or one above it, is in a table of hosts, or it cannot be told. */
export function isOfOthers(hosts: usize, from: usize, end: usize): bool {
  let start = endOfWebScheme(from, end);
  const isWeb = start > from;
  while (start < end && isSlash(<u32>load<u8>(start))) start++;
  if (!isWeb && start - from === 1) start = from;
  let host = start;
  let at = start;
  let isAscii = true;
  for (; at < end; at++) {
    const byte = <u32>load<u8>(at);
    if (endsAuthority(byte)) break;
    if (byte === atSign) host = at + 1;
    if (byte >= 0x80) {
      // In lower case the sign of kelvins is the letter k. No other character becomes one of ASCII.
      if ((load<u32>(at) & 0xffffff) === 0xaa84e2) return true;
      isAscii = false;
    }
  }
  // Their length counts in characters.
  if (at - host > longestHost) return !isAscii;
  return isListedHost(hosts, host, hostEnd(host, at));
}

function isSlash(byte: u32): bool {
  return byte === slash || byte === backslash;
}

/** Returns the end of a host without a port and the dot of the root. */
function hostEnd(from: usize, end: usize): usize {
  let to = end;
  while (to > from && end - to < 5 && isDigit(<u32>load<u8>(to - 1))) to--;
  to = to > from && <u32>load<u8>(to - 1) === colon ? to - 1 : end;
  return to > from && <u32>load<u8>(to - 1) === dot ? to - 1 : to;
}

function isListedHost(hosts: usize, from: usize, end: usize): bool {
  let name = from;
  while (true) {
    if (kindOf(hosts, name, end - name, true) !== 0) return true;
    const label = find(dot, name, end);
    if (label === end) return false;
    name = label + 1;
  }
}
