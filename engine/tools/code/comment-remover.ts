import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import type { CommentFinder } from '../../text/code/comment.js';
import { javaScriptComments } from '../../text/code/javascript-lexer.js';
import { cComments } from './comment-remover/c.js';
import { cssComments } from './comment-remover/css.js';
import { htmlComments } from './comment-remover/html.js';
import { removableComments } from './comment-remover/kept-comments.js';
import { pythonComments } from './comment-remover/python.js';
import { cssGlue, type Glue, htmlGlue, spaceGlue, tokenGlue, withoutComments } from './comment-remover/removal.js';
import { shellComments } from './comment-remover/shell.js';
import { sqlComments } from './comment-remover/sql.js';
import { yamlComments } from './comment-remover/yaml.js';

const config = Type.Object({
  language: Type.Enum(['js', 'ts', 'css', 'html', 'sql', 'mysql', 'python', 'shell', 'c', 'yaml'], {
    default: 'js',
    description:
      'The language of the code; c fits C++, Objective-C, C#, Java, Kotlin, Scala, Groovy, Go, Rust, Swift, Dart, D and Zig as well, sql all SQL but that of MySQL and MariaDB, shell bash and POSIX shells',
  }),
  keepShebang: Type.Boolean({ default: true, description: 'Keeps a first line that starts with #!' }),
  keepLicense: Type.Boolean({
    default: true,
    description:
      'Keeps licence comments: those with @license, @preserve, SPDX-License-Identifier or the word copyright, with the lines around them, and in js, ts and css those that start with /*! or //!',
  }),
  removeCommentLines: Type.Boolean({
    default: true,
    description:
      'Drops lines that contained only comments; otherwise they stay as empty lines, so that lines keep their numbers',
  }),
});

type Language = Static<typeof config>['language'];

export default defineTool({
  slug: 'comment-remover',
  title: 'Comment remover',
  description:
    'Removes the comments from code, but not from strings, regular expressions, templates, here-documents and the like. In js and ts a slash is a division or a regular expression depending on what precedes it, without parsing; JSX is not supported. Scripts and styles inside HTML keep their comments, and Python its docstrings.',
  config,
  examples: [
    {
      input: '// Adds.\nconst add = (a, b) => a + b; // sum\nconst url = "https://example.com"; /* ok */\n',
      output: 'const add = (a, b) => a + b;\nconst url = "https://example.com";\n',
    },
    {
      input: '#!/bin/sh\n# Count\necho "$#" # of arguments\n',
      config: { language: 'shell' },
      output: '#!/bin/sh\necho "$#"\n',
    },
    {
      input: "SELECT '--' AS dash -- two\n/* all\n   rows */ FROM t",
      config: { language: 'sql' },
      output: "SELECT '--' AS dash\nFROM t",
    },
    {
      input: 'a: 1 # one\n# two\nb: "#2"',
      config: { language: 'yaml', removeCommentLines: false },
      output: 'a: 1\n\nb: "#2"',
    },
  ],
  heavy: true,
  run(input, { language, keepShebang, keepLicense, removeCommentLines }) {
    const mark = input.startsWith('\ufeff') ? '\ufeff' : '';
    const code = input.slice(mark.length);
    const { find, glue, exclamation = false } = languages[language];
    const removable = removableComments(code, find(code), {
      shebang: keepShebang,
      license: keepLicense,
      exclamation,
    });
    return mark + withoutComments(code, removable, { glue, dropLines: removeCommentLines });
  },
});

interface LanguageRules {
  readonly find: CommentFinder;
  readonly glue: Glue;
  readonly exclamation?: boolean;
}

const script: LanguageRules = { find: javaScriptComments, glue: tokenGlue, exclamation: true };

const languages: Readonly<Record<Language, LanguageRules>> = {
  js: script,
  ts: script,
  css: { find: cssComments, glue: cssGlue, exclamation: true },
  html: { find: htmlComments, glue: htmlGlue },
  sql: { find: sqlComments('sql'), glue: spaceGlue },
  mysql: { find: sqlComments('mysql'), glue: spaceGlue },
  python: { find: pythonComments, glue: spaceGlue },
  shell: { find: shellComments, glue: spaceGlue },
  c: { find: cComments, glue: spaceGlue },
  yaml: { find: yamlComments, glue: spaceGlue },
};
