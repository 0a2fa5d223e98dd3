import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { replaceMatches } from '../../text/replacement.js';
import { lowerCaseIn, type WordLanguage, WordLocale } from '../../text/unicode/case-mapping.js';
import {
  capitalizeInitials,
  capitalizeName,
  hasInnerCapital,
  hasLetterOrDigit,
  isAddressLike,
  isAllCapitals,
} from '../../text/unicode/letter-case.js';
import { sentenceEnd } from '../../text/words/sentences.js';

export default defineTool({
  slug: 'title-case-converter',
  title: 'Title case',
  description:
    'Writes each line as a headline: words are capitalized, small words such as "of" and "the" are not. The first and the last word always are; web and e-mail addresses and words with inner capitals stay as they are.',
  config: Type.Object({
    style: Type.Enum(['standard', 'ap', 'apa', 'chicago', 'every-word'], {
      default: 'standard',
      description:
        'Which words stay small: the list most title tools share, words of up to three letters (AP, APA), prepositions of four letters as well (Chicago), or none',
    }),
    smallWords: Type.Array(Type.String({ maxLength: 30 }), {
      default: [],
      maxItems: 200,
      description: 'More words to keep small, in addition to those of the style',
    }),
    keepCaps: Type.Boolean({
      default: true,
      description: 'Leaves words with a capital after their first letter as they are: iPhone, NASA, McTavish',
    }),
    allCapsInput: Type.Enum(['lower', 'keep'], {
      default: 'lower',
      description: 'What to do with a line of capitals: lower it before applying the rules, or leave it alone',
    }),
    locale: WordLocale,
  }),
  examples: [
    { input: 'follow step-by-step instructions', output: 'Follow Step-by-Step Instructions' },
    { input: 'one on: "an end"', output: 'One On: "An End"' },
    { input: 'THE LORD OF THE RINGS', output: 'The Lord of the Rings' },
    {
      input: 'using iPhone and e-mail at work: a how-to guide',
      output: 'Using iPhone and E-Mail at Work: A How-to Guide',
    },
    {
      input: 'state-of-the-art and/or old: is it better than before?',
      config: { style: 'chicago' },
      output: 'State-of-the-Art and/or Old: Is It Better than Before?',
    },
    { input: "o'reilly at 5 o'clock", output: "O'Reilly at 5 O'Clock" },
    { input: 'İZMİR VE ILICA', config: { locale: 'tr' }, output: 'İzmir Ve Ilıca' },
    { input: 'the lord of the rings', config: { style: 'every-word' }, output: 'The Lord Of The Rings' },
  ],
  lineByLine: true,
  keepsLines: true,
  run: (input, config) => {
    const rules = { ...config, smallWords: smallWordsOf(config.style, config.smallWords) };
    return replaceMatches(input, /[^\r\n]+/g, (line) => titleCaseLine(line, rules));
  },
});

interface Rules {
  readonly smallWords: ReadonlySet<string>;
  readonly keepCaps: boolean;
  readonly allCapsInput: 'lower' | 'keep';
  readonly locale: WordLanguage;
}

