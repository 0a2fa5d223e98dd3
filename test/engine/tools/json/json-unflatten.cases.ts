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
    ['', { error: 'line 1, column 1: expected a value, found the end of the text' }],
    ['"a.b"', '"a.b"'],
    ['{}', '{}'],
    ['[]', '[]'],
    [
      '{"a.n":12345678901234567890,"a.e":1e400,"a.s":"\\u0041\ud800"}',
      '{"a":{"n":12345678901234567890,"e":1e400,"s":"\\u0041\ud800"}}',
      oneLine,
      'values stay as they were written',
    ],
    ['{"a.b":1,"c":2,"a.d":3}', '{"a":{"b":1,"d":3},"c":2}', oneLine, 'parts of one path need not stand together'],
    ['{"a":{"b.c":1},"d.e":[{"f.g":1}]}', '{"a":{"b.c":1},"d":{"e":[{"f.g":1}]}}', oneLine, 'names inside values stay'],
    ['[{"a.b":1},1,["a.b"],{}]', '[{"a":{"b":1}},1,["a.b"],{}]', oneLine, 'an outermost array'],
    ['{".":1,".a":2}', '{"":{"":1,"a":2}}', oneLine, 'empty names'],
    ['{"1":"b","0.a":1}', '[{"a":1},"b"]', oneLine, 'an array at the top'],
    ['{"a[1][0].b":1,"a[0]":2,"c.[0]":3}', '{"a":[2,[{"b":1}]],"c":[3]}', oneLine, 'brackets'],
    ['{"[0].a":1}', '[{"a":1}]', oneLine, 'brackets at the top'],
    [
      '{"a[]":1,"b[x]":2,"c]":3,"d[01]":4,"[":5}',
      '{"a[]":1,"b[x]":2,"c]":3,"d[01]":4,"[":5}',
      oneLine,
      'brackets that are not an index',
    ],
    ['{"a.0":1,"a.b":2}', '{"a":{"0":1,"b":2}}', oneLine, 'indexes beside other names are names'],
    ['{"a.00":1,"b.-1":2}', '{"a":{"00":1},"b":{"-1":2}}', oneLine, 'a number with a zero in front is a name'],
    ['{"a.0":1,"b[0]":2}', '{"a":{"0":1},"b[0]":2}', names, 'without arrays all are names'],
    ['{"a.3":1,"a.1":2}', '{"a":[null,2,null,1]}', oneLine, 'missing items are null'],
    ['{"a::b.c":1}', '{"a":{"b.c":1}}', { pathSeparator: '::', indent: 0 }],
    ['{"a.b":1}', '{\n\t"a": {\n\t\t"b": 1\n\t}\n}', { indent: 'tab' }],
    [
      '{"__proto__.x":1,"constructor.prototype.x":2,"a.__proto__.y":3}',
      '{"__proto__":{"x":1},"constructor":{"prototype":{"x":2}},"a":{"__proto__":{"y":3}}}',
      oneLine,
      '__proto__ and constructor are names',
    ],
    ['{"\\u0061.\\"":1,"a.\\ud800":2}', '{"a":{"\\"":1,"\\ud800":2}}', oneLine, 'escapes in names'],
    ['{"a":1,"a.b":2}', { error: 'the start of "a.b" already has a value' }],
    ['{"a.b":2,"a":1}', { error: '"a" has several values' }],
    ['{"a":{},"a.b":2}', { error: 'the start of "a.b" already has a value' }],
    ['{"a.b":2,"a.b":1}', { error: '"a.b" has several values' }],
    ['{"a.0":2,"a[0]":1}', { error: '"a[0]" has several values' }],
    ['{"100000":1}', `[${'null,'.repeat(100_000)}1]`, oneLine, 'the highest index'],
    [
      '{"a.999999999":1}',
      { error: 'the index 999999999 is above 100000; set arrays to false if such numbers are names and not indexes' },
    ],
    [
      '{"a[100001]":1}',
      { error: 'the index 100001 is above 100000; set arrays to false if such numbers are names and not indexes' },
    ],
    ['{"a.99999999999999999999":1}', '{"a":{"99999999999999999999":1}}', oneLine],
    [
      `{${Array.from({ length: 30_000 }, (_, i) => `"${i}.99999":1`)}}`,
      { error: 'the output would be longer than 4000000 characters' },
      {},
      'many arrays with high indexes',
    ],
    [`{"${'a.'.repeat(499)}a":1}`, `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`, oneLine, '500 parts'],
    [`{"${'a.'.repeat(500)}a":1}`, { error: `"${'a.'.repeat(30)}…" has more than 500 parts` }, {}, '501 parts'],
    [
      `{"a${'[0]'.repeat(500)}":1}`,
      { error: `"a${'[0]'.repeat(19)}[0…" has more than 500 parts` },
      {},
      '501 parts in brackets',
    ],
    [
      `{"${'a.'.repeat(249_990)}a":1}`,
      { error: `"${'a.'.repeat(30)}…" has more than 500 parts` },
      {},
      'a path of 250,000 parts',
    ],
    ['['.repeat(501), { error: 'line 1, column 501: nested deeper than 500 levels' }],
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
