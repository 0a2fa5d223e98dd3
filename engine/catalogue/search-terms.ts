import { everydayWords } from './everyday-words.js';
import { directionWords, passedOver, sameMeaning } from './search-words.js';

/** The side of a word in a conversion: in `csv to json`, csv is the source and json the target. */
export type Side = 'source' | 'target';

/** A search term of a query. */
export interface Term {
  readonly stem: string;
  /** The word or phrase itself, in lower case. */
  readonly word: string;
  /** The stems of synonyms, with how much of a synonym each is: less than 1 for synonyms of what is meant. */
  readonly others: readonly (readonly [stem: string, share: number])[];
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

/** What a synonym of what everyday language stands for counts. */
const indirectly = 0.6;
/** Stems of synonyms, by the stems of a word or phrase. */
const meanings = new Map<string, Map<string, number>>();
/** The phrases of several words by their first stem, longest first. */
const phrases = new Map<string, string[][]>();
/** The same that only tools have: a query has the single words, or what everyday language says for them. */
const toolPhrases = new Map<string, string[][]>();
for (const group of sameMeaning) {
  const all = group.map((each) => stems(each));
  for (const each of all) mean(each, all, 1);
}
for (const [meant, ...said] of everydayWords) {
  const word = stems(meant);
  const others = [...(meanings.get(word.join(' '))?.keys() ?? [])].map((other) => other.split(' '));
  if (word.length > 1) addPhrase(toolPhrases, word);
  for (const each of said) {
    mean(stems(each), others, indirectly);
    mean(stems(each), [word], 1);
  }
}

function mean(each: string[], all: readonly string[][], share: number): void {
  const key = each.join(' ');
  if (each.length > 1 && !meanings.has(key)) addPhrase(phrases, each);
  const others = meanings.get(key) ?? new Map<string, number>();
  for (const other of all) others.set(other.join(' '), Math.max(share, others.get(other.join(' ')) ?? 0));
  meanings.set(key, others);
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
const longestObject = 5;
/** How many of something does not matter: `the first ten lines`. A query has few `one` that are not `one per line`. */
const numerals: ReadonlySet<string> = new Set(
  'two three four five six seven eight nine ten eleven twelve twenty fifty hundred thousand dozen few couple'.split(
    ' ',
  ),
);

/** The stems that some tool has, or synonyms, everyday language or what is passed over. */
const spokenStems: ReadonlySet<string> = new Set([
  ...[...meanings.keys()].flatMap((phrase) => phrase.split(' ')),
  ...[...passedOver, ...directionWords.keys(), ...numerals].map(stemOf),
]);

/** The stems of the searched tools. */
export interface KnownStems {
  has(stem: string): boolean;
  keys(): Iterable<string>;
}

/** Returns the terms of a query, without stop words. */
export function termsOf(query: string, known: KnownStems): Term[] {
  const named = withExamplesNamed(query);
  const isKnown = (stem: string) => known.has(stem);
  const words = withVerbsWhole(
    wordsOf(named.replace(/[\p{L}\p{N}]+/gu, (word) => apart(word, isKnown)))
      .filter((word) => !numerals.has(word))
      .map((word) => spelt(word, known)),
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

/** Shorter words have too many others one letter away. */
const shortestMisspelt = 5;
/** In words of this length a wrong letter counts, too, and not only one that is missing, added or swapped. */
const shortestMistyped = 6;

/**
 * Corrects a word with one wrong letter that no tool has and that is not the beginning of one: it becomes the first of the
 * known ones.
 */
function spelt(word: string, known: KnownStems): string {
  const stem = stemOf(word);
  if (known.has(stem) || spokenStems.has(stem) || !/^\p{L}+\d*$/u.test(word)) return word;
  let best = word;
  for (const stems of [known.keys(), spokenStems]) {
    for (const other of stems) {
      if (other.startsWith(word)) return word;
      if (best !== word || Math.max(word.length, other.length) < shortestMisspelt) continue;
      if (!other.includes(' ') && isMisspelt(stem, other)) best = other;
    }
  }
  return best;
}

/** Whether one letter behind the first is wrong, missing, added, or swapped with the next. */
export function isMisspelt(a: string, b: string, mistyped = shortestMistyped): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (restA.slice(1) === restB || restA === restB.slice(1)) return true;
  if (restA.slice(1) === restB.slice(1)) return a.length >= mistyped;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}

function othersOf(stem: string): Term['others'] {
  return [...(meanings.get(stem) ?? [])].filter(([other]) => other !== stem);
}

/** Infers the missing side: with only `from csv` the rest is the target, with only `to json` the source. */
function withBothSides(terms: readonly Term[]): Term[] {
  const named = terms.find(({ side }) => side !== undefined)?.side;
  const rest: Side | undefined = named && (named === 'target' ? 'source' : 'target');
  return terms.map((term) => ({ ...term, side: term.side ?? rest }));
}

/**
 * What an example in a query is: people paste a piece of their text instead of naming its format. Each pattern reads a
 * query, of at most 500 characters, in microseconds.
 */
const queryExamples: readonly (readonly [pattern: RegExp, named: string])[] = [
  [/=\?[\w-]{1,20}\?[qb]\?\S*/gi, 'mime header'],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, 'jwt'],
  [/\bxn--[\w-]+(?:\.[\w-]+)*/gi, 'punycode'],
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, 'uuid'],
  [/(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}\/\d{1,2}\b/g, 'cidr'],
  [/(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/g, 'ip address'],
  [/(?:\\u\{?[\da-f]{4,6}\}?)+|\\u(?!\S)/gi, 'unicode escape'],
  [/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d?);/gi, 'html entity decode'],
  [/(?:%[\da-f]{2})+/gi, 'percent escape url decode'],
  [/(?:=[\dA-F]{2})+/g, 'quoted printable'],
  [/(?:\x1b|\bESC|\\x1b|\\e|\\033)\[[\d;]*[a-z]?/gi, 'ansi code'],
  [/(?<!\S)[\d*][\d*,/-]*(?: [\d*?][\d*,/?-]*){2,4} [\d*?a-z][\d*,/?a-z-]*(?!\S)/gi, 'cron'],
  [/(?<!\S)[.-]+(?: [.-]+)+(?!\S)/g, 'morse'],
  [/(?<!\S)[01]{8}(?: [01]{8})*(?!\S)/g, 'binary'],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, 'email'],
  [/(?<!\S)(?:[a-z][A-Z]){3,}[a-z]?(?!\S)/g, 'alternating case'],
  [/(?<!\S)[a-z]{2,}(?:[A-Z][a-z]+)+(?<!Case)(?!\S)/g, 'camel case'],
  [/(?<!\S)[a-z]+[à-öø-ÿ][a-zà-öø-ÿ]*(?!\S)/g, 'accent'],
  [/(?<!\S)\$?\.[a-z]\w*(?:\[[\d*]*\]|\.[a-z]\w*)+(?!\S)/gi, 'json path'],
  [/(?<!\S)\/\d{1,2}(?!\S)/g, 'cidr'],
  [/(?<!\S)[;,](?!\S)/g, 'delimiter'],
  [/\/\*|\*\//g, 'comment'],
  [/(?<!\S)(?:\\r(?:\\n)?|\^M)(?!\S)/g, 'line ending'],
  [/(?<![\w.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w,])/g, 'thousands'],
  [/\bhttps?:\/\/\S+/gi, 'url'],
  [/<\/?[a-z][a-z\d]*(?: [^<>]*)?>/gi, 'html tag'],
  [/(?<![\w.])(?:\d{4}-\d\d?-\d\d?|\d\d?([./])\d\d?\1(?:\d{4}|\d\d))(?![\w.])/g, 'date'],
  [
    /\b(?=[MDCLXVI]{3})M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?<=[MDCLXVI]{3})\b/g,
    'roman numeral',
  ],
  // A letter alone, or two or more: ä, ö and ü.
  [/(?<!\S)[^\x00-\x7f\P{Ll}](?=[\s,.?!]|$)/gu, 'accent'],
  // A Unix timestamp of this half century, in seconds or milliseconds: nobody searches for such a number itself.
  [/(?<!\d)[12]\d{9}(?:\d{3})?(?!\d)/g, 'timestamp'],
];

/** UTF-8 read as Windows-1252. */
const misreadUtf8 = /[ÃÂ][\u0080-\u00bf]|â€/;
/** Words, also those of misread UTF-8. */
const lettersOrMisread = /[\p{L}\u0080-\u00bf€]+/gu;

/** Puts the name of its format in place of each example: `what is 1700000000` becomes `what is timestamp`. */
function withExamplesNamed(query: string): string {
  let named = query;
  for (const [pattern, name] of queryExamples) named = named.replace(pattern, ` ${name} `);
  return named.replace(lettersOrMisread, (word) => (misreadUtf8.test(word) ? ' mojibake ' : word));
}
