// What JavaScript's trim removes, in UTF-8.

/** Returns the address of the first character that is no white space; the end if there is none. */
export function startOfText(from: usize, end: usize): usize {
  let at = from;
  while (at < end) {
    const length = lengthOfSpace(load<u32>(at));
    if (length === 0 || at + length > end) return at;
    at += length;
  }
  return end;
}

/** Returns the address behind the last character that is no white space; the start if there is none. */
export function endOfText(from: usize, end: usize): usize {
  let to = end;
  while (to > from) {
    const last = <u32>load<u8>(to - 1);
    if (last < 0x80) {
      if (!isAsciiSpace(last)) return to;
      to--;
    } else if (to - from >= 2 && lengthOfSpace(<u32>load<u16>(to - 2)) === 2) to -= 2;
    else if (to - from >= 3 && lengthOfSpace(load<u32>(to - 3)) === 3) to -= 3;
    else return to;
  }
  return from;
}

function isAsciiSpace(byte: u32): bool {
  return byte === 0x20 || byte - 0x09 < 5;
}

/** Returns how many of these bytes are a character of white space at their start; 0 if it is another character. */
function lengthOfSpace(bytes: u32): u32 {
  const first = bytes & 0xff;
  if (first < 0x80) return isAsciiSpace(first) ? 1 : 0;
  if ((bytes & 0xffff) === 0xa0c2) return 2;
  const three = bytes & 0xffffff;
  if ((three & 0xffff) === 0x80e2) {
    const third = three >> 16;
    return (third >= 0x80 && third <= 0x8a) || third === 0xa8 || third === 0xa9 || third === 0xaf ? 3 : 0;
  }
  const isOther = three === 0x809ae1 || three === 0x9f81e2 || three === 0x8080e3 || three === 0xbfbbef;
  return isOther ? 3 : 0;
}
