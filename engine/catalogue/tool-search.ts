import { type NamedElsewhere, namedElsewhere } from './names-elsewhere.js';
import {
  indexOf,
  type Match,
  rarityOf,
  type SearchedTool,
  type SearchIndex,
  type WrittenWord,
  writtenWords,
} from './search-index.js';
import { hasIgnoredWords, isMisspelt, stemOf, type Term, termsOf } from './search-terms.js';
import { faintWords, usualTools } from './search-words.js';

/** A word with this weight counts half of its maximum: BM25's k1. */
const halfWeight = 4;
/** Factor for synonyms and common prefixes. */
const sameMeaningCounts = 0.8;
const beginsAlikeCounts = 0.5;
/** The same while a user types: a tool with another word comes after those with the word itself, even unfinished. */
const sameMeaningCountsTyped = 0.4;
/** Factor for a word on the wrong side: csv in the name of markdown-table-to-csv, for `csv to markdown`. */
const wrongSideCounts = 0.3;
/** Factor of the target over the source. */
const targetCounts = 1.6;
/** Bonus for a tool whose whole slug is in the query. */
const wholeSlugCounts = 0.35;
/** Weight of a word that is in the slug, the title or the description. Options and category together count less. */
const leastNamed = 1;
/** Bonus for a tool that has all words of the query: in a long one, a single rare word may be there by chance. */
const manyWordsCount = 0.4;
/** What is typed is a question if it has more terms, or more words, than these. */
const mostTyped = 2;
const mostWritten = 3;
/** The share of one or two words that must be known. */
const leastKnown = 2 / 3;
/** Factor of a tool that most people need; and for a query of one word, which says little. */
const usualCounts = 1.15;
const usualAloneCounts = 1.3;
/** Factor of the tasks in a query of at least as many words beyond the first; of less in a shorter one. */
const tasksCount = 0.5;
const tasksNeed = 3;
/** How steeply a task counts less that is in the query only in part. */
const wholenessCounts = 1.5;
/** Factor of the next task of the same tool, and how many of them count. */
const nextTaskCounts = 0.4;
const mostTasks = 4;
/** Factor of a word that says little about the task. */
const faintly = 0.5;
const faintStems: ReadonlySet<string> = new Set([...faintWords].map(stemOf));
/** Score of a tool whose name elsewhere is in the query, as a multiple of that of the rarest word; and if it is all of it. */
const namedCounts = 1.5;
const whollyNamedCounts = 20;
/** What the next tool of such a name counts. */
const nextNamedCounts = 0.9;
/** Longest query that is read, in characters, because every word costs time. */
const longestQuery = 500;

/** How many results are shown of a search: who does not find the tool among them needs other words. */
export const mostResults = 12;

const indexes = new WeakMap<object, SearchIndex<SearchedTool>>();

/**
 * Searches for what a model means. Returns the tools best first, ties in the order of their slugs.
 *
 * Words that no tool has are passed over, and so are those that say nothing ("please convert the"); a query of nothing
 * else gives all tools in the order of their slugs, a query with no word that some tool has gives none.
 *
 * A word counts by the inverse document frequency of BM25 (Robertson and Zaragoza, "The Probabilistic Relevance
 * Framework", 2009, section 3) and by its field.
 *
 * @param tools - what is searched; the index is made once for each object.
 */
export function searchTools<Tool extends SearchedTool>(tools: Iterable<Tool>, query: string): Tool[] {
  const index = indexFor(tools);
  const start = query.slice(0, longestQuery);
  const named = elsewhere(index, start);
  const terms = termsOf(start, index.stems);
  if (terms.length === 0 && named.slugs.length === 0) return hasIgnoredWords(start) ? [] : [...index.tools];
  return ranked(
    index,
    terms,
    terms.map((term) => meantPlaces(index, term)),
    1,
    named,
  );
}

/**
 * Searches for what a user types, letter by letter. Ranks as {@link searchTools} does, but a word may be unfinished or
 * have one wrong letter. A tool must have each of one or two words; of a longer question it has any. An empty query
 * gives the tools as they are.
 */
export function searchWhileTyping<Tool extends SearchedTool>(tools: Iterable<Tool>, query: string): Tool[] {
  if (query.trim() === '') return [...tools];
  const index = indexFor(tools);
  const typed = query.slice(0, longestQuery);
  const named = elsewhere(index, typed);
  const meant = termsOf(typed, index.stems);
  // Words that say nothing may be the beginning of one that does: `to` of `tokens`.
  const terms = meant.length > 0 ? meant : writtenWords(typed).map(unfinished);
  const isQuestion = terms.length > mostTyped || writtenWords(typed).length > mostWritten;
  const matches = terms.map((term, at) => {
    const isKnown = index.stems.has(term.stem) || term.others.length > 0;
    const isWhole = isQuestion && (isKnown || at < terms.length - 1);
    const meant = meantPlaces(index, term, isQuestion ? sameMeaningCounts : sameMeaningCountsTyped);
    return isWhole ? meant : [...meant, ...typedPlaces(index.words, term.word, index.stems.has(term.stem))];
  });
  const found = isQuestion ? [] : ranked(index, terms, matches, terms.length, named);
  if (found.length > 0) return ofSlugs(typed, found);
  const known = matches.filter((match) => match.some(({ places }) => places.size > 0)).length;
  const isKnown = known > 0 && (isQuestion || known >= leastKnown * terms.length);
  if (!isKnown && named.slugs.length === 0) return [];
  return isQuestion ? ranked(index, terms, matches, 1, named) : searchTools(tools, typed);
}

