import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { undoubleQuotes, unescapeString } from './string-unescape/string-unescapes.js';

export default defineTool({
  slug: 'string-unescape',
  title: 'Unescape string',
  description:
    'Reads the body of a string literal and gives the text that it stands for; nothing is ever executed. In C, escaped bytes are read as UTF-8. What is no escape of the language is an error, where the language itself has it so.',
  config: Type.Object({
    language: Type.Enum(['json', 'js', 'java', 'python', 'c', 'sql', 'csv'], {
      default: 'json',
      description: 'Whose literal it is; sql and csv only write their quotes twice',
    }),
    quotes: Type.Boolean({
      default: false,
      description: 'The text is one whole literal: its quotes are required, and taken off',
    }),
  }),
  examples: [
    { input: 'say \\"hi\\"\\u0021\\n', output: 'say "hi"!\n' },
    { input: "'it''s'", config: { language: 'sql', quotes: true }, output: "it's" },
    { input: '\\x48\\u{1F600}', config: { language: 'js' }, output: 'H😀' },
    { input: '"caf\\303\\251.txt"', config: { language: 'c', quotes: true }, output: 'café.txt' },
    { input: '""', config: { quotes: true }, output: '' },
  ],
  keepsLines: [{ language: { enum: ['sql', 'csv'] }, quotes: { enum: [false] } }],
  run(input, { language, quotes }) {
    if (language === 'sql') return undoubleQuotes(input, "'", quotes);
    if (language === 'csv') return undoubleQuotes(input, '"', quotes);
    return unescapeString(input, language, quotes);
  },
});
