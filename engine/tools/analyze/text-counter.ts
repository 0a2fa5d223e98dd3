import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { splitLines } from '../../text/lines/lines.js';
import { countTokens, TokenEncoding } from '../../text/tokens/tokens.js';
import { countCodePoints } from '../../text/unicode/code-points.js';
import { countWhiteSpace } from '../../text/unicode/white-space.js';
import { countSentences } from '../../text/words/sentences.js';
import { countParagraphs, countWords } from '../../text/words/words.js';

const counters = {
  chars: countCodePoints,
  'chars-no-spaces': (text: string) => countCodePoints(text) - countWhiteSpace(text),
  words: countWords,
  lines: (text: string) => splitLines(text).lines.length,
  bytes: (text: string) => Buffer.byteLength(text),
  sentences: (text: string) => countSentences(splitLines(text).lines),
  paragraphs: (text: string) => countParagraphs(splitLines(text).lines),
  tokens: countTokens,
};

export default defineTool({
  slug: 'text-counter',
  title: 'Count words, characters or lines',
  description:
    'Counts the words, characters (code points), lines, UTF-8 bytes, sentences, paragraphs or tokens of language models in a text and returns one plain number. Counts like text-statistics.',
  config: Type.Object({
    unit: Type.Enum(['words', 'chars', 'chars-no-spaces', 'lines', 'bytes', 'sentences', 'paragraphs', 'tokens'], {
      default: 'words',
      description:
        'What to count; chars-no-spaces leaves out all white space, and a final line end does not start another line',
    }),
    encoding: TokenEncoding,
  }),
  // Counting tokens takes 20 ms for 10,000 characters at first, and 1 ms later.
  costClasses: { tokens: ({ unit }) => unit === 'tokens' },
  examples: [
    { input: 'To be, or not to be.', output: '6' },
    { input: 'naïve 👍', config: { unit: 'chars' }, output: '7' },
    { input: 'naïve 👍', config: { unit: 'bytes' }, output: '11' },
    { input: 'one\ntwo\n', config: { unit: 'lines' }, output: '2' },
    { input: 'Tokenization of 1234567', config: { unit: 'tokens' }, output: '7' },
    { input: '', output: '0' },
  ],
  run: (input, { unit, encoding }) => String(counters[unit](input, encoding)),
});