const separators = /([-\u2011–—/])/;
const freeDash = /^[-\u2011–—]+$/;
const stopAtEnd = new Set(':.;?!');
const versus = /^[^\p{L}\p{N}]*vs?[^\p{L}\p{N}]*$/iu;
/** Most words: only the list of small words matters for them. Handling them first halves the time for prose. */
const plainWord = /^[A-Za-z][a-z]*$/;
const wordCharacters = /[\p{L}\p{N}\p{M}]+/u;
const quoteOrBracket = /["'`\p{Ps}\p{Pe}\p{Pi}\p{Pf}]/u;

function titleCaseLine(line: string, rules: Rules): string {
  const shouted = isAllCapitals(line);
  if (shouted && rules.allCapsInput === 'keep') return line;
  // Even indexes hold words, odd ones the white space between them.
  const parts = (shouted ? lowerCapitals(line, rules.locale) : line).split(/(\s+)/);
  const last = parts.findLastIndex(hasLetterOrDigit);
  let opens = true;
  for (let i = 0; i < parts.length; i += 2) {
    const part = parts[i] ?? '';
    const isWord = hasLetterOrDigit(part);
    if (isWord) {
      const word = shouted ? capitalizeInitials(part) : part;
      parts[i] = titleCaseWord(word, { opens, closes: i === last }, rules);
    }
    if (stopAtEnd.has(part.charAt(part.length - 1))) opens = !isInside(part, parts[i + 2]);
    else if (isWord) opens = false;
    else if (freeDash.test(part)) opens = true;
  }
  return parts.join('');
}

/** Returns a line of capitals in lower case, but an İ at the start of a word, which would become an I. */
function lowerCapitals(line: string, locale: WordLanguage): string {
  const lowered = lowerCaseIn(line, locale);
  if (!line.includes('\u0130') || lowered.length !== line.length) return lowered;
  return lowered.replace(/(?<![\p{L}\p{M}'’])i/gu, (letter, at: number) => (line[at] === '\u0130' ? '\u0130' : letter));
}

/** Tests whether the stop at the end belongs to the word: U.S., p.m., Dr., J., Yahoo! */
function isInside(word: string, next: string | undefined): boolean {
  return !/[:;]$/.test(word) && (versus.test(word) || sentenceEnd(word, next) === 'abbreviation');
}

/** Whether a word begins a title or a part of it, and whether it is the last word of its line. */
interface Place {
  readonly opens: boolean;
  readonly closes: boolean;
}

function titleCaseWord(word: string, { opens, closes }: Place, rules: Rules): string {
  if (versus.test(word)) return word.toLowerCase();
  if (rules.locale === 'root' && plainWord.test(word)) {
    const lower = word.toLowerCase();
    return !opens && !closes && rules.smallWords.has(lower) ? lower : lower.charAt(0).toUpperCase() + lower.slice(1);
  }
  if (isAddressLike(word) || (rules.keepCaps && hasInnerCapital(word))) return word;
  // Even indexes hold pieces, odd ones the separators between them.
  const parts = word.split(separators);
  if (parts.length === 1) return titleCasePiece(word, opens || closes, rules);
  const first = parts.findIndex(hasLetterOrDigit);
  const last = parts.findLastIndex(hasLetterOrDigit);
  for (let i = 0; i < parts.length; i += 2) {
    const startsCompound = isHyphen(parts[i + 1]) && !isHyphen(parts[i - 1]);
    const always = (opens && i === first) || (closes && i === last) || startsCompound;
    parts[i] = titleCasePiece(parts[i] ?? '', always, rules);
  }
  return parts.join('');
}

function isHyphen(separator: string | undefined): boolean {
  return separator === '-' || separator === '\u2011';
}

/** @param always - capitalizes the piece even if it is a small word. */
function titleCasePiece(piece: string, always: boolean, { smallWords, keepCaps, locale }: Rules): string {
  if (!always && isSmall(piece, smallWords)) return lowerCaseIn(piece, locale);
  return capitalizeName(piece, keepCaps ? 'keep' : 'lower', locale);
}

/** Tests whether a piece is a small word that is neither next to a quote or bracket nor before a stop. */
function isSmall(piece: string, smallWords: ReadonlySet<string>): boolean {
  const match = wordCharacters.exec(piece);
  if (match === null || !smallWords.has(match[0].toLowerCase())) return false;
  const before = piece.slice(0, match.index);
  const after = piece.slice(match.index + match[0].length);
  return !hasLetterOrDigit(after) && !/[:;?!]/.test(after) && !quoteOrBracket.test(before + after);
}

/** The words that a headline leaves in lower case, by style. The sets contain lower case. */
type TitleStyle = 'standard' | 'ap' | 'apa' | 'chicago' | 'every-word';

/** The list that John Gruber's Title Case and its many ports share. */
const standardWords = ['a an and as at but by en for if in nor of on or per the to v via vs'];

/** Minor words of up to three letters: Publication Manual of the APA, 7th edition, section 6.17; AP agrees. */
const upToThreeLetters = [
  'a an the', // articles
  'and as but for if nor or so yet', // conjunctions
  'as at by for in of off on per to up via', // prepositions
  'v vs',
];

/** The Chicago Manual of Style, 18th edition, on headline-style capitalization: prepositions of up to four letters. */
const upToFourLetters = [
  ...upToThreeLetters,
  'amid atop down from into like near onto over past plus sans than till unto upon with',
];

const smallWords: Readonly<Record<TitleStyle, ReadonlySet<string>>> = {
  standard: wordSet(standardWords),
  ap: wordSet(upToThreeLetters),
  apa: wordSet(upToThreeLetters),
  chicago: wordSet(upToFourLetters),
  'every-word': new Set(),
};

function wordSet(lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')));
}

/** Returns the small words of a style, with additional ones in any case. */
function smallWordsOf(style: TitleStyle, more: readonly string[]): ReadonlySet<string> {
  if (more.length === 0) return smallWords[style];
  return new Set([...smallWords[style], ...more.map((word) => word.trim().toLowerCase())]);
}
