/** The value that so many of a hundred are at or below (nearest rank). @throws {RangeError} if there are none. */
export function percentile(values: readonly number[], percent: number): number {
  const found = values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil((values.length * percent) / 100) - 1)];
  if (found === undefined) throw new RangeError('No values');
  return found;
}
