import { endOf, entryBytes, isSame, startOf } from './line-table';
import { mixed, secretFactor } from './name-tables';

/**
 * Keeps the first of lines that are equal, in place.
 *
 * @param compared - the table of what to compare, line by line; may be the same table. It loses the same lines.
 * @param slots - room for a hash table.
 * @param slotCount - how many slots of 32 bits it has: a power of two, more than there are lines.
 * @returns how many lines are left.
 */
export function distinctLines(table: usize, compared: usize, count: u32, slots: usize, slotCount: u32): u32 {
  memory.fill(slots, 0, (<usize>slotCount) << 2);
  let kept: u32 = 0;
  for (let line: u32 = 0; line < count; line++) {
    // What was kept is not behind this line.
    store<u64>(compared + entryBytes * kept, load<u64>(compared + entryBytes * line));
    store<u64>(table + entryBytes * kept, load<u64>(table + entryBytes * line));
    let slot = hashOf(startOf(compared, kept), endOf(compared, kept)) & (slotCount - 1);
    let other: u32 = 0;
    for (;;) {
      other = load<u32>(slots + ((<usize>slot) << 2));
      if (other === 0 || isSame(compared, other - 1, kept)) break;
      slot = (slot + 1) & (slotCount - 1);
    }
    if (other === 0) store<u32>(slots + ((<usize>slot) << 2), ++kept);
  }
  return kept;
}

function hashOf(start: usize, end: usize): u32 {
  let hash: u64 = end - start;
  let at = start;
  for (; at + 8 <= end; at += 8) hash = mixed((hash ^ load<u64>(at)) * secretFactor);
  const left = end - at;
  if (left > 0) hash = mixed((hash ^ (load<u64>(at) & (((<u64>1) << ((<u64>left) << 3)) - 1))) * secretFactor);
  return <u32>(mixed(hash) >> 32);
}
