import { endOf, entryBytes, startOf } from './line-table';
import { carriageReturn, lineFeed } from './signs';

/**
 * Splits strings at `\n`, `\r\n` and a lone `\r`. A line end at the end of a string starts no further line; the empty
 * string is one line.
 *
 * @param target - gets the table of lines.
 * @param most - lines that it has room for.
 * @returns how many lines there are; -1 if they are more.
 */
export function splitLines(table: usize, count: u32, target: usize, most: u32): i32 {
  let entry = target;
  const last = target + entryBytes * most;
  for (let index: u32 = 0; index < count; index++) {
    const end = endOf(table, index);
    let start = startOf(table, index);
    do {
      if (entry === last) return -1;
      const lineEnd = endOfLine(start, end);
      store<u32>(entry, <u32>start);
      store<u32>(entry + 4, <u32>lineEnd);
      entry += entryBytes;
      const isPair =
        lineEnd + 1 < end && load<u8>(lineEnd) === <u8>carriageReturn && load<u8>(lineEnd + 1) === <u8>lineFeed;
      start = lineEnd + (isPair ? 2 : 1);
    } while (start < end);
  }
  return <i32>((entry - target) / entryBytes);
}

/** Returns the address of the next line end, at most `end`. */
function endOfLine(start: usize, end: usize): usize {
  for (let at = start; at < end; at += 16) {
    const bytes = v128.load(at);
    const feeds = i8x16.eq(bytes, i8x16.splat(<i8>lineFeed));
    const found = i8x16.bitmask(v128.or(feeds, i8x16.eq(bytes, i8x16.splat(<i8>carriageReturn))));
    if (found !== 0) return min(at + <usize>ctz(found), end);
  }
  return end;
}