/** What the query calls by a name: a slug is one, too. */
function elsewhere(index: SearchIndex<SearchedTool>, query: string): NamedElsewhere {
  const written = query.trim().toLowerCase().replace(/\s+/g, '-');
  if (index.tools.some(({ slug }) => slug === written)) return { slugs: [written], isWhole: true };
  return namedElsewhere(query, (word) => index.stems.has(stemOf(word)));
}

/** Of the tools found, those that name what is typed like a slug: `find-re` is not just any `find` and `re`. */
function ofSlugs<Tool extends SearchedTool>(typed: string, found: readonly Tool[]): Tool[] {
  const parts = (typed.toLowerCase().match(/\S+/g) ?? []).filter(
    (word) => word.includes('-') && found.some(({ slug }) => slug.includes(word)),
  );
  return found.filter(({ slug, description }) => parts.every((part) => `${slug} ${description}`.includes(part)));
}

const unfinished = (word: string): Term => ({ stem: word, word, others: [], side: undefined });

function indexFor<Tool extends SearchedTool>(tools: Iterable<Tool>): SearchIndex<Tool> {
  const index = indexes.get(tools) ?? indexOf(tools);
  indexes.set(tools, index);
  // Made of these very tools.
  return index as SearchIndex<Tool>;
}

/**
 * @param matches - of each term.
 * @param leastTerms - how many of the terms a tool must have.
 * @param named - what is found without any of them.
 */
