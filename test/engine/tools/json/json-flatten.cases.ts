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
    { input: '', error: 'line 1, column 1: expected a value, found the end of the text' },
    { input: '{"a":}', error: 'line 1, column 6: expected a value, found "}"' },
    { input: '1e400', output: '1e400' },
    { input: '{}', output: '{}' },
    { input: '[]', output: '[]' },
    { input: '[1,[2]]', config: oneLine, output: '{"0":1,"1.0":2}' },
    {
      name: 'values stay as they were written',
      input: '{"a":{"n":12345678901234567890,"e":1e400,"s":"\\u0041\ud800"}}',
      config: oneLine,
      output: '{"a.n":12345678901234567890,"a.e":1e400,"a.s":"\\u0041\ud800"}',
    },
    {
      name: 'empty objects and arrays are values',
      input: '{"a":{"b":{},"c":[]}}',
      config: oneLine,
      output: '{"a.b":{},"a.c":[]}',
    },
    { name: 'empty names', input: '{"":{"":1,"a":2}}', config: oneLine, output: '{".":1,".a":2}' },
    {
      name: 'names are decoded and written again',
      input: '{"\\u0061":{"\\"\\n😀\\ud800":1}}',
      config: oneLine,
      output: '{"a.\\"\\n😀\\ud800":1}',
    },
    { name: '__proto__ is a name', input: '{"__proto__":{"a":1}}', config: oneLine, output: '{"__proto__.a":1}' },
    {
      name: 'names that look like numbers keep their order',
      input: '{"b":{"10":1,"9":2}}',
      config: oneLine,
      output: '{"b.10":1,"b.9":2}',
    },
    { input: '{"a":{"b":1}}', config: { pathSeparator: '::', indent: 0 }, output: '{"a::b":1}' },
    { input: '[{"a":[1]}]', config: { arrays: 'brackets', indent: 0 }, output: '{"[0].a[0]":1}' },
    { input: '{"a":{"b":[{"c":1}]}}', config: { arrays: 'keep', indent: 0 }, output: '{"a.b":[{"c":1}]}' },
    {
      input: '[1,{"a":{"b":1}},[{"a":{"b":1}}],{"a":{"b":2}}]',
      config: { arrays: 'keep', indent: 0 },
      output: '[1,{"a.b":1},[{"a":{"b":1}}],{"a.b":2}]',
    },
    { input: '{"a":{"b":1}}', config: { maxDepth: 1, indent: 0 }, output: '{"a":{"b":1}}' },
    { input: '{"a":[[1]]}', config: { maxDepth: 2, indent: 0 }, output: '{"a.0":[1]}' },
    { input: '{"a":1}', config: { indent: 'tab' }, output: '{\n\t"a": 1\n}' },
    { name: 'one name for two values', input: '{"a.b":1,"a":{"b":2}}', error: 'two values would get the name "a.b"' },
    { name: 'a duplicate name', input: '{"a":1,"\\u0061":2}', error: 'two values would get the name "a"' },
    {
      name: 'a long name is cut off in the message',
      input: `{"${'a'.repeat(70)}":1,"${'a'.repeat(70)}":1}`,
      error: `two values would get the name "${'a'.repeat(60)}…"`,
    },
    {
      input: '{}',
      config: { pathSeparator: '' },
      error: 'steps[0].config.pathSeparator must be at least 1 character long',
    },
    { input: '{}', config: { maxDepth: 501 }, error: 'steps[0].config.maxDepth must be at most 500' },
    { input: '['.repeat(501), error: 'line 1, column 501: nested deeper than 500 levels' },
    {
      name: '500 levels',
      input: `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
      config: { maxDepth: 500, indent: 0 },
      output: `{"${'a.'.repeat(499)}a":1}`,
    },
    {
      name: 'a long name above many values is repeated for each of them',
      input: `{"${'a'.repeat(200_000)}":[${'1,'.repeat(100_000)}1]}`,
      error: tooLong,
    },
    {
      name: 'and in each of many records',
      input: `[${Array.from({ length: 20 }, () => `{"${'a'.repeat(10_000)}":{${Array.from({ length: 90 }, (_, i) => `"${i}":1`)}}}`)}]`,
      config: { arrays: 'keep' },
      error: tooLong,
    },
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
