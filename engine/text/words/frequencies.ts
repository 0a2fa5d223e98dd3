import { Type } from '../../core/schema.js';
import { csvLine } from '../csv/csv.js';

/** A counted thing. */
export interface Frequency {
  readonly item: string;
  readonly count: number;
}

/** The option of tools that count how often something occurs. See {@link writeFrequencies}. */
export const FrequencyFormat = Type.Enum(['text', 'csv', 'json'], {
  default: 'text',
  description: 'text writes count, tab and item on each line; csv a table with a header; json an array of objects',
});

/** Counts the items of a list: most frequent first, equal counts in the order of their first occurrence. */
export function countItems(items: Iterable<string>): Frequency[] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].map(([item, count]) => ({ item, count })).sort((a, b) => b.count - a.count);
}

/** @param name - the name of an item in the header of CSV and in JSON: `word`. */
export function writeFrequencies(
  frequencies: readonly Frequency[],
  format: 'text' | 'csv' | 'json',
  name: string,
): string {
  if (format === 'json') {
    const objects = frequencies.map(({ item, count }) => ({ [name]: item, count }));
    return JSON.stringify(objects, null, 2);
  }
  if (format === 'text') return frequencies.map(({ item, count }) => `${count}\t${item}`).join('\n');
  return [`${name},count`, ...frequencies.map(({ item, count }) => csvLine([item, String(count)], ','))].join('\n');
}
