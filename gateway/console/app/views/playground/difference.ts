import { type Change, changesBetween } from '#engine/text/difference/difference.js';
import { wordsAndSpaces } from '#engine/text/difference/words.js';
import { splitLines } from '#engine/text/lines/lines.js';
import type { TextStart } from './step-run.js';

/** A stretch of a line. */
export interface LinePart {
  readonly text: string;
  /** Whether it is missing in the line of the other text. */
  readonly isChanged: boolean;
}

/** A line that is in both texts, only in the old one, or only in the new one. */
export interface DifferenceLine {
  readonly kind: Change['kind'];
  /** From 1 on; undefined if the text does not have the line. */
  readonly oldNumber: number | undefined;
  readonly newNumber: number | undefined;
  readonly text: string;
  /** The line in its place in the other text; undefined without one, or if both are equal. */
  readonly counterpart: string | undefined;
}

/** Equal lines that are left out. */
export interface SkippedLines {
  readonly kind: 'skipped';
  readonly count: number;
}

export interface Difference {
  readonly rows: readonly (DifferenceLine | SkippedLines)[];
  readonly deleted: number;
  readonly inserted: number;
  /** Whether too many lines differ: everything from the first to the last difference counts as changed. */
  readonly isRough: boolean;
}

/** The time of the search is quadratic in it: with 10,000 characters it stays below 20 ms. */
export const maxEdits = 500;
/** Equal lines around a change. */
const context = 3;
/** Words are marked only in lines that have this share of their characters in common. */
const commonShare = 1 / 3;

/**
 * Compares two texts by lines. Does not compare line ends.
 *
 * Of a truncated text, lines are left out at the end that may have their counterpart in the part that is missing.
 */
export function differenceOf(before: TextStart, after: TextStart): Difference {
  const [oldLines, newLines] = [wholeLines(before), wholeLines(after)];
  const found = changesBetween(oldLines, newLines, maxEdits);
  const changes = before.truncated || after.truncated ? withoutOpenEnd(found) : found;
  const rows = changes.flatMap((change, index) => {
    if (change.kind === 'equal') return equalRows(change, oldLines, index === 0, index === changes.length - 1);
    return changedRows(change, changes[index + (change.kind === 'delete' ? 1 : -1)], oldLines, newLines);
  });
  const total = (kind: Change['kind'], list = changes) =>
    list.reduce((sum, { kind: own, count }) => sum + (own === kind ? count : 0), 0);
  return {
    rows,
    deleted: total('delete'),
    inserted: total('insert'),
    isRough: total('delete', found) + total('insert', found) > maxEdits,
  };
}

/** A line of an earlier text. */
interface EarlierLine {
  /** Counted from 1. */
  readonly line: number;
  /** Whether it is the same in both texts. */
  readonly isSame: boolean;
}

/**
 * Finds the line of a text that became a line of another one.
 *
 * @param line - of the later text, from 1. Behind what is known of the texts, it is taken to be the same.
 */
export function lineBefore(earlier: TextStart, later: TextStart, line: number): EarlierLine {
  const changes = changesBetween(wholeLines(earlier), wholeLines(later), maxEdits);
  const at = changes.findIndex(
    ({ kind, newStart, count }) => kind !== 'delete' && line > newStart && line <= newStart + count,
  );
  const change = changes[at];
  if (change === undefined) return { line, isSame: false };
  const offset = line - change.newStart;
  if (change.kind === 'equal') return { line: change.oldStart + offset, isSame: true };
  // The deletion in its place comes first.
  const deleted = changes[at - 1];
  if (deleted?.kind !== 'delete') return { line: Math.max(1, change.oldStart), isSame: false };
  return { line: deleted.oldStart + Math.min(offset, deleted.count), isSame: false };
}

/** Returns the lines of a text, without a last one that was cut. */
function wholeLines({ text, truncated }: TextStart): string[] {
  const { lines, final } = splitLines(text);
  return truncated && !final && lines.length > 1 ? lines.slice(0, -1) : lines;
}

/** Leaves out the changed lines at the end that have no counterpart. */
function withoutOpenEnd(changes: readonly Change[]): readonly Change[] {
  const last = changes.at(-1);
  const other = changes.at(-2);
  if (last === undefined || last.kind === 'equal') return changes;
  if (last.kind === 'delete' || other?.kind !== 'delete') return changes.slice(0, -1);
  const count = Math.min(last.count, other.count);
  return [...changes.slice(0, -2), { ...other, count }, { ...last, count }];
}

function equalRows(
  { oldStart, newStart, count }: Change,
  lines: readonly string[],
  isFirst: boolean,
  isLast: boolean,
): (DifferenceLine | SkippedLines)[] {
  const row = (at: number): DifferenceLine => ({
    kind: 'equal',
    oldNumber: oldStart + at + 1,
    newNumber: newStart + at + 1,
    text: lines[oldStart + at] ?? '',
    counterpart: undefined,
  });
  const head = isFirst ? 0 : Math.min(context, count);
  const tail = isLast ? 0 : Math.min(context, count - head);
  const skipped = count - head - tail;
  // A note about one line takes the room of the line.
  if (skipped <= 1) return Array.from({ length: count }, (_, at) => row(at));
  return [
    ...Array.from({ length: head }, (_, at) => row(at)),
    { kind: 'skipped', count: skipped },
    ...Array.from({ length: tail }, (_, at) => row(count - tail + at)),
  ];
}

/** @param next - to the change. A deletion comes before the insertion in its place. */
function changedRows(
  { kind, count, oldStart, newStart }: Change,
  next: Change | undefined,
  oldLines: readonly string[],
  newLines: readonly string[],
): DifferenceLine[] {
  const isDeleted = kind === 'delete';
  const [own, ownStart] = isDeleted ? [oldLines, oldStart] : [newLines, newStart];
  const [other, otherStart] = isDeleted ? [newLines, newStart] : [oldLines, next?.oldStart ?? 0];
  const counterparts = next?.kind === (isDeleted ? 'insert' : 'delete') ? next.count : 0;
  return Array.from({ length: count }, (_, at) => ({
    kind,
    oldNumber: isDeleted ? ownStart + at + 1 : undefined,
    newNumber: isDeleted ? undefined : ownStart + at + 1,
    text: own[ownStart + at] ?? '',
    counterpart: at < counterparts ? other[otherStart + at] : undefined,
  }));
}

/** Returns the parts of a line: those that its counterpart does not have are marked as changed, by words. */
export function partsOf({ text, counterpart }: DifferenceLine): readonly LinePart[] {
  const whole = [{ text, isChanged: false }];
  if (counterpart === undefined) return whole;
  const words = wordsAndSpaces(text);
  const changes = changesBetween(words, wordsAndSpaces(counterpart), maxEdits).filter(({ kind }) => kind !== 'insert');
  const parts = changes.map(({ kind, oldStart, count }) => ({
    text: words.slice(oldStart, oldStart + count).join(''),
    isChanged: kind === 'delete',
  }));
  const common = parts.reduce((sum, part) => sum + (part.isChanged ? 0 : part.text.length), 0);
  return common < commonShare * Math.max(text.length, counterpart.length) ? whole : parts;
}
