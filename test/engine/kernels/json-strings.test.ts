import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readJsonStringByWords } from '#engine/core/json-string-reader.js';
import { writeJsonStringByWords } from '#engine/core/json-string-writer.js';
import { readString, writeString } from '#engine/kernels/json-strings.js';
import { loadKernels } from '#engine/kernels/kernels.js';

const kernels = loadKernels() ?? assert.fail('this processor has no SIMD');

/** What texts are made of: plain, escaped with a letter or by number, of one to four bytes, and half a pair. */
const pieces = [
  ...['words in a row, ', 'a', ' ', '\n', '"', '\\', '/', '\t', '\r', '\b', '\f', '\0', '\x1f', '\x7f', '\x80'],
  ...['é', 'ÿ', 'Ā', 'слово ', '\u07ff', '\u0800', '日本語', '\ud7ff', '\ue000', '\uffff', '😀', '\u{10ffff}'],
  ...['\ud800', '\udfff'],
];

const textOfPieces = fc
  .array(fc.tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 40 })), { maxLength: 12 })
  .map((parts) => parts.map(([piece, times]) => piece.repeat(times)).join(''));

/** Texts around the places where reading and writing go on with the next piece. */
const longText = fc
  .tuple(fc.constantFrom('a', 'é', 'ж', '語', '😀', '\n'), fc.integer({ min: 16_370, max: 16_400 }), textOfPieces)
  .chain(([filler, length, text]) => fc.constantFrom(1, 2, 4).map((times) => filler.repeat(length * times) + text));

const anyText = fc.oneof({ weight: 9, arbitrary: textOfPieces }, { weight: 1, arbitrary: longText });

function written(write: (text: string, append: (bytes: Uint8Array) => void) => void, text: string): string {
  const parts: Buffer[] = [];
  write(text, (bytes) => parts.push(Buffer.from(bytes)));
  return Buffer.concat(parts).toString();
}

describe('strings of JSON are the same by kernels and without', () => {
  test('written', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const json = JSON.stringify(text).slice(1, -1);
        assert.equal(
          written((from, append) => writeString(kernels, from, append), text),
          json,
        );
        assert.equal(written(writeJsonStringByWords, text), json);
      }),
      { seed: 11, numRuns: 2_000 },
    );
  });

  test('read, wherever in the bytes', () => {
    fc.assert(
      fc.property(anyText, fc.string({ maxLength: 3 }), fc.string({ maxLength: 20 }), (text, before, after) => {
        const start = Buffer.byteLength(before) + 1;
        const json = Buffer.from(`${before}${JSON.stringify(text)}${after}`);
        const expected = { text, end: start - 2 + Buffer.byteLength(JSON.stringify(text)) };
        assert.deepEqual(readString(kernels, json, start), expected);
        assert.deepEqual(readJsonStringByWords(json, start), expected);
      }),
      { seed: 12, numRuns: 2_000 },
    );
  });

  test('with every character as an escape', () => {
    fc.assert(
      fc.property(textOfPieces, fc.boolean(), (text, isUpper) => {
        const escapes = Array.from({ length: text.length }, (_, index) => {
          const digits = text.charCodeAt(index).toString(16).padStart(4, '0');
          return `\\u${isUpper ? digits.toUpperCase() : digits}`;
        });
        assert.equal(readString(kernels, Buffer.from(`${escapes.join('')}"`), 0)?.text, text);
      }),
      { seed: 13, numRuns: 500 },
    );
  });

  test('and malformed ones are refused', () => {
    const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 4 });
    let refused = 0;
    fc.assert(
      fc.property(anyText, bytes, fc.double({ min: 0, max: 1, noNaN: true }), (text, wrong, place) => {
        const json = Buffer.from(`${JSON.stringify(text).slice(1)}`);
        Buffer.from(wrong).copy(json, Math.floor(place * json.length));
        const expected = readJsonStringByWords(json, 0);
        if (expected === undefined) refused++;
        assert.deepEqual(readString(kernels, json, 0), expected);
      }),
      { seed: 14, numRuns: 4_000 },
    );
    assert.ok(refused > 1_000, `${refused} were refused`);
  });

  for (const [name, hex] of [
    ['a control character', '610a22'],
    ['an escape that JSON does not have', '5c6122'],
    ['digits that are none', '5c7530303067'],
    ['a cut escape', '615c7530'],
    ['a backslash at the end', '615c'],
    ['no closing quote', '6161'],
    ['nothing', ''],
    ['a longer form than needed', 'c0af22'],
    ['one of three bytes', 'e0809f22'],
    ['one of four bytes', 'f08080af22'],
    ['a surrogate in UTF-8', 'eda08022'],
    ['a code point beyond Unicode', 'f490808022'],
    ['a byte that begins nothing', '80a022'],
    ['a sequence that the quote ends', 'e38122'],
    ['a sequence that the text ends', 'e381'],
    ['a sequence that the text ends, in Latin', 'c3'],
  ] as const) {
    test(`refused: ${name}`, () => {
      for (const filler of ['', 'a'.repeat(20), 'é'.repeat(20), '語'.repeat(20), 'a'.repeat(65_530)]) {
        const bytes = Buffer.concat([Buffer.from(filler), Buffer.from(hex, 'hex')]);
        assert.equal(readString(kernels, bytes, 0), undefined);
        assert.equal(readJsonStringByWords(bytes, 0), undefined);
      }
    });
  }

  test('a text that has no room in the memory of the kernels is left to the others', () => {
    const json = Buffer.from(`${'語'.repeat(2_500_000)}"`);
    assert.equal(readString(kernels, json, 0), undefined);
    assert.equal(readJsonStringByWords(json, 0)?.text.length, 2_500_000);
  });
});
