import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { occurrences } from '#engine/text/patterns/literal-search.js';

function everyOffset(text: string, needle: string): number[] {
  const offsets: number[] = [];
  for (let i = 0; i + needle.length <= text.length; i++) if (text.startsWith(needle, i)) offsets.push(i);
  return offsets;
}

test('finds every occurrence, overlapping ones too, of short and long needles', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 30 });
  const needle = fc.tuple(
    fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 }),
    fc.integer({ min: 1, max: 20 }),
  );
  fc.assert(
    fc.property(letters, needle, letters, fc.nat(3), ([...start], [piece, times], end, more) => {
      const sought = piece.repeat(times);
      const text = start.join('') + sought + piece.repeat(more) + end + sought;
      assert.deepEqual([...occurrences(text, sought)], everyOffset(text, sought));
    }),
    { seed: 1, numRuns: 2000 },
  );
});

test('a needle that nearly matches everywhere takes linear time', () => {
  const text = 'a'.repeat(10_000_000);
  const needle = `${'a'.repeat(1000)}b${'a'.repeat(999)}`;
  assert.deepEqual([...occurrences(text, needle)], []);
  assert.deepEqual([...occurrences(text + needle, needle)], [10_000_000]);
});
