import assert from 'node:assert/strict';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-to-sql';
const tooLong = 'the output would be longer than 4000000 characters';
const one = { hasHeaders: false };

export default {
  slug,
  cases: [
    ['', ''],
    ['a,b\n', '', {}, 'a header without rows inserts nothing'],
    ['\ufeffa\r\n1\r2', 'INSERT INTO "table" ("a") VALUES\n  (1),\n  (2);'],
    ['1,x\n2', 'INSERT INTO "table" VALUES\n  (1, \'x\'),\n  (2, NULL);', one],
    ['a\tb\n1\t2', 'INSERT INTO "table" ("a", "b") VALUES\n  (1, 2);', { delimiter: 'tab' }],
    [
      'a\n1\n2\n3',
      'INSERT INTO "table" ("a") VALUES\n  (1),\n  (2);\nINSERT INTO "table" ("a") VALUES\n  (3);',
      { batch: 2 },
      'batches',
    ],
    ['a', { error: 'steps[0].config.batch must be at least 1' }, { batch: 0 }],
    ['a', { error: 'steps[0].config.batch must be at most 1000' }, { batch: 1001 }],
    [
      'a',
      { error: 'steps[0].config.dialect must be one of: sql, mysql, postgresql, sqlite, transactsql' },
      { dialect: 'oracle' },
    ],

    // Names
    ['a"b`c]\n1', 'INSERT INTO "table" ("a""b`c]") VALUES\n  (1);'],
    ['a"b`c]\n1', 'INSERT INTO `table` (`a"b``c]`) VALUES\n  (1);', { dialect: 'mysql' }],
    ['a"b`c]\n1', 'INSERT INTO [table] ([a"b`c]]]) VALUES\n  (1);', { dialect: 'transactsql' }],
    ['a.b\n1', 'INSERT INTO "s"."t" ("a.b") VALUES\n  (1);', { table: 's.t' }],
    ['__proto__,constructor\n1,2', 'INSERT INTO "table" ("__proto__", "constructor") VALUES\n  (1, 2);'],
    ['a,\n1,2', { error: 'a name in SQL cannot be empty' }],
    ['a\n1', { error: 'a name in SQL cannot be empty' }, { table: 's.' }],
    ['a\0\n1', { error: 'a name in SQL cannot hold U+0000' }],
    ['a,b,a\n1,2,3', { error: 'two columns are called "a"' }],

    // Values
    [
      '1,-2.50,0,-0,123456789012345678901234567890,true,FALSE,null,NULL,""',
      'INSERT INTO "table" VALUES\n  (1, -2.50, 0, -0, 123456789012345678901234567890, TRUE, FALSE, NULL, NULL, NULL);',
      one,
      'numbers, truth values and NULL',
    ],
    ['True,false', 'INSERT INTO [table] VALUES\n  (1, 0);', { ...one, dialect: 'transactsql' }],
    [
      `007,1e5,+1,.5,1.,0x1,1_000,NaN, 1,${'9'.repeat(41)}`,
      `INSERT INTO "table" VALUES\n  ('007', '1e5', '+1', '.5', '1.', '0x1', '1_000', 'NaN', ' 1', '${'9'.repeat(41)}');`,
      one,
      'text that looks like a number stays text',
    ],
    ['1,true,,null', "INSERT INTO \"table\" VALUES\n  ('1', 'true', '', 'null');", { ...one, parseTypes: false }],
    [
      '\'); DROP TABLE x; --,\\\',"a\n""b"""',
      "INSERT INTO \"table\" VALUES\n  ('''); DROP TABLE x; --', '\\''', 'a\n\"b\"');",
      one,
      'quotes, backslashes and line ends',
    ],
    [
      "\\',\0",
      "INSERT INTO `table` VALUES\n  ('\\\\''', '\\0');",
      { ...one, dialect: 'mysql' },
      'MySQL escapes with backslashes',
    ],
    [
      'é,e',
      "INSERT INTO [table] VALUES\n  (N'é', 'e');",
      { ...one, dialect: 'transactsql' },
      'SQL Server wants N before other scripts',
    ],
    ['é😀', 'INSERT INTO "table" VALUES\n  (\'é😀\');', { ...one, dialect: 'postgresql' }],
    ['a\nx\n\0', { error: 'record 3: a text in SQL cannot hold U+0000' }, { dialect: 'postgresql' }],
    ['a,b\n1,2\n1,2,3', { error: 'record 3 has 3 cells, and there are 2 columns' }],
    ['a\n"1', { error: 'line 2: the quote that opens a cell here is never closed' }],

    // Bounds
    [
      `${'h'.repeat(100_000)}\n${'1\n'.repeat(100_000)}`,
      { error: tooLong },
      { batch: 1 },
      'a long header in every statement',
    ],
    {
      long: [
        `${Array.from({ length: 40_000 }, (_, i) => `c${i}`).join(',')}\n${'1\n'.repeat(100_000)}`,
        { error: tooLong },
        {},
        'a wide header makes all rows long',
      ],
    },
  ],
  checks: {
    'SQLite reads the cells that were written': () => {
      const cell = fc.string({
        unit: fc.constantFrom('a', "'", '"', '\\', ';', '-', '\n', ',', '`', ']', 'é', '😀', '%', '?', '1', '0', '.'),
        maxLength: 6,
      });
      fc.assert(
        fc.property(
          fc
            .uniqueArray(cell, { minLength: 1, maxLength: 3, selector: (name) => name.toLowerCase() })
            .filter((names) => names.every((name) => name !== '')),
          fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
          fc.integer({ min: 1, max: 3 }),
          fc.boolean(),
          (names, rows, batch, parseTypes) => {
            const records = [names, ...rows.map((row) => row.slice(0, names.length))];
            const csv = records
              .map((record) => record.map((text) => `"${text.replaceAll('"', '""')}"`).join(','))
              .join('\n');
            const database = new Database(':memory:');
            database.exec(`CREATE TABLE t (${names.map((name) => `"${name.replaceAll('"', '""')}" TEXT`).join(', ')})`);
            database.exec(resultOf(slug, csv, { table: 't', dialect: 'sqlite', batch, parseTypes }));
            const stored = database.prepare('SELECT * FROM t ORDER BY rowid').raw().all();
            database.close();
            const expected = parseTypes
              ? records.slice(1).map((row) => row.map((text) => (text === '' ? null : affinity(text))))
              : records.slice(1);
            assert.deepEqual(stored, expected);
          },
        ),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
  },
} satisfies ToolCases;

/** A number stored in a text column becomes SQLite's text form of it. */
function affinity(text: string): string {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return text;
  const number = Number(text);
  return text.includes('.') && Number.isInteger(number) ? `${number}.0` : String(number);
}
