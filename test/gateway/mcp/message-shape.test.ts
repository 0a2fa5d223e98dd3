import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isTooMuchToParse } from '#gateway/mcp/message-shape.js';

const encoder = new TextEncoder();
const isTooMuch = (text: string): boolean => isTooMuchToParse(encoder.encode(text));

/** Returns a list with a number of commas and brackets. */
const values = (count: number): string => `[${Array(count).fill('0').join(',')}]`;
const members = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1])));
const levels = (count: number): string => `${'['.repeat(count)}${']'.repeat(count)}`;

describe('a message for the event loop', () => {
  for (const [what, text, expected] of [
    ['nothing', '', false],
    ['2,000 members', members(2_000), false],
    ['2,001 members', members(2_001), true],
    ['members of objects in objects', '{"a":'.repeat(2_001), true],
    ['members behind a text that ends in backslashes', `{"\\\\":1,"\\"":1,"k":${members(2_001)}}`, true],
    ['100,000 values', values(100_000), false],
    ['100,001 values', values(100_001), true],
    ['100,000 levels', levels(100_000), false],
    ['100,001 levels', levels(100_001), true],
    ['empty objects', `[${Array(50_001).fill('{}').join(',')}]`, true],
    ['25 steps of 500 pairs', JSON.stringify(Array(25).fill(Array(500).fill(['a', 'b']))), false],
    ['a text of commas', JSON.stringify(','.repeat(200_000)), false],
    ['a text that looks like JSON', JSON.stringify(JSON.stringify(Array(20_000).fill({ a: '\\' }))), false],
    ['a text that never ends', `"${','.repeat(200_000)}`, false],
    ['a text that is cut in the middle of an escape', '{"a\\', false],
    ['a text of backslashes whose end is escaped', `"${'\\'.repeat(200_001)}"${','.repeat(200_000)}`, false],
    ['4 MiB', ' '.repeat(4 * 1024 * 1024), false],
    ['a byte more', ' '.repeat(4 * 1024 * 1024 + 1), true],
  ] as const) {
    test(`${what}: ${expected ? 'too much' : 'accepted'}`, () => assert.equal(isTooMuch(text), expected));
  }

  test('the contents of strings never count, everything else does', () => {
    const most = 100_000;
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const outside = text.replace(/"(?:[^"\\]|\\.)*"/g, '""').match(/[,[{]/g)?.length ?? 0;
        // One for the outer bracket, one for the comma after the value.
        const left = most - outside - 2;
        assert.equal(isTooMuch(`[${text},${values(left)}]`), false);
        assert.equal(isTooMuch(`[${text},${values(left + 1)}]`), true);
      }),
      { numRuns: 50 },
    );
  });
});
