import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sqlTokens } from '../../../../engine/text/code/sql-tokens.js';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'sql-minifier';
const mysql = { dialect: 'mysql' };

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: ' \n-- a\n', output: '' },
    { name: 'a byte order mark before a batch separator', input: '\ufeffGO\nSELECT 1', output: 'GO\nSELECT 1' },
    {
      input: 'SELECT a , b\r\nFROM t\r\n WHERE ( a = 1 ) ;\r\n',
      output: 'SELECT a,b FROM t WHERE (a=1);',
    },
    {
      name: 'strings and names stay',
      input: 'SELECT \'a  b\n--\' , "c  d" , [e  f] , `g  h` , $$i  j$$ , $x$ k $$ $x$',
      output: 'SELECT \'a  b\n--\',"c  d",[e  f],`g  h`,$$i  j$$,$x$ k $$ $x$',
    },
    { name: 'words stay apart', input: "SELECT/**/a/* b */AS--c\nd,N 'e' f", output: "SELECT a AS d,N 'e' f" },
    {
      name: 'signs that would become others stay apart',
      input: 'a - - 1 , b < - 1 , c / * , d | | e , f : : g',
      output: 'a- -1,b< -1,c/ *,d| |e,f : : g',
    },
    {
      name: 'numbers, parameters and variables stay as they are',
      input: '1 .5 , a . b , x ? 1 , : y , @ z , $ 1',
      output: '1 .5,a . b,x ? 1,: y,@ z,$ 1',
    },
    {
      name: 'a space in front of a parenthesis',
      input: 'CREATE TABLE count (id int)',
      output: 'CREATE TABLE count (id int)',
    },
    {
      name: 'parts of one string need their line end',
      input: "SELECT 'a'\n  'b' 'c' -- d\n 'e'",
      output: "SELECT 'a'\n'b' 'c'\n'e'",
    },
    { name: 'nested comments', input: 'a /* b /* c */ d */ e', output: 'a e' },
    { name: 'but not where that leaves one open', input: 'a /* b /* c */ d', output: 'a d' },
    {
      name: 'batch separators keep their lines',
      input: 'SELECT 1\n go\nSELECT 2\n/\nGO',
      output: 'SELECT 1\ngo\nSELECT 2\n/\nGO',
    },
    { input: 'GO 2 / 1', output: 'GO 2/1' },
    {
      name: 'batch separators with a count or a comment',
      input: 'SELECT 1\nGO 5\nSELECT 2\ngo -- c\nSELECT 3\n/ 2',
      output: 'SELECT 1\nGO 5\nSELECT 2\ngo\nSELECT 3/2',
    },
    {
      name: 'DELIMITER, and statements that end with it',
      input:
        'DELIMITER //\nCREATE PROCEDURE p()\nBEGIN\n  SELECT 6 / 2; # c\nEND //\n\nDROP TABLE t //\ndelimiter ;\n\nSELECT 1;',
      config: mysql,
      output: 'DELIMITER //\nCREATE PROCEDURE p()BEGIN SELECT 6/2;END // DROP TABLE t //\ndelimiter ;\nSELECT 1;',
    },
    {
      name: 'DELIMITER $$ directly after a word, also without the dialect',
      input: 'DELIMITER $$\nBEGIN\n  a  END$$\nBEGIN\n  b  END$$\nDELIMITER ;',
      output: 'DELIMITER $$\nBEGIN a END$$ BEGIN b END$$\nDELIMITER ;',
    },
    {
      name: 'DELIMITER as an option of COPY',
      input: "COPY t FROM 'a'\n  DELIMITER ','\n  CSV",
      output: "COPY t FROM 'a' DELIMITER ',' CSV",
    },
    {
      name: 'meta-commands of psql',
      input: "\\connect  db -- x\n\\echo it's  /* \nSELECT 1\n\\gset\nSELECT 2 \\g\n",
      output: "\\connect  db -- x\n\\echo it's  /*\nSELECT 1\n\\gset\nSELECT 2 \\g",
    },
    {
      name: 'data of COPY',
      input: "COPY t (a,  b)\n  FROM stdin;\n1\t -- 'x\n\n/*  y\n\\.\n\nSELECT  1",
      output: "COPY t (a,b)FROM stdin;\n1\t -- 'x\n\n/*  y\n\\.\nSELECT 1",
    },
    {
      name: 'data of \\copy, with CRLF',
      input: "\\copy t  from stdin\r\na  'b\r\n\\.\r\nSELECT  1",
      output: "\\copy t  from stdin\r\na  'b\r\n\\.\nSELECT 1",
    },
    { name: 'COPY without data', input: 'COPY t FROM stdin;\nSELECT  1', output: 'COPY t FROM stdin;SELECT 1' },
    {
      name: 'commands of mysql, SQL*Plus and sqlite3',
      input: 'USE  db\nSELECT 1\\G\nSELECT  2 FROM t\nUSE INDEX (i)\nWHERE a',
      config: mysql,
      output: 'USE  db\nSELECT 1\\G SELECT 2 FROM t USE INDEX (i)WHERE a',
    },
    {
      input: "SET SERVEROUTPUT ON\nPROMPT Don't  do /* this\nSELECT  1;\n.mode csv",
      output: "SET SERVEROUTPUT ON\nPROMPT Don't  do /* this\nSELECT 1;\n.mode csv",
    },
    { input: 'a\n/*+ b */\nc /*! d */', output: 'a /*+ b */ c' },
    { input: 'a /*+ b */ c /*! d */ e', config: mysql, output: 'a /*+ b */ c /*! d */ e' },
    { input: 'a /*+ b */ c /*! d */ e', config: { ...mysql, keepHints: false }, output: 'a c e' },
    {
      name: 'code that only MariaDB or TiDB executes',
      input: 'a /*M!100100 , 2 */ /*M! b */ /*T![c] d */ /*m! e */ /*M f */ g',
      config: mysql,
      output: 'a /*M!100100 , 2 */ /*M! b */ /*T![c] d */ g',
    },
    { input: 'a /*M!100100 , 2 */ b', output: 'a b' },
    {
      name: 'a line hint of Oracle keeps its line end',
      input: 'SELECT -- a\n --+ FULL(t)  b\r\n c ,\n--+ d\ne FROM ( select--+ f\n1 )',
      output: 'SELECT --+ FULL(t)  b\nc,e FROM (select--+ f\n1)',
    },
    { name: 'a table in a comment is no hint', input: '--+---+\n--| a |\nSELECT a --+---+', output: 'SELECT a' },
    { input: 'SELECT --+ a\n/*+ b */ 1', output: 'SELECT --+ a\n/*+ b */ 1' },
    { input: 'SELECT --+ a\n1', config: { keepHints: false }, output: 'SELECT 1' },
    { input: 'SELECT 5--+ a\n, --+a', config: mysql, output: 'SELECT 5--+a,--+a' },
    { input: 'a /*M!100100 , 2 */ b', config: { ...mysql, keepHints: false }, output: 'a b' },
    { input: "5 -- 1\n, 5--3, 'a\\'  b' # c", config: mysql, output: "5,5--3,'a\\'  b'" },
    { input: '\ud800  \u0000  é', output: '\ud800\u0000é' },
    { input: 'a\n  /* b', error: 'line 2, column 3: a comment is never closed' },
    { name: 'a string that is never closed is kept', input: "a  'b  c", output: "a 'b  c" },
    {
      name: 'templates and %s lost the blanks around them',
      input: `SELECT {{ a  b }} FROM \${t} WHERE x = %s LIMIT %(n)s OFFSET ( %s )`,
      output: `SELECT {{ a  b }} FROM \${t} WHERE x= %s LIMIT %(n)s OFFSET (%s)`,
    },
    {
      name: 'other placeholders are names, with their sign',
      input: 'SELECT :a , $1 WHERE x = $2 AND y = :id OR z > ? LIMIT @n',
      output: 'SELECT :a,$1 WHERE x=$2 AND y= :id OR z> ? LIMIT @n',
    },
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
