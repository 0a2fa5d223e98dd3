// Strings of JSON. The same as engine/core/json-string-reader.ts and json-string-writer.ts do, 16 bytes at a time.

import { backslash, blank, quote } from './signs';

const letterU: u32 = 0x75;
/** No value of a hexadecimal digit, also after it was shifted. */
const notHex: u32 = 0x10000;

/** Of 16 bytes, so many that are special are close together. */
const dense = 3;

/** Where the last call of a reader stopped. */
let stoppedAt: usize = 0;

/** Returns the address of the byte that the last call of a reader did not read. */
export function stopOfReader(): usize {
  return stoppedAt;
}

/** Returns a bit for each byte that does not stand for itself in a string of JSON, or is not ASCII. */
export function specialBytes(bytes: v128): i32 {
  // As signed numbers, bytes beyond ASCII are less than a blank.
  const controls = i8x16.lt_s(bytes, i8x16.splat(0x20));
  return i8x16.bitmask(v128.or(controls, quotesIn(bytes)));
}

/** Finds quotes and backslashes. */
function quotesIn(bytes: v128): v128 {
  return v128.or(i8x16.eq(bytes, i8x16.splat(<i8>quote)), i8x16.eq(bytes, i8x16.splat(<i8>backslash)));
}

/** Whether a byte stands for itself in a string of JSON, and is ASCII. */
function isPlain(byte: u32): bool {
  return byte - blank < 0x60 && byte !== quote && byte !== backslash;
}

/**
 * Reads the inside of a string, and writes one byte for each character.
 *
 * @param end - an escape may go on behind it.
 * @returns the address behind what was written. It stops at the closing quote, at the first character beyond Latin-1, and
 *   at a mistake.
 */
export function readLatin1(from: usize, end: usize, target: usize): usize {
  let at = from;
  let to = target;
  while (at < end) {
    const bytes = v128.load(at);
    // What does not belong there is written over.
    v128.store(to, bytes);
    const special = specialBytes(bytes);
    // A branch, so that the processor need not wait for the number before it goes on. So are those below.
    if (special === 0 && end - at > 16) {
      at += 16;
      to += 16;
      continue;
    }
    const plain = min(special === 0 ? <usize>16 : <usize>ctz(special), end - at);
    at += plain;
    to += plain;
    if (at === end) break;
    // Where many are close together, the bytes between them are read one by one.
    const stop = popcnt(special) < dense ? at + 1 : at + 16;
    do {
      const byte = <u32>load<u8>(at);
      if (isPlain(byte)) {
        store<u8>(to++, <u8>byte);
        at++;
      } else if (byte === backslash) {
        const unit = unitOfEscape(at);
        if (unit > 0xff) {
          stoppedAt = at;
          return to;
        }
        store<u8>(to++, <u8>unit);
        at += bytesOfEscape(at);
      } else {
        const next = <u32>load<u8>(at + 1);
        if ((byte & 0xfe) !== 0xc2 || (next & 0xc0) !== 0x80) {
          stoppedAt = at;
          return to;
        }
        store<u8>(to++, <u8>(((byte & 0x3) << 6) | (next & 0x3f)));
        at += 2;
      }
    } while (at < stop && at < end);
  }
  stoppedAt = at;
  return to;
}

/** Makes code units of bytes, in their place. @returns the address behind the units. */
export function widen(from: usize, end: usize): usize {
  let at = end;
  let to = from + ((end - from) << 1);
  const last = to;
  while (at - from >= 16) {
    at -= 16;
    to -= 32;
    const bytes = v128.load(at);
    v128.store(to + 16, i16x8.extend_high_i8x16_u(bytes));
    v128.store(to, i16x8.extend_low_i8x16_u(bytes));
  }
  while (at > from) {
    at -= 1;
    to -= 2;
    store<u16>(to, <u16>load<u8>(at));
  }
  return last;
}

/**
 * Reads the inside of a string, and writes code units of 16 bits.
 *
 * @param end - an escape or a sequence of bytes may go on behind it.
 * @returns the address behind what was written. It stops at the closing quote, and at a mistake.
 */
