import { endOf, entryBytes, startOf } from './line-table';

/**
 * Writes lines in lower case.
 *
 * @param lowered - for each code point below U+0800, its lower case, as u16; 0 if that is not one character of as many
 *   bytes, whatever is beside it.
 * @param target - room for the bytes of all lines.
 * @param written - gets the table of the lines that are written.
 * @returns whether it could; not if there are characters that it does not know.
 */
export function lowerLines(table: usize, count: u32, lowered: usize, target: usize, written: usize): bool {
  let to = target;
  for (let line: u32 = 0; line < count; line++) {
    const end = endOf(table, line);
    store<u32>(written + entryBytes * line, <u32>to);
    for (let at = startOf(table, line); at < end; ) {
      const byte = <u32>load<u8>(at);
      if (byte < 0x80) {
        store<u8>(to++, <u8>(byte - 0x41 < 26 ? byte | 0x20 : byte));
        at++;
      } else if (byte < 0xe0) {
        const unit = <u32>load<u16>(lowered + ((<usize>(((byte & 0x1f) << 6) | (<u32>load<u8>(at + 1) & 0x3f))) << 1));
        if (unit === 0) return false;
        store<u8>(to, <u8>(0xc0 | (unit >> 6)));
        store<u8>(to + 1, <u8>(0x80 | (unit & 0x3f)));
        to += 2;
        at += 2;
      } else {
        if (!hasNoCase(byte, <u32>load<u8>(at + 1))) return false;
        const length: usize = byte < 0xf0 ? 3 : 4;
        store<u32>(to, load<u32>(at));
        to += length;
        at += length;
      }
    }
    store<u32>(written + entryBytes * line + 4, <u32>to);
  }
  return true;
}

/** Tests a sequence of three or four bytes by the first two: scripts of Asia, punctuation, emoji. */
function hasNoCase(first: u32, second: u32): bool {
  if (first === 0xe0 || (first >= 0xe3 && first <= 0xe9)) return true;
  if (first === 0xe2) return second < 0x84;
  if (first >= 0xeb && first <= 0xed) return true;
  return first === 0xf0 && second === 0x9f;
}
