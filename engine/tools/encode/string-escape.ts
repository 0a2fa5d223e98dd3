import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { escapeString } from './string-escape/string-escapes.js';

export default defineTool({
  slug: 'string-escape',
  title: 'Escape string',
  description:
    'Escapes a text for use between the quotes of a literal: double quotes, or single ones in sql, shell and powershell. sql is standard SQL; a database that reads backslashes as escapes, such as MySQL, needs more. Where values can be passed as parameters, that is safer than any escaping.',
  config: Type.Object({
    language: Type.Enum(['json', 'js', 'java', 'python', 'c', 'sql', 'csv', 'xml', 'regex', 'shell', 'powershell'], {
      default: 'json',
      description: 'Language of the literal; regex is a pattern that matches the text, shell is any POSIX shell',
    }),
    quotes: Type.Boolean({
      default: false,
      description:
        'Also writes the quotes around it: slashes in regex; in xml those of an attribute, whose tabs and line ends need escapes',
    }),
  }),
  examples: [
    { input: 'say "hi"\n', output: 'say \\"hi\\"\\n' },
    { input: "it's", config: { language: 'sql', quotes: true }, output: "'it''s'" },
    { input: "it's $HOME", config: { language: 'shell', quotes: true }, output: "'it'\\''s $HOME'" },
    { input: 'a.b (c)', config: { language: 'regex' }, output: 'a\\.b \\(c\\)' },
    { input: '', config: { language: 'js', quotes: true }, output: '""' },
  ],
  lineByLine: ({ language, quotes }) => !quotes && ['sql', 'csv', 'shell', 'powershell'].includes(language),
  keepsMixedLineEnds: true,
  keepsLines: [{ language: { enum: ['sql', 'csv', 'xml', 'shell', 'powershell'] }, quotes: { enum: [false] } }],
  run: (input, { language, quotes }, limit) => escapeString(input, language, quotes, limit),
});
