import type { Facts } from '#bench/facts.js';
import type { MeasuredRow } from '#bench/results.js';
import { type Comparison, type RowId, sampleOf } from '#bench/row.js';

/** Makes rows that were not measured, for tests of the code that uses rows. */

export const facts: Facts = {
  processor: 'A processor',
  cores: 2,
  memoryGiB: 8,
  operatingSystem: 'Linux 6',
  node: 'v20.0.0',
  commit: 'abc1234+',
  rounds: 5,
  when: '2026-03-14T09:26:53.000Z',
};

/** Returns a comparison of three rounds with a value, in place of a measured one. */
export function comparisonOf(value: number, more: Partial<Comparison> = {}): Comparison {
  const [ours, theirs] = [sampleOf([value, value * 2, value / 2]), sampleOf([1])];
  return { name: 'mixed', unit: 'ms', ours, reference: 'JSON floor', theirs, value, valueUnit: '×', ...more };
}

/** Returns a row with some comparisons, in place of a measured one. */
export function rowOf(id: RowId, comparisons: readonly Comparison[] = [comparisonOf(1.5)]): MeasuredRow {
  return { id, title: `the title of ${id}`, comparisons, notes: [], facts };
}
