import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-ndjson-converter';
const oneLine = { indent: 0 };
const toLines = { direction: 'json-to-ndjson' };
const toArray = { direction: 'ndjson-to-json', indent: 0 };

export default {
  slug,
  cases: [
    // Direction
    [' \r\n', '[]'],
    ['[]', ''],
    ['[1,2]\n', '1\n2', {}, 'one array on one line is JSON'],
    ['[1,2]\n[3]', '[[1,2],[3]]', oneLine, 'several arrays are lines'],
    ['{"a":1}\n', '[{"a":1}]', oneLine, 'one object on one line is a line'],
    ['{\n  "a": 1\n}', '{"a":1}', {}, 'one object on several lines is JSON'],
    ['[1,2]', '[[1,2]]', toArray],
    ['"a"', '"a"', toLines],
    ['', { error: 'line 1, column 1: expected a value, found the end of the text' }, toLines],
    ['', '[]', toArray],
    [
      '[\n  1,\n  2,\n]',
      { error: 'line 3, column 4: a comma must not stand before "]"' },
      {},
      'a broken array over several lines',
    ],
    ['[1,2,]', { error: 'line 1, column 5: a comma must not stand before "]"' }, {}, 'a broken array on one line'],
    [
      '[1]\n[2',
      { error: 'line 2, column 3: expected a comma or "]", found the end of the text' },
      {},
      'a broken line after an array',
    ],
    [
      '1',
      { error: 'steps[0].config.direction must be one of: auto, json-to-ndjson, ndjson-to-json' },
      { direction: 'lines' },
    ],
    ['\ufeff[1]', '1', {}, 'a byte order mark is left out'],
    ['\ufeff1\n2', '[1,2]', oneLine, 'and of lines'],

    // JSON to NDJSON
    [
      '[12345678901234567890, 1e400, "\\u0041\ud800\u2028", {"__proto__": [ ], "a": 1.0, "a": {}}]',
      '12345678901234567890\n1e400\n"\\u0041\ud800\u2028"\n{"__proto__":[],"a":1.0,"a":{}}',
      {},
      'values stay as they were written',
    ],
    ['[[1,[2]],[]]', '[1,[2]]\n[]'],
    ['['.repeat(501), { error: 'line 1, column 501: nested deeper than 500 levels' }],

    // NDJSON to JSON
    ['1\r\n\r\n2\n \t\n3\r4\n', '[1,2,3,4]', oneLine, 'LF, CRLF, CR and blank lines'],
    ['"a\u2028b"\n1', '["a\u2028b",1]', oneLine, 'U+2028 does not end a line'],
    ['  1 \n\t{ "a" : 1.0 }', '[1,{"a":1.0}]', oneLine, 'blanks around a value'],
    ['1\n2', '[\n\t1,\n\t2\n]', { indent: 'tab' }],
    [
      '{"a":1}\r\n\r\n{"a":😀}',
      { error: 'line 3, column 6: expected a value, found "😀"' },
      {},
      'the place of an error',
    ],
    ['1\n2 3', { error: 'line 2, column 3: expected the end of the text, found "3"' }],
    ['1\nx\n{"a"\n2', '[1,2]', { invalid: 'drop', indent: 0 }],
    ['x\ny', '[]', { invalid: 'drop' }],
    [
      '[INFO] start\n{"a":1}',
      '[{"a":1}]',
      { invalid: 'drop', indent: 0 },
      'a skipped log line may start with a bracket',
    ],
    [
      '{\n  "a": x\n}',
      { error: 'line 2, column 8: expected a value, found "x"' },
      {},
      'an object over several lines is JSON, errors and all',
    ],
    [`1\n${'['.repeat(501)}`, { error: 'line 2, column 501: nested deeper than 500 levels' }],
    [
      `${'['.repeat(499)}${'1,'.repeat(30_000)}1${']'.repeat(499)}\n1`,
      { error: 'the output would be longer than 4000000 characters' },
      {},
      'indentation may not make the text too long',
    ],
  ],
  checks: {
    'there and back': () => {
      fc.assert(
        fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), (items) => {
          const json = JSON.stringify(items);
          const lines = resultOf(slug, json);
          assert.equal(lines, items.map((item) => JSON.stringify(item)).join('\n'));
          assert.equal(resultOf(slug, lines, toArray), json);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'writes what jq -c .[] writes': (t) => {
      const items = fc.array(fc.jsonValue({ noUnicodeString: true }), { minLength: 1, maxLength: 20 });
      const texts = fc
        .sample(items, { seed: 2, numRuns: 30 })
        .map((value) => JSON.stringify(value, withoutFractions, 1));
      shellOracle(t, 'jq -c .[]', texts)?.forEach((expected, i) => {
        assert.equal(`${resultOf(slug, texts[i] ?? '')}\n`, expected);
      });
    },
    'hostile texts take linear time': () => {
      for (const piece of ['[', '\n', '[\n', '1\n', '"\n', '\r', '{}\n', ' ', '[]', '\ud800\n']) {
        for (const invalid of ['drop', 'error']) {
          assertLinear(piece, (text) => runTool(slug, text, { invalid, indent: 0 }));
        }
      }
    },
  },
} satisfies ToolCases;

/** jq reads numbers as doubles and writes some of them in another form than JavaScript. */
function withoutFractions(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.trunc(value % 1000) : value;
}