function ranked<Tool extends SearchedTool>(
  index: SearchIndex<Tool>,
  terms: readonly Term[],
  matches: readonly (readonly Match[])[],
  leastTerms: number,
  named: NamedElsewhere,
): Tool[] {
  const scores = new Map<number, { score: number; terms: number; named: number }>();
  const asked = new Set<string>();
  const known = Math.max(1, matches.filter((each) => each.some(({ places }) => places.size > 0)).length);
  terms.forEach((term, position) => {
    for (const [at, { worth, named }] of scored(index, term, matches[position] ?? [], asked)) {
      const before = scores.get(at) ?? { score: 0, terms: 0, named: 0 };
      scores.set(at, {
        score: before.score + worth,
        terms: before.terms + 1,
        named: before.named + (named ? 1 : 0),
      });
    }
  });
  const bonus = (at: number, named: number) =>
    (1 + manyWordsCount * (named / known)) * (1 + wholeSlugCounts * shareOf(index.slugs[at] ?? [], asked));
  const asTasks = taskScores(index, terms, matches);
  const found = new Map(
    [...scores]
      .filter(([, { terms }]) => terms >= leastTerms)
      .map(([at, { score, named }]) => [
        at,
        score * bonus(at, named) +
          tasksCount * Math.min(1, Math.max(0, known - 1) / tasksNeed) * (asTasks.get(at) ?? 0),
      ]),
  );
  const rarest = Math.log(index.tools.length + 1) * (named.isWhole ? whollyNamedCounts : namedCounts);
  named.slugs.forEach((slug, position) => {
    const at = index.tools.findIndex((tool) => tool.slug === slug);
    if (at >= 0) found.set(at, (found.get(at) ?? 0) + rarest * nextNamedCounts ** position);
  });
  return [...found]
    .map(([at, score]) => ({
      at,
      score: usualTools.has(index.tools[at]?.slug ?? '')
        ? score * (known === 1 ? usualAloneCounts : usualCounts)
        : score,
    }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .flatMap(({ at }) => index.tools[at] ?? []);
}

/** The score of the phrases of a tool that the query has most of: the best, and less of each that follows. */
function taskScores(
  index: SearchIndex<unknown>,
  terms: readonly Term[],
  matches: readonly (readonly Match[])[],
): Map<number, number> {
  const all = index.tools.length;
  const said = new Map<number, number>();
  for (const [position, match] of matches.entries()) {
    const faint = weightOf(terms[position]);
    const best = new Map<number, number>();
    for (const { stem, places, counts } of match) {
      const worth = counts * rarityOf(all, places.size) * faint;
      for (const task of index.tasksWith.get(stem) ?? []) best.set(task, Math.max(best.get(task) ?? 0, worth));
    }
    for (const [task, worth] of best) said.set(task, (said.get(task) ?? 0) + worth);
  }
  const byTool = new Map<number, number[]>();
  for (const [task, worth] of said) {
    const { at, weight } = index.tasks[task] ?? { at: 0, weight: 1 };
    const share = Math.min(1, worth / weight);
    byTool.set(at, [...(byTool.get(at) ?? []), worth * share ** wholenessCounts]);
  }
  return new Map(
    [...byTool].map(([at, worths]) => [
      at,
      worths
        .sort((a, b) => b - a)
        .slice(0, mostTasks)
        .reduce((sum, worth, position) => sum + worth * nextTaskCounts ** position, 0),
    ]),
  );
}

const weightOf = (term: Term | undefined): number => (term !== undefined && faintStems.has(term.stem) ? faintly : 1);

/** A term in a tool. */
interface Score {
  readonly worth: number;
  /** Whether it is in the slug, the title or the description, and not only in the options or the category. */
  readonly named: boolean;
}

/** The score of a term by tool: that of its best match. @param asked - the stems found are added to it. */
function scored(
  { sides, tools }: SearchIndex<unknown>,
  term: Term,
  matches: readonly Match[],
  asked: Set<string>,
): Map<number, Score> {
  const found = new Map<number, Score>();
  for (const { stem, places, counts } of matches) {
    for (const word of stem.split(' ')) asked.add(word);
    for (const [at, weight] of places) {
      const side = sides[at]?.get(stem);
      const right = side === undefined || term.side === undefined || side === term.side;
      const worth = (counts * (right ? 1 : wrongSideCounts) * weight) / (weight + halfWeight);
      const before = found.get(at);
      const named = weight >= leastNamed || before?.named === true;
      found.set(at, { worth: Math.max(before?.worth ?? 0, worth), named });
    }
  }
  const factor = rarityOf(tools.length, found.size) * (term.side === 'target' ? targetCounts : 1) * weightOf(term);
  for (const [at, { worth, named }] of found) found.set(at, { worth: factor * worth, named });
  return found;
}

/** Where a term is found: its word, those of one meaning and, if nobody knows any, those that begin alike. */
function meantPlaces(
  { stems }: Pick<SearchIndex<unknown>, 'stems'>,
  { stem, others }: Term,
  otherCounts = sameMeaningCounts,
): Match[] {
  const counts: [stem: string, counts: number][] =
    stems.has(stem) || others.length > 0
      ? [[stem, 1], ...others.map(([other, share]): [string, number] => [other, share * otherCounts])]
      : beginningLike(stem, stems.keys()).map((known) => [known, beginsAlikeCounts]);
  return counts.map(([each, counts]) => ({ stem: each, places: stems.get(each) ?? new Map(), counts }));
}

/** The letters that two stems must share at their beginning, at least. */
const leastShared = 5;

/** Returns the stems that share their first five letters, and most of the others, with one that no tool has. */
function beginningLike(stem: string, stems: Iterable<string>): string[] {
  const found: string[] = [];
  if (stem.length < leastShared) return found;
  const start = stem.slice(0, leastShared);
  for (const known of stems) {
    if (!known.startsWith(start)) continue;
    let length = leastShared;
    while (length < known.length && known[length] === stem[length]) length++;
    if (length >= 0.65 * Math.max(known.length, stem.length)) found.push(known);
  }
  return found;
}

function shareOf(stems: readonly string[], asked: ReadonlySet<string>): number {
  return stems.filter((stem) => asked.has(stem)).length / Math.max(1, stems.length);
}

/** How much a word counts that begins with what is typed, that has it inside, or that differs by one letter. */
const unfinishedCounts = 0.75;
/** The same if what is typed is a word itself: js is more likely js than the beginning of json. */
const longerWordCounts = 0.5;
const insideCounts = 0.4;
const misspeltCounts = 0.25;
/** Shorter parts are inside of too many words. */
const shortestInside = 3;
/** Shorter words have too many others one letter away. */
const shortestMisspelt = 4;

/**
 * Finds a word that may be unfinished or misspelt.
 *
 * @param isKnown - whether some tool has the word itself: then it is no misspelling.
 */
function typedPlaces(words: ReadonlyMap<string, WrittenWord>, typed: string, isKnown: boolean): Match[] {
  const begun: Match[] = [];
  const inside: Match[] = [];
  const misspelt: Match[] = [];
  for (const [word, { stem, places, names }] of words) {
    if (word.startsWith(typed)) begun.push({ stem, places, counts: isKnown ? longerWordCounts : unfinishedCounts });
    else if (typed.length >= shortestInside && word.includes(typed)) {
      inside.push({ stem, places: names, counts: insideCounts });
    } else if (Math.min(typed.length, word.length) >= shortestMisspelt && isMisspelt(typed, word, 0))
      misspelt.push({ stem, places: names, counts: misspeltCounts });
  }
  return isKnown || begun.length > 0 ? [...begun, ...inside] : [...inside, ...misspelt];
}
