import type { Match, WrittenWord } from './search-index.js';

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
export function typedPlaces(words: ReadonlyMap<string, WrittenWord>, typed: string, isKnown: boolean): Match[] {
  const begun: Match[] = [];
  const inside: Match[] = [];
  const misspelt: Match[] = [];
  for (const [word, { stem, places, names }] of words) {
    if (word.startsWith(typed)) begun.push({ stem, places, counts: isKnown ? longerWordCounts : unfinishedCounts });
    else if (typed.length >= shortestInside && word.includes(typed)) {
      inside.push({ stem, places: names, counts: insideCounts });
    } else if (isMisspelt(typed, word)) misspelt.push({ stem, places: names, counts: misspeltCounts });
  }
  return isKnown || begun.length > 0 ? [...begun, ...inside] : [...inside, ...misspelt];
}

/** Whether one letter is wrong, missing, added, or swapped with the next. */
function isMisspelt(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < shortestMisspelt || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}
