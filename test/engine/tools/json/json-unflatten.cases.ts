import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-unflatten';
const oneLine = { indent: 0 };
const names = { indent: 0, arrays: false };

export default {
  slug,
  cases: [
    { input: '', error: 'line 1, column 1: expected a value, found the end of the text' },
    { input: '"a.b"', output: '"a.b"' },
    { input: '{}', output: '{}' },
    { input: '[]', output: '[]' },
    {
      name: 'values stay as they were written',
      input: '{"a.n":12345678901234567890,"a.e":1e400,"a.s":"\\u0041\ud800"}',
      config: oneLine,
      output: '{"a":{"n":12345678901234567890,"e":1e400,"s":"\\u0041\ud800"}}',
    },
    {
      name: 'parts of one path need not stand together',
      input: '{"a.b":1,"c":2,"a.d":3}',
      config: oneLine,
      output: '{"a":{"b":1,"d":3},"c":2}',
    },
    {
      name: 'names inside values stay',
      input: '{"a":{"b.c":1},"d.e":[{"f.g":1}]}',
      config: oneLine,
      output: '{"a":{"b.c":1},"d":{"e":[{"f.g":1}]}}',
    },
    {
      name: 'an outermost array',
      input: '[{"a.b":1},1,["a.b"],{}]',
      config: oneLine,
      output: '[{"a":{"b":1}},1,["a.b"],{}]',
    },
    { name: 'empty names', input: '{".":1,".a":2}', config: oneLine, output: '{"":{"":1,"a":2}}' },
    { name: 'an array at the top', input: '{"1":"b","0.a":1}', config: oneLine, output: '[{"a":1},"b"]' },
    {
      name: 'brackets',
      input: '{"a[1][0].b":1,"a[0]":2,"c.[0]":3}',
      config: oneLine,
      output: '{"a":[2,[{"b":1}]],"c":[3]}',
    },
    { name: 'brackets at the top', input: '{"[0].a":1}', config: oneLine, output: '[{"a":1}]' },
    {
      name: 'brackets that are not an index',
      input: '{"a[]":1,"b[x]":2,"c]":3,"d[01]":4,"[":5}',
      config: oneLine,
      output: '{"a[]":1,"b[x]":2,"c]":3,"d[01]":4,"[":5}',
    },
    {
      name: 'indexes beside other names are names',
      input: '{"a.0":1,"a.b":2}',
      config: oneLine,
      output: '{"a":{"0":1,"b":2}}',
    },
    {
      name: 'a number with a zero in front is a name',
      input: '{"a.00":1,"b.-1":2}',
      config: oneLine,
      output: '{"a":{"00":1},"b":{"-1":2}}',
    },
    {
      name: 'without arrays all are names',
      input: '{"a.0":1,"b[0]":2}',
      config: names,
      output: '{"a":{"0":1},"b[0]":2}',
    },
    { name: 'missing items are null', input: '{"a.3":1,"a.1":2}', config: oneLine, output: '{"a":[null,2,null,1]}' },
    { input: '{"a::b.c":1}', config: { pathSeparator: '::', indent: 0 }, output: '{"a":{"b.c":1}}' },
    { input: '{"a.b":1}', config: { indent: 'tab' }, output: '{\n\t"a": {\n\t\t"b": 1\n\t}\n}' },
    {
      name: '__proto__ and constructor are names',
      input: '{"__proto__.x":1,"constructor.prototype.x":2,"a.__proto__.y":3}',
      config: oneLine,
      output: '{"__proto__":{"x":1},"constructor":{"prototype":{"x":2}},"a":{"__proto__":{"y":3}}}',
    },
    {
      name: 'escapes in names',
      input: '{"\\u0061.\\"":1,"a.\\ud800":2}',
      config: oneLine,
      output: '{"a":{"\\"":1,"\\ud800":2}}',
    },
    { input: '{"a":1,"a.b":2}', error: 'the start of "a.b" already has a value' },
    { input: '{"a.b":2,"a":1}', error: '"a" has several values' },
    { input: '{"a":{},"a.b":2}', error: 'the start of "a.b" already has a value' },
    { input: '{"a.b":2,"a.b":1}', error: '"a.b" has several values' },
    { input: '{"a.0":2,"a[0]":1}', error: '"a[0]" has several values' },
    { name: 'the highest index', input: '{"100000":1}', config: oneLine, output: `[${'null,'.repeat(100_000)}1]` },
    {
      input: '{"a.999999999":1}',
      error: 'the index 999999999 is above 100000; set arrays to false if such numbers are names and not indexes',
    },
    {
      input: '{"a[100001]":1}',
      error: 'the index 100001 is above 100000; set arrays to false if such numbers are names and not indexes',
    },
    { input: '{"a.99999999999999999999":1}', config: oneLine, output: '{"a":{"99999999999999999999":1}}' },
    {
      name: 'many arrays with high indexes',
      input: `{${Array.from({ length: 30_000 }, (_, i) => `"${i}.99999":1`)}}`,
      error: 'the output would be longer than 4000000 characters',
    },
    {
      name: '500 parts',
      input: `{"${'a.'.repeat(499)}a":1}`,
      config: oneLine,
      output: `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
    },
    { name: '501 parts', input: `{"${'a.'.repeat(500)}a":1}`, error: `"${'a.'.repeat(30)}…" has more than 500 parts` },
    {
      name: '501 parts in brackets',
      input: `{"a${'[0]'.repeat(500)}":1}`,
      error: `"a${'[0]'.repeat(19)}[0…" has more than 500 parts`,
    },
    {
      name: 'a path of 250,000 parts',
      input: `{"${'a.'.repeat(249_990)}a":1}`,
      error: `"${'a.'.repeat(30)}…" has more than 500 parts`,
    },
    { input: '['.repeat(501), error: 'line 1, column 501: nested deeper than 500 levels' },
  ],
  checks: {
    'flat names without separators and indexes stay as they are': () => {
      fc.assert(
        fc.property(fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), fc.jsonValue()), (data) => {
          assert.equal(resultOf(slug, JSON.stringify(data), oneLine), JSON.stringify(data));
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'brackets without end are read in linear time': () => {
      for (const piece of [']', '[', '[]', '[0', '[1]]']) {
        assertLinear(
          (length) => `{"${filled(piece, length)}":1}`,
          (text) => resultOf(slug, text),
        );
      }
    },
  },
} satisfies ToolCases;
