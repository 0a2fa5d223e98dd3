import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { reverseGraphemes } from '#engine/tools/lines/reverse-text/graphemes.js';
import { assertLinear } from '../../../../support/growth.js';

function reversedInOnePiece(text: string): string {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
    .reverse()
    .join('');
}

const clusters = [
  'a',
  ' ',
  '\r\n',
  '\n',
  '\r',
  'e\u0301',
  '👩‍👧',
  '🇩🇪',
  '🇩',
  '1️⃣',
  '각',
  '\u1100',
  '\u1161',
  'क्षि',
  '\u0600',
  '\ud83d',
  '\ude00',
  '漢',
  'か',
  'ก็',
  '\u200d',
  '👍🏽',
];

test('reverses the same in pieces as in one piece, across their boundaries too', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 4085, max: 4097 }),
      fc.array(fc.constantFrom(...clusters), { minLength: 1, maxLength: 25 }),
      (before, parts) => {
        const text = `\u0301${'x'.repeat(before)}${parts.join('')}`;
        assert.equal(reverseGraphemes(text), reversedInOnePiece(text));
      },
    ),
    { seed: 1, numRuns: 200 },
  );
});

test('reverses short texts of any kind', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...clusters), fc.string({ unit: 'binary', maxLength: 2 })), { maxLength: 8 }),
      (parts) => {
        const text = parts.join('');
        assert.equal(reverseGraphemes(text), reversedInOnePiece(text));
      },
    ),
    { seed: 2, numRuns: 3000 },
  );
});

test('the fast path is correct for every character that takes it', () => {
  for (let code = 0; code < 0x10000; code++) {
    const text = `a${String.fromCharCode(code)}漢${String.fromCharCode(code)}`;
    assert.equal(reverseGraphemes(text), reversedInOnePiece(text));
  }
});

test('a run of flags keeps its pairs across the boundaries of pieces', () => {
  for (const flags of ['🇩🇪'.repeat(3000), `x${'🇩🇪'.repeat(3000)}🇩`]) {
    assert.equal(reverseGraphemes(flags), reversedInOnePiece(flags));
  }
});

test('long texts take linear time', () => {
  for (const unit of ['é', 'e\u0301', '👩‍👧', '\u0301', '\u200d', 'ก', '\ud83d']) {
    assertLinear(unit, (text) => assert.equal(reverseGraphemes(text).length, text.length));
  }
});
