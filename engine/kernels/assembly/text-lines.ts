import { bytesOfEscape, specialBytes, unitOfEscape } from './json-strings';
import { hasEscapes, isBeyondAscii, lengthOfSequence } from './lists';

// The lines of a string of JSON.

const quote: u32 = 0x22;
const backslash: u32 = 0x5c;

/** The address of the closing quote. */
let textEnd: usize = 0;
let features: u32 = 0;
let units: u32 = 0;

/** Returns the address of the closing quote of the last text. */
export function endOfTextLines(): usize {
  return textEnd;
}

/** Returns bits for the last text, as `listFeatures` does. */
export function textFeatures(): u32 {
  return features;
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
  features = 0;
  while (true) {
    const bytes = v128.load(at);
    // What does not belong there is written over.
    v128.store(to, bytes);
    const special = specialBytes(bytes);
    const plain: usize = special === 0 ? <usize>16 : <usize>ctz(special);
    at += plain;
    to += plain;
    if (special === 0) continue;
    let byte = <u32>load<u8>(at);
    if (byte === quote) break;
    if (byte === backslash) {
      const unit = unitOfEscape(at);
      if (unit > 0xffff || (unit & 0xf800) === 0xd800) return -1;
      features |= hasEscapes;
      const isPair = unit === 0x0a && afterReturn === at;
      at += bytesOfEscape(at);
      if (unit === 0x0a || unit === 0x0d) {
        more++;
        if (!isPair) {
          if (entry === last) return -1;
          store<u32>(entry, <u32>start);
          store<u32>(entry + 4, <u32>to);
          entry += 8;
          start = to;
        }
        afterLineEnd = at;
        if (unit === 0x0d) afterReturn = at;
      } else {
        const written = writeUnit(unit, to);
        if (written > 1) features |= isBeyondAscii;
        more -= <i32>written - 1;
        to += written;
      }
      continue;
    }
    // A control character.
    if (byte < 0x80) return -1;
    features |= isBeyondAscii;
    do {
      const sequence = load<u32>(at);
      const length = lengthOfSequence(sequence);
      if (length === 0) return -1;
      more -= length === 2 ? 1 : 2;
      store<u32>(to, sequence);
      to += length;
      at += length;
      byte = <u32>load<u8>(at);
    } while (byte >= 0x80);
  }
  if (at !== afterLineEnd) {
    if (entry === last) return -1;
    store<u32>(entry, <u32>start);
    store<u32>(entry + 4, <u32>to);
    entry += 8;
  }
  textEnd = at;
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
