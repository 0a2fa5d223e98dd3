import { ToolError } from '../../core/errors.js';

/** Columns or lines from one to another, counted from 1, both included. `to` is infinite where the range has no end. */
export interface ColumnRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads a list of columns, or of lines, as `cut` has it: `1,3-5,7-`, with `-3` for the first three. Blanks around an entry have no
 * meaning; the order of the entries, and what they have in common, is for the caller to judge.
 *
 * @param option - the option that holds the list: for the message, as `noun` is.
 * @throws {ToolError} if an entry is neither a number nor a range, starts at 0, or ends before it starts.
 */
export function parseColumnList(list: string, option: string, noun: 'column' | 'line' = 'column'): ColumnRange[] {
  return list.split(',').map((entry) => parseRange(entry.trim(), option, noun));
}

function parseRange(entry: string, option: string, noun: string): ColumnRange {
  const [, start = '', hyphen = '', end = ''] = /^(\d*)(-?)(\d*)$/.exec(entry) ?? [];
  if (start === '' && end === '') {
    const found = entry === '' ? 'an entry' : `"${entry}"`;
    throw new ToolError(`${found} in ${option} names no ${noun}; use numbers and ranges such as 1,3-5,7- or -3`);
  }
  const from = start === '' ? 1 : Number(start);
  const to = hyphen === '' ? from : end === '' ? Number.POSITIVE_INFINITY : Number(end);
  if (from === 0 || to === 0) throw new ToolError(`"${entry}" in ${option}: ${noun}s are counted from 1`);
  if (to < from) throw new ToolError(`"${entry}" in ${option} ends before it starts`);
  return { from, to };
}
