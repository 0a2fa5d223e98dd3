import { bytesOfEscape, escapedBytes, unitOfEscape } from './json-strings';
import { hasEscapes, isBeyondAscii } from './lists';
import { backslash, carriageReturn, lineFeed, quote } from './signs';
import { bytesBeyondUnits, testUtf8, wasAscii } from './utf8';

// The lines of a string of JSON.

/** What the last text has, as bits of {@link textFeatures}. */
const hasLineFeeds: u32 = 8;
const hasReturns: u32 = 16;
const hasPairs: u32 = 32;
const endsWithLineEnd: u32 = 64;

/** The address of the closing quote. */
let textEnd: usize = 0;
let linesEnd: usize = 0;
let features: u32 = 0;
let units: u32 = 0;

/** Returns the address of the closing quote of the last text. */
export function endOfTextLines(): usize {
  return textEnd;
}

/**
 * Returns bits for the last text: 2 and 4 as `listFeatures` does, 8, 16 and 32 if it has line ends that are `\n`, a lone
 * `\r` and `\r\n`, and 64 if it ends with one.
 */
export function textFeatures(): u32 {
  return features;
}

/** Returns the address behind the last line. */
export function endOfLines(): usize {
  return linesEnd;
}

/** Returns how many code units of UTF-16 the last text has, with its line ends. */
export function textUnits(): u32 {
  return units;
}

/**
 * Reads the lines of a string. They end at `\n`, `\r\n` and a lone `\r`; a line end at the end starts no further line. As
 * the string itself has no control characters, all line ends are escapes.
 *
 * @param from - address after the opening quote. It ends with zeros, as for `readList`.
 * @param target - gets the bytes of the lines, without line ends.
 * @param table - gets an address and the end of each line.
 * @param most - lines that the table has room for.
 * @returns the number of lines; negative if the string is malformed, has more lines, or an escape that is half of a pair.
 */
export function readTextLines(from: usize, target: usize, table: usize, most: u32): i32 {
  const last = table + 8 * most;
  let entry = table;
  let at = from;
  let to = target;
  let start = target;
  /** Code units that are no byte of a line, less bytes that are no code unit. */
  let more: i32 = 0;
  let afterLineEnd = from;
  let afterReturn: usize = 0;
  let feeds: u32 = 0;
  /** Those of pairs count too. */
  let returns: u32 = 0;
  let pairs: u32 = 0;
  /** All bytes, and some behind them. */
  let all = i8x16.splat(0);
  features = 0;
  while (true) {
    const bytes = v128.load(at);
    all = v128.or(all, bytes);
    // What does not belong there is written over.
    v128.store(to, bytes);
    const special = escapedBytes(bytes);
    // A branch, so that the processor need not wait for the number before it goes on.
    if (special === 0) {
      at += 16;
      to += 16;
      continue;
    }
    at += <usize>ctz(special);
    to += <usize>ctz(special);
    const byte = <u32>load<u8>(at);
    if (byte === quote) break;
    if (byte === backslash) {
      const unit = unitOfEscape(at);
      if (unit > 0xffff || (unit & 0xf800) === 0xd800) return -1;
      features |= hasEscapes;
      const isPair = unit === lineFeed && afterReturn === at;
      at += bytesOfEscape(at);
      if (unit === lineFeed || unit === carriageReturn) {
        more++;
        if (isPair) pairs++;
        else {
          if (unit === lineFeed) feeds++;
          else returns++;
          if (entry === last) return -1;
          store<u32>(entry, <u32>start);
          store<u32>(entry + 4, <u32>to);
          entry += 8;
          start = to;
        }
        afterLineEnd = at;
        if (unit === carriageReturn) afterReturn = at;
      } else {
        const written = writeUnit(unit, to);
        if (written > 1) features |= isBeyondAscii;
        more -= <i32>written - 1;
        to += written;
      }
      continue;
    }
    // A control character.
    return -1;
  }
  if (i8x16.bitmask(all) !== 0) {
    if (!testUtf8(from, at)) return -1;
    if (!wasAscii()) features |= isBeyondAscii;
    more -= bytesBeyondUnits();
  }
  if (at === afterLineEnd) features |= endsWithLineEnd;
  else {
    if (entry === last) return -1;
    store<u32>(entry, <u32>start);
    store<u32>(entry + 4, <u32>to);
    entry += 8;
  }
  if (feeds > 0) features |= hasLineFeeds;
  if (returns > pairs) features |= hasReturns;
  if (pairs > 0) features |= hasPairs;
  textEnd = at;
  linesEnd = to;
  units = <u32>(to - target) + more;
  return <i32>((entry - table) >> 3);
}

/** Writes a code unit that is not a surrogate. @returns how many bytes it has. */
function writeUnit(unit: u32, to: usize): u32 {
  if (unit < 0x80) {
    store<u8>(to, <u8>unit);
    return 1;
  }
  if (unit < 0x800) {
    store<u8>(to, <u8>(0xc0 | (unit >> 6)));
    store<u8>(to + 1, <u8>(0x80 | (unit & 0x3f)));
    return 2;
  }
  store<u8>(to, <u8>(0xe0 | (unit >> 12)));
  store<u8>(to + 1, <u8>(0x80 | ((unit >> 6) & 0x3f)));
  store<u8>(to + 2, <u8>(0x80 | (unit & 0x3f)));
  return 3;
}
