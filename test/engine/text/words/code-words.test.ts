import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { codeWords } from '#engine/text/words/code-words.js';

const boundary = /[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const numberBoundary = /(?<=\p{N})(?=\p{L})|(?<=\p{L})(?=\p{N})/u;
const text = fc
  .array(fc.constantFrom('a', 'B', 'C', 'é', 'É', '漢', '1', '23', '_', ' ', '-', '😀', '𐐀', '𐐨', '\0', '\ud800'))
  .map((parts) => parts.join(''));

test('words are split like by a pattern with look-around', () => {
  fc.assert(
    fc.property(text, (input) => {
      const expected = input.split(boundary).filter((word) => word !== '');
      assert.deepEqual(codeWords(input, false), expected);
      const numbers = expected.flatMap((word) => word.split(numberBoundary));
      assert.deepEqual(codeWords(input, true), numbers);
    }),
    { seed: 1, numRuns: 1000 },
  );
});

test('marks and joiners do not affect the words', () => {
  const marked = text.map((input) => input.replace(/[\p{L}\p{N}]/gu, '$&\u0301\u200d'));
  fc.assert(
    fc.property(marked, (input) => {
      const bare = codeWords(input.replace(/[\u0301\u200d]/g, ''), false);
      assert.deepEqual(
        codeWords(input, false).map((word) => word.replace(/[\u0301\u200d]/g, '')),
        bare,
      );
    }),
    { seed: 2, numRuns: 500 },
  );
});

test('an apostrophe is removed only between letters', () => {
  const expected = ['dont', 'lamour', '5', 'x', 'x', '5', 'y', 'z', 'z'];
  assert.deepEqual(codeWords("don't l’amour 5'x x'5 'y' z''z", false), expected);
  // Also where two capitals before it are split.
  assert.deepEqual(codeWords("ABc'd AB'c", false), ['A', 'Bcd', 'A', 'Bc']);
});
