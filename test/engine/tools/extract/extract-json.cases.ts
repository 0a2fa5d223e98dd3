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
    ['', ''],
    ['', '', last],
    ['', '[]', all],
    ['', '[]', repair],
    ['"a" 1 null', '[]', all, 'plain values are not looked for'],
    ['{"a":1}', '{\n  "a": 1\n}'],
    ['{"a":1}', '{\n\t"a": 1\n}', { indent: 'tab' }],
    ['\ufeff[1]', '[1]', first],
    ['a {"a":1} b [2] c', '{"a":1}', first],
    ['a {"a":1} b [2] c', '[2]', last],
    ['a {"a":1} b [2] c', '[{"a":1},[2]]', all],
    ['{}[]{"a":[{}]}', '[{},[],{"a":[{}]}]', all, 'values side by side'],
    ['x {"a":"}]{[\\"}"} y', '[{"a":"}]{[\\"}"}]', all, 'brackets in strings'],
    [
      '# {"n":1e400,"b":12345678901234567890,"__proto__":"\\u0041\ud800","n":1.0}',
      '[{"n":1e400,"b":12345678901234567890,"__proto__":"\\u0041\ud800","n":1.0}]',
      all,
      'values stay as they were written',
    ],
    ['f({a: [1,{"b":2}], c: {"d":3}})', '[[1,{"b":2}],{"d":3}]', all, 'JSON inside what is not JSON'],
    ['[{"a":1},{"b":[2]},{"c":', '[{"a":1},{"b":[2]}]', all, 'JSON inside JSON that is never closed'],
    ['["a [1] {}', '[[1],{}]', all, 'JSON in a string that is never closed'],
    ['[[1],[2],]', '[[1],[2]]', all, 'what is wrong at the end does not spoil what came before'],
    ['{ \r\n\t"a" : 1 } [ \n ] { }', '[{"a":1},[],{}]', all, 'blanks after the bracket'],
    ['[see below] {curly} [x] [ ] [trueish] [1x]', '[[]]', all, 'prose in brackets'],
    ['as shown [1], [2, 3]', '[[1],[2,3]]', all, 'numbers in brackets are arrays'],
    [
      `a\n${'['.repeat(501)}${']'.repeat(501)}`,
      { error: 'line 2, column 1: the value that starts here is nested deeper than 500 levels' },
      {},
      'nested too deep',
    ],
    [
      `${'['.repeat(499)}${'1,'.repeat(30_000)}1${']'.repeat(499)}`,
      { error: 'the output would be longer than 4000000 characters' },
      {},
      'indentation may not make the text too long',
    ],

    // Repair
    ["a {a: 'x', b: [1,2,],} b", '[{"a":"x","b":[1,2]}]', repair],
    ['x {"a":1.0} y [1e400]', '[{"a":1.0},[1e400]]', repair, 'JSON is not repaired'],
    ["[INFO] {'a': True} [Note: x]", '[{"a":true}]', repair, 'log levels stay prose'],
    [
      "{note: it's {fine}} and it's [1,]",
      '[1]',
      { which: 'last', repair: true, indent: 0 },
      'apostrophes inside words',
    ],
    ['Sure: {"a": [1, {"b": "cut o', '[{"a":[1,{"b":"cut o"}]}]', repair, 'a cut-off end'],
    ['```json\n{"a": [1, 2\n```\nThat is all.', '[{"a":[1,2]}]', repair, 'a cut-off end in a code fence'],
    ['{a: \'}\', "b": "]\\"}"} x', '[{"a":"}","b":"]\\"}"}]', repair, 'brackets in quotes'],
    ['{"a" = "\\u12x", {"b":1}}', '[{"b":1}]', repair, 'where the repair fails the JSON inside is found'],
    ["{'a': True}", '[]', all, 'without repair it would be passed over'],
    [
      '```\n{a: [1\n```\nthen {"b": {c: 2}\n```\n{d: 3} "{e:\n```\n',
      '[{"a":[1]},{"b":{"c":2}},{"d":3},{"e":null}]',
      repair,
      'brackets that are never closed end with their code block, whatever was searched before',
    ],
    {
      long: [
        '{a\n```\n'.repeat(70_000),
        '{"a":null}',
        { which: 'last', repair: true, indent: 0 },
        'code blocks with brackets that are never closed take linear time',
      ],
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
