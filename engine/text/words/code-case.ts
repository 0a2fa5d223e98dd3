import { Type } from '../../core/schema.js';
import { replaceMatches } from '../replacement.js';
import { lowerCaseIn } from '../unicode/case-mapping.js';
import { capitalize, isAllCapitals } from '../unicode/letter-case.js';
import { codeWords } from './code-words.js';

/** The options of every tool that writes a code case. */
export const codeCaseOptions = {
  splitNumbers: Type.Boolean({
    default: false,
    description: 'Treats digits as separate words: area51 then has two words',
  }),
  keepAcronyms: Type.Boolean({
    default: false,
    description:
      'Leaves words of two capitals or more as they are, as HTTP in HTTPServer, unless all words of the text or line are in capitals or it is the first word of a camelCase name',
  }),
  keepPrefix: Type.Boolean({
    default: false,
    description: 'Keeps underscores and dollar signs in front of the name, as in _private and $scope',
  }),
  perLine: Type.Boolean({
    default: true,
    description: 'Makes one name of each line and leaves line ends as they are; otherwise one name of the whole text',
  }),
};

/** The options of tools that write words without a separator. */
export const joinedCaseOptions = {
  ...codeCaseOptions,
  numberSeparator: Type.Enum(['_', ''], {
    default: '_',
    description:
      'What to write before a number that is a separate word; with nothing, 1.21 and 12.1 become the same name',
  }),
};

interface CodeNameOptions {
  readonly numberSeparator?: string;
  readonly splitNumbers?: boolean;
  readonly keepAcronyms?: boolean;
}

interface CodeCaseOptions extends CodeNameOptions {
  readonly keepPrefix: boolean;
  readonly perLine: boolean;
}

type LetterCase = 'lower' | 'upper' | 'capitalized';

/** How to write a name: the separator between its words, and the case of the first and of the following ones. */
export interface CodeCase {
  readonly separator: string;
  readonly first: LetterCase;
  readonly rest: LetterCase;
}

export const codeCases = {
  camel: { separator: '', first: 'lower', rest: 'capitalized' },
  pascal: { separator: '', first: 'capitalized', rest: 'capitalized' },
  snake: { separator: '_', first: 'lower', rest: 'lower' },
  kebab: { separator: '-', first: 'lower', rest: 'lower' },
  constant: { separator: '_', first: 'upper', rest: 'upper' },
} as const satisfies Record<string, CodeCase>;

/** Writes each line of a text, or the whole text, as a name in a code case. */
export function toCodeCase(
  text: string,
  codeCase: CodeCase,
  { perLine, keepPrefix, ...words }: CodeCaseOptions,
): string {
  const write = (name: string) => (keepPrefix ? prefixOf(name) : '') + toCodeName(name, codeCase, words);
  return perLine ? replaceMatches(text, /[^\r\n]+/g, write) : write(text);
}

/** Returns the marks directly before the first word. */
function prefixOf(text: string): string {
  return /^\s*([_$]+)[\p{L}\p{N}]/u.exec(text)?.[1] ?? '';
}

/**
 * Writes a text as one name. Only letters and digits remain, so the name may be empty.
 *
 * If words have no separator, a number gets `numberSeparator` before it, since `1.21` and `12.1` would become the same
 * name.
 */
export function toCodeName(
  text: string,
  { separator, first, rest }: CodeCase,
  { splitNumbers = false, keepAcronyms = false, numberSeparator = '_' }: CodeNameOptions = {},
): string {
  const words = codeWords(text, splitNumbers);
  // If all words are capitals, capitals do not mark acronyms.
  const keeps = keepAcronyms && (words.length === 1 || !isAllCapitals(text)) ? isAcronym : () => false;
  let name = '';
  words.forEach((word, index) => {
    if (index > 0) name += separator === '' && startsWithDigit(word) ? numberSeparator : separator;
    const isLowerCamel = index === 0 && first !== rest;
    name += !isLowerCamel && keeps(word) ? word : inLetterCase(word, index === 0 ? first : rest);
  });
  return name;
}

function inLetterCase(word: string, letterCase: LetterCase): string {
  if (letterCase === 'lower') return lowerCaseIn(word, 'root');
  return letterCase === 'upper' ? word.toUpperCase() : capitalizeName(word);
}

const capitals = new Map<string, string>();

/**
 * Does the same as {@link capitalize} for a word without punctuation, but faster: a text can consist of short words.
 */
function capitalizeName(word: string): string {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
  let capital = capitals.get(first);
  if (capital === undefined) {
    capital = capitalize(first, 'keep');
    capitals.set(first, capital);
  }
  // After a letter, a sigma at the end is a final one.
  return capital + lowerCaseIn(`x${word.slice(first.length)}`, 'root').slice(1);
}

function isAcronym(word: string): boolean {
  return !/\p{Ll}/u.test(word) && /\p{Lu}\P{Lu}*\p{Lu}/u.test(word);
}

function startsWithDigit(word: string): boolean {
  return /^\p{N}/u.test(word);
}
