import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { withoutByteOrderMark } from '../../text/byte-order-mark.js';
import { isNameCharacter } from '../../text/code/comment.js';
import { type SqlPart, sqlParts } from '../../text/code/sql-placeholders.js';
import type { SqlFamily } from '../../text/code/sql-tokens.js';

export default defineTool({
  slug: 'sql-minifier',
  title: 'SQL minifier',
  description:
    'Removes comments and unnecessary white space from SQL and writes it on one line; strings, quoted names and dollar quotes stay as they are. Line ends stay where SQL needs them: between two parts of one string, after --+ hints, and around commands of clients, such as GO, /, DELIMITER // and \\connect. The data after COPY … FROM stdin stay.',
  config: Type.Object({
    dialect: Type.Enum(['sql', 'mysql'], {
      default: 'sql',
      description:
        'mysql for MySQL and MariaDB, where a backslash escapes in strings and # starts a comment; sql for all others',
    }),
    keepHints: Type.Boolean({
      default: true,
      description:
        'Keeps the comments that databases act on: /*+ hints */, --+ hints of Oracle with their line end and, in MySQL, /*! conditional code */, also /*M! of MariaDB and /*T! of TiDB',
    }),
  }),
  examples: [
    {
      input: "SELECT id, -- the key\n       name\nFROM   users /* all */\nWHERE  name = 'a  -- b';\n",
      output: "SELECT id,name FROM users WHERE name='a  -- b';",
    },
    { input: 'SELECT /*+ INDEX(t i) */ 1 - -1 FROM t', output: 'SELECT /*+ INDEX(t i) */ 1- -1 FROM t' },
    { input: 'SELECT /*+ INDEX(t i) */ 1', config: { keepHints: false }, output: 'SELECT 1' },
    { input: "SELECT 'it\\'s' # one\n, 2", config: { dialect: 'mysql' }, output: "SELECT 'it\\'s',2" },
  ],
  run: (input, { dialect, keepHints }) => minifySql(withoutByteOrderMark(input), dialect, keepHints),
});

/** Returns SQL without comments and with only the white space that its tokens need. Linear in its length. */
function minifySql(text: string, family: SqlFamily, keepHints: boolean): string {
  let written = '';
  let previous: SqlPart | undefined;
  /** White space and comments since the previous token. */
  let gap = '';
  for (const token of sqlParts(text, family, { questionMarkOperator: true })) {
    if (token.kind === 'space' || token.kind === 'comment' || (token.kind === 'hint' && !keepHints)) {
      gap += token.kind === 'space' ? text.slice(token.start, token.end) : ' ';
      continue;
    }
    if (previous !== undefined && token.kind !== 'data') {
      if (endsLine(text, previous) || (token.kind === 'command' && /[\r\n]/.test(gap))) written += '\n';
      else if (gap !== '') written += separator(text, previous, token, gap);
    }
    written += text.slice(token.start, token.end);
    previous = token;
    gap = '';
  }
  return written;
}

/** Tests for `--+ hints` and for commands of clients, such as `GO`. They are read to the end of the line. */
function endsLine(text: string, { kind, start }: SqlPart): boolean {
  return kind === 'command' || kind === 'data' || (kind === 'hint' && text[start] === '-');
}

/** Returns the white space that must stay between two tokens. */
function separator(text: string, before: SqlPart, after: SqlPart, gap: string): string {
  // Two strings are one only if a line end separates them.
  if (before.kind === 'quoted' && after.kind === 'quoted') return /[\r\n]/.test(gap) ? '\n' : ' ';
  if (before.kind === 'delimiter' || after.kind === 'delimiter' || after.kind === 'command') return ' ';
  const left = text.charAt(before.end - 1);
  const right = text.charAt(after.start);
  if (isReplaced(text, before) || isReplaced(text, after)) return separates(left) || separates(right) ? '' : ' ';
  const leftIsSymbol = isSymbol(before, left);
  const rightIsSymbol = isSymbol(after, right);
  if (!leftIsSymbol && !rightIsSymbol) return ' ';
  if (leftIsSymbol && rightIsSymbol) return separates(left) || separates(right) ? '' : ' ';
  // In MySQL, a space before a parenthesis distinguishes a table's columns from a function's arguments.
  if (rightIsSymbol) return '(.@:#$?'.includes(right) ? ' ' : '';
  // `) [a]` is a name, and `)[a]` an item.
  if (right === '[' && (left === ')' || left === ']')) return ' ';
  // `: a` is not a parameter, `@ a` not a variable, and `. 5` not a number.
  return '.@:#$?'.includes(left) ? ' ' : '';
}

function separates(character: string): boolean {
  return '(),;'.includes(character);
}

/** @param edge - the part's character at the gap. */
function isSymbol({ kind }: SqlPart, edge: string): boolean {
  return kind === 'symbol' || (kind === 'placeholder' && !isNameCharacter(edge) && !`'"\``.includes(edge));
}

/** Tests whether a program replaces this part with any text before the database reads it: a template or `%s`. */
function isReplaced(text: string, { kind, start, end }: SqlPart): boolean {
  return kind === 'placeholder' && /[{%]/.test(text.slice(start, end));
}
