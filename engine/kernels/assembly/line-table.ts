// Tables of lines: for each line, where its bytes start and end, as two u32. Lines are well-formed UTF-8.

/** Bytes of an entry. */
export const entryBytes: usize = 8;

/** Returns the address of a line's first byte. */
export function startOf(table: usize, line: u32): usize {
  return <usize>load<u32>(table + entryBytes * line);
}

/** Returns the address behind a line. */
export function endOf(table: usize, line: u32): usize {
  return <usize>load<u32>(table + entryBytes * line + 4);
}

/** Tests whether two lines have the same bytes. */
export function isSame(table: usize, a: u32, b: u32): bool {
  const start = startOf(table, a);
  const other = startOf(table, b);
  const length = endOf(table, a) - start;
  return endOf(table, b) - other === length && commonBytes(start, other, length) === length;
}

/** Returns how many bytes at two addresses are the same, `most` at most. */
export function commonBytes(a: usize, b: usize, most: usize): usize {
  let at: usize = 0;
  while (at < most) {
    const differing = load<u64>(a + at) ^ load<u64>(b + at);
    if (differing !== 0) return min(at + (<usize>ctz(differing) >> 3), most);
    at += 8;
  }
  return most;
}

/** Compares two lines by their bytes, which is by code point. */
export function compareBytes(table: usize, a: u32, b: u32): i32 {
  const start = startOf(table, a);
  const other = startOf(table, b);
  const length = endOf(table, a) - start;
  const otherLength = endOf(table, b) - other;
  const shorter = min(length, otherLength);
  const same = commonBytes(start, other, shorter);
  if (same < shorter) return <i32>load<u8>(start + same) - <i32>load<u8>(other + same);
  return <i32>length - <i32>otherLength;
}

/** Returns how many code units of UTF-16 lines have. */
export function countUnits(table: usize, count: u32): u32 {
  let units: usize = 0;
  for (let line: u32 = 0; line < count; line++) {
    const end = endOf(table, line);
    for (let at = startOf(table, line); at < end; at += 16) {
      const bytes = v128.load(at);
      // Not the bytes that continue a character, as signed numbers less than those that begin one; one of four bytes has two.
      let first = i8x16.bitmask(i8x16.ge_s(bytes, i8x16.splat(<i8>0xc0)));
      let long = i8x16.bitmask(i8x16.ge_u(bytes, i8x16.splat(<i8>0xf0)));
      if (end - at < 16) {
        const inside = (1 << (<i32>(end - at))) - 1;
        first &= inside;
        long &= inside;
      }
      units += <usize>(popcnt(first) + popcnt(long));
    }
  }
  return <u32>units;
}

/** Puts the last line first, in place. */
export function reverseLines(table: usize, count: u32): void {
  let first = table;
  let last = table + entryBytes * count;
  while (last - first > entryBytes) {
    last -= entryBytes;
    const entry = load<u64>(first);
    store<u64>(first, load<u64>(last));
    store<u64>(last, entry);
    first += entryBytes;
  }
}
