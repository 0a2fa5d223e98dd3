import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { TokenEncoding, tokenMeasure, withinTokens } from '../../text/tokens/tokens.js';
import {
  codePointAt,
  codePointBefore,
  countCodePoints,
  offsetForward,
  unitsOf,
} from '../../text/unicode/code-points.js';
import { graphemeStart } from '../../text/unicode/graphemes.js';
import { isWhiteSpace } from '../../text/unicode/white-space.js';
import { isMark, isUnspaced } from '../../text/unicode/word-characters.js';

const config = Type.Object({
  length: Type.Integer({
    default: 100,
    minimum: 0,
    maximum: 500_000,
    description: 'Maximum length of the text: in characters or tokens including the ellipsis, or in words',
  }),
  unit: Type.Enum(['chars', 'words', 'tokens'], {
    default: 'chars',
    description: 'What to count: characters, words (separated by white space), or tokens of language models',
  }),
  encoding: TokenEncoding,
  ellipsis: Type.String({
    default: '…',
    maxLength: 10,
    description: 'Text at the end of a truncated text; omitted if it alone would be too long',
  }),
  wordBoundary: Type.Boolean({
    default: true,
    description: 'Cuts between words and drops the white space there, unless the first word is too long already',
  }),
});

export default defineTool({
  slug: 'truncate-text',
  title: 'Truncate text',
  description:
    'Cuts a text that is too long and marks the cut with an ellipsis. The result is never longer than requested; a text that is short enough stays exactly as it is.',
  config,
  examples: [
    { input: 'The quick brown fox jumps', config: { length: 12 }, output: 'The quick…' },
    { input: 'The quick brown fox jumps', config: { length: 12, wordBoundary: false }, output: 'The quick b…' },
    {
      input: 'The quick brown fox jumps',
      config: { length: 3, unit: 'words', ellipsis: ' [more]' },
      output: 'The quick brown [more]',
    },
    { input: 'The quick', config: { length: 9 }, output: 'The quick' },
    {
      input: 'The quick brown fox jumps over it',
      config: { length: 5, unit: 'tokens' },
      output: 'The quick brown fox…',
    },
  ],
  costClasses: { tokens: ({ unit }) => unit === 'tokens' },
  run: (input, config) => truncate[config.unit](input, config),
});

type Config = Static<typeof config>;

const truncate: Readonly<Record<Config['unit'], (text: string, config: Config) => string>> = {
  chars: truncateCharacters,
  words: truncateWords,
  tokens: truncateTokens,
};

function truncateCharacters(text: string, { length, ellipsis, wordBoundary }: Config): string {
  if (offsetForward(text, 0, length) === text.length) return text;
  const ellipsisLength = countCodePoints(ellipsis);
  const fits = ellipsisLength <= length;
  const end = offsetForward(text, 0, fits ? length - ellipsisLength : length);
  const kept = textUpTo(text, end, wordBoundary);
  return fits ? kept + ellipsis : kept;
}

function truncateTokens(text: string, { length, ellipsis, wordBoundary, encoding }: Config): string {
  const measure = tokenMeasure(text, encoding);
  if (measure.forward(0, length) === text.length) return text;
  const ellipsisLength = measure.count(ellipsis);
  const [mark, markLength] = ellipsisLength <= length ? [ellipsis, ellipsisLength] : ['', 0];
  return withinTokens(
    length,
    encoding,
    (tokens) => textUpTo(text, measure.forward(0, tokens - markLength), wordBoundary) + mark,
  );
}

function textUpTo(text: string, end: number, wordBoundary: boolean): string {
  const cut = text.slice(0, graphemeStart(text, end, 0));
  return wordBoundary ? text.slice(0, lastBoundary(text, end)).trimEnd() || cut : cut;
}

/** Returns the last offset up to `end` that is not within a word; 0 if there is none. */
function lastBoundary(text: string, end: number): number {
  let offset = end;
  while (offset > 0) {
    const before = codePointBefore(text, offset);
    if (isBoundary(before, codePointAt(text, offset))) break;
    offset -= unitsOf(before);
  }
  return offset;
}

/** Tests for a place next to white space, or between any two characters in scripts without spaces. */
function isBoundary(before: number, after: number): boolean {
  if (isWhiteSpace(before) || isWhiteSpace(after)) return true;
  return (isWrittenWithoutSpaces(before) || isWrittenWithoutSpaces(after)) && !isMark(after);
}

function isWrittenWithoutSpaces(codePoint: number): boolean {
  return isUnspaced(codePoint) && !/\p{sc=Hangul}/u.test(String.fromCodePoint(codePoint));
}

function truncateWords(text: string, { length, ellipsis }: Config): string {
  const word = /\S+/g;
  let end = 0;
  for (let count = 0; count < length; count++) {
    if (!word.test(text)) return text;
    end = word.lastIndex;
  }
  return word.test(text) ? text.slice(0, end) + ellipsis : text;
}
