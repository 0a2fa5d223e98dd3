import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'sql-formatter';
const dialect = (name: string) => ({ dialect: name });
const unreadable = (place: string, name = 'sql') =>
  `${place}: cannot be read as ${name}; check it or choose another dialect`;
const tooDeep = 'the SQL is nested too deep (at most 100 brackets and CASEs)';

const dialects = [
  'sql',
  'bigquery',
  'clickhouse',
  'db2',
  'duckdb',
  'hive',
  'mariadb',
  'mysql',
  'n1ql',
  'plsql',
  'postgresql',
  'redshift',
  'singlestoredb',
  'snowflake',
  'spark',
  'sqlite',
  'tidb',
  'transactsql',
  'trino',
];
const placeholders = [
  ...[':id', ':1', ':"a b"', '@p', '@@v', '?', '?1', '??', '$1', '$name', '%s', '%d', '%(n)s', '%%'],
  ...['{{x}}', '{{{x}}}', '{{ ref("a") }}', `\${x}`, '#{x}', '{x}', '{0}', '$(x)', '{% if x %}', '{# a #}'],
  ...[':id::date', '$1::int[]', '?::numeric(10, 2)', '{{x}}::text::json'],
  ...[`log_\${year}`, 'log_%s', `\${a}_b`, '{{a}}_{{b}}'],
];
/** Operators and literals that some dialects of the library do not know, each with the dialects that split it. */
const unknownToLibrary: readonly (readonly [string, string, readonly string[]])[] = [
  ['f(a=>1)', 'f (a => 1)', ['sql', 'clickhouse', 'hive', 'mariadb', 'mysql', 'redshift', 'spark', 'transactsql']],
  ["a->>'b'", "a ->> 'b'", ['sql', 'bigquery', 'clickhouse', 'mariadb', 'plsql', 'redshift', 'snowflake', 'spark']],
  ['a<<1', 'a << 1', ['sql', 'clickhouse', 'db2', 'snowflake', 'spark', 'transactsql', 'trino']],
  ['a<=>b', 'a <=> b', ['sql', 'bigquery', 'duckdb', 'snowflake', 'sqlite', 'transactsql']],
  ['a<->b', 'a <-> b', ['sql', 'clickhouse', 'duckdb', 'mariadb', 'mysql', 'snowflake']],
  ['a&&b', 'a && b', ['bigquery', 'duckdb', 'redshift', 'spark', 'sqlite']],
  ['a!<b', 'a !< b', ['duckdb', 'hive', 'mariadb', 'mysql', 'spark']],
  ['a**b', 'a ** b', ['sql', 'bigquery', 'mysql', 'postgresql', 'snowflake']],
  ['a*=b', 'a *= b', ['sql', 'mysql', 'postgresql', 'snowflake']],
  ['a||b', 'a || b', ['transactsql']],
  ['a~==b', 'a ~== b', ['postgresql']],
  ["N'x'", "N'x'", ['bigquery', 'clickhouse', 'hive', 'mariadb', 'postgresql', 'singlestoredb', 'snowflake', 'spark']],
  ["x'1F',B'01'", "x'1F', B'01'", ['bigquery', 'clickhouse', 'hive', 'plsql', 'redshift', 'snowflake', 'transactsql']],
  ['U&\'x\',u&"y"', 'U&\'x\', u&"y"', ['bigquery', 'duckdb', 'mariadb', 'redshift', 'spark']],
  ["rb'x'", "rb'x'", ['sql', 'spark', 'postgresql']],
  ["'a''b'", "'a''b'", ['bigquery', 'hive', 'n1ql', 'spark']],
  ['1e-5D,1.5E+3BD', '1e-5D, 1.5E+3BD', ['spark']],
  ['1..10', '1..10', ['sql', 'plsql', 'postgresql']],
  ['end$x', 'end$x', ['mysql', 'snowflake']],
];

