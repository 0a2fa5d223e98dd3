// Lists of keys: 16 bytes each, a key of 64 bits and the line that it belongs to, in 32 bits.

export const keyBytes: usize = 16;

/** Up to this many keys are sorted by insertion. */
const few: u32 = 32;
const digits: usize = 256;
const countBytes: usize = 4;

/**
 * Sorts keys, those that are equal in no certain order.
 *
 * @param other - room for as many keys.
 * @param counts - room for 4 KB.
 */
export function sortKeys(keys: usize, count: u32, other: usize, counts: usize): void {
  if (count <= few) {
    insertKeys(keys, count);
    return;
  }
  // The upper half nearly always decides.
  sortByDigits(keys, count, 4, other, counts);
  const end = keys + keyBytes * count;
  for (let from = keys; from < end; ) {
    const upper = load<u32>(from + 4);
    let to = from + keyBytes;
    while (to < end && load<u32>(to + 4) === upper) to += keyBytes;
    const equal = <u32>((to - from) / keyBytes);
    if (equal > few) sortByDigits(from, equal, 0, other, counts);
    else if (equal > 1) insertKeys(from, equal);
    from = to;
  }
}

function insertKeys(keys: usize, count: u32): void {
  const end = keys + keyBytes * count;
  for (let next = keys + keyBytes; next < end; next += keyBytes) {
    const key = load<u64>(next);
    if (load<u64>(next - keyBytes) <= key) continue;
    const entry = v128.load(next);
    let at = next;
    do {
      v128.store(at, v128.load(at - keyBytes));
      at -= keyBytes;
    } while (at > keys && load<u64>(at - keyBytes) > key);
    v128.store(at, entry);
  }
}

/**
 * Sorts by four bytes of the keys, one after another. Bytes that are the same in all keys are left out.
 *
 * @param first - the last of the four, from the end.
 */
function sortByDigits(keys: usize, count: u32, first: usize, other: usize, counts: usize): void {
  const bytes = keyBytes * count;
  memory.fill(counts, 0, 4 * digits * countBytes);
  const second = counts + digits * countBytes;
  const third = second + digits * countBytes;
  const fourth = third + digits * countBytes;
  for (let at = keys + first; at < keys + bytes; at += keyBytes) {
    const half = load<u32>(at);
    countDigit(counts, half & 0xff);
    countDigit(second, (half >> 8) & 0xff);
    countDigit(third, (half >> 16) & 0xff);
    countDigit(fourth, half >> 24);
  }
  let from = keys;
  let to = other;
  for (let byte: usize = 0; byte < 4; byte++) {
    const counters = counts + countBytes * digits * byte;
    const offset = first + byte;
    if (load<u32>(counters + countBytes * <usize>load<u8>(from + offset)) === count) continue;
    let sum: u32 = 0;
    for (let counter = counters; counter < counters + countBytes * digits; counter += countBytes) {
      const before = sum;
      sum += load<u32>(counter);
      store<u32>(counter, before);
    }
    for (let at = from; at < from + bytes; at += keyBytes) {
      const counter = counters + countBytes * <usize>load<u8>(at + offset);
      const place = load<u32>(counter);
      store<u32>(counter, place + 1);
      v128.store(to + keyBytes * place, v128.load(at));
    }
    const sorted = to;
    to = from;
    from = sorted;
  }
  if (from !== keys) memory.copy(keys, from, bytes);
}

function countDigit(counters: usize, digit: u32): void {
  const counter = counters + countBytes * digit;
  store<u32>(counter, load<u32>(counter) + 1);
}
