import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-flatten';
const oneLine = { indent: 0 };
const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    ['', { error: 'line 1, column 1: expected a value, found the end of the text' }],
    ['{"a":}', { error: 'line 1, column 6: expected a value, found "}"' }],
    ['1e400', '1e400'],
    ['{}', '{}'],
    ['[]', '[]'],
    ['[1,[2]]', '{"0":1,"1.0":2}', oneLine],
    [
      '{"a":{"n":12345678901234567890,"e":1e400,"s":"\\u0041\ud800"}}',
      '{"a.n":12345678901234567890,"a.e":1e400,"a.s":"\\u0041\ud800"}',
      oneLine,
      'values stay as they were written',
    ],
    ['{"a":{"b":{},"c":[]}}', '{"a.b":{},"a.c":[]}', oneLine, 'empty objects and arrays are values'],
    ['{"":{"":1,"a":2}}', '{".":1,".a":2}', oneLine, 'empty names'],
    ['{"\\u0061":{"\\"\\n😀\\ud800":1}}', '{"a.\\"\\n😀\\ud800":1}', oneLine, 'names are decoded and written again'],
    ['{"__proto__":{"a":1}}', '{"__proto__.a":1}', oneLine, '__proto__ is a name'],
    ['{"b":{"10":1,"9":2}}', '{"b.10":1,"b.9":2}', oneLine, 'names that look like numbers keep their order'],
    ['{"a":{"b":1}}', '{"a::b":1}', { pathSeparator: '::', indent: 0 }],
    ['[{"a":[1]}]', '{"[0].a[0]":1}', { arrays: 'brackets', indent: 0 }],
    ['{"a":{"b":[{"c":1}]}}', '{"a.b":[{"c":1}]}', { arrays: 'keep', indent: 0 }],
    [
      '[1,{"a":{"b":1}},[{"a":{"b":1}}],{"a":{"b":2}}]',
      '[1,{"a.b":1},[{"a":{"b":1}}],{"a.b":2}]',
      { arrays: 'keep', indent: 0 },
    ],
    ['{"a":{"b":1}}', '{"a":{"b":1}}', { maxDepth: 1, indent: 0 }],
    ['{"a":[[1]]}', '{"a.0":[1]}', { maxDepth: 2, indent: 0 }],
    ['{"a":1}', '{\n\t"a": 1\n}', { indent: 'tab' }],
    ['{"a.b":1,"a":{"b":2}}', { error: 'two values would get the name "a.b"' }, {}, 'one name for two values'],
    ['{"a":1,"\\u0061":2}', { error: 'two values would get the name "a"' }, {}, 'a duplicate name'],
    [
      `{"${'a'.repeat(70)}":1,"${'a'.repeat(70)}":1}`,
      { error: `two values would get the name "${'a'.repeat(60)}…"` },
      {},
      'a long name is cut off in the message',
    ],
    ['{}', { error: 'steps[0].config.pathSeparator must be at least 1 character long' }, { pathSeparator: '' }],
    ['{}', { error: 'steps[0].config.maxDepth must be at most 500' }, { maxDepth: 501 }],
    ['['.repeat(501), { error: 'line 1, column 501: nested deeper than 500 levels' }],
    [
      `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
      `{"${'a.'.repeat(499)}a":1}`,
      { maxDepth: 500, indent: 0 },
      '500 levels',
    ],
    [
      `{"${'a'.repeat(200_000)}":[${'1,'.repeat(100_000)}1]}`,
      { error: tooLong },
      {},
      'a long name above many values is repeated for each of them',
    ],
    [
      `[${Array.from({ length: 20 }, () => `{"${'a'.repeat(10_000)}":{${Array.from({ length: 90 }, (_, i) => `"${i}":1`)}}}`)}]`,
      { error: tooLong },
      { arrays: 'keep' },
      'and in each of many records',
    ],
  ],
  checks: {
    'json-unflatten undoes it': () => {
      const name = fc.stringMatching(/^[a-z😀"\\]{1,5}$/u);
      const value = fc.letrec((tie) => ({
        any: fc.oneof(
          { depthSize: 'small' },
          fc.integer(),
          fc.string(),
          fc.constant(null),
          tie('array'),
          tie('object'),
        ),
        array: fc.array(tie('any'), { maxLength: 4 }),
        object: fc.dictionary(name, tie('any'), { maxKeys: 4 }),
      })).any;
      fc.assert(
        fc.property(
          value,
          fc.constantFrom('index', 'brackets'),
          fc.constantFrom('.', '::', '/'),
          (data, arrays, pathSeparator) => {
            const input = JSON.stringify(data);
            const flat = resultOf(slug, input, { arrays, pathSeparator });
            assert.deepEqual(JSON.parse(resultOf('json-unflatten', flat, { pathSeparator })), JSON.parse(input));
          },
        ),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'no value is nested unless it is empty': () => {
      fc.assert(
        fc.property(fc.jsonValue(), (data) => {
          const flat: unknown = JSON.parse(resultOf(slug, JSON.stringify(data), { pathSeparator: '\u0001' }));
          if (flat === null || typeof flat !== 'object') return;
          for (const value of Object.values(flat)) {
            if (value !== null && typeof value === 'object') assert.equal(Object.keys(value as object).length, 0);
          }
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
  },
} satisfies ToolCases;
