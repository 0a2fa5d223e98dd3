// Removes listed parameters from URLs, as engine/text/urls/url-cleaning.ts does.

import { writeUtf8 } from './json-strings';
import { lengthOfSequence, moved } from './lists';
import { isSame, kindOf } from './name-tables';
import { ampersand, comma, equalsSign, numberSign, plus, questionMark, quote } from './signs';
import { find, hasOtherScheme, isOfOthers, maySign } from './urls';
import { endOfText, startOfText } from './white-space';

const percent: u32 = 0x25;

/** Kinds of names: removed, and never removed. */
const listed: u32 = 1;
const kept: u32 = 2;

/** Bytes of a decoded name that are stored: no name of a table has more. */
const longestName: usize = 1_024;
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
    if ((hosts !== 0 && isOfOthers(hosts, from, end)) || (signing !== 0 && maySign(signing, from, end))) break;
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
