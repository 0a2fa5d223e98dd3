/**
 * The name that a person most likely meant, or undefined when none is near enough.
 *
 * Near means a Damerau–Levenshtein distance (adjacent transpositions count once) of at most a third of the
 * name's length, after case and the separators `-`, `_` and blank are disregarded.
 */
export function nearestName(written: string, names: Iterable<string>): string | undefined {
  // A name nobody could have meant costs no distance computation: the longest slug is well below this.
  if (written.length > 64) return undefined;
  const wanted = fold(written);
  let nearest: string | undefined;
  let nearestDistance = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const distance = editDistance(wanted, fold(name));
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

/** Optimal string alignment distance; O(a·b) time for names of at most 64 characters. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (beforePrevious[j - 2] ?? 0) + 1);
      }
      current.push(best);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
