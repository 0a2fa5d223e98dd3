// Removes listed parameters from URLs, as engine/text/urls/url-cleaning.ts does.

import { writeUtf8 } from './json-strings';
import { lengthOfSequence, moved } from './lists';
import { isSame, kindOf, lowerCase } from './name-tables';
import { endOfText, startOfText } from './white-space';

const quote: u32 = 0x22;
const numberSign: u32 = 0x23;
const percent: u32 = 0x25;
const ampersand: u32 = 0x26;
const plus: u32 = 0x2b;
const comma: u32 = 0x2c;
const dot: u32 = 0x2e;
const slash: u32 = 0x2f;
const colon: u32 = 0x3a;
const equalsSign: u32 = 0x3d;
const questionMark: u32 = 0x3f;
const atSign: u32 = 0x40;
const backslash: u32 = 0x5c;

/** Kinds of names: removed, and never removed. */
const listed: u32 = 1;
const kept: u32 = 2;

/** Bytes of a decoded name that are stored: no name of a table has more. */
const longestName: usize = 1_024;
/** Longest host and port, in bytes. */
const longestHost: usize = 259;
const malformed: usize = <usize>-1;

/** The names to remove. */
let names: usize = 0;
/** Prefixes of names to remove: each with its length before it, and a zero behind the last; 0 if there are none. */
let prefixes: usize = 0;
/** Hosts whose URLs are left to others; 0 if there are none. */
let hosts: usize = 0;
/** Names in lower case whose URLs are left to others; 0 if there are none. */
let signing: usize = 0;
let ignoresCase: bool = false;
/** Whether a plus sign in a name may matter: a name has a blank, or one stays that has a prefix. */
let heedsPlus: bool = false;
/** Memory for a decoded name. */
let scratch: usize = 0;

/** Whether there may be characters that JSON writes as escapes. */
let hasEscapes: bool = false;
let declines: bool = false;
let hasText: bool = false;
let nextUrl: i32 = 0;

/** Sets what the next calls of {@link cleanUrls} remove. 0 stands for a table that there is not. */
export function useNames(
  tableOfNames: usize,
  listOfPrefixes: usize,
  tableOfHosts: usize,
  tableOfSigning: usize,
  options: u32,
  freeMemory: usize,
): void {
  names = tableOfNames;
  prefixes = listOfPrefixes;
  hosts = tableOfHosts;
  signing = tableOfSigning;
  ignoresCase = (options & 1) !== 0;
  heedsPlus = (options & 2) !== 0;
  scratch = freeMemory;
}

/** Returns the index of the URL at which the last call of {@link cleanUrls} stopped. */
export function stopOfCleaner(): i32 {
  return nextUrl;
}

/** Whether a URL was more than white space, in all calls since the one that began with the first URL. */
export function foundText(): bool {
  return hasText;
}

/**
 * Writes cleaned URLs as elements of an array of JSON, without its brackets. It stops before a URL of one of the hosts, and
 * before one that may be signed.
 *
 * @param table - of addresses and ends, as of a list.
 * @param first - index of the first URL. A comma is written before each but that with the index 0.
 * @param escapes - whether the URLs may have characters that JSON writes as escapes. They are then changed in their place.
 * @returns the address behind what was written; 0 if this can only be done by others.
 */
export function cleanUrls(table: usize, first: i32, count: i32, target: usize, escapes: bool): usize {
  if (first === 0) hasText = false;
  hasEscapes = escapes;
  declines = false;
  let to = target;
  let index = first;
  for (; index < count; index++) {
    const entry = table + ((<usize>index) << 3);
    const start = <usize>load<u32>(entry);
    const from = startOfText(start, <usize>load<u32>(entry + 4));
    const end = endOfText(from, <usize>load<u32>(entry + 4));
    if (from < end) hasText = true;
    if ((hosts !== 0 && isOfOthers(from, end)) || (signing !== 0 && maySign(from, end))) break;
    if (index > 0) store<u8>(to++, <u8>comma);
    store<u8>(to++, <u8>quote);
    if (escapes) to = writeUtf8(from, cleanUrl(from, end, from), to);
    else to = cleanUrl(from, end, to);
    store<u8>(to++, <u8>quote);
    if (declines) return 0;
  }
  nextUrl = index;
  return to;
}

/** Copies bytes. @returns the address behind them. */
function copied(from: usize, end: usize, target: usize): usize {
  // In its place nothing may be written behind the last byte.
  if (hasEscapes) return from === target ? end : moved(from, end, target);
  let at = from;
  let to = target;
  while (at < end) {
    v128.store(to, v128.load(at));
    at += 16;
    to += 16;
  }
  return to - (at - end);
}

