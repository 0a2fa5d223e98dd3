import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { escapeString } from './string-escape/string-escapes.js';

export default defineTool({
  slug: 'string-escape',
  title: 'Escape string',
  description:
    'Escapes a text so that it can stand between the quotes of a literal: double ones, in sql, shell and powershell single ones. sql is standard SQL; a database that reads backslashes as escapes too, as MySQL does, needs more. Where values can be passed as parameters, that is safer than any escaping.',
  config: Type.Object({
    language: Type.Enum(['json', 'js', 'java', 'python', 'c', 'sql', 'csv', 'xml', 'regex', 'shell', 'powershell'], {
      default: 'json',
      description: 'Whose literal it will be; regex is a pattern that matches the text, shell is any POSIX shell',
    }),
    quotes: Type.Boolean({
      default: false,
      description:
        'Writes the quotes around it too: slashes in regex; in xml those of an attribute, whose tabs and line ends need escapes',
    }),
  }),
  examples: [
    { input: 'say "hi"\n', output: 'say \\"hi\\"\\n' },
    { input: "it's", config: { language: 'sql', quotes: true }, output: "'it''s'" },
    { input: "it's $HOME", config: { language: 'shell', quotes: true }, output: "'it'\\''s $HOME'" },
    { input: 'a.b (c)', config: { language: 'regex' }, output: 'a\\.b \\(c\\)' },
    { input: '', config: { language: 'js', quotes: true }, output: '""' },
  ],
  heavy: true,
  keepsLines: [{ language: { enum: ['sql', 'csv', 'xml', 'shell', 'powershell'] }, quotes: { enum: [false] } }],
  run: (input, { language, quotes }, limit) => escapeString(input, language, quotes, limit),
});