export default {
  slug,
  cases: [
    [' \n', ''],
    ['Select 1', 'select\n  1', { keywordCase: 'lower' }],
    ['Select 1 as "From"', 'SELECT\n  1 AS "From"', { keywordCase: 'upper' }],
    ...dialects.map(
      (name): ToolCase => [
        'SELECT sumé, orée, größe AS andä FROM tableé WHERE limité = 1',
        'SELECT\n  sumé,\n  orée,\n  größe AS andä\nFROM\n  tableé\nWHERE\n  limité = 1',
        { dialect: name, keywordCase: 'upper' },
        `names beyond ASCII stay whole: ${name}`,
      ],
    ),
    ['select a, b', 'select\n a,\n b', { indent: 1 }],
    ['select a, b', 'select\n        a,\n        b', { indent: 8 }],
    [
      "SELECT\r\n'a\r\nb' /* c\r\nd */\r\n",
      "SELECT\r\n  'a\r\nb'\r\n  /* c\r\n  d */",
      {},
      'line ends of Windows, in comments too',
    ],
    ["SELECT\n'a\r\nb'", "SELECT\n  'a\r\nb'", {}, 'a string keeps its line ends among others'],
    ["SELECT 'a  -- b' /* c */ -- d\n", "SELECT\n  'a  -- b' /* c */ -- d"],
    ["SELECT 'it\\'s' # x", "SELECT\n  'it\\'s' # x", dialect('mysql'), 'strings are as the dialect has them'],
    ['SELECT [a b] FROM t\nGO', 'SELECT\n  [a b]\nFROM\n  t\nGO', dialect('transactsql')],
    ...['mysql', 'mariadb', 'tidb'].map(
      (name): ToolCase => [
        'select 1 /*!50100 , 2 */ /*M!100100 , 3 */ /*T![a] , 4 */ from t',
        'select\n  1 /*!50100 , 2 */ /*M!100100 , 3 */ /*T![a] , 4 */\nfrom\n  t',
        dialect(name),
        `code that only one database executes: ${name}`,
      ],
    ),
    [
      'DELIMITER //\ncreate procedure p() begin select 1; end //\ndelimiter ;\nselect 2',
      'DELIMITER //\ncreate procedure p () begin\nselect\n  1;\n\nend //\ndelimiter ;\nselect\n  2',
      dialect('mysql'),
      'DELIMITER of MySQL',
    ],
    [
      "\\connect  db\ncopy t (a) from stdin;\n1\t 'x\n:y\n\\.\nselect :a;",
      "\\connect  db\ncopy t (a)\nfrom\n  stdin;\n1\t 'x\n:y\n\\.\n\nselect\n  :a;",
      dialect('postgresql'),
      'commands of psql and data of COPY',
    ],
    [
      'select 1\r\nGO 5\r\nselect 2',
      'select\r\n  1\r\nGO 5\r\nselect\r\n  2',
      dialect('transactsql'),
      'line ends of Windows around batch separators',
    ],
    ['select 1\nGO\nselect (2', { error: unreadable('line 3, column 10') }],
    ['GO\n'.repeat(5001), { error: 'line 5001, column 1: the SQL has more than 5000 statements' }],
    ['SELECT $1, $$a b$$', 'SELECT\n  $1,\n  $$a b$$', dialect('postgresql')],
    ['SELECT é, "😀"', 'SELECT\n  é,\n  "😀"', {}, 'characters beyond ASCII'],
    ['SELECT 1\n  FROM [a', { error: unreadable('line 2, column 8') }],
    ['LIMIT LIMIT', { error: unreadable('line 1, column 7') }],
    ['SELECT `a` # b', { error: unreadable('line 1, column 8', 'postgresql') }, dialect('postgresql')],
    ['SELECT (1', { error: unreadable('line 1, column 10') }],
    ["SELECT 'a", { error: unreadable('line 1, column 8') }],
    ['\ud800\u0000', { error: unreadable('line 1, column 1') }],
    ['a\n/* b', { error: 'line 2, column 1: a comment is never closed' }],
    ['a'.repeat(200_000), 'a'.repeat(200_000)],
    ['a'.repeat(200_001), { error: '200001 characters are too many to parse (maximum 200000)' }],
    [
      "select a ? 'k', a ?| b, a <@y, a @>y, a @? '$.a', a::int, b[1:n], x%y, ?::int, ?||'x' limit ?",
      "select\n  a ? 'k',\n  a ?| b,\n  a <@ y,\n  a @> y,\n  a @? '$.a',\n  a::int,\n  b[1:n],\n  x % y,\n  ?::int,\n  ? || 'x'\nlimit\n  ?",
      dialect('postgresql'),
      'operators with the sign of a placeholder',
    ],
    ...unknownToLibrary.flatMap(([input, laidOut, names]) =>
      names.map(
        (name): ToolCase => [
          `insert into t values (${input})`,
          `insert into\n  t\nvalues\n  (${laidOut})`,
          dialect(name),
          `what the library would split stays together: ${input} in ${name}`,
        ],
      ),
    ),
    ...['bigquery', 'spark'].map(
      (name): ToolCase => [
        'from t |> where a > 1 |> select a',
        'from\n  t |>\nwhere\n  a > 1 |>\nselect\n  a',
        dialect(name),
        `pipes stay together: ${name}`,
      ],
    ),
    [
      'select a=-1,b*-c,d||-e,f&&!g,h<>~i,j-(-1),k*/* l */m,/* n */-o,p+--q\nr from t',
      'select\n  a = -1,\n  b * - c,\n  d || - e,\n  f && ! g,\n  h <> ~ i,\n  j - (-1),\n  k * /* l */ m,\n  /* n */\n  - o,\n  p + --q\n  r\nfrom\n  t',
      dialect('mysql'),
      'signs that are operators of their own stand apart',
    ],
    [
      'select a=-1,b*-c,d<>-e,f||-g,h@-i,j!=-1',
      'select\n  a = -1,\n  b * - c,\n  d <> - e,\n  f ||- g,\n  h @- i,\n  j !=-1',
      dialect('postgresql'),
      'in PostgreSQL, a sign belongs to an operator with one of ~!@#%^&|`?',
    ],
    [
      "SELECT'a' AS\"b\" FROM t WHERE c IN('d')OR'e'LIKE'f' AND g=date'2020-01-01'",
      "SELECT\n  'a' AS \"b\"\nFROM\n  t\nWHERE\n  c IN ('d')\n  OR 'e' LIKE 'f'\n  AND g = date '2020-01-01'",
      {},
      'words before a quote that are no prefix stand apart',
    ],
    [
      "select a > = b, c - > 'd', e < - 1, f - - g, N 'h'",
      "select\n  a > = b,\n  c - > 'd',\n  e < - 1,\n  f - - g,\n  N 'h'",
      dialect('postgresql'),
      'blanks between signs stay',
    ],
    [
      'select $1:x::int, a:b.c from @db.stage/path/f-1.csv where x=:id',
      'select\n  $1:x::int,\n  a:b.c\nfrom\n  @db.stage/path/f-1.csv\nwhere\n  x = :id',
      dialect('snowflake'),
      'stages and paths of Snowflake',
    ],
    ['select $a::b(c),$1,@d', 'select\n  $a::b(c),\n  $1,\n  @d', dialect('sqlite'), 'names with a suffix of SQLite'],
    [
      "select ':a {{', '}}' /* ? */ -- :b %s",
      "select\n  ':a {{',\n  '}}' /* ? */ -- :b %s",
      {},
      'no placeholder in strings and comments',
    ],
    [
      'select {{\r\n x }} from t where (a',
      { error: unreadable('line 2, column 22') },
      {},
      'a template of several lines, and a place after it',
    ],
    ['select ꀀ,:ꀀ,ꀁ,?', 'select\n  ꀀ,\n  :ꀀ,\n  ꀁ,\n  ?', {}, 'the letters that hide placeholders'],
    ['('.repeat(5000), { error: `line 1, column 101: ${tooDeep}` }, {}, 'brackets that would overflow the stack'],
    ['CASE WHEN '.repeat(101), { error: `line 1, column 1001: ${tooDeep}` }],
    ['END ('.repeat(101), { error: `line 1, column 505: ${tooDeep}` }, {}, 'an END does not hide brackets'],
    [
      `SELECT '${'('.repeat(101)}' /* ${'('.repeat(101)} */`,
      `SELECT\n  '${'('.repeat(101)}' /* ${'('.repeat(101)} */`,
      {},
      'brackets in strings and comments do not count',
    ],
    { long: [`${'a.'.repeat(29_000)}a`, { error: tooDeep }, {}, 'a name that would overflow the stack'] },
    ['a BETWEEN '.repeat(20_000), { error: `line 1, column 1003: ${tooDeep}` }, {}, 'nesting without brackets'],
    [
      `a${' and b between 1 and 2'.repeat(101)}`,
      `a${'\nand b between 1 and 2'.repeat(101)}`,
      {},
      'a hundred BETWEENs in a row',
    ],
    [
      `${'('.repeat(100)}${'a,'.repeat(50_000)}a${')'.repeat(100)}`,
      { error: 'line 1, column 25050: the SQL is nested too deep for its length' },
      { indent: 8 },
      'more indentation than text',
    ],
    [
      `${'+'.repeat(60_000)} -- +\n+`,
      { error: 'line 2, column 1: the SQL has more than 60,000 words and signs' },
      {},
      'more words and signs than the parser reads in a second',
    ],
    [
      ';'.repeat(200_000),
      { error: 'line 1, column 5001: the SQL has more than 5000 statements' },
      {},
      'statements for which the parser would need gigabytes',
    ],
  ],
  checks: {
    'no dialect changes or refuses a placeholder': () => {
      for (const name of dialects) {
        for (const p of placeholders) {
          const input = `select a from t where id=${p} and b in (${p},${p}) order by ${p}`;
          assert.equal(
            resultOf(slug, input, dialect(name)),
            `select\n  a\nfrom\n  t\nwhere\n  id = ${p}\n  and b in (${p}, ${p})\norder by\n  ${p}`,
          );
        }
      }
    },
    'no dialect splits a run of operator signs': () => {
      const run = fc
        .string({ unit: fc.constantFrom(...'+-*/%<>=~!&|^:@'), minLength: 2, maxLength: 5 })
        .filter((signs) => !/--|\/\*|\*\/|%%|\/\//.test(signs));
      const runs = sampleSize(3000);
      let laidOut = 0;
      fc.assert(
        fc.property(run, fc.constantFrom(...dialects), (signs, name) => {
          const userDefined = ['postgresql', 'duckdb'].includes(name);
          if (!userDefined && signs.includes('@')) return;
          const result = runTool(slug, `(a)${signs}(b)`, dialect(name));
          if (typeof result !== 'string') return;
          laidOut++;
          const [operator = ''] =
            (userDefined ? /^.*[~!@%^&|].*|^.+?(?=[+-]*$)/ : /^.+?(?=[-+~!]*$)/).exec(signs) ?? [];
          assert.ok(result.includes(operator), `${signs} in ${name}: ${result}`);
          assert.equal(result.replace(/\s/g, ''), `(a)${signs}(b)`);
        }),
        { seed: 3, numRuns: runs },
      );
      assert.ok(laidOut > runs / 6, `${laidOut} runs have a layout`);
    },
    'templates that are never closed take linear time': () => {
      for (const open of ['{{', '{{ ', "{{'", '${', '#{', '{%', '{#', '{a']) {
        for (const close of ['', '}', '}}']) {
          const result = runTool(slug, open.repeat(60_000) + close);
          assert.match(typeof result === 'string' ? result : result.error, /nested too deep|cannot be read as sql/);
        }
      }
    },
    'a hundred brackets are no problem in any dialect': () => {
      const input = `SELECT ${'('.repeat(100)}1${')'.repeat(100)}`;
      for (const name of ['sql', 'bigquery', 'postgresql', 'plsql', 'snowflake']) {
        assert.equal(resultOf(slug, input, dialect(name)).replace(/\s/g, ''), input.replace(/\s/g, ''));
      }
    },
    'changes only white space, and is idempotent': () => {
      const word = fc.constantFrom(
        'a',
        'b.c',
        '1',
        "'x  y'",
        '"q"',
        '*',
        'count(*)',
        '(SELECT d FROM e)',
        'CASE WHEN f THEN 1 END',
      );
      const list = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(', '));
      fc.assert(
        fc.property(list, list, fc.integer({ min: 1, max: 8 }), (columns, conditions, indent) => {
          const input = `SELECT ${columns} FROM t JOIN u ON a = b WHERE x IN (${conditions}) AND y > 1 ORDER BY 1; DELETE FROM v`;
          const once = resultOf(slug, input, { indent });
          assert.equal(once.replace(/\s/g, ''), input.replace(/\s/g, ''));
          assert.equal(resultOf(slug, once, { indent }), once);
        }),
        { seed: 1, numRuns: sampleSize(100) },
      );
    },
    'gives SQL or an error for any text': () => {
      const part = fc.constantFrom(
        '(',
        ')',
        'SELECT ',
        'CASE ',
        'END ',
        "'",
        '"',
        '--',
        '\n',
        '/*',
        '*/',
        ';',
        ',',
        '$$',
        '[',
        ']',
        '`',
        'a',
        ' ',
        ':x',
        '@',
        'LIMIT ',
        '.',
        '::',
        '\\',
      );
      fc.assert(
        fc.property(
          fc.array(part),
          fc.constantFrom('sql', 'mysql', 'postgresql', 'transactsql', 'plsql', 'bigquery'),
          (parts, name) => {
            const result = runTool(slug, parts.join(''), dialect(name));
            if (typeof result !== 'string')
              assert.match(result.error, /^Step 1 \(sql-formatter\) failed: line \d+, column \d+: /);
          },
        ),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
  },
} satisfies ToolCases;