/** Writes a trimmed URL without the listed parameters of its query. @returns the address behind it. */
function cleanUrl(from: usize, end: usize, target: usize): usize {
  const mark = firstMark(from, end);
  if (mark === end || <u32>load<u8>(mark) === numberSign || hasOtherScheme(from, end)) return copied(from, end, target);
  const start = mark + 1;
  const queryEnd = find(numberSign, start, end);
  let to = target;
  let source = from;
  for (let at = start; at <= queryEnd; ) {
    const left = queryEnd - at;
    const bytes = v128.load(at);
    let ampersands = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(<i8>ampersand)));
    // The end of the query is one.
    if (left < 16) ampersands |= 1 << (<i32>left);
    const ends = ampersands | i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(<i8>equalsSign)));
    let nameEnd: usize;
    let parameterEnd: usize;
    let isEscaped: bool;
    if (ends !== 0) {
      const length = ctz(ends);
      const ofName = (1 << length) - 1;
      nameEnd = at + <usize>length;
      isEscaped = (i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(<i8>percent))) & ofName) !== 0;
      const ofParameter = ampersands & ~ofName;
      parameterEnd = ofParameter === 0 ? find(ampersand, at + 16, queryEnd) : at + <usize>ctz(ofParameter);
    } else {
      parameterEnd = find(ampersand, at + 16, queryEnd);
      nameEnd = find(equalsSign, at + 16, parameterEnd);
      isEscaped = find(percent, at, nameEnd) < nameEnd;
    }
    if (isListed(at, nameEnd, isEscaped)) {
      to = copied(source, at, to);
      source = parameterEnd + 1;
    }
    at = parameterEnd + 1;
  }
  // Nothing was removed.
  if (source === from) return copied(from, end, target);
  const query = target + (start - from);
  if (source <= queryEnd) to = copied(source, queryEnd, to);
  else if (to > query) to--;
  const isLast = queryEnd === end;
  if (isLast) to = withoutLastListed(query, to);
  if (hasOnly(ampersand, query, to)) to = query - 1;
  return isLast ? endOfText(target, to) : copied(queryEnd, end, to);
}

/**
 * Trims white space behind parameters. Without it, the last one may be listed and is then removed as well.
 *
 * @returns the address behind what is left.
 */
function withoutLastListed(from: usize, end: usize): usize {
  let to = end;
  let trimmed = endOfText(from, to);
  while (trimmed !== to) {
    to = trimmed;
    let last = to;
    let isEscaped = false;
    while (last > from) {
      const byte = <u32>load<u8>(last - 1);
      if (byte === ampersand) break;
      if (byte === equalsSign) return to;
      if (byte === percent) isEscaped = true;
      last--;
    }
    if (!isListed(last, to, isEscaped)) return to;
    to = last > from ? last - 1 : from;
    trimmed = endOfText(from, to);
  }
  return to;
}

/** Whether the name of a parameter is one of those to remove. */
function isListed(from: usize, end: usize, isEscaped: bool): bool {
  if (from === end) return false;
  let name = from;
  let length = end - from;
  if (isEscaped) {
    length = decoded(from, end, false);
    if (length === malformed) return false;
    name = scratch;
  } else if (ignoresCase && !isAscii(from, end)) declines = true;
  const kind = kindOf(names, name, length, ignoresCase);
  if (kind === listed) return true;
  const isPrefixed = prefixes !== 0 && kind !== kept && hasPrefix(name, length);
  if (!heedsPlus || find(plus, from, end) === end) return isPrefixed;
  const kindInForm = kindOf(names, scratch, decoded(from, end, true), ignoresCase);
  return kindInForm === listed || (isPrefixed && kindInForm !== kept);
}

function hasPrefix(name: usize, length: usize): bool {
  const first = <u32>load<u8>(name) | 0x20;
  let prefix = prefixes;
  while (true) {
    const prefixLength = <usize>load<u8>(prefix);
    if (prefixLength === 0) return false;
    // Most names are told apart by their first letter.
    const mayBe = <u32>load<u8>(prefix + 1) === first && prefixLength <= length;
    if (mayBe && isSame(prefix + 1, name, prefixLength, ignoresCase)) return true;
    prefix += prefixLength + 1;
  }
}

