import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { undoubleQuotes, unescapeString } from './string-unescape/string-unescapes.js';

export default defineTool({
  slug: 'string-unescape',
  title: 'Unescape string',
  description:
    'Reads the body of a string literal and returns its text; nothing is ever executed. In C, escaped bytes are read as UTF-8. Unknown escapes are an error if the language rejects them.',
  config: Type.Object({
    language: Type.Enum(['json', 'js', 'java', 'python', 'c', 'sql', 'csv'], {
      default: 'json',
      description: 'Language of the literal; sql and csv only double their quotes',
    }),
    quotes: Type.Boolean({
      default: false,
      description: 'The text is one whole literal: its quotes are required, and removed',
    }),
  }),
  examples: [
    { input: 'say \\"hi\\"\\u0021\\n', output: 'say "hi"!\n' },
    { input: "'it''s'", config: { language: 'sql', quotes: true }, output: "it's" },
    { input: '\\x48\\u{1F600}', config: { language: 'js' }, output: 'H😀' },
    { input: '"caf\\303\\251.txt"', config: { language: 'c', quotes: true }, output: 'café.txt' },
    { input: '""', config: { quotes: true }, output: '' },
  ],
  lineByLine: ({ language, quotes }) => !quotes && (language === 'sql' || language === 'csv'),
  keepsMixedLineEnds: true,
  keepsLines: [{ language: { enum: ['sql', 'csv'] }, quotes: { enum: [false] } }],
  run(input, { language, quotes }) {
    if (language === 'sql') return undoubleQuotes(input, "'", quotes);
    if (language === 'csv') return undoubleQuotes(input, '"', quotes);
    return unescapeString(input, language, quotes);
  },
});
