import type { OutputLimit } from '../../core/tool.js';
import { replaceMatches } from '../replacement.js';
import { normalize } from './normalization.js';

/**
 * Removes the accents from the letters of a text: é becomes e, ά α, й и. The result is in normal form C.
 *
 * Marks that are not accents stay: vowel signs of Indic scripts, the sound marks of Japanese, points of Hebrew and
 * Arabic. Marks over other characters stay as well, because they change the meaning: ≠ is = with a mark.
 *
 * @throws {OutputTooLongError} before building the output.
 */
export function removeAccents(text: string, limit: OutputLimit): string {
  if (!notAscii.test(text)) return text;
  const plain = normalize(text, 'NFD', limit).replace(accentedLetter, '$1');
  const withoutAccents = (_: string, letter: string, marks: string) => letter + marks.replace(accents, '');
  return replaceMatches(plain, otherwiseMarkedLetter, withoutAccents).normalize('NFC');
}

const notAscii = /[^\0-\x7f]/;

const letter = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]';
/** The blocks of combining diacritical marks, which belong to these three scripts. */
const accent = '[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\ufe20-\\ufe2f]';

const accents = new RegExp(accent, 'g');
const accentedLetter = new RegExp(`(${letter})${accent}+`, 'gu');
/** Accents may follow marks that stay. That is rare, so nearly all letters are handled without a callback. */
const otherwiseMarkedLetter = new RegExp(`(${letter})(\\p{M}+)`, 'gu');

/** Letters that look like a letter with a mark but are not, and ligatures, with their replacements. */
const plainLetters: ReadonlyMap<string, string> = new Map(
  [
    ['aA', 'ⱥȺ'],
    ['bB', 'ƀɃƃƂɓƁ'],
    ['cC', 'ȼȻƈƇ'],
    ['dD', 'đĐðÐɗƊɖƉƌƋ'],
    ['eE', 'ɇɆ'],
    ['fF', 'ƒƑ'],
    ['gG', 'ǥǤɠƓ'],
    ['hH', 'ħĦⱨⱧ'],
    ['iI', 'ɨƗ'],
    ['jJ', 'ɉɈ'],
    ['kK', 'ƙƘⱪⱩ'],
    ['lL', 'łŁƚȽɫⱢⱡⱠ'],
    ['mM', 'ɱⱮ'],
    ['nN', 'ɲƝƞȠŋŊ'],
    ['oO', 'øØɵƟ'],
    ['pP', 'ƥƤᵽⱣ'],
    ['qQ', 'ɋɊ'],
    ['rR', 'ɍɌɽⱤ'],
    ['tT', 'ŧŦƭƬʈƮⱦȾ'],
    ['uU', 'ʉɄ'],
    ['vV', 'ʋƲ'],
    ['wW', 'ⱳⱲ'],
    ['yY', 'ɏɎƴƳ'],
    ['zZ', 'ƶƵȥȤⱬⱫ'],
  ].flatMap(([plain = '', letters = '']) =>
    Array.from(letters, (letter, i): [string, string] => [letter, plain.charAt(i % 2)]),
  ),
);

const otherLetters: ReadonlyMap<string, string> = new Map([
  ['æ', 'ae'],
  ['Æ', 'AE'],
  ['œ', 'oe'],
  ['Œ', 'OE'],
  ['ß', 'ss'],
  ['ẞ', 'SS'],
  ['þ', 'th'],
  ['Þ', 'TH'],
  ['ĳ', 'ij'],
  ['Ĳ', 'IJ'],
  ['ŉ', "'n"],
  ['ı', 'i'],
  ['ĸ', 'k'],
  ['ſ', 's'],
]);

const extendedLetter = new RegExp(
  `([${[...plainLetters.keys(), ...otherLetters.keys()].join('')}])(?=(\\p{Ll})?)`,
  'gu',
);

/**
 * Writes ø as o, ł as l, ß as ss, æ as ae, and so on. The second letter for a capital is small if a small letter
 * follows: Ærø becomes Aero, ÆRØ AERO. Expects text without accents.
 */
export function plainLatin(text: string): string {
  return replaceMatches(text, extendedLetter, (_, letter: string, small?: string) => {
    const plain = plainLetters.get(letter) ?? otherLetters.get(letter) ?? letter;
    return plain.length === 1 || small === undefined ? plain : plain.charAt(0) + plain.slice(1).toLowerCase();
  });
}
