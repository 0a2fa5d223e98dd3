import { editDistance } from './edit-distance.js';

/**
 * Returns the name that a person most likely meant; undefined if none is near enough.
 *
 * Near means an edit distance (adjacent transpositions count once) of at most a third of the name's length, without
 * regard to case and the separators `-`, `_` and blank.
 */
export function nearestName(written: string, names: Iterable<string>): string | undefined {
  // A name nobody could have meant costs no distance computation: the longest slug is well below this.
  if (written.length > 64) return undefined;
  const wanted = fold(written);
  let nearest: string | undefined;
  let nearestDistance = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const distance = editDistance(wanted, fold(name), { swaps: true });
    if (distance < nearestDistance) {
      nearest = name;
      nearestDistance = distance;
    }
  }
  return nearest !== undefined && nearestDistance <= Math.max(1, Math.floor(nearest.length / 3)) ? nearest : undefined;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}
