/** The most matches that are counted. */
export const maxMatches = 10_000;

/** Returns where a text contains another, without overlaps: the first {@link maxMatches}. */
export function matchesOf(text: string, wanted: string, isCaseSensitive: boolean): readonly number[] {
  if (wanted === '') return [];
  const pattern = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), isCaseSensitive ? 'gu' : 'giu');
  const starts: number[] = [];
  for (let found = pattern.exec(text); found !== null && starts.length < maxMatches; found = pattern.exec(text)) {
    starts.push(found.index);
  }
  return starts;
}

/** Returns the index of the first match at or after a place, cyclically; -1 without matches. */
export function matchFrom(starts: readonly number[], place: number): number {
  if (starts.length === 0) return -1;
  const index = starts.findIndex((start) => start >= place);
  return index === -1 ? 0 : index;
}
