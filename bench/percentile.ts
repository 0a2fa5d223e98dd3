/** Returns a percentile of some values, by nearest rank. @throws {RangeError} if there are no values. */
export function percentile(values: readonly number[], percent: number): number {
  const found = values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil((values.length * percent) / 100) - 1)];
  if (found === undefined) throw new RangeError('No values');
  return found;
}
