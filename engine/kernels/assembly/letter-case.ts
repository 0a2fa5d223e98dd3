import { endOf, entryBytes, startOf } from './line-table';

// Tables of the other case have for each code point below U+0800 the two bytes that it becomes, as u16: one character of
// as many bytes, or `SS`. 0 is for what only others know.

/**
 * Writes lines in another case.
 *
 * @param cases - the table.
 * @param target - room for the bytes of all lines.
 * @param written - gets the table of the lines that are written.
 * @returns whether it could; not if there are characters that it does not know.
 */
export function lowerLines(table: usize, count: u32, cases: usize, target: usize, written: usize): bool {
  let to = target;
  for (let line: u32 = 0; line < count; line++) {
    const start = startOf(table, line);
    const length = endOf(table, line) - start;
    const entry = written + entryBytes * line;
    store<u32>(entry, <u32>to);
    for (let at: usize = 0; at < length; at += 16) v128.store(to + at, v128.load(start + at));
    if (!changeCase(to, to + length, cases, false)) return false;
    to += length;
    store<u32>(entry + 4, <u32>to);
  }
  return true;
}

/**
 * Changes the case of well-formed UTF-8 in its place. Letters of ASCII in the 16 bytes behind it may be changed, too.
 *
 * @param cases - the table.
 * @param isUpper - whether it is that of upper case.
 * @returns whether it could; not if there are characters that it does not know.
 */
export function changeCase(from: usize, end: usize, cases: usize, isUpper: bool): bool {
  const ascii = i8x16.splat(isUpper ? 0x61 : 0x41);
  const latin = i8x16.splat(<i8>(isUpper ? 0xa0 : 0x80));
  let before = i8x16.splat(0);
  for (let at = from; at < end; at += 16) {
    const bytes = v128.load(at);
    let letters = i8x16.lt_u(i8x16.sub(bytes, ascii), i8x16.splat(26));
    let firsts: i32 = 0;
    let seconds: i32 = 0;
    if (i8x16.bitmask(bytes) !== 0) {
      const first = i8x16.shuffle(before, bytes, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
      const isLatin = i8x16.eq(first, i8x16.splat(<i8>0xc3));
      // From à to þ but ÷, or from À to Þ but ×.
      const place = i8x16.sub(bytes, latin);
      const hasCase = v128.andnot(i8x16.lt_u(place, i8x16.splat(31)), i8x16.eq(place, i8x16.splat(23)));
      letters = v128.or(letters, v128.and(isLatin, hasCase));
      firsts = i8x16.bitmask(mayBeginLetters(bytes));
      if (isUpper) seconds = i8x16.bitmask(endsOthers(isLatin, first, bytes));
      if (end - at < 16) firsts &= (1 << (<i32>(end - at))) - 1;
      if (end - at < 16) seconds &= (1 << (<i32>(end - at))) - 1;
    }
    v128.store(at, v128.xor(bytes, v128.and(letters, i8x16.splat(0x20))));
    for (; firsts !== 0; firsts &= firsts - 1) if (!changeCharacter(at + <usize>ctz(firsts), cases)) return false;
    for (; seconds !== 0; seconds &= seconds - 1)
      if (!changeCharacter(at + <usize>ctz(seconds) - 1, cases)) return false;
    before = bytes;
  }
  return true;
}

/** Finds bytes that begin characters beyond Latin-1 that may have a case. */
function mayBeginLetters(bytes: v128): v128 {
  const isBeyond = i8x16.ge_u(bytes, i8x16.splat(<i8>0xc4));
  const isChinese = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(<i8>0xe3)), i8x16.splat(7));
  const isKorean = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(<i8>0xeb)), i8x16.splat(3));
  return v128.andnot(isBeyond, v128.or(isChinese, isKorean));
}

/** Finds bytes that end ß, ÿ and µ. */
function endsOthers(isLatin: v128, first: v128, bytes: v128): v128 {
  const others = v128.or(i8x16.eq(bytes, i8x16.splat(<i8>0x9f)), i8x16.eq(bytes, i8x16.splat(<i8>0xbf)));
  const isMicro = v128.and(i8x16.eq(first, i8x16.splat(<i8>0xc2)), i8x16.eq(bytes, i8x16.splat(<i8>0xb5)));
  return v128.or(v128.and(isLatin, others), isMicro);
}

/** Changes a character beyond ASCII in its place. @returns whether it is known. */
function changeCharacter(at: usize, cases: usize): bool {
  const bytes = load<u32>(at);
  const first = bytes & 0xff;
  if (first >= 0xe0) return hasNoCase(bytes);
  const codePoint = ((first & 0x1f) << 6) | ((bytes >> 8) & 0x3f);
  const changed = load<u16>(cases + ((<usize>codePoint) << 1));
  if (changed === 0) return false;
  store<u16>(at, changed);
  return true;
}

/** Tests a sequence of three or four bytes: scripts of Asia, punctuation, emoji. */
function hasNoCase(bytes: u32): bool {
  const first = bytes & 0xff;
  const second = (bytes >> 8) & 0xff;
  if (first === 0xe0 || (first >= 0xe3 && first <= 0xe9)) return true;
  if (first >= 0xeb && first <= 0xed) return true;
  // Between them are Roman numerals and letters in circles.
  if (first === 0xe2) return second < 0x84 || second - 0x87 < 11 || second - 0x94 < 28;
  if (first === 0xea) return second >= 0xb0;
  if (first === 0xef) return second === 0xb8 || (second === 0xbc && ((bytes >> 16) & 0xff) < 0xa1);
  return first === 0xf0 && second === 0x9f;
}
