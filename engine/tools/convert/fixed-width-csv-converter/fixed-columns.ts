import { ToolError } from '../../../core/errors.js';
import { parseColumnList } from '../../../text/csv/column-list.js';
import { slicerOf } from './characters.js';

/** The places of a column in characters, counted from 0; `to` is exclusive, and infinite if the column is open. */
export interface FixedColumn {
  readonly from: number;
  readonly to: number;
}

/** Returns the columns that the options give; undefined if they give none. @throws {ToolError} if they are unsuitable. */
export function givenColumns(widths: readonly number[], positions: string): FixedColumn[] | undefined {
  if (widths.length > 0 && positions !== '') throw new ToolError('set either widths or positions');
  if (widths.length > 0) {
    let from = 0;
    return widths.map((width) => {
      const column = { from, to: from + width };
      from = column.to;
      return column;
    });
  }
  if (positions === '') return undefined;
  const columns = parseColumnList(positions, 'positions').map(({ from, to }) => ({ from: from - 1, to }));
  for (const [i, { from }] of columns.entries()) {
    const before = columns[i - 1];
    if (before !== undefined && from < before.to) {
      throw new ToolError('positions must go from left to right without overlaps');
    }
  }
  const last = columns.at(-1);
  if (last !== undefined && Number.isFinite(last.to) && last.to > maxPosition) {
    throw new ToolError(`positions must be at most ${maxPosition}`);
  }
  if (columns.some(({ from }) => from > maxPosition)) throw new ToolError(`positions must be at most ${maxPosition}`);
  return columns;
}

const maxPosition = 1_000_000;

/** Finds columns between the places that are blank in all lines. @param gap - the least number of such places. */
export function gutterColumns(lines: readonly string[], gap: number): FixedColumn[] {
  const widest = lines.reduce((most, { length }) => Math.max(most, length), 0);
  const isFilled = new Uint8Array(widest);
  for (const line of lines) {
    let place = 0;
    for (const character of line) {
      if (character.trim() !== '') isFilled[place] = 1;
      place++;
    }
  }
  return columnsBetween(isFilled, gap);
}

/** Joins columns without a name with the one before: `New York` is one cell, also if all cells have a blank there. */
export function namedColumns(columns: readonly FixedColumn[], header: string): FixedColumn[] {
  const slice = slicerOf(header);
  const named: FixedColumn[] = [];
  for (const column of columns) {
    const last = named.at(-1);
    if (last === undefined || slice(column.from, column.to).trim() !== '') named.push(column);
    else named[named.length - 1] = { from: last.from, to: column.to };
  }
  return named;
}

/** Begins a column at each name of a header. @param gap - how many blanks stand between two names at least. */
export function headerColumns(header: string, gap: number): FixedColumn[] {
  const isFilled = Uint8Array.from(header, (character) => (character.trim() === '' ? 0 : 1));
  const columns = columnsBetween(isFilled, gap);
  return columns.map(({ from }, i) => ({
    from: i === 0 ? 0 : from,
    to: columns[i + 1]?.from ?? Number.POSITIVE_INFINITY,
  }));
}

/**
 * Returns the columns below which a line such as `---- ------` or `+----+---+` draws rules; undefined if it is none. The
 * last one is open, unless the line ends with another sign.
 */
export function ruleColumns(line: string): FixedColumn[] | undefined {
  if (!/^[-=_ +|]+$/.test(line) || !/(?:--|==|__)/.test(line)) return undefined;
  const isFilled = Uint8Array.from(line, (character) => ('-=_'.includes(character) ? 1 : 0));
  const columns = columnsBetween(isFilled, 1);
  if (columns.length < 2) return undefined;
  const isOpen = /[-=_] *$/.test(line);
  return columns.map(({ from, to }, i) => ({
    from,
    to: isOpen && i === columns.length - 1 ? Number.POSITIVE_INFINITY : to,
  }));
}

/** Each column begins at a filled place and ends where the next one begins; the last one is open. */
function columnsBetween(isFilled: Uint8Array, gap: number): FixedColumn[] {
  const columns: { from: number; to: number }[] = [];
  let blanks = gap;
  for (const [place, filled] of isFilled.entries()) {
    if (filled === 0) {
      blanks++;
      continue;
    }
    const last = columns.at(-1);
    if (blanks >= gap || last === undefined) columns.push({ from: place, to: place + 1 });
    else last.to = place + 1;
    blanks = 0;
  }
  return columns;
}
