import { compareBytes, endOf, startOf } from './line-table';

// Lines of ASCII whose letters, digits and signs are the same but for their case.

/** Tests whether lines are ASCII. @param order - the lines, as u32. */
export function areAscii(table: usize, order: usize, count: u32): bool {
  for (let index: u32 = 0; index < count; index++) {
    const line = load<u32>(order + ((<usize>index) << 2));
    let at = startOf(table, line);
    const end = endOf(table, line);
    for (; at + 16 <= end; at += 16) if (i8x16.bitmask(v128.load(at)) !== 0) return false;
    const left = <i32>(end - at);
    if ((i8x16.bitmask(v128.load(at)) & ((1 << left) - 1)) !== 0) return false;
  }
  return true;
}

/**
 * Sorts lines of ASCII that have the same ranks: lower case comes before upper case, and what has the same letters is in
 * the order of the bytes.
 *
 * @param order - the lines, as u32; sorted in place.
 * @param other - room for as many.
 */
export function sortTies(table: usize, order: usize, count: u32, other: usize): void {
  if (count === 2) {
    const first = lineAt(order, 0);
    const second = lineAt(order, 1);
    if (compareTied(table, first, second) > 0) store<u64>(order, ((<u64>first) << 32) | <u64>second);
    return;
  }
  let from = order;
  let to = other;
  for (let width: u32 = 1; width < count; width <<= 1) {
    for (let start: u32 = 0; start < count; start += 2 * width) {
      merge(table, from, to, start, min(start + width, count), min(start + 2 * width, count));
    }
    const merged = to;
    to = from;
    from = merged;
  }
  if (from !== order) memory.copy(order, from, (<usize>count) << 2);
}

function merge(table: usize, from: usize, to: usize, start: u32, middle: u32, end: u32): void {
  let left = start;
  let right = middle;
  for (let place = start; place < end; place++) {
    const takesLeft =
      right === end || (left < middle && compareTied(table, lineAt(from, left), lineAt(from, right)) <= 0);
    store<u32>(to + ((<usize>place) << 2), lineAt(from, takesLeft ? left++ : right++));
  }
}

function lineAt(order: usize, place: u32): u32 {
  return load<u32>(order + ((<usize>place) << 2));
}

function compareTied(table: usize, a: u32, b: u32): i32 {
  let left = startOf(table, a);
  let right = startOf(table, b);
  const leftEnd = endOf(table, a);
  const rightEnd = endOf(table, b);
  let difference = 0;
  while (difference === 0) {
    while (left < leftEnd && isIgnored(<u32>load<u8>(left))) left++;
    while (right < rightEnd && isIgnored(<u32>load<u8>(right))) right++;
    if (left === leftEnd || right === rightEnd) return compareBytes(table, a, b);
    difference = <i32>load<u8>(right++) - <i32>load<u8>(left++);
  }
  return difference;
}

/** Tests for control characters without weight. */
function isIgnored(byte: u32): bool {
  return byte < 0x20 ? byte - 0x09 >= 5 : byte === 0x7f;
}
