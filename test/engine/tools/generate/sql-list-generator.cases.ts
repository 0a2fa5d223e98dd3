import assert from 'node:assert/strict';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'sql-list-generator';

export default {
  slug,
  cases: [
    ['\n \r\n', ''],
    ['\ufeff a \r\nb\rb\r\n', "IN ('a', 'b')"],
    ['a\na', "IN ('a', 'a')", { unique: false }],
    ['a\n a', "IN ('a')", {}, 'trimmed first, then compared'],
    ['a\nb\nc', "IN ('a', 'b')\nIN ('c')", { batch: 2 }],
    ['a\nb', "(x IN ('a')\nOR x IN ('b'))", { batch: 1, column: 'x' }],
    ['a', "x IN ('a')", { batch: 1, column: 'x' }],
    ['a', { error: 'steps[0].config.batch must be at least 1' }, { batch: 0 }],
    ['a', { error: 'steps[0].config.batch must be at most 10000' }, { batch: 10_001 }],
    ['__proto__\nconstructor', "IN ('__proto__', 'constructor')"],
    ["\\'); DROP TABLE x; --", "IN ('\\''); DROP TABLE x; --')"],
    ["\\'\0x", "IN ('\\\\''\\0x')", { dialect: 'mysql' }],
    ['é\ne', "IN (N'é', 'e')", { dialect: 'transactsql' }],
    ['😀\ud800', "IN ('😀\ud800')"],
    ['a\n\0x', { error: 'line 2: a text in SQL cannot hold U+0000' }],
    ['1\n-2.5\n0', 'IN (1, -2.5, 0)', { quote: false }],
    [
      '1\n\n1 OR 1=1',
      { error: 'line 3: "1 OR 1=1" is not a number; set quote to true to write texts' },
      { quote: false },
    ],
    ['007', { error: 'line 1: "007" is not a number; set quote to true to write texts' }, { quote: false }],
    [
      'x'.repeat(100),
      { error: `line 1: "${'x'.repeat(60)}…" is not a number; set quote to true to write texts` },
      { quote: false },
    ],
    ['a', "Schema_1.t.id IN ('a')", { column: 'Schema_1.t.id' }, 'plain names stay bare'],
    ['a', "[a]]b].[1x] IN ('a')", { column: 'a]b.1x', dialect: 'transactsql' }, 'others are quoted'],
    ['a', '"x = 1 OR y" IN (\'a\')', { column: 'x = 1 OR y' }],
    ['a', { error: 'a name in SQL cannot be empty' }, { column: 'a.' }],
    [
      'a\n'.repeat(240_000),
      { error: 'the output would be longer than 4000000 characters' },
      { batch: 1, unique: false, column: 'c'.repeat(200) },
      'the column is counted for every list',
    ],
  ],
  checks: {
    'SQLite finds the values that were listed, and no others': () => {
      const value = fc.string({
        unit: fc.constantFrom('a', "'", '"', '\\', ')', ',', '-', 'é', '%', ' '),
        maxLength: 4,
      });
      const database = new Database(':memory:');
      fc.assert(
        fc.property(
          fc.uniqueArray(
            value.map((text) => text.trim()),
            { maxLength: 8 },
          ),
          fc.integer({ min: 1, max: 3 }),
          (values, chunk) => {
            const texts = values.filter((text) => text !== '');
            const listed = texts.slice(0, Math.ceil(texts.length / 2));
            const condition = resultOf(slug, listed.join('\n'), { column: 'v', batch: chunk, dialect: 'sqlite' });
            database.exec('DROP TABLE IF EXISTS t; CREATE TABLE t (v TEXT)');
            for (const text of texts) database.prepare('INSERT INTO t VALUES (?)').run(text);
            const found =
              condition === ''
                ? []
                : database.prepare(`SELECT v FROM t WHERE ${condition} ORDER BY rowid`).pluck().all();
            assert.deepEqual(found, listed);
          },
        ),
        { seed: 1, numRuns: sampleSize(200) },
      );
      database.close();
    },
  },
} satisfies ToolCases;
