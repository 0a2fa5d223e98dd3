import { bytesOfEscape } from './json-strings';

const backslash: i8 = 0x5c;
const letterU: i8 = 0x75;

/**
 * Returns how many code units of UTF-16 a piece of JSON has once its escapes are read; none of them may be half of a pair.
 * Up to 15 bytes behind it are read.
 */
export function jsonUnits(from: usize, end: usize): u32 {
  let units: u32 = 0;
  let at = from;
  while (at < end) {
    const bytes = v128.load(at);
    let length = <i32>min<usize>(16, end - at);
    let escapes = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(backslash))) & ((1 << length) - 1);
    // An escape of one letter is two bytes, and one unit. Longer ones, escaped backslashes and what is behind them, are read
    // one at a time.
    const following = escapes << 1;
    const long = following & (escapes | i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(letterU))));
    if (long !== 0) {
      length = ctz(escapes);
      escapes = 0;
    } else if ((following & 0x10000) !== 0) {
      length = 15;
      escapes &= 0x7fff;
    }
    const isCounted = (1 << length) - 1;
    const continuing = i8x16.bitmask(i8x16.lt_s(bytes, i8x16.splat(-0x40)));
    const pairs = i8x16.bitmask(i8x16.ge_u(bytes, i8x16.splat(<i8>0xf0)));
    units += length - popcnt(continuing & isCounted) + popcnt(pairs & isCounted) - popcnt(escapes);
    at += length;
    if (long !== 0) {
      at += bytesOfEscape(at);
      units++;
    }
  }
  return units;
}
