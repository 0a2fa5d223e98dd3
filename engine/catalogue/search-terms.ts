import { everydayWords } from './everyday-words.js';
import { withExamplesNamed } from './query-examples.js';
import { directionWords, passedOver, sameMeaning } from './search-words.js';

/** The side of a word in a conversion: in `csv to json`, csv is the source and json the target. */
export type Side = 'source' | 'target';

/** A search term of a query. */
export interface Term {
  readonly stem: string;
  /** The word or phrase itself, in lower case. */
  readonly word: string;
  /** The stems of synonyms. */
  readonly others: readonly string[];
  readonly side: Side | undefined;
}

/** Longer words are ignored, because stemming them would take long. */
const longestWord = 40;

/** Returns the words of a text in lower case, without single letters and numbers of one or two digits. */
export function wordsOf(text: string): string[] {
  const words = text.replace(/(?<=\p{L})['’]s?(?=\P{L}|$)/gu, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => word.length <= longestWord && !/^(?:\p{L}|\p{N}{1,2})$/u.test(word))
    .map((word) => word.toLowerCase());
}

/** Tests whether a query has words that are ignored because of their length. No tool has such a word. */
export function hasIgnoredWords(query: string): boolean {
  return query.match(/[\p{L}\p{N}]+/gu)?.some((word) => word.length > longestWord) === true;
}

/** Splits camelCase into words. */
export const spaced = (text: string): string => text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');

/** Returns a rough stem of an English word, the same for `remove`, `removes`, `removed`, `removing` and `remover`. */
export function stemOf(word: string): string {
  const singular = word
    .replace(/(?<=..)ies$/, 'y')
    .replace(/(?<=ss|sh|ch|x)es$/, '')
    .replace(/(?<=..[^su])s$/, '');
  const bare = singular.replace(/(?<=[aeiouy].*)(?:ing|ed|er|or|ion|ally|ly)$/, '');
  const stem = bare === singular || bare.length < 4 ? singular : bare.replace(/([bdgmnprt])\1$/, '$1');
  return stem
    .replace(/(?<=..)e$/, '')
    .replace(/(?<=.{5})at$/, '')
    .replace(/(?<=..)y$/, 'i')
    .replace(/is$/, 'iz');
}

const stems = (phrase: string) => wordsOf(phrase).map(stemOf);

/** Stems of synonyms, by the stems of a word or phrase. */
const meanings = new Map<string, Set<string>>();
/** The phrases of several words by their first stem, longest first. */
const phrases = new Map<string, string[][]>();
/** The same that only tools have: a query has the single words, or what everyday language says for them. */
const toolPhrases = new Map<string, string[][]>();
for (const group of sameMeaning) {
  const all = group.map((each) => stems(each));
  for (const each of all) mean(each, all);
}
for (const [meant, ...said] of everydayWords) {
  const word = stems(meant);
  const others = [...(meanings.get(word.join(' ')) ?? [])].map((other) => other.split(' '));
  if (word.length > 1) addPhrase(toolPhrases, word);
  for (const each of said) mean(stems(each), [word, ...others]);
}

function mean(each: string[], all: readonly string[][]): void {
  const key = each.join(' ');
  if (each.length > 1 && !meanings.has(key)) addPhrase(phrases, each);
  meanings.set(key, new Set([...(meanings.get(key) ?? []), ...all.map((other) => other.join(' '))]));
}
for (const [first, each] of phrases) toolPhrases.set(first, [...each, ...(toolPhrases.get(first) ?? [])]);
for (const all of [phrases, toolPhrases]) {
  for (const each of all.values()) each.sort((a, b) => b.length - a.length);
}

function addPhrase(to: Map<string, string[][]>, phrase: string[]): void {
  const [first = ''] = phrase;
  to.set(first, [...(to.get(first) ?? []), phrase]);
}

/** Returns how many stems from an index on form a known phrase; 0 for none. */
function phraseLength(found: readonly string[], at: number, among = phrases): number {
  const candidates = among.get(found[at] ?? '') ?? [];
  return candidates.find((phrase) => phrase.every((stem, offset) => stem === found[at + offset]))?.length ?? 0;
}

/** Returns the stems of a text, and its phrases: `trim white space` has `trim`, `whit`, `spac` and `whit spac`. */
export function stemsAndPhrasesOf(text: string): string[] {
  const found = stems(text);
  return found.flatMap((stem, at) => {
    const length = phraseLength(found, at, toolPhrases);
    return length === 0 ? [stem] : [stem, found.slice(at, at + length).join(' ')];
  });
}

/** Particles of verbs that an object may stand in. */
const particles: ReadonlySet<string> = new Set('apart away off out together up'.split(' '));
/** How many words an object between a verb and its particle may have. */
const longestObject = 4;
/** How many of something does not matter: `the first ten lines`. A query has few `one` that are not `one per line`. */
const numerals: ReadonlySet<string> = new Set(
  'two three four five six seven eight nine ten eleven twelve twenty fifty hundred thousand dozen few couple'.split(
    ' ',
  ),
);

/** Returns the terms of a query, without stop words. */
export function termsOf(query: string, isKnown: (stem: string) => boolean): Term[] {
  const named = withExamplesNamed(query);
  const words = withVerbsWhole(
    wordsOf(named.replace(/[\p{L}\p{N}]+/gu, (word) => apart(word, isKnown))).filter((word) => !numerals.has(word)),
  );
  const found = words.map(stemOf);
  const terms: Term[] = [];
  let side: Side | undefined;
  for (let at = 0; at < words.length; ) {
    const length = phraseLength(found, at);
    const word = words[at] ?? '';
    const stem = found.slice(at, at + Math.max(1, length)).join(' ');
    if (length === 0) side = directionWords.get(word) ?? side;
    if (length > 0 || !passedOver.has(word)) {
      const phrase = words.slice(at, at + Math.max(1, length)).join(' ');
      terms.push({ stem, word: phrase, others: othersOf(stem), side });
    }
    at += Math.max(1, length);
  }
  return withBothSides(terms);
}

/** Joins a verb with its particle: `throw the comments away` becomes `throw away the comments`. */
function withVerbsWhole(words: readonly string[]): string[] {
  const whole = [...words];
  for (let at = 0; at < whole.length; at++) {
    const verb = stemOf(whole[at] ?? '');
    for (let next = at + 2; next <= at + longestObject + 1 && next < whole.length; next++) {
      const particle = whole[next] ?? '';
      if (!particles.has(particle) || phraseLength([verb, stemOf(particle)], 0) !== 2) continue;
      whole.splice(next, 1);
      whole.splice(at + 1, 0, particle);
      break;
    }
  }
  return whole;
}

/** Splits an unknown word into two known ones: snakeCase, linebreak. JavaScript is known. */
function apart(word: string, isKnown: (stem: string) => boolean): string {
  if (word.length > longestWord) return word;
  const lower = word.toLowerCase();
  if (meanings.has(stems(spaced(word)).join(' '))) return spaced(word);
  if (isKnown(stemOf(lower))) return word;
  if (spaced(word) !== word) return spaced(word);
  for (let at = 3; at <= lower.length - 3; at++) {
    const parts = [lower.slice(0, at), lower.slice(at)];
    if (parts.every((part) => isKnown(stemOf(part)))) return parts.join(' ');
  }
  return word;
}

function othersOf(stem: string): string[] {
  return [...(meanings.get(stem) ?? [])].filter((other) => other !== stem);
}

/** Infers the missing side: with only `from csv` the rest is the target, with only `to json` the source. */
function withBothSides(terms: readonly Term[]): Term[] {
  const named = terms.find(({ side }) => side !== undefined)?.side;
  const rest: Side | undefined = named && (named === 'target' ? 'source' : 'target');
  return terms.map((term) => ({ ...term, side: term.side ?? rest }));
}