export function readUnits(from: usize, end: usize, target: usize): usize {
  let at = from;
  let to = target;
  while (at < end) {
    const bytes = v128.load(at);
    v128.store(to, i16x8.extend_low_i8x16_u(bytes));
    v128.store(to + 16, i16x8.extend_high_i8x16_u(bytes));
    const special = specialBytes(bytes);
    if (special === 0 && end - at > 16) {
      at += 16;
      to += 32;
      continue;
    }
    const plain = min(special === 0 ? <usize>16 : <usize>ctz(special), end - at);
    at += plain;
    to += plain << 1;
    if (at === end) break;
    let byte = <u32>load<u8>(at);
    if (byte === backslash) {
      const unit = unitOfEscape(at);
      if (unit > 0xffff) break;
      store<u16>(to, <u16>unit);
      to += 2;
      at += bytesOfEscape(at);
      continue;
    }
    if (byte < 0x80) break;
    // Scripts other than Latin have their letters in a row.
    do {
      const bytes = load<u32>(at);
      if ((bytes & 0xc0e0) === 0x80c0 && byte >= 0xc2) {
        store<u16>(to, <u16>(((bytes & 0x1f) << 6) | ((bytes >> 8) & 0x3f)));
        to += 2;
        at += 2;
      } else {
        const codePoint = codePointAt(bytes);
        if (codePoint > 0x10ffff) {
          stoppedAt = at;
          return to;
        }
        if (codePoint > 0xffff) {
          store<u16>(to, <u16>(0xd7c0 + (codePoint >> 10)));
          store<u16>(to + 2, <u16>(0xdc00 | (codePoint & 0x3ff)));
          to += 4;
          at += 4;
        } else {
          store<u16>(to, <u16>codePoint);
          to += 2;
          at += 3;
        }
      }
      byte = <u32>load<u8>(at);
      // So is a blank between two words.
      if (byte === blank && at + 1 < end) {
        store<u16>(to, <u16>blank);
        to += 2;
        byte = <u32>load<u8>(++at);
      }
    } while (byte >= 0x80 && at < end);
  }
  stoppedAt = at;
  return to;
}

/** Returns the code unit of an escape, or more than 0xffff if it is malformed. */
export function unitOfEscape(at: usize): u32 {
  const letter = <u32>load<u8>(at + 1);
  if (letter === 0x6e) return 0x0a;
  if (letter === quote || letter === backslash || letter === 0x2f) return letter;
  if (letter === letterU) return (hex(at + 2) << 12) | (hex(at + 3) << 8) | (hex(at + 4) << 4) | hex(at + 5);
  if (letter === 0x74) return 0x09;
  if (letter === 0x72) return 0x0d;
  if (letter === 0x62) return 0x08;
  return letter === 0x66 ? 0x0c : notHex;
}

export function bytesOfEscape(at: usize): usize {
  return load<u8>(at + 1) === letterU ? 6 : 2;
}

/** Returns the value of a hexadecimal digit. */
function hex(at: usize): u32 {
  const byte = <u32>load<u8>(at);
  const digit = byte - 0x30;
  if (digit < 10) return digit;
  const letter = (byte | 0x20) - 0x61;
  return letter < 6 ? letter + 10 : notHex;
}

const malformed: u32 = 0xffffffff;

/** Reads a sequence of three or four bytes. Neither longer forms than needed nor surrogates are well-formed. */
export function codePointAt(bytes: u32): u32 {
  if ((bytes & 0xc0c0f0) === 0x8080e0) {
    const codePoint = ((bytes & 0xf) << 12) | ((bytes >> 2) & 0xfc0) | ((bytes >> 16) & 0x3f);
    return codePoint >= 0x800 && (codePoint & 0xf800) !== 0xd800 ? codePoint : malformed;
  }
  if ((bytes & 0xc0c0c0f8) !== 0x808080f0) return malformed;
  const codePoint = ((bytes & 0x7) << 18) | ((bytes << 4) & 0x3f000) | ((bytes >> 10) & 0xfc0) | ((bytes >> 24) & 0x3f);
  return codePoint >= 0x10000 && codePoint <= 0x10ffff ? codePoint : malformed;
}

/** Writes characters of Latin-1 as the inside of a string. @returns the address behind it. */
export function writeLatin1(from: usize, end: usize, target: usize): usize {
  let at = from;
  let to = target;
  while (at < end) {
    const bytes = v128.load(at);
    v128.store(to, bytes);
    const special = specialBytes(bytes);
    if (special === 0) {
      at += 16;
      to += 16;
      continue;
    }
    at += <usize>ctz(special);
    to += <usize>ctz(special);
    if (at >= end) break;
    const stop = popcnt(special) < dense ? at + 1 : at + 16;
    do {
      const unit = <u32>load<u8>(at++);
      if (isPlain(unit)) store<u8>(to++, <u8>unit);
      else to = unit < 0x80 ? writeEscape(unit, to) : writeTwoBytes(unit, to);
    } while (at < stop && at < end);
  }
  return to - (at - end);
}

