import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { percentDecode } from '#engine/text/urls/percent-decoding.js';

function reference(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

test('one and two escaped bytes, all of them', () => {
  const escapes = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).padStart(2, '0')}`);
  for (const first of escapes) {
    assert.equal(percentDecode(first), reference(first), first);
    for (const second of escapes) assert.equal(percentDecode(first + second), reference(first + second));
  }
});

test('longer sequences at the edges of what UTF-8 allows', () => {
  const sequences = ['E0%9F%BF', 'E0%A0%80', 'ED%9F%BF', 'ED%A0%80', 'ED%BF%BF', 'EE%80%80', 'EF%BF%BF', 'F0%8F%BF%BF'];
  sequences.push(
    'F0%90%80%80',
    'F4%8F%BF%BF',
    'F4%90%80%80',
    'F5%80%80%80',
    'F0%9F%9A',
    'F0%9F%9A%8',
    'F0%9F%9AX80',
    'C3%2',
  );
  for (const sequence of sequences) assert.equal(percentDecode(`a%${sequence}`), reference(`a%${sequence}`), sequence);
});

test('agrees with decodeURIComponent on any mix', () => {
  const byte = fc.integer({ min: 0, max: 255 }).map((value) => `%${value.toString(16).padStart(2, '0').toUpperCase()}`);
  const escaped = fc.string({ unit: 'grapheme' }).map((text) => encodeURIComponent(text.toWellFormed()));
  const piece = fc.oneof(byte, escaped, fc.constantFrom('%', '%a', '%g0', '%0g', 'a', 'é', '\ud800', '+'));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      assert.equal(percentDecode(pieces.join('')), reference(pieces.join('')));
    }),
    { seed: 1, numRuns: 5000 },
  );
});