/**
 * Decodes the percent escapes of a name into the scratch memory, which gets the start of a very long one.
 *
 * @param isForm - whether a plus sign is a blank.
 * @returns the length of all of it; {@link malformed} if an escape is, or the bytes are not UTF-8.
 */
function decoded(from: usize, end: usize, isForm: bool): usize {
  let at = from;
  let length: usize = 0;
  while (at < end) {
    let bytes = <u32>load<u8>(at);
    let count: u32 = 1;
    if (bytes === percent) {
      bytes = escapedByte(at, end);
      at += 3;
      if (bytes >= 0x80) {
        if (bytes > 0xff) return malformed;
        const wanted: u32 = bytes >= 0xf0 ? 4 : bytes >= 0xe0 ? 3 : 2;
        for (; count < wanted; count++) {
          const byte = escapedByte(at, end);
          if (byte > 0xff) return malformed;
          bytes |= byte << (count << 3);
          at += 3;
        }
        if (lengthOfSequence(bytes) !== wanted) return malformed;
      }
    } else {
      if (isForm && bytes === plus) bytes = 0x20;
      at++;
    }
    if (ignoresCase && (bytes & 0xff) >= 0x80) declines = true;
    for (; count > 0; count--) {
      if (length < longestName) store<u8>(scratch + length, <u8>bytes);
      length++;
      bytes >>= 8;
    }
  }
  return length;
}

/** Returns the byte of a percent escape; more than 0xff if there is none. */
function escapedByte(at: usize, end: usize): u32 {
  if (at + 2 >= end || <u32>load<u8>(at) !== percent) return 0x100;
  const high = hexDigit(<u32>load<u8>(at + 1));
  const low = hexDigit(<u32>load<u8>(at + 2));
  return (high << 4) | low;
}

/** Returns the value of a hexadecimal digit; more than 0xff if it is none. */
function hexDigit(byte: u32): u32 {
  if (byte - 0x30 < 10) return byte - 0x30;
  const letter = (byte | 0x20) - 0x61;
  return letter < 6 ? letter + 10 : 0x100;
}

/** Returns the address of a byte; the end if it is not there. */
function find(byte: u32, from: usize, end: usize): usize {
  const wanted = i8x16.splat(<i8>byte);
  for (let at = from; at < end; at += 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), wanted));
    if (found !== 0) return min(at + <usize>ctz(found), end);
  }
  return end;
}

/** Returns the address of the first `?` or `#`; the end if there is none. */
function firstMark(from: usize, end: usize): usize {
  for (let at = from; at < end; at += 16) {
    const bytes = v128.load(at);
    const questionMarks = i8x16.eq(bytes, i8x16.splat(<i8>questionMark));
    const found = i8x16.bitmask(v128.or(questionMarks, i8x16.eq(bytes, i8x16.splat(<i8>numberSign))));
    if (found !== 0) return min(at + <usize>ctz(found), end);
  }
  return end;
}

function hasOnly(byte: u32, from: usize, end: usize): bool {
  for (let at = from; at < end; at++) if (<u32>load<u8>(at) !== byte) return false;
  return true;
}

function isAscii(from: usize, end: usize): bool {
  for (let at = from; at < end; at++) if (load<u8>(at) >= 0x80) return false;
  return true;
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
function hasOtherScheme(from: usize, end: usize): bool {
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

/** Whether a URL has a parameter that may sign it. */
function maySign(from: usize, end: usize): bool {
  const questionMarks = i8x16.splat(<i8>questionMark);
  const ampersands = i8x16.splat(<i8>ampersand);
  for (let at = from; at < end; at += 16) {
    const bytes = v128.load(at);
    let starts = i8x16.bitmask(v128.or(i8x16.eq(bytes, questionMarks), i8x16.eq(bytes, ampersands)));
    while (starts !== 0) {
      const name = at + <usize>ctz(starts) + 1;
      if (name >= end) return false;
      if (isSigning(name, end)) return true;
      starts &= starts - 1;
    }
  }
  return false;
}

function isSigning(from: usize, end: usize): bool {
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

/** Whether the host of a URL, or one above it, is in the table of hosts, or it cannot be told. */
function isOfOthers(from: usize, end: usize): bool {
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
  return isListedHost(host, hostEnd(host, at));
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

function isListedHost(from: usize, end: usize): bool {
  let name = from;
  while (true) {
    if (kindOf(hosts, name, end - name, true) !== 0) return true;
    const label = find(dot, name, end);
    if (label === end) return false;
    name = label + 1;
  }
}
