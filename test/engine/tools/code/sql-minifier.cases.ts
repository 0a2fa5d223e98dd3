import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sqlTokens } from '#engine/text/code/sql-tokens.js';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'sql-minifier';
const mysql = { dialect: 'mysql' };

export default {
  slug,
  cases: [
    ['', ''],
    [' \n-- a\n', ''],
    ['\ufeffGO\nSELECT 1', 'GO\nSELECT 1', {}, 'a byte order mark before a batch separator'],
    ['SELECT a , b\r\nFROM t\r\n WHERE ( a = 1 ) ;\r\n', 'SELECT a,b FROM t WHERE (a=1);'],
    [
      'SELECT \'a  b\n--\' , "c  d" , [e  f] , `g  h` , $$i  j$$ , $x$ k $$ $x$',
      'SELECT \'a  b\n--\',"c  d",[e  f],`g  h`,$$i  j$$,$x$ k $$ $x$',
      {},
      'strings and names stay',
    ],
    ["SELECT/**/a/* b */AS--c\nd,N 'e' f", "SELECT a AS d,N 'e' f", {}, 'words stay apart'],
    [
      'a - - 1 , b < - 1 , c / * , d | | e , f : : g',
      'a- -1,b< -1,c/ *,d| |e,f : : g',
      {},
      'signs that would become others stay apart',
    ],
    [
      '1 .5 , a . b , x ? 1 , : y , @ z , $ 1',
      '1 .5,a . b,x ? 1,: y,@ z,$ 1',
      {},
      'numbers, parameters and variables stay as they are',
    ],
    ['CREATE TABLE count (id int)', 'CREATE TABLE count (id int)', {}, 'a space in front of a parenthesis'],
    ["SELECT 'a'\n  'b' 'c' -- d\n 'e'", "SELECT 'a'\n'b' 'c'\n'e'", {}, 'parts of one string need their line end'],
    ['a /* b /* c */ d */ e', 'a e', {}, 'nested comments'],
    ['a /* b /* c */ d', 'a d', {}, 'but not where that leaves one open'],
    ['SELECT 1\n go\nSELECT 2\n/\nGO', 'SELECT 1\ngo\nSELECT 2\n/\nGO', {}, 'batch separators keep their lines'],
    ['GO 2 / 1', 'GO 2/1'],
    [
      'SELECT 1\nGO 5\nSELECT 2\ngo -- c\nSELECT 3\n/ 2',
      'SELECT 1\nGO 5\nSELECT 2\ngo\nSELECT 3/2',
      {},
      'batch separators with a count or a comment',
    ],
    [
      'DELIMITER //\nCREATE PROCEDURE p()\nBEGIN\n  SELECT 6 / 2; # c\nEND //\n\nDROP TABLE t //\ndelimiter ;\n\nSELECT 1;',
      'DELIMITER //\nCREATE PROCEDURE p()BEGIN SELECT 6/2;END // DROP TABLE t //\ndelimiter ;\nSELECT 1;',
      mysql,
      'DELIMITER, and statements that end with it',
    ],
    [
      'DELIMITER $$\nBEGIN\n  a  END$$\nBEGIN\n  b  END$$\nDELIMITER ;',
      'DELIMITER $$\nBEGIN a END$$ BEGIN b END$$\nDELIMITER ;',
      {},
      'DELIMITER $$ directly after a word, also without the dialect',
    ],
    [
      "COPY t FROM 'a'\n  DELIMITER ','\n  CSV",
      "COPY t FROM 'a' DELIMITER ',' CSV",
      {},
      'DELIMITER as an option of COPY',
    ],
    [
      "\\connect  db -- x\n\\echo it's  /* \nSELECT 1\n\\gset\nSELECT 2 \\g\n",
      "\\connect  db -- x\n\\echo it's  /*\nSELECT 1\n\\gset\nSELECT 2 \\g",
      {},
      'meta-commands of psql',
    ],
    [
      "COPY t (a,  b)\n  FROM stdin;\n1\t -- 'x\n\n/*  y\n\\.\n\nSELECT  1",
      "COPY t (a,b)FROM stdin;\n1\t -- 'x\n\n/*  y\n\\.\nSELECT 1",
      {},
      'data of COPY',
    ],
    [
      "\\copy t  from stdin\r\na  'b\r\n\\.\r\nSELECT  1",
      "\\copy t  from stdin\r\na  'b\r\n\\.\nSELECT 1",
      {},
      'data of \\copy, with CRLF',
    ],
    ['COPY t FROM stdin;\nSELECT  1', 'COPY t FROM stdin;SELECT 1', {}, 'COPY without data'],
    [
      'USE  db\nSELECT 1\\G\nSELECT  2 FROM t\nUSE INDEX (i)\nWHERE a',
      'USE  db\nSELECT 1\\G SELECT 2 FROM t USE INDEX (i)WHERE a',
      mysql,
      'commands of mysql, SQL*Plus and sqlite3',
    ],
    [
      "SET SERVEROUTPUT ON\nPROMPT Don't  do /* this\nSELECT  1;\n.mode csv",
      "SET SERVEROUTPUT ON\nPROMPT Don't  do /* this\nSELECT 1;\n.mode csv",
    ],
    ['a\n/*+ b */\nc /*! d */', 'a /*+ b */ c'],
    ['a /*+ b */ c /*! d */ e', 'a /*+ b */ c /*! d */ e', mysql],
    ['a /*+ b */ c /*! d */ e', 'a c e', { ...mysql, keepHints: false }],
    [
      'a /*M!100100 , 2 */ /*M! b */ /*T![c] d */ /*m! e */ /*M f */ g',
      'a /*M!100100 , 2 */ /*M! b */ /*T![c] d */ g',
      mysql,
      'code that only MariaDB or TiDB executes',
    ],
    ['a /*M!100100 , 2 */ b', 'a b'],
    [
      'SELECT -- a\n --+ FULL(t)  b\r\n c ,\n--+ d\ne FROM ( select--+ f\n1 )',
      'SELECT --+ FULL(t)  b\nc,e FROM (select--+ f\n1)',
      {},
      'a line hint of Oracle keeps its line end',
    ],
    ['--+---+\n--| a |\nSELECT a --+---+', 'SELECT a', {}, 'a table in a comment is no hint'],
    ['SELECT --+ a\n/*+ b */ 1', 'SELECT --+ a\n/*+ b */ 1'],
    ['SELECT --+ a\n1', 'SELECT 1', { keepHints: false }],
    ['SELECT 5--+ a\n, --+a', 'SELECT 5--+a,--+a', mysql],
    ['a /*M!100100 , 2 */ b', 'a b', { ...mysql, keepHints: false }],
    ["5 -- 1\n, 5--3, 'a\\'  b' # c", "5,5--3,'a\\'  b'", mysql],
    ['\ud800  \u0000  é', '\ud800\u0000é'],
    ['a\n  /* b', { error: 'line 2, column 3: a comment is never closed' }],
    ["a  'b  c", "a 'b  c", {}, 'a string that is never closed is kept'],
    [
      `SELECT {{ a  b }} FROM \${t} WHERE x = %s LIMIT %(n)s OFFSET ( %s )`,
      `SELECT {{ a  b }} FROM \${t} WHERE x= %s LIMIT %(n)s OFFSET (%s)`,
      {},
      'templates and %s lost the blanks around them',
    ],
    [
      'SELECT :a , $1 WHERE x = $2 AND y = :id OR z > ? LIMIT @n',
      'SELECT :a,$1 WHERE x=$2 AND y= :id OR z> ? LIMIT @n',
      {},
      'other placeholders are names, with their sign',
    ],
  ],
  checks: {
    'keeps the tokens except comments, and is idempotent': () => {
      const part = fc.constantFrom(
        'a',
        ' ',
        '\n',
        '-',
        '*',
        '/',
        "'b  c'",
        '"d"',
        '.',
        '1',
        '(',
        ')',
        ',',
        ':',
        '@',
        '$',
        '$$',
        '<',
        '=',
        "E'",
        '/* x */',
        '-- y\n',
        'GO',
        ';',
        '[e]',
        '|',
        'select',
        '--+ z\n',
      );
      const tokens = (text: string, family: 'sql' | 'mysql') =>
        [...sqlTokens(text, family)]
          .filter(({ kind }) => kind !== 'space' && kind !== 'comment')
          .map(({ start, end }) => text.slice(start, end));
      fc.assert(
        fc.property(fc.array(part), fc.constantFrom<'sql' | 'mysql'>('sql', 'mysql'), (parts, dialect) => {
          const input = parts.join('');
          let output: string;
          try {
            output = resultOf(slug, input, { dialect });
          } catch (error) {
            assert.match(String(error), /a comment is never closed/);
            return;
          }
          assert.deepEqual(tokens(output, dialect), tokens(input, dialect));
          assert.equal(resultOf(slug, output, { dialect }), output);
          assert.ok(output.length <= input.length);
        }),
        { seed: 1, numRuns: sampleSize(2000) },
      );
    },
    'hostile texts take linear time': () => {
      for (const part of [
        'COPY t FROM stdin;\n',
        'DELIMITER //\n',
        'DELIMITER $$\na$',
        ' \\a',
        '\n \t',
        '$1$',
        '$a',
        '/**/',
        "q'[",
        '[a',
        'GO\n',
        ' ',
        "E'\\",
        '/',
      ]) {
        assertLinear(part, (text) => resultOf(slug, text));
      }
    },
  },
} satisfies ToolCases;
