import { ToolError } from '../../core/errors.js';

/** A range of columns or lines, counted from 1, inclusive. `to` is infinite if the range is open. */
export interface ColumnRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Parses a list of columns or lines in the notation of `cut`: `1,3-5,7-`, with `-3` for the first three. Ignores blanks
 * around an entry. The caller decides what the order of the entries and overlaps mean.
 *
 * @param option - the name of the option that holds the list, for the message; `noun` as well.
 * @throws {ToolError} if an entry is neither a number nor a range, starts at 0, or ends before it starts.
 */
export function parseColumnList(list: string, option: string, noun: 'column' | 'line' = 'column'): ColumnRange[] {
  return list.split(',').map((entry) => parseRange(entry.trim(), option, noun));
}

function parseRange(entry: string, option: string, noun: string): ColumnRange {
  const [, start = '', hyphen = '', end = ''] = /^(\d*)(-?)(\d*)$/.exec(entry) ?? [];
  if (start === '' && end === '') {
    const found = entry === '' ? 'an entry' : `"${entry}"`;
    throw new ToolError(`${found} in ${option} is not a ${noun}; use numbers and ranges such as 1,3-5,7- or -3`);
  }
  const from = start === '' ? 1 : Number(start);
  const to = hyphen === '' ? from : end === '' ? Number.POSITIVE_INFINITY : Number(end);
  if (from === 0 || to === 0) throw new ToolError(`"${entry}" in ${option}: ${noun}s are counted from 1`);
  if (to < from) throw new ToolError(`"${entry}" in ${option} ends before it starts`);
  return { from, to };
}
