import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { replaceMatches } from '../../text/replacement.js';
import { lowerCaseIn, type WordLanguage, WordLocale } from '../../text/unicode/case-mapping.js';
import {
  capitalize,
  capitalizeInitials,
  hasInnerCapital,
  hasLetterOrDigit,
  isAddressLike,
  isAllCapitals,
  startsWithCapital,
} from '../../text/unicode/letter-case.js';
import { listNumber, type SentenceEnd, sentenceEnd, sentenceWords, textAfter } from '../../text/words/sentences.js';

export default defineTool({
  slug: 'sentence-case',
  title: 'Sentence case',
  description:
    'Begins every line and every sentence with a capital and writes the rest in lower case. Common abbreviations (Dr., e.g., initials), and the word after one, after an ellipsis, a number such as 12. or a quoted sentence, keep the case of their first letter: only the writer knows whether a sentence begins there. Names lose their capitals; web and e-mail addresses stay as they are.',
  config: Type.Object({
    keepAcronyms: Type.Boolean({
      default: true,
      description:
        'Leaves NASA, 3D, iPhone and the English I as they are; in a line of capitals, only I and initials such as U.S. can be recognized',
    }),
    lowerRest: Type.Boolean({
      default: true,
      description: 'Writes letters inside a sentence in lower case; otherwise they stay as they are',
    }),
    locale: WordLocale,
  }),
  examples: [
    { input: 'The Quick Brown Fox. jumps over it! and then?', output: 'The quick brown fox. Jumps over it! And then?' },
    { input: 'WHAT DID I SAY? HE LIVES IN THE U.S. NOW.', output: 'What did I say? He lives in the U.S. now.' },
    {
      input: 'Dr. Smith uses, e.g. an iPhone from NASA... Or not.',
      output: 'Dr. Smith uses, e.g. an iPhone from NASA... Or not.',
    },
    { input: 'Our NASA Trip', config: { keepAcronyms: false }, output: 'Our nasa trip' },
    { input: 'my Friend Ada. she codes', config: { lowerRest: false }, output: 'My Friend Ada. She codes' },
  ],
  lineByLine: true,
  keepsLines: true,
  run: (input, config) => replaceMatches(input, /[^\r\n]+/g, (line) => sentenceCaseLine(line, config)),
});

interface Rules {
  readonly keepAcronyms: boolean;
  readonly lowerRest: boolean;
  readonly locale: WordLanguage;
}

const plainWord = /^[a-z]+$/;
const hyphens = /([-\u2010\u2011–—/])/;
const pronounI = /^[^\p{L}\p{N}]*I(?:['’]\p{L}+)?[^\p{L}\p{N}]*$/u;

function sentenceCaseLine(line: string, rules: Rules): string {
  const shouted = isAllCapitals(line);
  let before: SentenceEnd = 'stop';
  return replaceMatches(line, sentenceWords, (word, index: number) => {
    if (before === 'none' && plainWord.test(word)) return word;
    const isWord = hasLetterOrDigit(word);
    const end = sentenceEnd(word, textAfter(line, index + word.length));
    // Abbreviations have a capital of their own as part of a name: Dr., J. R. R.
    const mayBegin = before !== 'none' || end === 'abbreviation';
    const capital = before === 'stop' ? 'always' : mayBegin ? 'as written' : 'never';
    const result = isWord ? sentenceCaseWord(word, capital, shouted, rules) : word;
    const opensList = index === 0 && listNumber.test(word);
    if (!opensList && (isWord || end !== 'none')) before = end;
    return result;
  });
}

/**
 * Writes one word. @param capital - whether its first letter becomes a capital. In a line of capitals, the word's own
 * case carries no information.
 */
function sentenceCaseWord(
  word: string,
  capital: 'always' | 'as written' | 'never',
  shouted: boolean,
  rules: Rules,
): string {
  if (isAddressLike(word))
    return shouted && rules.lowerRest ? capitalizeInitials(lowerCaseIn(word, rules.locale)) : word;
  const keepAcronyms = rules.keepAcronyms && !shouted;
  if (keepAcronyms && isAcronym(word)) return word;
  // Even indexes hold pieces, odd ones the hyphens and slashes between them.
  const parts = word.split(hyphens);
  const first = parts.findIndex(hasLetterOrDigit);
  for (let i = 0; i < parts.length; i += 2) {
    const piece = parts[i] ?? '';
    if (keepAcronyms && hasInnerCapital(piece)) continue;
    const raised =
      (i === first && (capital === 'always' || (capital === 'as written' && !shouted && startsWithCapital(piece)))) ||
      (rules.keepAcronyms && pronounI.test(piece));
    if (raised) parts[i] = capitalize(piece, rules.lowerRest ? 'lower' : 'keep', rules.locale);
    else if (rules.lowerRest) parts[i] = lowerCaseIn(piece, rules.locale);
  }
  return parts.join('');
}

/** Tests whether a word has at least two letters and digits, and all its letters are capitals: NASA, 3D, I/O. */
function isAcronym(word: string): boolean {
  return isAllCapitals(word) && (word.match(/[\p{L}\p{N}]/gu)?.length ?? 0) > 1;
}
