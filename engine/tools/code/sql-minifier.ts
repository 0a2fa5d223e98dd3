import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { withoutByteOrderMark } from '../../text/byte-order-mark.js';
import { minifySql } from './sql-minifier/sql-minification.js';

export default defineTool({
  slug: 'sql-minifier',
  title: 'SQL minifier',
  description:
    'Removes comments and unnecessary white space from SQL and writes it on one line; strings, quoted names and dollar quotes stay as they are. Line ends stay where SQL needs them: between two parts of one string, and around the batch separators GO and /.',
  config: Type.Object({
    dialect: Type.Enum(['sql', 'mysql'], {
      default: 'sql',
      description:
        'mysql for MySQL and MariaDB, where a backslash escapes in strings and # starts a comment; sql for all others',
    }),
    keepHints: Type.Boolean({
      default: true,
      description: 'Keeps the comments that databases act on: /*+ hints */ and, in MySQL, /*! conditional code */',
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
  heavy: true,
  run: (input, { dialect, keepHints }) => minifySql(withoutByteOrderMark(input), dialect, keepHints),
});
