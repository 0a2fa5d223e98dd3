import type { CatalogueEntry } from './catalogue.js';
import { categoryTitle } from './categories.js';
import { type Side, spaced, stemOf, stemsAndPhrasesOf, type Term, termsOf, wordsOf } from './search-terms.js';

// Found by trial. With half or twice of a weight, 4 in 100 of the tests' questions at most win or lose their first place.
/** How much a word counts by where it is found. */
const weights = { slug: 5, title: 3, description: 1.5, options: 0.5, category: 0.4 };
/** Where a word weighs this much, it counts half of what it could: BM25's k1. */
const halfWeight = 4;
/** How much a word counts that only means the same, or only begins alike. */
const sameMeaningCounts = 0.8;
const beginsAlikeCounts = 0.5;
/** How much a word counts on the wrong side: csv in the name of markdown-table-to-csv, for `csv to markdown`. */
const wrongSideCounts = 0.3;
/** How much what is wanted counts more than what there is. */
const targetCounts = 1.6;
/** How much a tool gains whose slug has no word that was not asked for. */
const wholeSlugCounts = 0.35;
/** Characters of a query that are read: no question is longer, and every word costs time. */
const longestQuery = 500;

interface Index {
  readonly entries: readonly CatalogueEntry[];
  /** By stem, where it is found: tools by their place in `entries`, with the weight. */
  readonly places: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** By tool, the stems of its slug. */
  readonly slugs: readonly (readonly string[])[];
  /** By tool, the sides of the words of a slug such as csv-to-sql. */
  readonly sides: readonly ReadonlyMap<string, Side>[];
}

const indexes = new WeakMap<object, Index>();

/**
 * The tools that a model means, best first, ties in the order of slugs. Words that no tool has are passed over, and so
 * are those that say nothing ("please convert the"); a query of nothing else gives all tools in the order of their
 * slugs, a query with no word that some tool has gives none.
 *
 * Every word counts by how few tools have it (the inverse document frequency of BM25: Robertson and Zaragoza, "The
 * Probabilistic Relevance Framework", 2009, section 3) and by where they have it.
 *
 * MiniSearch 7 was measured in its place, with the same weights of fields. Of the tests' 309 questions this search has 309
 * answers among the first three (262 first), and of the 40 that were held back 35. MiniSearch has 246 and 27 with
 * prefixes and fuzzy matching, and 274 and 32 with these stems, these words passed over and single words of one meaning.
 *
 * @param entries - what is searched; the index is made once for each object.
 */
export function searchForAgents(entries: Iterable<CatalogueEntry>, query: string): CatalogueEntry[] {
  const index = indexes.get(entries) ?? indexOf(entries);
  indexes.set(entries, index);
  const terms = termsOf(query.slice(0, longestQuery), (stem) => index.places.has(stem));
  if (terms.length === 0) return [...index.entries];
  const scores = new Map<number, number>();
  const asked = new Set<string>();
  for (const term of terms) addScores(index, term, scores, asked);
  return [...scores]
    .map(([at, score]) => ({ at, score: score * (1 + wholeSlugCounts * shareOf(index.slugs[at] ?? [], asked)) }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .flatMap(({ at }) => index.entries[at] ?? []);
}

function addScores(index: Index, term: Term, scores: Map<number, number>, asked: Set<string>): void {
  const found = new Map<number, number>();
  for (const [stem, counts] of stemsFor(index, term)) {
    for (const word of stem.split(' ')) asked.add(word);
    for (const [at, weight] of index.places.get(stem) ?? []) {
      const side = index.sides[at]?.get(stem);
      const right = side === undefined || term.side === undefined || side === term.side;
      const worth = (counts * (right ? 1 : wrongSideCounts) * weight) / (weight + halfWeight);
      found.set(at, Math.max(found.get(at) ?? 0, worth));
    }
  }
  const rarity = Math.log(1 + (index.entries.length - found.size + 0.5) / (found.size + 0.5));
  const worth = rarity * (term.side === 'target' ? targetCounts : 1);
  for (const [at, each] of found) scores.set(at, (scores.get(at) ?? 0) + worth * each);
}

/** The stems that count as a term, with how much they count. */
function stemsFor({ places }: Index, { stem, others }: Term): [stem: string, counts: number][] {
  if (places.has(stem) || others.length > 0)
    return [[stem, 1], ...others.map((other): [string, number] => [other, sameMeaningCounts])];
  return [...places.keys()].filter((known) => beginAlike(known, stem)).map((known) => [known, beginsAlikeCounts]);
}

/** Whether two stems have their first five letters in common, and most of the others. */
function beginAlike(a: string, b: string): boolean {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length >= 5 && length >= 0.65 * Math.max(a.length, b.length);
}

function shareOf(stems: readonly string[], asked: ReadonlySet<string>): number {
  return stems.filter((stem) => asked.has(stem)).length / Math.max(1, stems.length);
}

function indexOf(all: Iterable<CatalogueEntry>): Index {
  const entries = [...all].sort((a, b) => (a.tool.slug < b.tool.slug ? -1 : 1));
  const places = new Map<string, Map<number, number>>();
  entries.forEach((entry, at) => {
    for (const [weight, text] of textsOf(entry)) {
      for (const stem of new Set(stemsAndPhrasesOf(text))) {
        const tools = places.get(stem) ?? new Map<number, number>();
        places.set(stem, tools.set(at, (tools.get(at) ?? 0) + weight));
      }
    }
  });
  const slugs = entries.map(({ tool }) => wordsOf(tool.slug));
  return { entries, places, slugs: slugs.map((words) => words.map(stemOf)), sides: slugs.map(sidesOf) };
}

/** The words of a tool by how much they count where they stand. */
function textsOf({ category, tool }: CatalogueEntry): [weight: number, text: string][] {
  const options = Object.entries(tool.config.properties).map(([name, schema]) => optionText(name, schema));
  return [
    [weights.slug, tool.slug],
    [weights.title, `${tool.title} ${spaced(tool.title)}`],
    [weights.description, `${tool.description} ${spaced(tool.description)}`],
    [weights.options, options.join(' ')],
    [weights.category, categoryTitle(category)],
  ];
}

/** An option's name, the values it can have where they are listed, and what it does. */
function optionText(
  name: string,
  schema: { enum?: unknown; items?: { enum?: unknown }; description?: unknown },
): string {
  const values = [schema.enum, schema.items?.enum].filter(Array.isArray).flat();
  return [spaced(name), ...values, schema.description].join(' ');
}

function sidesOf(slugWords: readonly string[]): ReadonlyMap<string, Side> {
  const to = slugWords.indexOf('to');
  if (to < 1) return new Map();
  return new Map(slugWords.map((word, at) => [stemOf(word), at < to ? 'source' : 'target']));
}
