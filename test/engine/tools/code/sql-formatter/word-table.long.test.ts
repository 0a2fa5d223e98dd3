import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  bigquery,
  clickhouse,
  format,
  formatDialect,
  mysql,
  plsql,
  postgresql,
  snowflake,
  sql,
  transactsql,
} from 'sql-formatter';
import { withWordTable } from '#engine/tools/code/sql-formatter/word-table.js';

const dialects = { bigquery, clickhouse, mysql, plsql, postgresql, snowflake, sql, transactsql };

/** Signs and words around which a dialect may read names in another way. Dashes stand alone: see withWordTable. */
const signs = [
  ...['(', ')', ',', ';', '.', '*', '=', ' - ', '[', ']', '::', "'a'", '"b"', '1', '2.5', '@a', ':b', '$1', '?', '#t'],
  ...['a$b', 'x', 'y1', '_a', '\n', 'SELECT', 'FROM', 'WHERE', 'AND', 'CASE', 'WHEN', 'END', 'AS', 'SET', "N'q'", 'e'],
];

/** Returns the layout, or that there is none. */
function outcome(layOut: () => string): string {
  try {
    return layOut();
  } catch (error) {
    return `error: ${String(error).split('\n')[0]}`;
  }
}

describe('names looked up in a table are read as by the dialect of the library:', () => {
  for (const [name, own] of Object.entries(dialects)) {
    test(name, () => {
      const { reservedFunctionNames, reservedDataTypes, reservedKeywords, reservedJoins } = own.tokenizerOptions;
      const words = [...reservedFunctionNames, ...reservedDataTypes, ...reservedKeywords];
      const phrases = [...words.filter((word) => /\W/.test(word)), ...reservedJoins, 'x'];
      const dialect = withWordTable(own);
      const piece = fc.oneof(
        fc.constantFrom(...words),
        fc.constantFrom(...words).map((word) => word.toLowerCase()),
        fc.constantFrom(...phrases),
        fc.constantFrom(...signs),
      );
      let read = 0;
      fc.assert(
        fc.property(fc.array(fc.tuple(piece, fc.constantFrom(' ', ' ', '')), { maxLength: 12 }), (pieces) => {
          const text = pieces.flat().join('');
          const options = { keywordCase: 'upper' } as const;
          const expected = outcome(() => format(text, { ...options, language: name as keyof typeof dialects }));
          if (!expected.startsWith('error')) read++;
          assert.equal(
            outcome(() => formatDialect(text, { ...options, dialect })),
            expected,
            text,
          );
        }),
        { seed: 1, numRuns: 300 },
      );
      assert.ok(read > 50, `${read} texts have a layout`);
    });
  }
});
