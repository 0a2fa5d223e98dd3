/** What counts as a duplicate, and which one stays. */
export interface Distinction {
  /** When false, lines are equal when their lower-case forms are: no other folding and no normalisation. */
  readonly caseSensitive: boolean;
  /** Which of equal lines stays; the first if left out. */
  readonly keep?: 'first' | 'last';
  /** Only lines next to each other are compared. */
  readonly adjacentOnly?: boolean;
  /** Lines of white space are never duplicates. */
  readonly ignoreBlank?: boolean;
}

/** Keeps one of equal lines, in the order in which they came. Equal means equal code unit for code unit. */
export function distinctLines(lines: readonly string[], distinction: Distinction): string[] {
  const { caseSensitive, keep = 'first', adjacentOnly = false, ignoreBlank = false } = distinction;
  if (keep === 'last') return distinctLines(lines.toReversed(), { ...distinction, keep: 'first' }).reverse();
  if (caseSensitive && !adjacentOnly && !ignoreBlank) return [...new Set(lines)];
  const seen = new Set<string>();
  return lines.filter((line) => {
    const isBlank = ignoreBlank && line.trim() === '';
    const compared = caseSensitive ? line : line.toLowerCase();
    const isDuplicate = !isBlank && seen.has(compared);
    if (adjacentOnly) seen.clear();
    seen.add(compared);
    return !isDuplicate;
  });
}
