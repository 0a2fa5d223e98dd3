import { editDistance } from '../../core/edit-distance.js';
import { numbered } from './numbered.js';

/**
 * Measures of how much two lists of characters have in common: 0 for nothing, 1 for the same.
 *
 * These do not use fastest-levenshtein, which compares strings by UTF-16 code units: these lists contain whole
 * characters.
 */

/**
 * Divides twice the common pairs of neighbours by all pairs, counting repeated ones as often as they occur (Sørensen and
 * Dice). Lists too short for a pair have nothing in common unless they are equal.
 */
export function diceCoefficient(a: readonly string[], b: readonly string[]): number {
  const pairs = Math.max(0, a.length - 1) + Math.max(0, b.length - 1);
  if (pairs === 0) return a.join('') === b.join('') ? 1 : 0;
  const left = new Map<string, number>();
  for (const pair of neighbours(a)) left.set(pair, (left.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of neighbours(b)) {
    const count = left.get(pair) ?? 0;
    if (count === 0) continue;
    left.set(pair, count - 1);
    common++;
  }
  return (2 * common) / pairs;
}

function* neighbours(items: readonly string[]): Generator<string> {
  for (let i = 1; i < items.length; i++) yield `${items[i - 1]}${items[i]}`;
}

/** Divides the size of the intersection by that of the union (Jaccard). Two empty sets share nothing. */
export function jaccardIndex(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const item of a) if (b.has(item)) common++;
  const all = a.size + b.size - common;
  return all === 0 ? 0 : common / all;
}

/** Returns the least number of insertions, deletions and replacements that turn one list into the other. */
export function levenshteinDistance(a: readonly string[], b: readonly string[]): number {
  return editDistance(...numbered(a, b));
}

/**
 * Does the same as {@link levenshteinDistance}, but exchanging two neighbours counts once: optimal string alignment,
 * the form of Damerau and Levenshtein's distance in which no character is edited twice.
 */
export function alignmentDistance(a: readonly string[], b: readonly string[]): number {
  return editDistance(...numbered(a, b), { swaps: true });
}

/** Returns at how many places two lists of one length differ (Hamming). */
export function hammingDistance(a: readonly string[], b: readonly string[]): number {
  let distance = 0;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) distance++;
  return distance;
}

/** Weight and maximum length of the common prefix, as Winkler chose them. */
const prefixWeight = 0.1;
const longestPrefix = 4;

/** Counts common characters not too far apart and their order (Jaro), with a bonus for a common prefix (Winkler). */
export function jaroWinklerSimilarity(a: readonly string[], b: readonly string[]): number {
  const jaro = jaroSimilarity(a, b);
  let prefix = 0;
  while (prefix < Math.min(longestPrefix, a.length, b.length) && a[prefix] === b[prefix]) prefix++;
  return jaro + prefix * prefixWeight * (1 - jaro);
}

function jaroSimilarity(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const taken = new Uint8Array(b.length);
  const fromA = a.filter((character, i) => {
    for (let j = Math.max(0, i - reach); j <= Math.min(b.length - 1, i + reach); j++) {
      if (taken[j] === 1 || b[j] !== character) continue;
      taken[j] = 1;
      return true;
    }
    return false;
  });
  if (fromA.length === 0) return 0;
  const fromB = b.filter((_, j) => taken[j] === 1);
  const moved = fromA.filter((character, i) => character !== fromB[i]).length / 2;
  return (fromA.length / a.length + fromA.length / b.length + (fromA.length - moved) / fromA.length) / 3;
}
