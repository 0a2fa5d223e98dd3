// Tests 16 bytes of UTF-8 at a time: J. Keiser and D. Lemire, "Validating UTF-8 in less than one instruction per byte".
// Each kind of mistake is a bit, which three tables have by the first byte's high and low digit, and the second's high one.

const tooShort: u8 = 1;
const tooLong: u8 = 2;
const overlong3: u8 = 4;
const tooLarge: u8 = 8;
const surrogate: u8 = 16;
const overlong2: u8 = 32;
/** Also a longer form of four bytes. */
const tooLarge1000: u8 = 64;
const twoContinue: u8 = 128;
const carry: u8 = tooShort | tooLong | twoContinue;
const carryLarge: u8 = carry | tooLarge | tooLarge1000;

/** What the last text has in which {@link testUtf8} found no mistake. */
let more: i32 = 0;
let isAscii: bool = true;

/** Returns how many bytes more than code units of UTF-16 the bytes had that were tested last. */
export function bytesBeyondUnits(): i32 {
  return more;
}

/** Whether the bytes that were tested last were ASCII. */
export function wasAscii(): bool {
  return isAscii;
}

/** Tests whether bytes are well-formed UTF-8. */
export function testUtf8(from: usize, end: usize): bool {
  const places = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  let before = i8x16.splat(0);
  let errors = i8x16.splat(0);
  more = 0;
  isAscii = true;
  let wasPlain = true;
  // What is behind the end is no part of it, and ends what has not ended before.
  for (let at = from; at <= end; at += 16) {
    let bytes = v128.load(at);
    if (end - at < 16) bytes = v128.and(bytes, i8x16.lt_u(places, i8x16.splat(<i8>(end - at))));
    const isPlain = i8x16.bitmask(bytes) === 0;
    if (!isPlain || !wasPlain) {
      errors = v128.or(errors, mistakes(before, bytes));
      // As signed numbers, bytes that continue a character are less than those that begin one.
      more += <i32>popcnt(i8x16.bitmask(i8x16.lt_s(bytes, i8x16.splat(<i8>0xc0))));
      more -= <i32>popcnt(i8x16.bitmask(i8x16.ge_u(bytes, i8x16.splat(<i8>0xf0))));
      isAscii = false;
    }
    before = bytes;
    wasPlain = isPlain;
  }
  return !v128.any_true(errors);
}

function mistakes(before: v128, bytes: v128): v128 {
  const digit = i8x16.splat(0x0f);
  const first = i8x16.shuffle(before, bytes, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
  const byHigh = i8x16.swizzle(
    i8x16(
      <i8>tooLong,
      <i8>tooLong,
      <i8>tooLong,
      <i8>tooLong,
      <i8>tooLong,
      <i8>tooLong,
      <i8>tooLong,
      <i8>tooLong,
      <i8>twoContinue,
      <i8>twoContinue,
      <i8>twoContinue,
      <i8>twoContinue,
      <i8>(tooShort | overlong2),
      <i8>tooShort,
      <i8>(tooShort | overlong3 | surrogate),
      <i8>(tooShort | tooLarge | tooLarge1000),
    ),
    i8x16.shr_u(first, 4),
  );
  const byLow = i8x16.swizzle(
    i8x16(
      <i8>(carry | overlong2 | overlong3 | tooLarge1000),
      <i8>(carry | overlong2),
      <i8>carry,
      <i8>carry,
      <i8>(carry | tooLarge),
      <i8>carryLarge,
      <i8>carryLarge,
      <i8>carryLarge,
      <i8>carryLarge,
      <i8>carryLarge,
      <i8>carryLarge,
      <i8>carryLarge,
      <i8>carryLarge,
      <i8>(carryLarge | surrogate),
      <i8>carryLarge,
      <i8>carryLarge,
    ),
    v128.and(first, digit),
  );
  const bySecond = i8x16.swizzle(
    i8x16(
      <i8>tooShort,
      <i8>tooShort,
      <i8>tooShort,
      <i8>tooShort,
      <i8>tooShort,
      <i8>tooShort,
      <i8>tooShort,
      <i8>tooShort,
      <i8>(tooLong | twoContinue | overlong2 | overlong3 | tooLarge1000),
      <i8>(tooLong | twoContinue | overlong2 | overlong3 | tooLarge),
      <i8>(tooLong | twoContinue | overlong2 | surrogate | tooLarge),
      <i8>(tooLong | twoContinue | overlong2 | surrogate | tooLarge),
      <i8>tooShort,
      <i8>tooShort,
      <i8>tooShort,
      <i8>tooShort,
    ),
    i8x16.shr_u(bytes, 4),
  );
  // Two bytes that continue are no mistake behind the first of three or four, and there nothing else is right.
  const second = i8x16.shuffle(before, bytes, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
  const third = i8x16.shuffle(before, bytes, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28);
  const ofThree = i8x16.sub_sat_u(second, i8x16.splat(0x60));
  const ofFour = i8x16.sub_sat_u(third, i8x16.splat(0x70));
  const mustContinue = v128.and(v128.or(ofThree, ofFour), i8x16.splat(<i8>0x80));
  return v128.xor(mustContinue, v128.and(v128.and(byHigh, byLow), bySecond));
}
