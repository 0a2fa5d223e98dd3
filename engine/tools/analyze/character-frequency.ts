import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { foldCase } from '../../text/unicode/case-folding.js';
import { countItems, FrequencyFormat, writeFrequencies } from '../../text/words/frequencies.js';

export default defineTool({
  slug: 'character-frequency',
  title: 'Character frequency',
  description:
    'Lists the characters (code points) of a text with how often they occur: most frequent first, equal counts in the order of their first occurrence.',
  config: Type.Object({
    limit: Type.Integer({
      default: 50,
      minimum: 1,
      maximum: 10_000,
      description: 'How many characters to list at most',
    }),
    caseSensitive: Type.Boolean({
      default: true,
      description: 'Distinguishes upper and lower case; otherwise letters are counted in lower case',
    }),
    spaces: Type.Boolean({
      default: false,
      description: 'Counts white space and line ends as well; format json shows them best',
    }),
    format: FrequencyFormat,
  }),
  examples: [
    { input: 'banana', output: '3\ta\n2\tn\n1\tb' },
    { input: 'Aa b', config: { caseSensitive: false, format: 'csv' }, output: 'character,count\na,2\nb,1' },
    {
      input: 'a\n\n',
      config: { spaces: true, format: 'json', limit: 1 },
      output: '[\n  {\n    "character": "\\n",\n    "count": 2\n  }\n]',
    },
    { input: '👍🏽', output: '1\t👍\n1\t🏽' },
  ],
  run(input, { limit, caseSensitive, spaces, format }) {
    const text = caseSensitive ? input : foldCase(input);
    const characters = spaces ? text : text.replace(/\s+/g, '');
    return writeFrequencies(countItems(characters).slice(0, limit), format, 'character');
  },
});
