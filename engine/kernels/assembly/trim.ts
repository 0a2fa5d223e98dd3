import { endOf, entryBytes, startOf } from './line-table';

/**
 * Strips white space from the ends of lines, and drops those that have nothing else, in place.
 *
 * @param trims - whether lines are stripped.
 * @param drops - whether blank lines are dropped.
 * @returns how many lines are left.
 */
export function trimLines(table: usize, count: u32, trims: bool, drops: bool): u32 {
  let kept = table;
  for (let line: u32 = 0; line < count; line++) {
    const start = startOf(table, line);
    const end = endOf(table, line);
    const from = afterBlanks(start, end);
    if (drops && from === end) continue;
    store<u32>(kept, <u32>(trims ? from : start));
    store<u32>(kept + 4, <u32>(trims ? beforeBlanks(from, end) : end));
    kept += entryBytes;
  }
  return <u32>((kept - table) / entryBytes);
}

/** Returns the address of the first character that is not white space. */
function afterBlanks(start: usize, end: usize): usize {
  let at = start;
  while (at < end) {
    const byte = <u32>load<u8>(at);
    if (byte > 0x20 && byte < 0x80) return at;
    const length = blankLength(byte, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

/** Returns the address behind the last character that is not white space. */
function beforeBlanks(start: usize, end: usize): usize {
  let at = end;
  while (at > start) {
    const byte = <u32>load<u8>(at - 1);
    if (byte > 0x20 && byte < 0x80) return at;
    let first = at - 1;
    while (first > start && (load<u8>(first) & 0xc0) === 0x80) first--;
    if (blankLength(<u32>load<u8>(first), first) === 0) return at;
    at = first;
  }
  return at;
}

/** Returns how many bytes a character of white space has, as `String.prototype.trim` strips it; 0 for all others. */
function blankLength(byte: u32, at: usize): usize {
  if (byte < 0x80) return byte === 0x20 || byte - 0x09 < 5 ? 1 : 0;
  if (byte === 0xc2) return load<u8>(at + 1) === 0xa0 ? 2 : 0;
  if (byte < 0xe1 || byte > 0xef) return 0;
  const bytes = <u32>load<u16>(at + 1);
  if (byte === 0xe2) {
    // From U+2000 on; those of U+2028, U+2029 and U+202F; U+205F.
    const last = bytes >> 8;
    if ((bytes & 0xff) === 0x80) return last <= 0x8a || last === 0xa8 || last === 0xa9 || last === 0xaf ? 3 : 0;
    return bytes === 0x9f81 ? 3 : 0;
  }
  if (byte === 0xe1) return bytes === 0x809a ? 3 : 0;
  if (byte === 0xe3) return bytes === 0x8080 ? 3 : 0;
  return byte === 0xef && bytes === 0xbfbb ? 3 : 0;
}
