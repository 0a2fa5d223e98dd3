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
    { input: '', output: '' },
    { name: 'a header without rows inserts nothing', input: 'a,b\n', output: '' },
    { input: '\ufeffa\r\n1\r2', output: 'INSERT INTO "table" ("a") VALUES\n  (1),\n  (2);' },
    { input: '1,x\n2', config: one, output: 'INSERT INTO "table" VALUES\n  (1, \'x\'),\n  (2, NULL);' },
    { input: 'a\tb\n1\t2', config: { delimiter: 'tab' }, output: 'INSERT INTO "table" ("a", "b") VALUES\n  (1, 2);' },
    {
      name: 'batches',
      input: 'a\n1\n2\n3',
      config: { batch: 2 },
      output: 'INSERT INTO "table" ("a") VALUES\n  (1),\n  (2);\nINSERT INTO "table" ("a") VALUES\n  (3);',
    },
    { input: 'a', config: { batch: 0 }, error: 'steps[0].config.batch must be at least 1' },
    { input: 'a', config: { batch: 1001 }, error: 'steps[0].config.batch must be at most 1000' },
    {
      input: 'a',
      config: { dialect: 'oracle' },
      error: 'steps[0].config.dialect must be one of: sql, mysql, postgresql, sqlite, transactsql',
    },

    // Names
    { input: 'a"b`c]\n1', output: 'INSERT INTO "table" ("a""b`c]") VALUES\n  (1);' },
    { input: 'a"b`c]\n1', config: { dialect: 'mysql' }, output: 'INSERT INTO `table` (`a"b``c]`) VALUES\n  (1);' },
    {
      input: 'a"b`c]\n1',
      config: { dialect: 'transactsql' },
      output: 'INSERT INTO [table] ([a"b`c]]]) VALUES\n  (1);',
    },
    { input: 'a.b\n1', config: { table: 's.t' }, output: 'INSERT INTO "s"."t" ("a.b") VALUES\n  (1);' },
    {
      input: '__proto__,constructor\n1,2',
      output: 'INSERT INTO "table" ("__proto__", "constructor") VALUES\n  (1, 2);',
    },
    { input: 'a,\n1,2', error: 'a name in SQL cannot be empty' },
    { input: 'a\n1', config: { table: 's.' }, error: 'a name in SQL cannot be empty' },
    { input: 'a\0\n1', error: 'a name in SQL cannot hold U+0000' },
    { input: 'a,b,a\n1,2,3', error: 'two columns are called "a"' },

    // Values
    {
      name: 'numbers, truth values and NULL',
      input: '1,-2.50,0,-0,123456789012345678901234567890,true,FALSE,null,NULL,""',
      config: one,
      output:
        'INSERT INTO "table" VALUES\n  (1, -2.50, 0, -0, 123456789012345678901234567890, TRUE, FALSE, NULL, NULL, NULL);',
    },
    {
      input: 'True,false',
      config: { ...one, dialect: 'transactsql' },
      output: 'INSERT INTO [table] VALUES\n  (1, 0);',
    },
    {
      name: 'text that looks like a number stays text',
      input: `007,1e5,+1,.5,1.,0x1,1_000,NaN, 1,${'9'.repeat(41)}`,
      config: one,
      output: `INSERT INTO "table" VALUES\n  ('007', '1e5', '+1', '.5', '1.', '0x1', '1_000', 'NaN', ' 1', '${'9'.repeat(41)}');`,
    },
    {
      input: '1,true,,null',
      config: { ...one, parseTypes: false },
      output: "INSERT INTO \"table\" VALUES\n  ('1', 'true', '', 'null');",
    },
    {
      name: 'quotes, backslashes and line ends',
      input: '\'); DROP TABLE x; --,\\\',"a\n""b"""',
      config: one,
      output: "INSERT INTO \"table\" VALUES\n  ('''); DROP TABLE x; --', '\\''', 'a\n\"b\"');",
    },
    {
      name: 'MySQL escapes with backslashes',
      input: "\\',\0",
      config: { ...one, dialect: 'mysql' },
      output: "INSERT INTO `table` VALUES\n  ('\\\\''', '\\0');",
    },
    {
      name: 'SQL Server wants N before other scripts',
      input: 'é,e',
      config: { ...one, dialect: 'transactsql' },
      output: "INSERT INTO [table] VALUES\n  (N'é', 'e');",
    },
    { input: 'é😀', config: { ...one, dialect: 'postgresql' }, output: 'INSERT INTO "table" VALUES\n  (\'é😀\');' },
    { input: 'a\nx\n\0', config: { dialect: 'postgresql' }, error: 'record 3: a text in SQL cannot hold U+0000' },
    { input: 'a,b\n1,2\n1,2,3', error: 'record 3 has 3 cells, and there are 2 columns' },
    { input: 'a\n"1', error: 'line 2: the quote that opens a cell here is never closed' },

    // Bounds
    {
      name: 'a long header in every statement',
      input: `${'h'.repeat(100_000)}\n${'1\n'.repeat(100_000)}`,
      config: { batch: 1 },
      error: tooLong,
    },
    {
      name: 'a wide header makes all rows long',
      isLong: true,
      input: `${Array.from({ length: 40_000 }, (_, i) => `c${i}`).join(',')}\n${'1\n'.repeat(100_000)}`,
      error: tooLong,
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
