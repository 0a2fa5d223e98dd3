import { hasLetterOrDigit } from '../unicode/letter-case.js';

/**
 * What the end of a word says about the sentence:
 *
 * - `stop`: it ends.
 * - `pause`: an ellipsis, or a question or an exclamation in quotes (`"Really?" he asked`). A capital after it begins a
 *   sentence.
 * - `abbreviation`: the full stop belongs to the word. It may also end a sentence, but only the writer knows.
 * - `none`: it continues.
 */
export type SentenceEnd = 'stop' | 'pause' | 'abbreviation' | 'none';

/** Abbreviations inside a sentence, without their full stop. Initials and dotted ones need no list. */
const abbreviations: ReadonlySet<string> = new Set(
  [
    'mr mrs ms mx dr prof rev hon gen col maj capt cmdr lt sgt cpl gov sen rep pres st mt ft messrs mme mlle',
    'jr sr esq inc ltd co corp bros dept assn univ est',
    'etc cf al viz ca approx resp incl excl misc vs v',
    'jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thurs fri',
  ].flatMap((line) => line.split(' ')),
);

const dotted = /^\p{L}{1,2}(?:\.\p{L}{1,2})+$/u;
/** A letter of a script with capitals: in Korean a word of one letter is a word. */
const initial = /^[\p{Lu}\p{Ll}]\p{M}*$/u;
const closing = new Set('"\'”’»›)]}）］」』*_');
const quotes = new Set('"\'”’»›');
const stops = new Set('!?。！？｡؟۔।॥‼⁇⁈⁉');
/** Characters that can end a sentence; most words end otherwise. */
const candidates = new Set([...closing, ...stops, '.', '…']);

/**
 * Classifies the end of a word: a piece of text without white space. Uses rules of thumb, since only someone who
 * understands the text can tell an abbreviation from the end of a sentence.
 */
export function sentenceEnd(word: string): SentenceEnd {
  if (!candidates.has(word.charAt(word.length - 1))) return 'none';
  let end = word.length;
  let quoted = false;
  while (end > 0 && closing.has(word.charAt(end - 1))) {
    quoted ||= quotes.has(word.charAt(end - 1));
    end--;
  }
  const last = word.charAt(end - 1);
  if (stops.has(last)) return quoted ? 'pause' : 'stop';
  if (last === '…' || (last === '.' && word.charAt(end - 2) === '.')) return 'pause';
  if (last !== '.') return 'none';
  return isAbbreviation(word.slice(0, end - 1)) ? 'abbreviation' : 'stop';
}

/** @param word - without its full stop; punctuation may precede it. */
function isAbbreviation(word: string): boolean {
  const start = word.search(/[\p{L}\p{N}]/u);
  // The longest in the list has six letters; dotted ones are hardly longer.
  if (start === -1 || word.length - start > 16) return false;
  const letters = word.slice(start);
  if (initial.test(letters)) return letters !== 'I';
  return dotted.test(letters) || abbreviations.has(letters.toLowerCase());
}

/** Matches words with their punctuation. The next sentence follows an East Asian full stop without white space. */
export const sentenceWords = /[^\s。！？｡]+[。！？｡]*|[。！？｡]+/g;

/** Matches the number of an item in a list, before a sentence: `1.`, `2)`, `(3)`. */
export const listNumber = /^\(?\d+[.)]$/;

/**
 * Counts sentences in the lines of a text. A sentence may continue over line ends, but not over a blank line.
 *
 * A `stop` ends it, and a `pause` does unless a small letter follows. An `abbreviation` does not.
 */
export function countSentences(lines: readonly string[]): number {
  let count = 0;
  let open = false;
  let paused = false;
  const close = () => {
    if (open) count++;
    open = false;
    paused = false;
  };
  for (const line of lines) {
    const words = line.match(sentenceWords);
    if (words === null) close();
    for (const word of words ?? []) {
      if (hasLetterOrDigit(word)) {
        if (paused && !startsWithSmallLetter(word)) close();
        const numbersList = !open && listNumber.test(word);
        open = true;
        paused = false;
        if (numbersList) continue;
      }
      const end = sentenceEnd(word);
      if (end === 'stop') close();
      else if (end === 'pause') paused = true;
    }
  }
  close();
  return count;
}

function startsWithSmallLetter(word: string): boolean {
  return /\p{Ll}/u.test(/[\p{L}\p{N}]/u.exec(word)?.[0] ?? '');
}
