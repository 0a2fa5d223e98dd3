import type { Change } from '../../../text/difference/difference.js';

const signs = { equal: ' ', delete: '-', insert: '+' } as const;

/** Written after a last line without a line end. */
const incompleteLine = '\n\\ No newline at end of file\n';

/**
 * Splits a text into lines as `diff` and `patch` do: only a line feed ends a line, and a carriage return is part of the
 * line. Each line keeps its line feed; only the last one can lack it.
 */
export function unifiedLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

/**
 * Writes a difference of lines in the unified format of `diff -u`; an empty text if nothing differs. Common lines are
 * written as they are in the old text, so that `patch` finds them there.
 *
 * The package diff can write this format as well. It is not used, because its `structuredPatch` takes common lines from
 * the new text, and its `formatPatch` writes the number of lines into a range of one line, which `diff -u` omits.
 *
 * @param oldLines - from {@link unifiedLines}, as `newLines`.
 * @param context - lines to show before and after each change.
 * @see POSIX.1-2024, diff, "Diff -u or -U Output Format"
 */
export function unifiedDiff(
  oldLines: readonly string[],
  newLines: readonly string[],
  changes: readonly Change[],
  context: number,
): string {
  const hunks = hunksOf(changes, context);
  if (hunks.length === 0) return '';
  const written = ['--- input\n+++ other\n'];
  for (const hunk of hunks) {
    const [oldCount, newCount] = (['insert', 'delete'] as const).map((not) =>
      hunk.filter(({ kind }) => kind !== not).reduce((sum, { count }) => sum + count, 0),
    ) as [number, number];
    const { oldStart, newStart } = hunk[0] as Change;
    written.push(`@@ -${range(oldStart, oldCount)} +${range(newStart, newCount)} @@\n`);
    for (const { kind, count, ...start } of hunk) {
      const [lines, from] = kind === 'insert' ? [newLines, start.newStart] : [oldLines, start.oldStart];
      for (const line of lines.slice(from, from + count)) {
        written.push(signs[kind], line);
        if (!line.endsWith('\n')) written.push(incompleteLine);
      }
    }
  }
  return written.join('');
}

/**
 * Groups changes into hunks: those whose contexts touch belong together, and common lines are cut down to the context.
 */
function hunksOf(changes: readonly Change[], context: number): Change[][] {
  const hunks: Change[][] = [];
  let hunk: Change[] = [];
  for (const [i, change] of changes.entries()) {
    if (change.kind !== 'equal') {
      hunk.push(change);
      continue;
    }
    const isFirst = i === 0;
    const isLast = i === changes.length - 1;
    if (!isFirst && !isLast && change.count <= 2 * context) {
      hunk.push(change);
      continue;
    }
    if (!isFirst) hunk.push({ ...change, count: Math.min(context, change.count) });
    if (!isFirst) hunks.push(hunk);
    const skipped = Math.max(0, change.count - context);
    hunk = [
      {
        kind: 'equal',
        oldStart: change.oldStart + skipped,
        newStart: change.newStart + skipped,
        count: change.count - skipped,
      },
    ];
    if (isLast) hunk = [];
  }
  if (hunk.some(({ kind }) => kind !== 'equal')) hunks.push(hunk);
  return hunks.map((parts) => parts.filter(({ count }) => count > 0)).filter((parts) => parts.length > 0);
}

/** Writes a range. Lines count from 1; an empty range names the line before it. */
function range(start: number, count: number): string {
  if (count === 1) return `${start + 1}`;
  return `${count === 0 ? start : start + 1},${count}`;
}
