import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldCase } from '#engine/text/unicode/case-folding.js';

test('characters that differ only in case fold to the same character', () => {
  const groups = [
    'aA',
    'kK\u212a',
    'sSſ',
    'σςΣ',
    'ßẞ',
    'åÅ\u212b',
    'ωΩ\u2126',
    'µμΜ',
    'ǆǅǄ',
    '\u0345ιΙ',
    'ᾳᾼ',
    '𐐀𐐨',
    'Ꭰꭰ',
    '\ufb05\ufb06',
  ];
  for (const group of groups) {
    const folded = new Set(Array.from(group, foldCase));
    assert.equal(folded.size, 1, group);
  }
});

test('characters whose case changes the length stay different', () => {
  for (const [one, other] of [
    ['ß', 'SS'],
    ['İ', 'i̇'],
    ['ı', 'i'],
    ['ı', 'I'],
    ['İ', 'i'],
    ['ŉ', 'ʼn'],
    ['ﬁ', 'fi'],
  ] as const) {
    assert.notEqual(foldCase(one), foldCase(other), `${one} ${other}`);
  }
});

test('every character keeps its length, and folding is idempotent', () => {
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    const character = String.fromCodePoint(codePoint);
    const folded = foldCase(character);
    if (folded === character) continue;
    assert.equal(folded.length, character.length, codePoint.toString(16));
    assert.equal(foldCase(folded), folded, codePoint.toString(16));
  }
});

test('two characters fold to the same if and only if they match each other with the flags iu', () => {
  const cased: string[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    const character = String.fromCodePoint(codePoint);
    if (character.toLowerCase() !== character || character.toUpperCase() !== character) cased.push(character);
  }
  const lines = cased.join('\n');
  const byFolding = new Map<string, string[]>();
  for (const character of cased) {
    const folded = foldCase(character);
    byFolding.set(folded, [...(byFolding.get(folded) ?? []), character]);
  }
  for (const character of cased) {
    assert.deepEqual(lines.match(new RegExp(`^${character}$`, 'gimu')), byFolding.get(foldCase(character)), character);
  }
});

test('in a text each character folds as if alone', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('A', 'ß', 'Σ', 'İ', '😀', '𐐀', '\ud801', '\udc00', 'K', ' ') }),
      (text) => {
        assert.equal(foldCase(text), Array.from(text, foldCase).join(''));
      },
    ),
    { seed: 1, numRuns: 500 },
  );
});
