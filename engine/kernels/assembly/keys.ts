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
 * @param counts - room for 8 KB.
 */
export function sortKeys(keys: usize, count: u32, other: usize, counts: usize): void {
  if (count <= few) insertKeys(keys, count);
  else sortByDigits(keys, count, other, counts);
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

/** Sorts by one byte of the keys after another, from the last one on. Bytes that are the same in all keys are left out. */
function sortByDigits(keys: usize, count: u32, other: usize, counts: usize): void {
  const bytes = keyBytes * count;
  memory.fill(counts, 0, 8 * digits * countBytes);
  let differing: u64 = 0;
  const first = load<u64>(keys);
  for (let at = keys; at < keys + bytes; at += keyBytes) {
    const key = load<u64>(at);
    differing |= key ^ first;
    for (let byte: usize = 0; byte < 8; byte++) {
      const counter = counts + countBytes * (digits * byte + <usize>((key >> (byte << 3)) & 0xff));
      store<u32>(counter, load<u32>(counter) + 1);
    }
  }
  let from = keys;
  let to = other;
  for (let byte: usize = 0; byte < 8; byte++) {
    const shift = <u64>(byte << 3);
    if (((differing >> shift) & 0xff) === 0) continue;
    const counters = counts + countBytes * digits * byte;
    let sum: u32 = 0;
    for (let counter = counters; counter < counters + countBytes * digits; counter += countBytes) {
      const before = sum;
      sum += load<u32>(counter);
      store<u32>(counter, before);
    }
    for (let at = from; at < from + bytes; at += keyBytes) {
      const counter = counters + countBytes * <usize>((load<u64>(at) >> shift) & 0xff);
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
