import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'extract-json';
const first = { indent: 0 };
const last = { which: 'last', indent: 0 };
const all = { which: 'all', indent: 0 };
const repair = { which: 'all', repair: true, indent: 0 };

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '', config: last, output: '' },
    { input: '', config: all, output: '[]' },
    { input: '', config: repair, output: '[]' },
    { name: 'plain values are not looked for', input: '"a" 1 null', config: all, output: '[]' },
    { input: '{"a":1}', output: '{\n  "a": 1\n}' },
    { input: '{"a":1}', config: { indent: 'tab' }, output: '{\n\t"a": 1\n}' },
    { input: '\ufeff[1]', config: first, output: '[1]' },
    { input: 'a {"a":1} b [2] c', config: first, output: '{"a":1}' },
    { input: 'a {"a":1} b [2] c', config: last, output: '[2]' },
    { input: 'a {"a":1} b [2] c', config: all, output: '[{"a":1},[2]]' },
    { name: 'values side by side', input: '{}[]{"a":[{}]}', config: all, output: '[{},[],{"a":[{}]}]' },
    { name: 'brackets in strings', input: 'x {"a":"}]{[\\"}"} y', config: all, output: '[{"a":"}]{[\\"}"}]' },
    {
      name: 'values stay as they were written',
      input: '# {"n":1e400,"b":12345678901234567890,"__proto__":"\\u0041\ud800","n":1.0}',
      config: all,
      output: '[{"n":1e400,"b":12345678901234567890,"__proto__":"\\u0041\ud800","n":1.0}]',
    },
    {
      name: 'JSON inside what is not JSON',
      input: 'f({a: [1,{"b":2}], c: {"d":3}})',
      config: all,
      output: '[[1,{"b":2}],{"d":3}]',
    },
    {
      name: 'JSON inside JSON that is never closed',
      input: '[{"a":1},{"b":[2]},{"c":',
      config: all,
      output: '[{"a":1},{"b":[2]}]',
    },
    { name: 'JSON in a string that is never closed', input: '["a [1] {}', config: all, output: '[[1],{}]' },
    {
      name: 'what is wrong at the end does not spoil what came before',
      input: '[[1],[2],]',
      config: all,
      output: '[[1],[2]]',
    },
    {
      name: 'blanks after the bracket',
      input: '{ \r\n\t"a" : 1 } [ \n ] { }',
      config: all,
      output: '[{"a":1},[],{}]',
    },
    { name: 'prose in brackets', input: '[see below] {curly} [x] [ ] [trueish] [1x]', config: all, output: '[[]]' },
    { name: 'numbers in brackets are arrays', input: 'as shown [1], [2, 3]', config: all, output: '[[1],[2,3]]' },
    {
      name: 'nested too deep',
      input: `a\n${'['.repeat(501)}${']'.repeat(501)}`,
      error: 'line 2, column 1: the value that starts here is nested deeper than 500 levels',
    },
    {
      name: 'indentation may not make the text too long',
      input: `${'['.repeat(499)}${'1,'.repeat(30_000)}1${']'.repeat(499)}`,
      error: 'the output would be longer than 4000000 characters',
    },

    // Repair
    { input: "a {a: 'x', b: [1,2,],} b", config: repair, output: '[{"a":"x","b":[1,2]}]' },
    { name: 'JSON is not repaired', input: 'x {"a":1.0} y [1e400]', config: repair, output: '[{"a":1.0},[1e400]]' },
    { name: 'log levels stay prose', input: "[INFO] {'a': True} [Note: x]", config: repair, output: '[{"a":true}]' },
    {
      name: 'apostrophes inside words',
      input: "{note: it's {fine}} and it's [1,]",
      config: { which: 'last', repair: true, indent: 0 },
      output: '[1]',
    },
    {
      name: 'a cut-off end',
      input: 'Sure: {"a": [1, {"b": "cut o',
      config: repair,
      output: '[{"a":[1,{"b":"cut o"}]}]',
    },
    {
      name: 'a cut-off end in a code fence',
      input: '```json\n{"a": [1, 2\n```\nThat is all.',
      config: repair,
      output: '[{"a":[1,2]}]',
    },
    {
      name: 'brackets in quotes',
      input: '{a: \'}\', "b": "]\\"}"} x',
      config: repair,
      output: '[{"a":"}","b":"]\\"}"}]',
    },
    {
      name: 'where the repair fails the JSON inside is found',
      input: '{"a" = "\\u12x", {"b":1}}',
      config: repair,
      output: '[{"b":1}]',
    },
    { name: 'without repair it would be passed over', input: "{'a': True}", config: all, output: '[]' },
    {
      name: 'brackets that are never closed end with their code block, whatever was searched before',
      input: '```\n{a: [1\n```\nthen {"b": {c: 2}\n```\n{d: 3} "{e:\n```\n',
      config: repair,
      output: '[{"a":[1]},{"b":{"c":2}},{"d":3},{"e":null}]',
    },
    {
      name: 'code blocks with brackets that are never closed take linear time',
      isLong: true,
      input: '{a\n```\n'.repeat(70_000),
      config: { which: 'last', repair: true, indent: 0 },
      output: '{"a":null}',
    },
  ],
  checks: {
    'values between words are found, each of them': () => {
      const container = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
      const prose = fc.constantFrom(
        '',
        ' and ',
        '\n',
        '[see] ',
        '{it} ',
        '"',
        "'",
        ']',
        '} ',
        ': ',
        '[WARN] ',
        '```json\n',
      );
      fc.assert(
        fc.property(fc.array(fc.tuple(prose, container), { maxLength: 5 }), prose, (parts, end) => {
          const text = parts.map(([before, value]) => before + JSON.stringify(value)).join('') + end;
          const expected = JSON.stringify(parts.map(([, value]) => value));
          assert.equal(resultOf(slug, text, all), expected);
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'every result is JSON, whatever the text': () => {
      const piece = fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        '"',
        "'",
        ':',
        ',',
        '"a"',
        '1',
        '-',
        'true',
        ' ',
        '\n',
        '\\',
        '```',
        'x',
      );
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 25 }), fc.boolean(), (pieces, withRepair) => {
          const result = resultOf(slug, pieces.join(''), { ...all, repair: withRepair });
          assert.ok(Array.isArray(JSON.parse(result)));
        }),
        { seed: 2, numRuns: sampleSize(500) },
      );
    },
    'hostile texts are read once': () => {
      const deep = `${'{"a":'.repeat(400)}${'1'.repeat(400)}x`;
      const texts = [
        '[1x ',
        '{"',
        '["',
        '["\\"',
        '[ ',
        '{  ',
        '["a\\u',
        '[[',
        '{"a":[',
        '[1,',
        deep,
        '{"a":"\n',
        "['",
        '{a',
      ];
      const unbalanced = `${'x[1,{"a":2'.repeat(40)}\n\n`;
      for (const piece of [...texts, unbalanced]) assertLinear(piece, (text) => runTool(slug, text, all));
    },
  },
} satisfies ToolCases;
