import { escapedBytes, writeUtf8 } from './json-strings';
import { endOf, isSame, startOf } from './line-table';

/** How many lines the last call of {@link writeLines} wrote. */
let writtenLines: u32 = 0;

/** Returns how many lines the last call of {@link writeLines} wrote. */
export function countWritten(): u32 {
  return writtenLines;
}

/**
 * Writes lines as the inside of a string of JSON, with escaped line ends between them.
 *
 * @param lineEnd - the escape: two or four bytes.
 * @param reverses - whether the last line comes first.
 * @param dedupes - whether a line is left out if it is the same as the one before it.
 * @param limit - the end of the room for what is written. Up to 16 bytes behind it may be written over.
 * @returns the address behind what was written; 0 if there is no room.
 */
export function writeLines(
  table: usize,
  count: u32,
  reverses: bool,
  dedupes: bool,
  lineEnd: u32,
  target: usize,
  limit: usize,
): usize {
  let to = target;
  writtenLines = 0;
  for (let index: u32 = 0; index < count; index++) {
    const line = reverses ? count - 1 - index : index;
    if (dedupes && index > 0 && isSame(table, line, reverses ? line + 1 : line - 1)) continue;
    const start = startOf(table, line);
    const end = endOf(table, line);
    if (!hasRoom(start, end, limit - to)) return 0;
    if (writtenLines > 0) {
      store<u32>(to, lineEnd);
      to += lineEnd > 0xffff ? 4 : 2;
    }
    to = writeUtf8(start, end, to);
    writtenLines++;
  }
  return to;
}

/** Whether a line has room, with a line end before it. */
function hasRoom(start: usize, end: usize, room: usize): bool {
  const length = end - start;
  if (length * 6 + 4 <= room) return true;
  let longest = length + 4;
  for (let at = start; at < end; at += 16) longest += <usize>popcnt(escapedBytes(v128.load(at))) * 5;
  return longest <= room;
}
