import { bytesOfEscape } from './json-strings';

const backslash: i8 = 0x5c;

/**
 * Returns how many code units of UTF-16 a piece of JSON has once its escapes are read; none of them may be half of a pair.
 * Up to 15 bytes behind it are read.
 */
export function jsonUnits(from: usize, end: usize): u32 {
  let units: u32 = 0;
  let at = from;
  while (at < end) {
    const bytes = v128.load(at);
    const escapes = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(backslash)));
    const plain = <i32>min(min<usize>(16, end - at), escapes === 0 ? <usize>16 : <usize>ctz(escapes));
    const isCounted = (1 << plain) - 1;
    const continuing = i8x16.bitmask(i8x16.lt_s(bytes, i8x16.splat(-0x40)));
    const pairs = i8x16.bitmask(i8x16.ge_u(bytes, i8x16.splat(<i8>0xf0)));
    units += plain - popcnt(continuing & isCounted) + popcnt(pairs & isCounted);
    at += plain;
    if (at < end && plain < 16) {
      at += bytesOfEscape(at);
      units++;
    }
  }
  return units;
}
