import { lowerCaseIn, type WordLanguage } from './case-mapping.js';

const letterOrDigit = /[\p{L}\p{N}]/u;
const capital = /[\p{Lu}\p{Lt}]/u;
const dotInside = /[\p{L}\p{N}]\.[\p{L}\p{N}]/u;
const initials = /^([^\p{L}\p{N}]*)(\p{L}(?:\.\p{L})+)(?=\.?(?:['’]\p{L})?[^\p{L}\p{N}]*$)/u;

/** Digraphs with a special form for the start of a word, keyed by their capital form. */
const titleCaseDigraphs: ReadonlyMap<string, string> = new Map([
  ['Ǆ', 'ǅ'],
  ['Ǉ', 'ǈ'],
  ['Ǌ', 'ǋ'],
  ['Ǳ', 'ǲ'],
]);

/**
 * Returns the form of a letter at the start of a word: Unicode's full title case mapping, which JavaScript lacks (The
 * Unicode Standard, section 5.18; SpecialCasing.txt). It differs from upper case for digraphs (ǆ is ǅ), ligatures (ﬁ is
 * Fi), Greek with iota below, and Georgian, which has capitals for whole words only.
 *
 * @param letter - one code point.
 */
function toTitleCase(letter: string, language: WordLanguage): string {
  const upper = language === 'root' ? letter.toUpperCase() : letter.toLocaleUpperCase(language);
  if (letter < '\x80') return upper;
  if (!/\p{Changes_When_Titlecased}/u.test(letter)) return letter;
  const [first = '', ...rest] = upper;
  if (rest.length === 0) return titleCaseDigraphs.get(upper) ?? upper;
  if (upper.endsWith('Ι')) {
    const withIotaBelow = `${upper.slice(0, -1)}\u0345`;
    return rest.length === 1 ? withIotaBelow.normalize('NFC') : withIotaBelow;
  }
  return capital.test(first) ? first + rest.join('').toLowerCase() : upper;
}

/**
 * Puts the first letter of a word in title case, after any leading punctuation. A word that starts with a digit does
 * not change: `34th`.
 *
 * @param rest - the case of the letters after the first.
 */
export function capitalize(word: string, rest: 'lower' | 'keep', language: WordLanguage = 'root'): string {
  const start = word.search(letterOrDigit);
  if (start === -1) return word;
  const first = String.fromCodePoint(word.codePointAt(start) ?? 0);
  if (!/\p{L}/u.test(first)) return word;
  const end = start + first.length;
  if (language === 'nl' && /^ij/i.test(word.slice(start, start + 2)))
    return `${word.slice(0, start)}IJ${afterLetter(word, start + 2, rest, language)}`;
  // In Lithuanian, the dot that a small i keeps under an accent.
  const after = language === 'lt' && /^[ijį]\u0307/.test(word.slice(start, end + 1)) ? end + 1 : end;
  return word.slice(0, start) + toTitleCase(first, language) + afterLetter(word, after, rest, language);
}

/** Returns the word from an offset on; a letter before it makes the sigma at the end of a word a final one. */
function afterLetter(word: string, from: number, rest: 'lower' | 'keep', language: WordLanguage): string {
  return rest === 'keep' ? word.slice(from) : lowerCaseIn(`x${word.slice(from)}`, language).slice(1);
}

/** A name or an elided article with its apostrophe and the next two letters: `o'reilly`, `d'artagnan`, `l'oréal`. */
const elided = /^([^\p{L}\p{N}]*[odl]['’ʼ])(\p{L})(?=\p{L})/iu;
/** The same in words that are no names. */
const contraction = /^[^\p{L}\p{N}]*(?:d['’ʼ](?:you|ya|oh)|o['’ʼ]er)(?!\p{L})/iu;

/** Does the same as {@link capitalize}, and capitalizes what follows an elided article: O'Reilly, 5 O'Clock. */
export function capitalizeName(word: string, rest: 'lower' | 'keep', language: WordLanguage = 'root'): string {
  const capitalized = capitalize(word, rest, language);
  if (!/['’ʼ]/.test(capitalized) || contraction.test(capitalized)) return capitalized;
  return capitalized.replace(elided, (_, before: string, letter: string) => before + toTitleCase(letter, language));
}

/** Tests whether a piece of text contains a letter or a digit, so that it is a word rather than punctuation. */
export function hasLetterOrDigit(text: string): boolean {
  return letterOrDigit.test(text);
}

/** Tests whether the first letter of a word is a capital. */
export function startsWithCapital(word: string): boolean {
  const first = /\p{L}/u.exec(word);
  return first !== null && capital.test(first[0]);
}

/** Tests whether a word has a capital after its first letter, as in iPhone, NASA and Q&A. */
export function hasInnerCapital(word: string): boolean {
  if (!capital.test(word)) return false;
  return capital.test(word.slice(word.search(/\p{L}/u) + 1));
}

/** Tests whether a text is all capitals, so that its capitals carry no information. */
export function isAllCapitals(text: string): boolean {
  return /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}

/** Tests whether a word is an address, a file name, a decimal number or an abbreviation with dots inside. */
export function isAddressLike(word: string): boolean {
  return word.includes('://') || word.includes('@') || (word.includes('.') && dotInside.test(word));
}

/** Capitalizes single letters with dots between them: `d.c.` becomes `D.C.`. Other words do not change. */
export function capitalizeInitials(word: string): string {
  return word.includes('.') ? word.replace(initials, (_, before, letters) => before + letters.toUpperCase()) : word;
}
