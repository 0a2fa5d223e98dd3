import { lazyLibrary } from '../../core/lazy-library.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { backslashStringEnd, blockCommentEnd, type Comment, type CommentFinder } from '../../text/code/comment.js';
import { bareUrlEnd } from '../../text/code/css.js';
import { javaScriptComments } from '../../text/code/javascript-lexer.js';
import { type SqlFamily, sqlTokens } from '../../text/code/sql-tokens.js';
import { cComments } from './comment-remover/c.js';
import { htmlComments } from './comment-remover/html.js';
import { pythonComments } from './comment-remover/python.js';
import {
  cssGlue,
  type Glue,
  htmlGlue,
  removableComments,
  spaceGlue,
  tokenGlue,
  withoutComments,
} from './comment-remover/removal.js';
import { shellComments } from './comment-remover/shell.js';

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

/** Finds the comments of SQL, without the hints that databases act on. */
function sqlComments(family: SqlFamily): CommentFinder {
  return function* (text): Generator<Comment> {
    for (const { kind, start, end } of sqlTokens(text, family)) {
      // In MySQL two hyphens without a blank after them are signs: 5--3. What follows them keeps the blank away.
      const afterHyphens = family === 'mysql' && text.startsWith('--', start - 2);
      if (kind === 'comment' && !(start >= 2 && afterHyphens)) yield { start, end };
    }
  };
}

/** Matches the start of anything that is not plain: a comment, a string, an escape, or a URL without quotes. */
const cssStarts = /\/\*|["'\\]|\burl\(/gi;

/** Finds the comments of CSS, by CSS Syntax Level 3. `//` does not start one. */
function* cssComments(text: string): Generator<Comment> {
  const next = new RegExp(cssStarts);
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const start = match.index;
    const sign = match[0];
    if (sign === '/*') {
      next.lastIndex = blockCommentEnd(text, start);
      yield { start, end: next.lastIndex };
    } else if (sign === '\\') {
      next.lastIndex = start + 2;
    } else if (sign === '"' || sign === "'") {
      next.lastIndex = backslashStringEnd(text, start + 1, sign);
    } else {
      next.lastIndex = bareUrlEnd(text, next.lastIndex);
    }
  }
}

/** Precedes a scalar in the lexer's output; it is not part of the text. */
const scalarMark = '\u001f';
/** Mark where a document starts and where brackets are left open; they are not part of the text either. */
const otherMarks = ['\u0002', '\u0018'];

const yaml = lazyLibrary<typeof import('yaml')>('yaml');

/**
 * Finds the comments of YAML 1.2, with the lexer of the package yaml.
 *
 * The lexer reads any text, valid or not, and keeps no tokens. Measured with yaml 2.9.1: it takes up to 0.6 s of
 * processor time for 500,000 characters of hostile text, and up to 4 s for 4,000,000, the most that a step can write.
 */
function* yamlComments(text: string): Generator<Comment> {
  // There are no comments after the last #, and the lexer is lazy.
  const last = text.lastIndexOf('#');
  if (last === -1) return;
  let at = 0;
  let inScalar = false;
  for (const token of new (yaml().Lexer)().lex(readable(text))) {
    if (at > last) return;
    if (!inScalar && token === scalarMark) {
      inScalar = true;
    } else if (inScalar || !otherMarks.includes(token)) {
      // The lexer reads a # directly after a quote or bracket as a comment; YAML does not.
      if (!inScalar && token.startsWith('#') && isApart(text[at - 1])) yield { start: at, end: at + token.length };
      at += token.length;
      inScalar = false;
    }
  }
}

/**
 * Replaces what the lexer reads differently, character by character, so that offsets stay: it does not end a line at a
 * carriage return alone, and it uses some control characters as marks.
 */
function readable(text: string): string {
  return text.replace(/\r(?!\n)/g, '\n').replace(/(?![\t\n\r])\p{Cc}/gu, '\0');
}

/**
 * Tests whether a comment may start after a character: at the start of a line and after a blank or a byte order mark.
 */
function isApart(before: string | undefined): boolean {
  return before === undefined || ' \t\r\n\ufeff'.includes(before);
}
