import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { encodeJson, encodeText, parseJsonObject } from '../../../engine/core/json.js';

/** Pieces of long texts. Each takes a different path through the encoder. */
const alphabets = ['plain words. ', 'Größe µÿ ', '日本語 ', '😀 ok ', 'é日😀'];
const lengths = [0, 1, 9_998, 9_999, 10_000, 10_001, 70_000];
const rooms = [undefined, 0, 100, 10_000, 69_999, 400_000];

describe('text is encoded as UTF-8, whatever its length and the available memory', () => {
  for (const alphabet of alphabets) {
    test(JSON.stringify(alphabet), () => {
      for (const length of lengths) {
        const characters = [...alphabet.repeat(length / alphabet.length + 1)];
        const text = characters.slice(0, length).join('');
        for (const bytes of rooms) {
          const room = bytes === undefined ? undefined : new Uint8Array(bytes);
          assert.deepEqual(Buffer.from(encodeText(text, room)), Buffer.from(text), `${length} into ${bytes}`);
        }
      }
    });
  }

  test('any text after a long one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...alphabets), fc.string({ unit: 'binary' }), (alphabet, end) => {
        const text = alphabet.repeat(3_000) + end;
        assert.deepEqual(Buffer.from(encodeText(text, new Uint8Array(40_000))), Buffer.from(text));
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  test('into free memory: the result is in that memory, and nothing is written after the text', () => {
    const room = new Uint8Array(20_000).fill(7);
    const encoded = encodeText('x'.repeat(15_000), room);
    assert.equal(encoded.buffer, room.buffer);
    assert.ok(room.subarray(15_000).every((byte) => byte === 7));
  });
});

test('encoded text can be parsed again, with lone surrogates', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 2 }), (text, kind) => {
      const long = text + ['', 'a'.repeat(20_000), '語\ud800'.repeat(10_000)][kind];
      assert.deepEqual(parseJsonObject(encodeJson({ text: long })), { text: long });
    }),
    { seed: 5, numRuns: 200 },
  );
});
