import { type SearchEntry, searchKinds } from '../../search-kinds.js';

/** Fields and options may share their names with others. */
const firstShared = searchKinds.indexOf('Field');

/** Returns the entries that contain every word of a query, best first: in their names before in their details. */
export function foundEntries(entries: readonly SearchEntry[], query: string, count: number): SearchEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, words, query.trim().toLowerCase()) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.rank - b.rank || a.entry[0] - b.entry[0])
    .slice(0, count)
    .map(({ entry }) => entry);
}

/** Infinity for an entry that does not contain every word. */
function rankOf([kind, name, details]: SearchEntry, words: readonly string[], query: string): number {
  const inName = name.toLowerCase();
  // Many tools have an option of the same name: they come after the tools themselves.
  if (inName === query && kind < firstShared) return 0;
  const inDetails = details.toLowerCase();
  const ranks = words.map((word) => {
    if (beginsWord(inName, word)) return 1;
    if (inName.includes(word)) return 2;
    if (beginsWord(inDetails, word)) return 3;
    return inDetails.includes(word) ? 4 : Number.POSITIVE_INFINITY;
  });
  return Math.max(...ranks);
}

/** Whether a word begins at a place where the letter before is none. */
function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true;
  }
  return false;
}
