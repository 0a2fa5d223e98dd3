import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { splitLines } from '../../text/lines/lines.js';
import { countCodePoints } from '../../text/unicode/code-points.js';
import { countSentences } from '../../text/words/sentences.js';
import { wordsOf } from '../../text/words/words.js';
import { countSyllables } from './readability-score/syllables.js';

interface Counts {
  readonly sentences: number;
  readonly words: number;
  /** Letters and digits. */
  readonly characters: number;
  readonly syllables: number;
  /** Words of three syllables or more. */
  readonly longWords: number;
}

/** The formulas as published, with the names that people know. */
const formulas = {
  'flesch-reading-ease': {
    title: 'Flesch reading ease',
    score: ({ words, sentences, syllables }: Counts) =>
      206.835 - 1.015 * (words / sentences) - 84.6 * (syllables / words),
  },
  'flesch-kincaid': {
    title: 'Flesch-Kincaid grade',
    score: ({ words, sentences, syllables }: Counts) => 0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59,
  },
  'gunning-fog': {
    title: 'Gunning fog index',
    score: ({ words, sentences, longWords }: Counts) => 0.4 * (words / sentences + 100 * (longWords / words)),
  },
  smog: {
    title: 'SMOG grade',
    score: ({ sentences, longWords }: Counts) => 1.043 * Math.sqrt(longWords * (30 / sentences)) + 3.1291,
  },
  'coleman-liau': {
    title: 'Coleman-Liau index',
    score: ({ words, sentences, characters }: Counts) =>
      0.0588 * (characters / words) * 100 - 0.296 * (sentences / words) * 100 - 15.8,
  },
  ari: {
    title: 'Automated readability index',
    score: ({ words, sentences, characters }: Counts) =>
      4.71 * (characters / words) + 0.5 * (words / sentences) - 21.43,
  },
} as const;

const config = Type.Object({
  formula: Type.Enum(['all', 'flesch-reading-ease', 'flesch-kincaid', 'gunning-fog', 'smog', 'coleman-liau', 'ari'], {
    default: 'all',
    description:
      'Which score to calculate: the reading ease goes from 0 (hard) to 100 (easy), all others are the years of school needed to read the text',
  }),
  format: Type.Enum(['text', 'json'], {
    default: 'text',
    description: 'text returns one formula as a plain number and all of them with their names; json an object',
  }),
});

export default defineTool({
  slug: 'readability-score',
  title: 'Readability score',
  description:
    'Rates how hard an English text is to read, by six well-known readability formulas, rounded to two decimals. Syllables are counted by rules, so a score is an estimate, and the score of a few sentences says little.',
  config,
  examples: [
    {
      input: 'The cat sat on the mat. It was happy.',
      output:
        'Flesch reading ease: 108.27\nFlesch-Kincaid grade: -0.72\nGunning fog index: 1.80\nSMOG grade: 3.13\nColeman-Liau index: -4.74\nAutomated readability index: -5.05',
    },
    {
      input: 'Institutional considerations necessitate comprehensive documentation.',
      config: { formula: 'gunning-fog' },
      output: '42.00',
    },
    { input: 'See Spot run.', config: { formula: 'ari', format: 'json' }, output: '{\n  "ari": -4.23\n}' },
  ],
  run(input, { formula, format }) {
    const counts = countsOf(input);
    if (counts.words === 0) throw new ToolError('the text has no words to score');
    const names = formula === 'all' ? (Object.keys(formulas) as (keyof typeof formulas)[]) : [formula];
    const scores = names.map((name) => [name, formulas[name].score(counts).toFixed(2)] as const);
    if (format === 'json') {
      return JSON.stringify(Object.fromEntries(scores.map(([name, score]) => [name, Number(score)])), null, 2);
    }
    const [[, only = ''] = []] = scores;
    return formula === 'all' ? scores.map(([name, score]) => `${formulas[name].title}: ${score}`).join('\n') : only;
  },
});

function countsOf(text: string): Counts {
  const known = new Map<string, number>();
  let words = 0;
  let characters = 0;
  let syllables = 0;
  let longWords = 0;
  for (const written of wordsOf(text)) {
    const word = written.toLowerCase();
    let count = known.get(word);
    if (count === undefined) {
      // A number or a word of another script counts as at least one syllable.
      count = Math.max(1, countSyllables(word));
      known.set(word, count);
    }
    words++;
    characters += countCodePoints(word.replace(/[^\p{L}\p{N}]/gu, ''));
    syllables += count;
    if (count >= 3) longWords++;
  }
  const sentences = Math.max(1, countSentences(splitLines(text).lines));
  return { sentences, words, characters, syllables, longWords };
}
