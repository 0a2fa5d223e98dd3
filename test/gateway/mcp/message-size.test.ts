import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isTooMuchToParse } from '../../../gateway/mcp/message-size.js';

const encoder = new TextEncoder();
const isTooMuch = (text: string): boolean => isTooMuchToParse(encoder.encode(text));

describe('what the event loop is asked to parse', () => {
  const values = (count: number) => `[${Array(count).fill('0').join(',')}]`;
  for (const [what, text, expected] of [
    ['a hundred thousand values', values(100_000), false],
    ['one more', values(100_001), true],
    ['arrays in arrays', '['.repeat(100_001), true],
    ['objects in objects', '{"a":'.repeat(100_001), true],
    ['a string of commas', JSON.stringify(','.repeat(200_000)), false],
    ['a string of escaped quotes and commas', JSON.stringify('",'.repeat(200_000)), false],
    ['a string that ends with backslashes, and values', `[${JSON.stringify('\\\\\\')},${values(100_001)}]`, true],
    ['a string that never ends', `"${','.repeat(200_000)}`, false],
    ['backslashes before an end', `"${'\\'.repeat(200_001)}"${','.repeat(200_000)}`, false],
    ['nothing', '', false],
    ['4 MiB', ' '.repeat(4 * 1024 * 1024), false],
    ['a byte more', ' '.repeat(4 * 1024 * 1024 + 1), true],
  ] as const) {
    test(`${what}: ${expected ? 'too much' : 'taken'}`, () => assert.equal(isTooMuch(text), expected));
  }

  test('what is in strings never counts, all else does', () => {
    const most = 100_000;
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const outside = text.replace(/"(?:[^"\\]|\\.)*"/g, '""').match(/[,[{]/g)?.length ?? 0;
        // One for the outer bracket, one for the comma behind the value.
        const left = most - outside - 2;
        assert.equal(isTooMuch(`[${text},${values(left)}]`), false);
        assert.equal(isTooMuch(`[${text},${values(left + 1)}]`), true);
      }),
      { numRuns: 50 },
    );
  });
});
