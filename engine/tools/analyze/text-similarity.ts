import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { otherTextOptions, twoTexts } from '../../text/other-text.js';
import { foldCase } from '../../text/unicode/case-folding.js';
import {
  alignmentDistance,
  diceCoefficient,
  hammingDistance,
  jaccardIndex,
  jaroWinklerSimilarity,
  levenshteinDistance,
} from '../../text/words/similarity.js';
import { wordsOf } from '../../text/words/words.js';

/** Maximum length of both texts for metrics whose time is the product of the lengths. */
const maxCharacters = 10_000;

export default defineTool({
  slug: 'text-similarity',
  title: 'Text similarity',
  description:
    'Measures how similar the input is to another text: 0.0000 for nothing in common, 1.0000 for equal texts; or the edit distance, a whole number. Compares by edits (levenshtein, damerau-levenshtein, hamming), for short names (jaro-winkler), by pairs of characters (dice), or by words in any order (jaccard).',
  config: Type.Object({
    ...otherTextOptions('The text to compare the input with'),
    metric: Type.Enum(['dice', 'levenshtein', 'damerau-levenshtein', 'hamming', 'jaro-winkler', 'jaccard'], {
      default: 'dice',
      description:
        'How to measure similarity. damerau-levenshtein also counts exchanging two neighbours as one change and edits no character twice (optimal string alignment); hamming compares texts of one length place by place; levenshtein, damerau-levenshtein and jaro-winkler accept texts of up to 10,000 characters, the others any',
    }),
    output: Type.Enum(['similarity', 'distance'], {
      default: 'similarity',
      description:
        'What to write: a similarity from 0 to 1, or with levenshtein, damerau-levenshtein and hamming the distance, which is the number of changes; the similarity is 1 minus the distance divided by the longer length',
    }),
    caseSensitive: Type.Boolean({ default: true, description: 'Distinguishes upper and lower case' }),
  }),
  examples: [
    { input: 'night', config: { other: 'nacht' }, output: '0.2500' },
    { input: 'kitten', config: { other: 'sitting', metric: 'levenshtein' }, output: '0.5714' },
    { input: 'kitten', config: { other: 'sitting', metric: 'levenshtein', output: 'distance' }, output: '3' },
    { input: 'ab', config: { other: 'ba', metric: 'damerau-levenshtein', output: 'distance' }, output: '1' },
    { input: 'karolin', config: { other: 'kathrin', metric: 'hamming', output: 'distance' }, output: '3' },
    { input: 'MARTHA', config: { other: 'Marhta', metric: 'jaro-winkler', caseSensitive: false }, output: '0.9611' },
    { input: 'the cat sat', config: { other: 'sat the dog', metric: 'jaccard' }, output: '0.5000' },
    { input: '', config: { other: '' }, output: '1.0000' },
  ],
  run(input, { metric, output, caseSensitive, ...texts }) {
    const { text, other } = twoTexts(input, texts);
    const [a, b] = caseSensitive ? [text, other] : [foldCase(text), foldCase(other)];
    if (metric === 'dice' || metric === 'jaccard' || metric === 'jaro-winkler') {
      if (output === 'distance')
        throw new ToolError(`output distance needs metric levenshtein, damerau-levenshtein or hamming`);
      return (a === b ? 1 : similarities[metric](a, b)).toFixed(4);
    }
    const { distance, longest } = a === b ? { distance: 0, longest: 1 } : distances[metric](a, b);
    return output === 'distance' ? `${distance}` : (1 - distance / longest).toFixed(4);
  },
});

const similarities = {
  dice: (a: string, b: string) => diceCoefficient([...a], [...b]),
  jaccard: (a: string, b: string) => jaccardIndex(new Set(wordsOf(a)), new Set(wordsOf(b))),
  'jaro-winkler': (a: string, b: string) => jaroWinklerSimilarity(...bounded(a, b)),
};

/** Given two texts that differ. */
const distances = {
  levenshtein: (a: string, b: string) => measured(bounded(a, b), levenshteinDistance),
  'damerau-levenshtein': (a: string, b: string) => measured(bounded(a, b), alignmentDistance),
  hamming: (a: string, b: string) => measured(ofOneLength(a, b), hammingDistance),
};

type Characters = [a: string[], b: string[]];

function measured(characters: Characters, distance: (...characters: Characters) => number) {
  return { distance: distance(...characters), longest: Math.max(...characters.map(({ length }) => length)) };
}

function ofOneLength(a: string, b: string): Characters {
  const characters: Characters = [[...a], [...b]];
  const [{ length }, { length: other }] = characters;
  if (length === other) return characters;
  throw new ToolError(`hamming compares texts of one length; the input has ${length} characters, other has ${other}`);
}

function bounded(a: string, b: string): Characters {
  if (Math.max(a.length, b.length) > maxCharacters * 2) throw tooLong();
  const characters: Characters = [[...a], [...b]];
  if (characters.some(({ length }) => length > maxCharacters)) throw tooLong();
  return characters;
}

function tooLong(): ToolError {
  return new ToolError(`this metric compares texts of at most ${maxCharacters} characters; use dice or jaccard`);
}