/** Writes well-formed UTF-8 as the inside of a string of JSON. @returns the address behind it. */
export function writeUtf8(start: usize, end: usize, target: usize): usize {
  let at = start;
  let to = target;
  while (at < end) {
    const bytes = v128.load(at);
    v128.store(to, bytes);
    const special = escapedBytes(bytes);
    if (special === 0) {
      at += 16;
      to += 16;
      continue;
    }
    at += <usize>ctz(special);
    to += <usize>ctz(special);
    if (at >= end) break;
    to = writeEscape(<u32>load<u8>(at++), to);
  }
  return to - (at - end);
}

/** Returns a bit for each byte of UTF-8 that does not stand for itself in a string of JSON. */
export function escapedBytes(bytes: v128): i32 {
  const controls = i8x16.lt_u(bytes, i8x16.splat(0x20));
  return i8x16.bitmask(v128.or(controls, quotesIn(bytes)));
}

/** Writes code units as the inside of a string: lone surrogates are escaped. @returns the address behind it. */
export function writeUnits(from: usize, end: usize, target: usize): usize {
  let at = from;
  let to = target;
  while (at < end) {
    // Units beyond ASCII become bytes that are not plain: 0, or at least 0x80.
    const bytes = i8x16.narrow_i16x8_u(v128.load(at), v128.load(at + 16));
    v128.store(to, bytes);
    const special = specialBytes(bytes);
    if (special === 0) {
      at += 32;
      to += 16;
      continue;
    }
    at += (<usize>ctz(special)) << 1;
    to += <usize>ctz(special);
    if (at >= end) break;
    let unit = <u32>load<u16>(at);
    if (unit < 0x80) {
      to = writeEscape(unit, to);
      at += 2;
      continue;
    }
    do {
      at += 2;
      if (unit < 0x800) to = writeTwoBytes(unit, to);
      else if (unit < 0xd800 || unit > 0xdfff) {
        store<u8>(to, <u8>(0xe0 | (unit >> 12)));
        store<u8>(to + 1, <u8>(0x80 | ((unit >> 6) & 0x3f)));
        store<u8>(to + 2, <u8>(0x80 | (unit & 0x3f)));
        to += 3;
      } else {
        const next = at < end ? <u32>load<u16>(at) : 0;
        if (unit > 0xdbff || (next & 0xfc00) !== 0xdc00) to = writeEscape(unit, to);
        else {
          at += 2;
          const codePoint = 0x10000 + ((unit & 0x3ff) << 10) + (next & 0x3ff);
          store<u8>(to, <u8>(0xf0 | (codePoint >> 18)));
          store<u8>(to + 1, <u8>(0x80 | ((codePoint >> 12) & 0x3f)));
          store<u8>(to + 2, <u8>(0x80 | ((codePoint >> 6) & 0x3f)));
          store<u8>(to + 3, <u8>(0x80 | (codePoint & 0x3f)));
          to += 4;
        }
      }
      unit = at < end ? <u32>load<u16>(at) : 0;
      if (unit === blank) {
        store<u8>(to++, <u8>blank);
        at += 2;
        unit = at < end ? <u32>load<u16>(at) : 0;
      }
    } while (unit >= 0x80);
  }
  return to - ((at - end) >> 1);
}

/** Writes a code unit below U+0800. */
function writeTwoBytes(unit: u32, to: usize): usize {
  store<u8>(to, <u8>(0xc0 | (unit >> 6)));
  store<u8>(to + 1, <u8>(0x80 | (unit & 0x3f)));
  return to + 2;
}

/** Writes a code unit that needs an escape. @returns the address behind it. */
function writeEscape(unit: u32, to: usize): usize {
  store<u8>(to, <u8>backslash);
  const letter = letterOfEscape(unit);
  if (letter !== 0) {
    store<u8>(to + 1, <u8>letter);
    return to + 2;
  }
  store<u8>(to + 1, <u8>letterU);
  store<u8>(to + 2, hexDigit(unit >> 12));
  store<u8>(to + 3, hexDigit((unit >> 8) & 0xf));
  store<u8>(to + 4, hexDigit((unit >> 4) & 0xf));
  store<u8>(to + 5, hexDigit(unit & 0xf));
  return to + 6;
}

/** Returns what follows the backslash; 0 if the escape has digits. */
function letterOfEscape(unit: u32): u32 {
  if (unit === 0x0a) return 0x6e;
  if (unit === quote || unit === backslash) return unit;
  if (unit === 0x09) return 0x74;
  if (unit === 0x0d) return 0x72;
  if (unit === 0x08) return 0x62;
  return unit === 0x0c ? 0x66 : 0;
}

function hexDigit(value: u32): u8 {
  return <u8>(value + (value < 10 ? 0x30 : 0x57));
}
