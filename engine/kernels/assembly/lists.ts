// Arrays of strings in JSON.

import { bytesOfEscape, codePointAt, specialBytes, unitOfEscape } from './json-strings';
import { backslash, blank, carriageReturn, closingBracket, comma, lineFeed, quote } from './signs';

/** What {@link readList} returns if it declines. */
const declined: i32 = -1;

/** What the strings of the last list have, as bits of {@link listFeatures}. */
const hasLineEnds: u32 = 1;
export const isBeyondAscii: u32 = 2;
export const hasEscapes: u32 = 4;

let features: u32 = 0;
/** Code units of UTF-16 that all strings have. */
let units: u32 = 0;
/** The address of the closing bracket. */
let listEnd: usize = 0;
/** Where the string that is read ends in memory. */
let resolvedEnd: usize = 0;

/** Returns bits for the strings of the last list: 1 a line end in one, 2 a character beyond ASCII, 4 an escape. */
export function listFeatures(): u32 {
  return features;
}

/** Returns how many code units of UTF-16 the strings of the last list have. */
export function listUnits(): u32 {
  return units;
}

/** Returns the address of the closing bracket of the last list. */
export function endOfList(): usize {
  return listEnd;
}

/**
 * Reads an array of strings, in its place: the bytes of a string with escapes move together. No byte that may follow it
 * in memory has a meaning in JSON: it ends with zeros.
 *
 * @param from - address after the opening bracket.
 * @param table - gets an address and the end of each string.
 * @param most - strings that the table has room for.
 * @returns the number of strings; negative if the array is malformed, has something else than strings or too many, or
 *   an escape that is half of a pair.
 */
export function readList(from: usize, table: usize, most: i32): i32 {
  features = 0;
  units = 0;
  let count: i32 = 0;
  let entry = table;
  let at = afterBlanks(from);
  if (<u32>load<u8>(at) === closingBracket) {
    listEnd = at;
    return 0;
  }
  while (true) {
    if (<u32>load<u8>(at) !== quote || count === most) return declined;
    const start = at + 1;
    at = endOfPlain(start);
    let end = at;
    if (<u32>load<u8>(at) !== quote) {
      at = resolve(at);
      if (at === 0) return declined;
      end = resolvedEnd;
    }
    units += <u32>(end - start);
    store<u32>(entry, <u32>start);
    store<u32>(entry + 4, <u32>end);
    entry += 8;
    count++;
    at = afterBlanks(at + 1);
    const byte = <u32>load<u8>(at);
    if (byte === closingBracket) {
      listEnd = at;
      return count;
    }
    if (byte !== comma) return declined;
    at = afterBlanks(at + 1);
  }
}

/** Returns the address of the first byte that is no white space of JSON. */
function afterBlanks(from: usize): usize {
  let at = from;
  while (true) {
    const byte = <u32>load<u8>(at);
    if (byte > blank || (byte !== blank && byte !== lineFeed && byte !== carriageReturn && byte !== 0x09)) return at;
    at++;
  }
}

/** Returns the address of the first byte that does not stand for itself in a string of ASCII. */
function endOfPlain(from: usize): usize {
  let at = from;
  while (true) {
    const special = specialBytes(v128.load(at));
    if (special !== 0) return at + <usize>ctz(special);
    at += 16;
  }
}

/**
 * Reads the rest of a string, from its first byte that is not plain.
 *
 * @returns the address of the closing quote; 0 if the string is malformed.
 */
function resolve(from: usize): usize {
  let at = from;
  let to = from;
  let saved: u32 = 0;
  while (true) {
    const byte = <u32>load<u8>(at);
    if (byte === quote) break;
    if (byte === backslash) {
      const unit = unitOfEscape(at);
      if (unit > 0xffff || (unit & 0xf800) === 0xd800) return 0;
      at += bytesOfEscape(at);
      features |= hasEscapes;
      if (unit < 0x80) {
        if (unit === lineFeed || unit === carriageReturn) features |= hasLineEnds;
        store<u8>(to++, <u8>unit);
      } else {
        features |= isBeyondAscii;
        if (unit < 0x800) {
          store<u8>(to, <u8>(0xc0 | (unit >> 6)));
          saved += 1;
        } else {
          store<u8>(to, <u8>(0xe0 | (unit >> 12)));
          store<u8>(++to, <u8>(0x80 | ((unit >> 6) & 0x3f)));
          saved += 2;
        }
        store<u8>(to + 1, <u8>(0x80 | (unit & 0x3f)));
        to += 2;
      }
    } else if (byte < 0x80) {
      // A control character.
      return 0;
    } else {
      const bytes = load<u32>(at);
      const length = lengthOfSequence(bytes);
      if (length === 0) return 0;
      features |= isBeyondAscii;
      saved += length === 2 ? 1 : 2;
      // What follows is written again, or not at all.
      store<u16>(to, <u16>bytes);
      if (length > 2) store<u8>(to + 2, <u8>(bytes >> 16));
      if (length > 3) store<u8>(to + 3, <u8>(bytes >> 24));
      to += length;
      at += length;
    }
    const end = endOfPlain(at);
    if (to === at) to = end;
    else to = moved(at, end, to);
    at = end;
  }
  units -= saved;
  resolvedEnd = to;
  return at;
}

/** Returns how many bytes a sequence of UTF-8 has, at least two; 0 if it is malformed. */
export function lengthOfSequence(bytes: u32): u32 {
  if ((bytes & 0xc0e0) === 0x80c0) return (bytes & 0xff) >= 0xc2 ? 2 : 0;
  const codePoint = codePointAt(bytes);
  return codePoint > 0x10ffff ? 0 : codePoint > 0xffff ? 4 : 3;
}

/** Moves bytes to a lower address. @returns the address behind them. */
export function moved(from: usize, end: usize, target: usize): usize {
  let at = from;
  let to = target;
  // These 16 bytes were read, so nothing is lost that is written over them.
  while (end - at >= 16) {
    v128.store(to, v128.load(at));
    at += 16;
    to += 16;
  }
  while (at < end) store<u8>(to++, load<u8>(at++));
  return to;
}
