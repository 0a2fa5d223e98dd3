import { endOf, entryBytes, startOf } from './line-table';
import { endOfText, startOfText } from './white-space';

/**
 * Strips white space from the ends of lines, and drops those that have nothing else, in place.
 *
 * @param sides - bits: 1 for the start, 2 for the end.
 * @param drops - whether blank lines are dropped.
 * @returns how many lines are left.
 */
export function trimLines(table: usize, count: u32, sides: u32, drops: bool): u32 {
  let kept = table;
  for (let line: u32 = 0; line < count; line++) {
    const start = startOf(table, line);
    const end = endOf(table, line);
    const from = startOfText(start, end);
    if (drops && from === end) continue;
    store<u32>(kept, <u32>((sides & 1) !== 0 ? from : start));
    store<u32>(kept + 4, <u32>((sides & 2) !== 0 ? endOfText((sides & 1) !== 0 ? from : start, end) : end));
    kept += entryBytes;
  }
  return <u32>((kept - table) / entryBytes);
}
