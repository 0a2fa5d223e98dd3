import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { foldCase } from '../../text/unicode/case-folding.js';
import { countCodePoints } from '../../text/unicode/code-points.js';
import { countItems, FrequencyFormat, writeFrequencies } from '../../text/words/frequencies.js';
import { englishStopWords } from '../../text/words/stop-words.js';
import { wordsOf } from '../../text/words/words.js';

export default defineTool({
  slug: 'word-frequency',
  title: 'Word frequency',
  description:
    'Lists the words of a text, or the runs of two or three words, with how often they occur: most frequent first, equal counts in the order of their first occurrence.',
  config: Type.Object({
    limit: Type.Integer({ default: 50, minimum: 1, maximum: 10_000, description: 'How many words to list at most' }),
    minLength: Type.Integer({
      default: 1,
      minimum: 1,
      maximum: 50,
      description: 'Leaves out words with fewer characters',
    }),
    caseSensitive: Type.Boolean({
      default: false,
      description: 'Distinguishes upper and lower case; otherwise words are listed in lower case',
    }),
    stopWords: Type.Enum(['none', 'en'], {
      default: 'none',
      description: 'en leaves out about 170 English words such as the, of and is',
    }),
    ngram: Type.Integer({
      default: 1,
      minimum: 1,
      maximum: 3,
      description: 'Counts runs of this many words instead; omitted words do not break a run',
    }),
    format: FrequencyFormat,
  }),
  examples: [
    { input: 'To be, or not to be.', output: '2\tto\n2\tbe\n1\tor\n1\tnot' },
    {
      input: 'the cat and the hat and the cat',
      config: { stopWords: 'en', format: 'csv' },
      output: 'word,count\ncat,2\nhat,1',
    },
    { input: 'New York, new York', config: { ngram: 2, limit: 1 }, output: '2\tnew york' },
    { input: '...', output: '' },
  ],
  run(input, { limit, minLength, caseSensitive, stopWords, ngram, format }) {
    const words: string[] = [];
    const spellings = new Map<string, string>();
    for (const written of wordsOf(input)) {
      const word = caseSensitive ? written : firstSpelling(written, spellings);
      if (minLength > 1 && countCodePoints(word) < minLength) continue;
      if (stopWords === 'en' && englishStopWords.has(word.toLowerCase().replaceAll('’', "'"))) continue;
      words.push(word);
    }
    return writeFrequencies(countItems(runsOf(words, ngram)).slice(0, limit), format, ngram === 1 ? 'word' : 'words');
  },
});

/**
 * Returns the first word of the text that differs from this one by case at most, in lower case: so ΟΔΟΣ and οδος, which
 * end in two forms of sigma, are one word, and are listed with the right form.
 *
 * @param spellings - the words so far, by their folded form.
 */
function firstSpelling(word: string, spellings: Map<string, string>): string {
  const folded = foldCase(word);
  let spelling = spellings.get(folded);
  if (spelling === undefined) {
    const lower = word.toLowerCase();
    // The lower case of İ is two characters, of which the second is a combining mark.
    spelling = lower.length === word.length ? lower : folded;
    spellings.set(folded, spelling);
  }
  return spelling;
}

/** Returns all runs of `length` adjacent words. */
function runsOf(words: readonly string[], length: number): Iterable<string> {
  if (length === 1) return words;
  return words.slice(0, Math.max(0, words.length - length + 1)).map((_, i) => words.slice(i, i + length).join(' '));
}
