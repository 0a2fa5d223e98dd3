import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { languageCode, likelyLanguages } from './language-detector/likely-languages.js';

export default defineTool({
  slug: 'language-detector',
  title: 'Detect the language',
  description:
    'Guesses which of about 115 everyday languages a text is written in, from its first 2,048 characters, and returns the ISO 639-3 code: eng, deu, cmn. Close relatives (Croatian, Bosnian and Serbian in Latin letters, Malay and Indonesian) and short texts can be mistaken for each other. Below ten letters the result is und, for undetermined, unless the script belongs to one language, such as Korean or Greek.',
  config: Type.Object({
    limit: Type.Integer({
      default: 1,
      minimum: 1,
      maximum: 20,
      description:
        'Number of languages to return, the most likely first; with more than one, each has a score from 0 to 1',
    }),
    only: Type.Array(Type.String({ minLength: 3, maxLength: 3 }), {
      default: [],
      maxItems: 200,
      description:
        'Chooses only among these languages, by their ISO 639-3 codes; empty chooses among the everyday ones, and about 300 more can be named',
    }),
    format: Type.Enum(['text', 'json'], {
      default: 'text',
      description: 'text writes one language per line, json an array of objects',
    }),
  }),
  examples: [
    { input: 'Alle Menschen sind frei und gleich an Würde und Rechten geboren.', output: 'deu' },
    {
      input: 'All human beings are born free and equal in dignity and rights.',
      config: { only: ['eng', 'fra', 'deu'], limit: 2 },
      output: 'eng 1.0000\ndeu 0.6073',
    },
    {
      input: '人人生而自由，在尊严和权利上一律平等。',
      config: { format: 'json' },
      output: '[{"language":"cmn","score":1}]',
    },
    { input: 'Hi!', output: 'und' },
  ],
  run(input, { limit, only, format }) {
    const found = likelyLanguages(input, [...new Set(only.map(languageCode))])
      .slice(0, limit)
      .map(({ language, score }) => ({ language, score: Number(score.toFixed(4)) }));
    if (format === 'json') return JSON.stringify(found);
    const lines = found.map(({ language, score }) => (limit === 1 ? language : `${language} ${score.toFixed(4)}`));
    return lines.join('\n');
  },
});
