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
    {
      name: 'an empty text is not JSON',
      input: '',
      error: 'line 1, column 1: expected a value, found the end of the text',
    },
    { input: '1', output: '1' },
    { input: ' "a" \n', output: '"a"' },
    { input: '[]', output: '[]' },
    { input: '{ }', output: '{}' },
    { input: '[[],{}]', output: '[\n  [],\n  {}\n]' },
    {
      input: '{"a":{"b":[1,{"c":null}]}}',
      output: '{\n  "a": {\n    "b": [\n      1,\n      {\n        "c": null\n      }\n    ]\n  }\n}',
    },
    { name: 'no final line end is written, whatever the input had', input: '[1]\r\n', output: '[\n  1\n]' },
    {
      name: 'CR, LF and tabs between tokens are blanks',
      input: '{\r"a"\r\n:\n\t1}',
      config: oneLine,
      output: '{"a":1}',
    },
    { name: 'a byte order mark is left out', input: '\ufeff[1]', config: oneLine, output: '[1]' },
    { input: '[1,[2]]', config: { indent: 1 }, output: '[\n 1,\n [\n  2\n ]\n]' },
    { input: '[1]', config: { indent: 10 }, output: `[\n${' '.repeat(10)}1\n]` },
    { input: '[[1]]', config: { indent: 'tab' }, output: '[\n\t[\n\t\t1\n\t]\n]' },
    { input: '[1]', config: { indent: 11 }, error: 'steps[0].config.indent must be at most 10' },
    { input: '[1]', config: { indent: -1 }, error: 'steps[0].config.indent must be at least 0' },
    { input: '[1]', config: { indent: 'tabs' }, error: 'steps[0].config.indent must be an integer or tab' },
    {
      input: '[1]',
      config: { sortkeys: true },
      error: 'Unknown option for json-formatter: sortkeys. Did you mean sortKeys?',
    },
    {
      name: 'numbers stay as they were written',
      input: '[12345678901234567890,1e400,-0,1.50,1E+2,0.1e-7]',
      config: oneLine,
      output: '[12345678901234567890,1e400,-0,1.50,1E+2,0.1e-7]',
    },
    {
      name: 'strings stay as they were written: escapes, slashes, lone surrogates',
      input: '["\\u0041\\/\\ud800","\ud800","é","\u2028","\\n"]',
      config: oneLine,
      output: '["\\u0041\\/\\ud800","\ud800","é","\u2028","\\n"]',
    },
    {
      name: 'names keep their order, numeric ones too',
      input: '{"b":1,"10":2,"9":3}',
      config: oneLine,
      output: '{"b":1,"10":2,"9":3}',
    },
    {
      name: 'a duplicate name is kept twice',
      input: '{"a":1,"b":2,"a":3}',
      config: oneLine,
      output: '{"a":1,"b":2,"a":3}',
    },
    {
      name: '__proto__ is a name like any other',
      input: '{"__proto__":{"constructor":1}}',
      config: oneLine,
      output: '{"__proto__":{"constructor":1}}',
    },
    {
      name: 'sortKeys goes to every depth, and leaves arrays alone',
      input: '{"b":[3,1,{"z":1,"y":2}],"a":{"d":1,"c":2}}',
      config: { indent: 0, sortKeys: true },
      output: '{"a":{"c":2,"d":1},"b":[3,1,{"y":2,"z":1}]}',
    },
    {
      name: 'sortKeys goes by UTF-16 code units: upper case first, U+1F600 before U+FF21',
      input: '{"\uff21":1,"😀":2,"é":3,"a":4,"B":5,"10":6,"9":7,"":8,"__proto__":9}',
      config: { indent: 0, sortKeys: true },
      output: '{"":8,"10":6,"9":7,"B":5,"__proto__":9,"a":4,"é":3,"😀":2,"\uff21":1}',
    },
    {
      name: 'sortKeys compares names by their value and keeps equal ones in order',
      input: '{"b":0,"\\u0061":1,"a":2,"\\u0061":3}',
      config: { indent: 0, sortKeys: true },
      output: '{"\\u0061":1,"a":2,"\\u0061":3,"b":0}',
    },
    {
      name: 'sortKeys lays out what is empty',
      input: '{"b":{},"a":[]}',
      config: { sortKeys: true },
      output: '{\n  "a": [],\n  "b": {}\n}',
    },
    {
      name: 'sortKeys keeps numbers as they were written',
      input: '{"b":1e400,"a":1.0}',
      config: { indent: 0, sortKeys: true },
      output: '{"a":1.0,"b":1e400}',
    },
    {
      name: 'comments are left out where they are allowed',
      input: '// one\n{/* two */"a":1, // three\n"b":"//"}',
      config: { allowComments: true, indent: 0 },
      output: '{"a":1,"b":"//"}',
    },
    {
      name: 'and refused where they are not',
      input: '[1, // one\n2]',
      error: 'line 1, column 5: expected a value, found a comment',
    },
    {
      name: 'comments do not make trailing commas legal',
      input: '[1,/**/]',
      config: { allowComments: true },
      error: 'line 1, column 3: a comma must not stand before "]"',
    },
    { input: '[1]', config: { allowComments: 1 }, error: 'steps[0].config.allowComments must be a boolean' },
    {
      name: 'an error has its line and column',
      input: '{\n  "a": 1,\r\n  "é😀" 2\n}',
      error: 'line 3, column 8: expected ":" after the property name, found "2"',
    },
    {
      name: '500 levels',
      input: '['.repeat(500) + ']'.repeat(500),
      config: oneLine,
      output: '['.repeat(500) + ']'.repeat(500),
    },
    {
      name: '501 levels',
      input: '['.repeat(501) + ']'.repeat(501),
      error: 'line 1, column 501: nested deeper than 500 levels',
    },
    {
      name: 'indentation may not make the text too long',
      input: `${'['.repeat(499)}${'1,'.repeat(100_000)}1${']'.repeat(499)}`,
      error: 'the output would be longer than 4000000 characters',
    },
    {
      name: 'nor may it when names are sorted',
      input: `${'['.repeat(499)}${'1,'.repeat(100_000)}1${']'.repeat(499)}`,
      config: { sortKeys: true },
      error: 'the output would be longer than 4000000 characters',
    },
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
