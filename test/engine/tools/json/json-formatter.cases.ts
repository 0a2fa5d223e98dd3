import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-formatter';
const oneLine = { indent: 0 };

export default {
  slug,
  cases: [
    ['', { error: 'line 1, column 1: expected a value, found the end of the text' }, {}, 'an empty text is not JSON'],
    ['1', '1'],
    [' "a" \n', '"a"'],
    ['[]', '[]'],
    ['{ }', '{}'],
    ['[[],{}]', '[\n  [],\n  {}\n]'],
    [
      '{"a":{"b":[1,{"c":null}]}}',
      '{\n  "a": {\n    "b": [\n      1,\n      {\n        "c": null\n      }\n    ]\n  }\n}',
    ],
    ['[1]\r\n', '[\n  1\n]', {}, 'no final line end is written, whatever the input had'],
    ['{\r"a"\r\n:\n\t1}', '{"a":1}', oneLine, 'CR, LF and tabs between tokens are blanks'],
    ['\ufeff[1]', '[1]', oneLine, 'a byte order mark is left out'],
    ['[1,[2]]', '[\n 1,\n [\n  2\n ]\n]', { indent: 1 }],
    ['[1]', `[\n${' '.repeat(10)}1\n]`, { indent: 10 }],
    ['[[1]]', '[\n\t[\n\t\t1\n\t]\n]', { indent: 'tab' }],
    ['[1]', { error: 'steps[0].config.indent must be at most 10' }, { indent: 11 }],
    ['[1]', { error: 'steps[0].config.indent must be at least 0' }, { indent: -1 }],
    ['[1]', { error: 'steps[0].config.indent must be an integer or tab' }, { indent: 'tabs' }],
    ['[1]', { error: 'Unknown option for json-formatter: sortkeys. Did you mean sortKeys?' }, { sortkeys: true }],
    [
      '[12345678901234567890,1e400,-0,1.50,1E+2,0.1e-7]',
      '[12345678901234567890,1e400,-0,1.50,1E+2,0.1e-7]',
      oneLine,
      'numbers stay as they were written',
    ],
    [
      '["\\u0041\\/\\ud800","\ud800","é","\u2028","\\n"]',
      '["\\u0041\\/\\ud800","\ud800","é","\u2028","\\n"]',
      oneLine,
      'strings stay as they were written: escapes, slashes, lone surrogates',
    ],
    ['{"b":1,"10":2,"9":3}', '{"b":1,"10":2,"9":3}', oneLine, 'names keep their order, numeric ones too'],
    ['{"a":1,"b":2,"a":3}', '{"a":1,"b":2,"a":3}', oneLine, 'a duplicate name is kept twice'],
    [
      '{"__proto__":{"constructor":1}}',
      '{"__proto__":{"constructor":1}}',
      oneLine,
      '__proto__ is a name like any other',
    ],
    [
      '{"b":[3,1,{"z":1,"y":2}],"a":{"d":1,"c":2}}',
      '{"a":{"c":2,"d":1},"b":[3,1,{"y":2,"z":1}]}',
      { indent: 0, sortKeys: true },
      'sortKeys goes to every depth, and leaves arrays alone',
    ],
    [
      '{"\uff21":1,"😀":2,"é":3,"a":4,"B":5,"10":6,"9":7,"":8,"__proto__":9}',
      '{"":8,"10":6,"9":7,"B":5,"__proto__":9,"a":4,"é":3,"😀":2,"\uff21":1}',
      { indent: 0, sortKeys: true },
      'sortKeys goes by UTF-16 code units: upper case first, U+1F600 before U+FF21',
    ],
    [
      '{"b":0,"\\u0061":1,"a":2,"\\u0061":3}',
      '{"\\u0061":1,"a":2,"\\u0061":3,"b":0}',
      { indent: 0, sortKeys: true },
      'sortKeys compares names by their value and keeps equal ones in order',
    ],
    ['{"b":{},"a":[]}', '{\n  "a": [],\n  "b": {}\n}', { sortKeys: true }, 'sortKeys lays out what is empty'],
    [
      '{"b":1e400,"a":1.0}',
      '{"a":1.0,"b":1e400}',
      { indent: 0, sortKeys: true },
      'sortKeys keeps numbers as they were written',
    ],
    [
      '// one\n{/* two */"a":1, // three\n"b":"//"}',
      '{"a":1,"b":"//"}',
      { allowComments: true, indent: 0 },
      'comments are left out where they are allowed',
    ],
    [
      '[1, // one\n2]',
      { error: 'line 1, column 5: expected a value, found a comment' },
      {},
      'and refused where they are not',
    ],
    [
      '[1,/**/]',
      { error: 'line 1, column 3: a comma must not stand before "]"' },
      { allowComments: true },
      'comments do not make trailing commas legal',
    ],
    ['{"a":[1,/**/],}//b', '{"a":[1]}', { allowComments: true, allowTrailingCommas: true, indent: 0 }],
    ['[{"b":1,},]', '[{"b":1}]', { allowTrailingCommas: true, indent: 0, sortKeys: true }],
    ['[,]', { error: 'line 1, column 2: expected a value, found ","' }, { allowTrailingCommas: true }],
    ['[1,,]', { error: 'line 1, column 4: expected a value, found ","' }, { allowTrailingCommas: true }],
    ['[1]', { error: 'steps[0].config.allowComments must be a boolean' }, { allowComments: 1 }],
    [
      '{\n  "a": 1,\r\n  "é😀" 2\n}',
      { error: 'line 3, column 8: expected ":" after the property name, found "2"' },
      {},
      'an error has its line and column',
    ],
    ['['.repeat(500) + ']'.repeat(500), '['.repeat(500) + ']'.repeat(500), oneLine, '500 levels'],
    [
      '['.repeat(501) + ']'.repeat(501),
      { error: 'line 1, column 501: nested deeper than 500 levels' },
      {},
      '501 levels',
    ],
    [
      `${'['.repeat(499)}${'1,'.repeat(100_000)}1${']'.repeat(499)}`,
      { error: 'the output would be longer than 4000000 characters' },
      {},
      'indentation may not make the text too long',
    ],
    [
      `${'['.repeat(499)}${'1,'.repeat(100_000)}1${']'.repeat(499)}`,
      { error: 'the output would be longer than 4000000 characters' },
      { sortKeys: true },
      'nor may it when names are sorted',
    ],
  ],
  checks: {
    'lays out as JSON.stringify does': () => {
      fc.assert(
        fc.property(fc.json(), fc.integer({ min: 0, max: 10 }), (text, indent) => {
          const value = JSON.parse(text) as unknown;
          // Numbers in the form that JSON.stringify writes, names in its order: fc.json is JSON.stringify's work.
          assert.equal(resultOf(slug, JSON.stringify(value), { indent }), JSON.stringify(value, null, indent));
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'sorting changes only the order': () => {
      fc.assert(
        fc.property(fc.json(), (text) => {
          const sorted = resultOf(slug, text, { sortKeys: true });
          assert.deepEqual(JSON.parse(sorted), JSON.parse(text));
          assert.equal(resultOf(slug, sorted, { sortKeys: true }), sorted);
        }),
        { seed: 2, numRuns: sampleSize(500) },
      );
    },
    'formatting is undone by formatting on one line': () => {
      fc.assert(
        fc.property(fc.json(), fc.constantFrom(1, 4, 'tab'), (text, indent) => {
          assert.equal(resultOf(slug, resultOf(slug, text, { indent }), oneLine), resultOf(slug, text, oneLine));
        }),
        { seed: 3, numRuns: sampleSize(300) },
      );
    },
    'sorts and lays out as jq -S does': (t) => {
      const plain = fc.jsonValue({ noUnicodeString: true }).map((value) => JSON.stringify(value, withoutFractions));
      const texts = fc.sample(plain, { seed: 4, numRuns: sampleSize(100) });
      const expected = shellOracle(t, 'jq -S .', [texts.join('\n')]);
      if (expected === undefined) return;
      assert.equal(texts.map((text) => `${resultOf(slug, text, { sortKeys: true })}\n`).join(''), expected[0]);
    },
    'hostile texts give a result or an error': () => {
      const texts = ['[', '{"a":', '"', '\\', '[],', '/*', '//', ' ', '\r\n', '-', '\ud800'].map((piece) =>
        piece.repeat(500_000 / piece.length),
      );
      for (const text of texts) {
        assert.equal(typeof runTool(slug, text, { allowComments: true, sortKeys: true }), 'object', text.slice(0, 10));
      }
    },
  },
} satisfies ToolCases;

/** jq reads numbers as doubles and writes some of them in another form than JavaScript. */
function withoutFractions(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.trunc(value % 1000) : value;
}
