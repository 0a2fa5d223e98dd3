import { ToolError } from '../../core/errors.js';
import { maxInputCharacters } from '../../core/limits.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import {
  diceCoefficient,
  jaccardIndex,
  jaroWinklerSimilarity,
  levenshteinDistance,
  levenshteinSimilarity,
} from '../../text/words/similarity.js';
import { wordsOf } from '../../text/words/words.js';

/** Maximum length of both texts for metrics whose time is the product of the lengths. */
const maxCharacters = 10_000;

export default defineTool({
  slug: 'text-similarity',
  title: 'Text similarity',
  description:
    'Measures how similar the input is to another text: 0.0000 for nothing in common, 1.0000 for equal texts; or the edit distance, a whole number. Compares by edits (levenshtein), for short names (jaro-winkler), by pairs of characters (dice), or by words in any order (jaccard).',
  config: Type.Object({
    other: Type.String({ maxLength: maxInputCharacters, description: 'The text to compare the input with' }),
    metric: Type.Enum(['dice', 'levenshtein', 'jaro-winkler', 'jaccard'], {
      default: 'dice',
      description:
        'How to measure similarity; levenshtein and jaro-winkler accept texts of up to 10,000 characters, the others any',
    }),
    output: Type.Enum(['similarity', 'distance'], {
      default: 'similarity',
      description:
        'What to write: a similarity from 0 to 1, or with levenshtein the distance, which is the number of characters to insert, delete or replace',
    }),
    caseSensitive: Type.Boolean({ default: true, description: 'Distinguishes upper and lower case' }),
  }),
  examples: [
    { input: 'night', config: { other: 'nacht' }, output: '0.2500' },
    { input: 'kitten', config: { other: 'sitting', metric: 'levenshtein' }, output: '0.5714' },
    { input: 'kitten', config: { other: 'sitting', metric: 'levenshtein', output: 'distance' }, output: '3' },
    { input: 'MARTHA', config: { other: 'Marhta', metric: 'jaro-winkler', caseSensitive: false }, output: '0.9611' },
    { input: 'the cat sat', config: { other: 'sat the dog', metric: 'jaccard' }, output: '0.5000' },
    { input: '', config: { other: '' }, output: '1.0000' },
  ],
  heavy: true,
  run(input, { other, metric, output, caseSensitive }) {
    const [a, b] = caseSensitive ? [input, other] : [input.toLowerCase(), other.toLowerCase()];
    if (output === 'distance') {
      if (metric !== 'levenshtein') throw new ToolError('output distance needs metric levenshtein');
      return a === b ? '0' : `${levenshteinDistance(...bounded(a, b))}`;
    }
    return (a === b ? 1 : metrics[metric](a, b)).toFixed(4);
  },
});

const metrics = {
  dice: (a: string, b: string) => diceCoefficient([...a], [...b]),
  jaccard: (a: string, b: string) => jaccardIndex(new Set(wordsOf(a)), new Set(wordsOf(b))),
  levenshtein: (a: string, b: string) => levenshteinSimilarity(...bounded(a, b)),
  'jaro-winkler': (a: string, b: string) => jaroWinklerSimilarity(...bounded(a, b)),
};

function bounded(a: string, b: string): [string[], string[]] {
  if (Math.max(a.length, b.length) > maxCharacters * 2) throw tooLong();
  const characters: [string[], string[]] = [[...a], [...b]];
  if (characters.some(({ length }) => length > maxCharacters)) throw tooLong();
  return characters;
}

function tooLong(): ToolError {
  return new ToolError(`this metric compares texts of at most ${maxCharacters} characters; use dice or jaccard`);
}
