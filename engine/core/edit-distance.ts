/**
 * Returns the name that a person most likely meant; undefined if none is near enough.
 *
 * Near means an edit distance (adjacent transpositions count once) of at most a third of the name's length, without
 * regard to case and the separators `-`, `_` and blank.
 */
export function nearestName(written: string, names: Iterable<string>): string | undefined {
  // A name nobody could have meant costs no distance computation: the longest slug is well below this.
  if (written.length > 64) return undefined;
  const wanted = foldedName(written);
  let nearest: string | undefined;
  let nearestDistance = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const most = Math.min(nearestDistance - 1, Math.max(1, Math.floor(name.length / 3)));
    const folded = foldedName(name);
    // The distance is at least the difference of the lengths: most names are too short or too long.
    if (Math.abs(folded.length - wanted.length) > most) continue;
    const distance = editDistance(wanted, folded, { swaps: true });
    if (distance > most) continue;
    nearest = name;
    nearestDistance = distance;
  }
  return nearest;
}

/** Returns a name in lower case and without the separators `-`, `_` and blank. */
export function foldedName(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}

/**
 * Returns how many insertions, deletions and replacements of items turn one list into the other (Levenshtein). With
 * `swaps`, exchanging two neighbours counts once as well, and no item is edited twice (optimal string alignment).
 *
 * Takes the product of the lengths in time, and memory for one row of the length of `b`, or three with `swaps`.
 */
export function editDistance<Item>(a: ArrayLike<Item>, b: ArrayLike<Item>, { swaps = false } = {}): number {
  let row = new Uint32Array(b.length + 1);
  for (let j = 0; j < row.length; j++) row[j] = j;
  let before = swaps ? row.slice() : row;
  let spare = swaps ? row.slice() : row;
  for (let i = 0; i < a.length; i++) {
    // In place unless swaps look back at earlier rows.
    const next = spare;
    if (swaps) next.set(row);
    fillRow(next, i, a[i], b);
    if (swaps && i > 0) addSwaps(next, before, a[i], a[i - 1], b);
    [before, row, spare] = [row, next, swaps ? before : next];
  }
  return row[b.length] ?? 0;
}

/** Turns row `i` of the table of distances into the next one. */
function fillRow<Item>(row: Uint32Array, i: number, item: Item | undefined, b: ArrayLike<Item>): void {
  let diagonal = i;
  let left = i + 1;
  row[0] = left;
  for (let j = 0; j < b.length; j++) {
    const above = row[j + 1] ?? 0;
    left = Math.min(diagonal + (item === b[j] ? 0 : 1), above + 1, left + 1);
    row[j + 1] = left;
    diagonal = above;
  }
}

/** Lowers a row where its item and the one before it stand in `b` the other way round. */
function addSwaps<Item>(
  row: Uint32Array,
  rowBefore: Uint32Array,
  item: Item | undefined,
  itemBefore: Item | undefined,
  b: ArrayLike<Item>,
): void {
  for (let j = 1; j < b.length; j++) {
    const swapped = item === b[j - 1] && itemBefore === b[j] ? (rowBefore[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
    row[j + 1] = Math.min(row[j + 1] ?? 0, swapped, (row[j] ?? 0) + 1);
  }
}
