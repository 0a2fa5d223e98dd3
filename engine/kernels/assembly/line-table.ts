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
