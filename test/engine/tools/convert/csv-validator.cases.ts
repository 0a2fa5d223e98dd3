import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-validator';
const typed = (type: string | readonly string[], more: object = {}) => ({
  schema: { properties: { a: { type, ...more } } },
});
const whole = 'record 2, column "a": must be integer';

export default {
  slug,
  cases: [
    ['', 'Valid', { schema: {} }],
    ['', '{"valid":true,"rows":0,"invalidRows":0,"errors":[]}', { schema: false, format: 'json' }],
    ['a\n', 'Valid', { schema: false }],
    ['a\n1', 'record 2: is not allowed here', { schema: false }],

    // Types of cells
    ['a\n1\n-20\n1e3', 'Valid', typed('integer')],
    ['a\n01', whole, typed('integer'), 'a code is no number'],
    ['a\n" 1"', whole, typed('integer')],
    ['a\n1.5', whole, typed('integer')],
    ['a\n1.5', 'Valid', typed('number')],
    ['a\n"1,5"', 'record 2, column "a": must be number', typed('number')],
    ['a\n1e400\n2', 'record 2, column "a": must be <= 10', typed('number', { maximum: 10 })],
    ['a\ntrue\nFALSE', 'Valid', typed('boolean')],
    ['a\nyes', 'record 2, column "a": must be boolean', typed('boolean')],
    ['a\n12', 'Valid', typed('string'), 'a text may look like a number'],
    ['a\n12\nx', 'Valid', typed(['integer', 'string'])],
    ['a\n12', 'Valid', { schema: { properties: { a: { const: 12 } } } }],
    [
      'a\n12\nx',
      'record 3, column "a": must be equal to one of the allowed values',
      { schema: { properties: { a: { enum: [12, 'y'] } } } },
    ],
    [
      'a\n12',
      'record 2, column "a": must be integer',
      { schema: { additionalProperties: { type: 'integer' } } },
      'only properties type their cells',
    ],
    [
      'a\n"[1,2]"\n"[1,""x""]"',
      'record 3, column "a": /1: must be integer',
      typed('array', { items: { type: 'integer' } }),
    ],
    ['a\n"{""b"":1}"\n{', 'record 3, column "a": must be object', typed('object')],
    [
      'a\n5\n12',
      'record 3, column "a": must be <= 10',
      {
        schema: {
          $ref: '#/$defs/row',
          $defs: { row: { properties: { a: { $ref: '#/$defs/n' } } }, n: { type: 'integer', maximum: 10 } },
        },
      },
      'types behind references',
    ],
    [
      'a\n5',
      'Valid',
      { schema: { allOf: [{ properties: { a: { anyOf: [{ type: 'null' }, { type: 'integer' }] } } }] } },
    ],

    // Empty cells
    ['a,b\n,1', 'record 2: must have required properties a', { schema: { required: ['a'] } }],
    ['a,b\n,1', 'Valid', { schema: { required: ['a'], properties: { a: { type: ['string', 'null'] } } } }],
    ['b,a\n1', 'Valid', { schema: { required: ['a'], properties: { a: { type: ['string', 'null'] } } } }, 'short rows'],
    ['a\n" "', 'Valid', typed('string', { minLength: 1 })],
    ['b\n1', 'record 2: must have required properties a', { schema: { required: ['a'] } }],

    // Rows and columns
    ['a\n1,2', 'record 2: has 2 cells, and there are 1 columns', { schema: {} }],
    [
      'a/b,c~d\nx,y',
      'record 2, column "a/b": must be integer\nrecord 2, column "c~d": must be integer',
      { schema: { properties: { 'a/b': { type: 'integer' }, 'c~d': { type: 'integer' } } } },
    ],
    [
      '__proto__,toString\n1,x',
      'record 2, column "toString": must be integer',
      { schema: { properties: { toString: { type: 'integer' } } } },
    ],
    ['a\n1', 'record 2: must have required properties toString', { schema: { required: ['toString'] } }],
    [
      'a,b\n1,2',
      'record 2: must have required properties c\nrecord 2, column "b": is not allowed here',
      { schema: { required: ['c'], properties: { a: {} }, additionalProperties: false } },
    ],
    [
      '1;x',
      'record 1, column "2": must be integer',
      { schema: { properties: { 2: { type: 'integer' } } }, hasHeaders: false, delimiter: 'auto' },
    ],

    // Results
    ['a\r\n1\r\nx\r\n', 'a\r\n1\r\n', { ...typed('integer'), output: 'valid' }],
    ['a\r\n1\r\nx\r\n', 'a\r\nx\r\n', { ...typed('integer'), output: 'invalid' }],
    ['a\n1', 'a\n1', { ...typed('integer'), failOnInvalid: true }],
    ['a\nx', { error: whole }, { ...typed('integer'), failOnInvalid: true }],
    ['a\nx\ny\nz', `${whole}\nand 2 more, in 3 rows altogether`, { ...typed('integer'), limit: 1 }],
    [
      'a\nx\ny\n3',
      '{"valid":false,"rows":3,"invalidRows":2,"errors":[{"record":2,"column":"a","keyword":"type","message":"must be integer"}],"more":1}',
      { ...typed('integer'), limit: 1, format: 'json' },
    ],
    [
      'a;b\nx;1\n',
      'record;column;keyword;message\n2;a;type;must be integer\n',
      { ...typed('integer'), format: 'csv', delimiter: ';' },
    ],
    ['a\nx', 'Valid\nnote: format "moon" is not checked', typed('string', { format: 'moon' })],
    ['a\n2026-02-30', 'Valid', { ...typed('string', { format: 'date' }), checkFormats: false }],

    // Errors
    ['a,a\n1,2', { error: 'several columns are called "a"' }, { schema: {} }],
    ['a', { error: 'steps[0].config.schema is required' }],
    ['a', { error: 'schema: more than 100000 characters' }, { schema: { title: 'x'.repeat(100_000) } }],
    ['a\n"1', { error: 'line 2: the quote that opens a cell here is never closed' }, { schema: {} }],
  ],
  checks: {
    'agrees with json-schema-validator about each row, and splits the rows into good and bad ones': () => {
      const cell = fc.constantFrom('1', '7', '12', 'x', 'true', '', '-3');
      const schema = {
        required: ['a'],
        properties: { a: { type: 'integer', minimum: 0 }, b: { type: ['boolean', 'integer'], maximum: 10 } },
      };
      const valueOfCell = (text: string, allowsBoolean: boolean) =>
        allowsBoolean && text === 'true' ? true : /^-?\d+$/.test(text) ? Number(text) : text;
      fc.assert(
        fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 }), (rows) => {
          const input = ['a,b', ...rows.map((row) => row.join(','))].join('\n');
          const isGood = rows.map(([a, b]) => {
            const row = { ...(a !== '' && { a: valueOfCell(a, false) }), ...(b !== '' && { b: valueOfCell(b, true) }) };
            return resultOf('json-schema-validator', JSON.stringify(row), { schema }) === 'Valid';
          });
          const rowsThat = (good: boolean) =>
            ['a,b', ...rows.filter((_, i) => isGood[i] === good).map((row) => row.join(','))].join('\n');
          assert.equal(resultOf(slug, input, { schema, output: 'valid' }), rowsThat(true));
          assert.equal(resultOf(slug, input, { schema, output: 'invalid' }), rowsThat(false));
          const report = resultOf(slug, input, { schema });
          const bad = isGood.flatMap((good, i) => (good ? [] : [i + 2]));
          const named = [...report.matchAll(/^record (\d+)/gm)].map(([, record]) => Number(record));
          assert.deepEqual([...new Set(named)], bad);
        }),
        { seed: 1, numRuns: sampleSize(100) },
      );
    },
    'time is linear in the rows, good or bad, and in a long header': () => {
      const schema = { properties: { 1: { type: 'integer' }, 2: { type: ['null', 'string'], pattern: '^(a|b)+$' } } };
      const filler = 'f'.repeat(90);
      for (const row of [`1,ab,${filler}\n`, `x,c,${filler}\n`]) {
        assertLinear(row, (text) => resultOf(slug, text, { schema, hasHeaders: false }));
      }
      const wide = (length: number) => {
        const names = Array.from({ length: length / 12 }, (_, i) => `c${i}`);
        return `${names.join(',')}\n${'1\n'.repeat(length / 40)}`;
      };
      assertLinear(wide, (text) => resultOf(slug, text, { schema }));
    },
  },
} satisfies ToolCases;
