import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { lowerCase, upperCase } from '#engine/text/unicode/case-mapping.js';

const conversions = [
  ['upperCase', upperCase, (text: string) => text.toUpperCase()],
  ['lowerCase', lowerCase, (text: string) => text.toLowerCase()],
] as const;

/** Long enough for the table, whatever precedes it. */
const long = '語'.repeat(1_000);

for (const [name, ours, builtIn] of conversions) {
  describe(`${name} agrees with the built-in conversion`, () => {
    test('for every code unit, alone and between others', () => {
      for (let first = 0; first < 0x10000; first += 256) {
        const units = Array.from({ length: 256 }, (_, i) => String.fromCharCode(first + i));
        const text = long + units.join('') + units.join('x') + units.map((unit) => `A${unit} `).join('');
        assert.equal(ours(text), builtIn(text), `U+${first.toString(16)}`);
      }
    });

    test('for Latin-1, with and without letters that map outside it', () => {
      const latin1 = Array.from({ length: 256 }, (_, unit) => String.fromCharCode(unit)).join('');
      for (const text of [latin1.replace(/[\xb5\xff]/g, ''), latin1, 'Straße ', '\xff', 'a\xb5']) {
        const repeated = text.repeat(20_000 / text.length + 1_000);
        assert.equal(ours(repeated), builtIn(repeated));
      }
    });

    test('for every character beyond U+FFFF', () => {
      for (let first = 0x10000; first < 0x110000; first += 4_096) {
        const characters = Array.from({ length: 4_096 }, (_, i) => String.fromCodePoint(first + i)).join('');
        const text = long + characters;
        assert.equal(ours(text), builtIn(text), `U+${first.toString(16)}`);
      }
    });

    test('at the boundaries of pieces', () => {
      for (const character of ['ß', 'é', '𐐨', '𐐀', '😀', 'Σ', 'ΑΣ', 'İ', 'ŉ', '\ud801', '\udc28']) {
        for (let before = 16_380; before <= 16_388; before++) {
          const text = `${'語'.repeat(before)}${character}${'語a'.repeat(20_000)}`;
          assert.equal(ours(text), builtIn(text), `${character} behind ${before}`);
        }
      }
    });

    test('for any text', () => {
      const piece = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('ß', 'ŉ', 'σς', 'Åé'),
      );
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
          const text = long + pieces.join('');
          assert.equal(ours(text), builtIn(text));
        }),
        { seed: 20, numRuns: 400 },
      );
    });
  });
}
