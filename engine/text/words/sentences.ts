import { hasLetterOrDigit } from '../unicode/letter-case.js';

/**
 * What the end of a word says about the sentence:
 *
 * - `stop`: it ends.
 * - `pause`: an ellipsis, a sentence in quotes (`"Really?" he asked`), or a number that may be an ordinal (`am 12. und`).
 *   A capital after it begins a sentence.
 * - `abbreviation`: the stop belongs to the word (`Dr.`, `no. 5`, `Yahoo!`). It may also end a sentence, but only the
 *   writer knows.
 * - `none`: it continues.
 */
export type SentenceEnd = 'stop' | 'pause' | 'abbreviation' | 'none';

/** Abbreviations inside a sentence, without their full stop. Initials and dotted ones need no list. */
const abbreviations: ReadonlySet<string> = new Set(
  [
    'mr mrs ms mx dr prof rev hon gen col maj capt cmdr lt sgt cpl gov sen rep pres st mt ft messrs mme mlle',
    'jr sr esq inc ltd co corp bros dept assn univ est',
    'etc cf al viz ca approx resp incl excl misc vs v',
    'bzw usw evtl ggf inkl zzgl vgl sog sra srta uds',
    'jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thurs fri',
  ].flatMap((line) => line.split(' ')),
);

/** Those that are words of a sentence unless a number follows: `no. 5`. */
const beforeNumbers: ReadonlySet<string> = new Set(
  'no nos nr nrn num art bd ch ed eq fig figs kap par pp sec str tab vol vols'.split(' '),
);
/** German nouns that often follow an ordinal; months are written in lower case elsewhere. */
const afterOrdinals = new RegExp(
  `^(?:${'Jan Jän Feb Feber Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez'.split(' ').join('|')}|Jahrhundert|Weltkrieg|Klasse|Auflage)`,
);
/** Names that end in an exclamation mark. */
const exclaimed: ReadonlySet<string> = new Set(['yahoo', 'jeopardy', 'joomla']);

const dotted = /^\p{L}{1,2}(?:\.\p{L}{1,2})+$/u;
/** A letter of a script with capitals: in Korean a word of one letter is a word. */
const initial = /^[\p{Lu}\p{Ll}]\p{M}*$/u;
const closing = new Set('"\'”’»›)]}）］」』*_');
const quotes = new Set('"\'”’»›');
/** Of the scripts of Unicode, but the full stop and the ellipsis, which mean more. */
const stop = /(?![.…])\p{Sentence_Terminal}/u;
/** What may begin another sentence in quotes. */
const opening = /^["'“‘«‹「『(*_]/;
/** Characters that can end a sentence; most words end otherwise. */
const candidate = /[\p{Sentence_Terminal}…"'”’»›)\]}）］」』*_]$/u;

/**
 * Classifies the end of a word: a piece of text without white space. Uses rules of thumb, since only someone who
 * understands the text can tell an abbreviation from the end of a sentence.
 *
 * @param next - the next word, or the text from there on; see {@link textAfter}.
 */
export function sentenceEnd(word: string, next = ''): SentenceEnd {
  if (!mayEndSentence(word)) return 'none';
  let end = word.length;
  let quoted = false;
  while (end > 0 && closing.has(word.charAt(end - 1))) {
    quoted ||= quotes.has(word.charAt(end - 1));
    end--;
  }
  const last = word.charAt(end - 1);
  if (last === '!' && exclaimed.has(bareWord(word.slice(0, end - 1)))) return 'abbreviation';
  // A fullwidth decimal mark.
  if (last === '．' && /[\d０-９]$/.test(word.slice(0, end - 1)) && /^[\d０-９]/.test(next)) return 'none';
  if (stop.test(last)) return quoted ? 'pause' : 'stop';
  if (last === '…' || (last === '.' && word.charAt(end - 2) === '.')) return 'pause';
  if (last !== '.') return 'none';
  const before = word.slice(0, end - 1);
  if (isAbbreviation(before) || isNumbering(before, next)) return 'abbreviation';
  if (quoted) return opening.test(next) ? 'stop' : 'pause';
  return /(?<!\d)\d{1,2}$/.test(before) ? 'pause' : 'stop';
}

function mayEndSentence(word: string): boolean {
  const last = word.charCodeAt(word.length - 1);
  // Most words end in a letter of ASCII.
  return !(last >= 0x61 && last <= 0x7a) && candidate.test(word.slice(-1));
}

/** Returns the beginning of the next word, for {@link sentenceEnd}. */
export function textAfter(text: string, end: number): string {
  return text.slice(end, end + 20).trimStart();
}

/** Returns a word in lower case without the punctuation before it; it may be longer than any that is looked up. */
function bareWord(word: string): string {
  return word
    .slice(-20)
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .toLowerCase();
}

/** Tests for the number of something, or its name: `no. 5`, `12. Juni`. @param word - without its full stop. */
function isNumbering(word: string, next: string): boolean {
  if (/^\d/.test(next)) return beforeNumbers.has(bareWord(word));
  return /^[^\p{L}\p{N}]{0,3}\d{1,2}$/u.test(word) && afterOrdinals.test(next);
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

/** Matches words with their punctuation. The next sentence follows a full stop of some scripts without white space. */
export const sentenceWords = /[^\s。！？｡．።፧।॥។៕။]+[。！？｡．።፧।॥។៕။]*|[。！？｡．።፧।॥។៕။]+/g;

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
    const words = line.match(sentenceWords) ?? [];
    if (words.length === 0) close();
    for (const [at, word] of words.entries()) {
      if (hasLetterOrDigit(word)) {
        if (paused && !startsWithSmallLetter(word)) close();
        const numbersList = !open && listNumber.test(word);
        open = true;
        paused = false;
        if (numbersList) continue;
      }
      const end = sentenceEnd(word, words[at + 1]);
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
