import { type AlphabeticalKey, alphabeticalKey, compareAlphabetically } from './alphabetical-order.js';
import { orderedDigits } from './sort-keys.js';

/** A text prepared for natural order. */
export interface NaturalKey {
  /** The text, with every number written so that it collates by its value. */
  readonly collated: AlphabeticalKey;
  /** The number of leading zeros of each number. */
  readonly zeros: readonly number[];
}

const noZeros: readonly number[] = [];

/** Returns what {@link compareNaturally} compares a text by. Runs of ASCII digits count as numbers. */
export function naturalKey(text: string): NaturalKey {
  const zeros: number[] = [];
  const collated = text.replace(/[0-9]+/g, (digits) => {
    const ordered = orderedDigits(digits);
    zeros.push(leadingZeros(digits));
    return ordered;
  });
  return { collated: alphabeticalKey(collated), zeros: zeros.some((count) => count > 0) ? zeros : noZeros };
}

/**
 * Compares alphabetically, with runs of the digits 0 to 9 as numbers of any length: file2, File2, file10. If texts are
 * equal, the one whose numbers have fewer leading zeros comes first.
 */
export function compareNaturally(a: NaturalKey, b: NaturalKey): number {
  return compareAlphabetically(a.collated, b.collated) || compareZeros(a.zeros, b.zeros);
}

function compareZeros(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function leadingZeros(digits: string): number {
  let count = 0;
  while (digits[count] === '0') count++;
  return count;
}
