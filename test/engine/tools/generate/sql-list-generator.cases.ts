import assert from 'node:assert/strict';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'sql-list-generator';

export default {
  slug,
  cases: [
    { input: '\n \r\n', output: '' },
    { input: '\ufeff a \r\nb\rb\r\n', output: "IN ('a', 'b')" },
    { input: 'a\na', config: { unique: false }, output: "IN ('a', 'a')" },
    { name: 'trimmed first, then compared', input: 'a\n a', output: "IN ('a')" },
    { input: 'a\nb\nc', config: { batch: 2 }, output: "IN ('a', 'b')\nIN ('c')" },
    { input: 'a\nb', config: { batch: 1, column: 'x' }, output: "(x IN ('a')\nOR x IN ('b'))" },
    { input: 'a', config: { batch: 1, column: 'x' }, output: "x IN ('a')" },
    { input: 'a', config: { batch: 0 }, error: 'steps[0].config.batch must be at least 1' },
    { input: 'a', config: { batch: 10_001 }, error: 'steps[0].config.batch must be at most 10000' },
    { input: '__proto__\nconstructor', output: "IN ('__proto__', 'constructor')" },
    { input: "\\'); DROP TABLE x; --", output: "IN ('\\''); DROP TABLE x; --')" },
    { input: "\\'\0x", config: { dialect: 'mysql' }, output: "IN ('\\\\''\\0x')" },
    { input: 'é\ne', config: { dialect: 'transactsql' }, output: "IN (N'é', 'e')" },
    { input: '😀\ud800', output: "IN ('😀\ud800')" },
    { input: 'a\n\0x', error: 'line 2: a text in SQL cannot hold U+0000' },
    { input: '1\n-2.5\n0', config: { quote: false }, output: 'IN (1, -2.5, 0)' },
    {
      input: '1\n\n1 OR 1=1',
      config: { quote: false },
      error: 'line 3: "1 OR 1=1" is not a number; set quote to true to write texts',
    },
    {
      input: '007',
      config: { quote: false },
      error: 'line 1: "007" is not a number; set quote to true to write texts',
    },
    {
      input: 'x'.repeat(100),
      config: { quote: false },
      error: `line 1: "${'x'.repeat(60)}…" is not a number; set quote to true to write texts`,
    },
    {
      name: 'plain names stay bare',
      input: 'a',
      config: { column: 'Schema_1.t.id' },
      output: "Schema_1.t.id IN ('a')",
    },
    {
      name: 'others are quoted',
      input: 'a',
      config: { column: 'a]b.1x', dialect: 'transactsql' },
      output: "[a]]b].[1x] IN ('a')",
    },
    { input: 'a', config: { column: 'x = 1 OR y' }, output: '"x = 1 OR y" IN (\'a\')' },
    { input: 'a', config: { column: 'a.' }, error: 'a name in SQL cannot be empty' },
    {
      name: 'the column is counted for every list',
      input: 'a\n'.repeat(240_000),
      config: { batch: 1, unique: false, column: 'c'.repeat(200) },
      error: 'the output would be longer than 4000000 characters',
    },
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
