import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Utf8Decoder } from '#gateway/cli/text/utf8-decoder.js';

function decode(chunks: readonly Uint8Array[]): string {
  const decoder = new Utf8Decoder('in.txt');
  const text = chunks.map((chunk) => decoder.decode(Buffer.from(chunk))).join('');
  decoder.end();
  return text;
}

const chunked = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));

test('characters may be split anywhere between chunks', () => {
  const text = 'aé漢👍\u{10ffff}\u07ff\u0800 z';
  for (const size of [1, 2, 3, 4, 5]) assert.equal(decode(chunked(Buffer.from(text), size)), text);
});

test('accepts and refuses the same as TextDecoder, for all chunks', () => {
  const bytes = fc.array(
    fc.constantFrom(0x41, 0x80, 0xbf, 0xc0, 0xc3, 0xe0, 0xed, 0xa0, 0xf0, 0x9f, 0x91, 0x8d, 0xf4, 0xff),
  );
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 5 }), (codes, size) => {
      const buffer = Buffer.from(codes);
      let expected: string | undefined;
      try {
        expected = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(buffer);
      } catch {
        assert.throws(() => decode(chunked(buffer, size)), /not UTF-8/);
        return;
      }
      assert.equal(decode(chunked(buffer, size)), expected);
    }),
    { seed: 2, numRuns: 5000 },
  );
});

for (const [name, bytes, offset] of [
  ['a stray byte', [0x61, 0xff, 0x62], 1],
  ['a character that is not complete at the end', [0x61, 0x62, 0xe6, 0xbc], 2],
  ['a surrogate', [0x61, 0xed, 0xa0, 0x80], 1],
] as const) {
  test(`names the offset of ${name}`, () => {
    for (const size of [1, 2, 10]) {
      const message = `in.txt is not UTF-8: byte ${offset} (counted from 0) is not part of a character`;
      assert.throws(() => decode(chunked(Buffer.from(bytes), size)), { message });
    }
  });
}

test('removes a byte order mark at the start only', () => {
  for (const size of [1, 2, 10]) assert.equal(decode(chunked(Buffer.from('\ufeffa\ufeff'), size)), 'a\ufeff');
});
