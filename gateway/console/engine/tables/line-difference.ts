import { type Change, changesBetween } from '#engine/text/difference/difference.js';
import { wordsAndSpaces } from '#engine/text/difference/words.js';
import { splitLines } from '#engine/text/lines/lines.js';
import type { LinePart, MarkedLine, SkippedLines } from './messages.js';

/** A text, or its beginning. */
export interface ComparedText {
  readonly text: string;
  readonly truncated: boolean;
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

/** What two texts have, and have not, in common. */
export interface Difference {
  readonly rows: readonly (DifferenceLine | SkippedLines)[];
  readonly deleted: number;
  readonly inserted: number;
  /** Whether too many lines differ to find all that correspond: those between are compared in their order. */
  readonly isRough: boolean;
}

/** The time of the search is quadratic in it: with 10,000 characters it stays below 20 ms. */
export const maxEdits = 500;
/** Equal lines around a change. */
const context = 3;
/** Words are marked only in lines that have this share of their characters in common. */
const commonShare = 1 / 3;

/**
 * Compares two texts by lines. Does not compare line ends. A changed line is followed by what it has become: lines
 * correspond if they differ in blanks, letter case and signs only, else by their order.
 *
 * Of a truncated text, lines are left out at the end that may have their counterpart in the part that is missing.
 */
export function differenceOf(before: ComparedText, after: ComparedText): Difference {
  const [oldLines, newLines] = [wholeLines(before), wholeLines(after)];
  const found = changesBetween(oldLines, newLines, maxEdits);
  const changes = before.truncated || after.truncated ? withoutOpenEnd(found) : found;
  const stretches: Stretch[] = [];
  let isRough = false;
  for (const [index, change] of changes.entries()) {
    const next = changes[index + 1];
    if (change.kind === 'delete' && next?.kind === 'insert') {
      const pairs = pairsOf(change, next, oldLines, newLines);
      isRough ||= pairs.isRough;
      for (const stretch of pairs.stretches) add(stretches, stretch);
    } else if (change.kind !== 'insert' || changes[index - 1]?.kind !== 'delete') add(stretches, change);
  }
  const total = (...kinds: readonly Stretch['kind'][]) =>
    stretches.reduce((sum, { kind, count }) => sum + (kinds.includes(kind) ? count : 0), 0);
  return {
    rows: stretches.flatMap((stretch, index) =>
      stretch.kind === 'equal'
        ? equalRows(stretch, oldLines, index === 0, index === stretches.length - 1)
        : changedRows(stretch, oldLines, newLines),
    ),
    deleted: total('delete', 'pair'),
    inserted: total('insert', 'pair'),
    isRough,
  };
}

/** A stretch of lines; those of a pair have counterparts. */
type Stretch = Omit<Change, 'kind'> & { readonly kind: Change['kind'] | 'pair' };

function add(stretches: Stretch[], stretch: Stretch): void {
  const last = stretches.at(-1);
  if (stretch.count === 0) return;
  if (last?.kind === stretch.kind && last.kind === 'equal')
    stretches[stretches.length - 1] = { ...last, count: last.count + stretch.count };
  else stretches.push(stretch);
}

/** Finds which of the lines that were replaced became which of the new ones. */
function pairsOf(deleted: Change, inserted: Change, oldLines: readonly string[], newLines: readonly string[]) {
  const { oldStart } = deleted;
  const { newStart } = inserted;
  const [olds, news] = [
    oldLines.slice(oldStart, oldStart + deleted.count),
    newLines.slice(newStart, newStart + inserted.count),
  ];
  const found = changesBetween(olds.map(loosened), news.map(loosened), maxEdits);
  const stretches: Stretch[] = [];
  const pair = (old: number, now: number, count: number): void => {
    for (let at = 0; at < count; at++) {
      const kind = olds[old + at] === news[now + at] ? 'equal' : 'pair';
      const last = stretches.at(-1);
      const place = { oldStart: oldStart + old + at, newStart: newStart + now + at };
      if (last?.kind === kind) stretches[stretches.length - 1] = { ...last, count: last.count + 1 };
      else stretches.push({ kind, ...place, count: 1 });
    }
  };
  let edits = 0;
  for (const [index, change] of found.entries()) {
    const [other, next] = [found[index - 1], found[index + 1]];
    if (change.kind === 'equal') {
      pair(change.oldStart, change.newStart, change.count);
      continue;
    }
    edits += change.count;
    const isFirst = change.kind === 'delete' && next?.kind === 'insert';
    const isSecond = change.kind === 'insert' && other?.kind === 'delete';
    const paired = isFirst || isSecond ? Math.min(change.count, (isFirst ? next : other)?.count ?? 0) : 0;
    if (isFirst) pair(change.oldStart, change.newStart, paired);
    const oldFrom = oldStart + change.oldStart + (change.kind === 'delete' ? paired : 0);
    const newFrom = newStart + change.newStart + paired;
    add(stretches, { kind: change.kind, oldStart: oldFrom, newStart: newFrom, count: change.count - paired });
  }
  return { stretches, isRough: edits > maxEdits };
}

function loosened(line: string): string {
  return line.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
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
export function lineBefore(earlier: ComparedText, later: ComparedText, line: number): EarlierLine {
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
function wholeLines({ text, truncated }: ComparedText): string[] {
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
  { oldStart, newStart, count }: Stretch,
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

/** Returns changed lines, those of a pair one below the other. */
function changedRows(
  { kind, count, oldStart, newStart }: Stretch,
  oldLines: readonly string[],
  newLines: readonly string[],
): DifferenceLine[] {
  return Array.from({ length: count }, (_, at) => {
    const [old, now] = [oldLines[oldStart + at] ?? '', newLines[newStart + at] ?? ''];
    const deleted: DifferenceLine = {
      kind: 'delete',
      oldNumber: oldStart + at + 1,
      newNumber: undefined,
      text: old,
      counterpart: kind === 'pair' ? now : undefined,
    };
    const inserted: DifferenceLine = {
      kind: 'insert',
      oldNumber: undefined,
      newNumber: newStart + at + 1,
      text: now,
      counterpart: kind === 'pair' ? old : undefined,
    };
    return kind === 'pair' ? [deleted, inserted] : [kind === 'delete' ? deleted : inserted];
  }).flat();
}

/** Returns a row as it is shown. */
export function markedRow(row: DifferenceLine | SkippedLines): MarkedLine | SkippedLines {
  if (row.kind === 'skipped') return row;
  const { kind, oldNumber, newNumber } = row;
  return { kind, oldNumber, newNumber, parts: partsOf(row) };
}

/** Returns the parts of a line: those that its counterpart does not have are marked as changed, by words. */
export function partsOf({ text, counterpart }: Pick<DifferenceLine, 'text' | 'counterpart'>): readonly LinePart[] {
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
