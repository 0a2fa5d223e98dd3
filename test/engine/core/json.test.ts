import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  encodeAroundText,
  encodeJson,
  encodeText,
  parseJsonObject,
  parseShape,
  readText,
  splitBody,
} from '#engine/core/json.js';

/** Pieces of long texts. Each takes a different path through the encoder. */
const alphabets = ['plain words. ', 'Größe µÿ ', '日本語 ', '😀 ok ', 'é日😀'];
const lengths = [0, 1, 9_998, 9_999, 10_000, 10_001, 70_000];
const bufferSizes = [undefined, 0, 100, 10_000, 69_999, 400_000];

describe('text is encoded as UTF-8, whatever its length and the available memory', () => {
  for (const alphabet of alphabets) {
    test(JSON.stringify(alphabet), () => {
      for (const length of lengths) {
        const characters = [...alphabet.repeat(length / alphabet.length + 1)];
        const text = characters.slice(0, length).join('');
        for (const bytes of bufferSizes) {
          const outputBuffer = bytes === undefined ? undefined : new Uint8Array(bytes);
          assert.ok(Buffer.from(text).equals(encodeText(text, outputBuffer)), `${length} into ${bytes}`);
        }
      }
    });
  }

  test('any text after a long one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...alphabets), fc.string({ unit: 'binary' }), (alphabet, end) => {
        const text = alphabet.repeat(3_000) + end;
        assert.ok(Buffer.from(text).equals(encodeText(text, new Uint8Array(40_000))));
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  test('into free memory: the result is in that memory, and nothing is written after the text', () => {
    const outputBuffer = new Uint8Array(20_000).fill(7);
    const encoded = encodeText('x'.repeat(15_000), outputBuffer);
    assert.equal(encoded.buffer, outputBuffer.buffer);
    assert.ok(outputBuffer.subarray(15_000).every((byte) => byte === 7));
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

/** What texts are made of: plain, escaped with a letter or by number, of one to four bytes, and half a pair. */
const pieces = [
  ...[
    'words in a row, ',
    'a',
    '\n',
    '"',
    '\\',
    '/',
    '\t\r\b\f',
    '\0',
    '\x1f',
    '\x7f',
    '\x80',
    'é',
    'ÿ',
    'Ā',
    '\u07ff',
    '\u0800',
  ],
  ...['日本', '\u2028', '\ufeff', '\uffff', '\u{10000}', '😀', '\u{10ffff}', '\ud800', '\udfff', '\udc00\ud800'],
];
const mixedText = fc.array(fc.tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 20 })), { maxLength: 60 });
/** Texts longer than the reader and the writer treat at a time, with pieces at any place. */
const longText = fc.tuple(
  mixedText,
  fc.constantFrom('x', 'é', '語', '😀', '\n'),
  fc.integer({ min: 10_000, max: 40_000 }),
  mixedText,
);

function textOf([start, filler, times, end]: typeof longText extends fc.Arbitrary<infer Value>
  ? Value
  : never): string {
  const joined = (parts: readonly (readonly [string, number])[]) =>
    parts.map(([piece, count]) => piece.repeat(count)).join('');
  return joined(start) + filler.repeat(times) + joined(end);
}

/** Parses a body as the engine does: its member `input` apart from the rest, if it is found. */
function parseInParts(bytes: Uint8Array): unknown {
  const split = splitBody(bytes, 1_000);
  const shape = split && parseShape(split);
  return split === undefined || shape === undefined ? parseJsonObject(bytes) : { ...shape, input: readText(split) };
}

describe('a long text in its own memory', () => {
  test('is written as JSON.stringify writes it, into any memory', () => {
    fc.assert(
      fc.property(longText, fc.constantFrom(...bufferSizes), (parts, bytes) => {
        const text = textOf(parts);
        const outputBuffer = bytes === undefined ? undefined : new Uint8Array(bytes);
        const encoded = encodeAroundText({ before: '{"é":', text, after: ',"日":1}' }, outputBuffer);
        assert.ok(Buffer.from(`{"é":${JSON.stringify(text)},"日":1}`).equals(encoded));
        if (outputBuffer !== undefined && encoded.byteLength <= outputBuffer.byteLength)
          assert.equal(encoded.buffer, outputBuffer.buffer);
      }),
      { seed: 6, numRuns: 300 },
    );
  });

  test('is read as JSON.parse reads it, escaped in any way', () => {
    fc.assert(
      fc.property(longText, fc.integer({ min: 0, max: 2 }), (parts, escapes) => {
        const text = textOf(parts);
        const json = escapedBy(escapes, JSON.stringify({ steps: [], input: text, last: ['é', '日'] }));
        assert.deepEqual(parseInParts(Buffer.from(json)), JSON.parse(json));
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  test('with one byte changed, it is read or refused as JSON.parse and strict UTF-8 do', () => {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const byte = fc.oneof(
      fc.integer({ min: 0, max: 255 }),
      fc.integer({ min: 0x20, max: 0x7e }),
      fc.constantFrom(0x22, 0x5c, 0x75, 0xc0, 0xc2, 0xe0, 0xed, 0xf4),
    );
    let refused = 0;
    fc.assert(
      fc.property(longText, fc.nat(), byte, fc.integer({ min: 1, max: 10 }), (parts, index, changed, chance) => {
        const body = Buffer.from(JSON.stringify({ input: textOf(parts), steps: [] }));
        const at = index % body.length;
        body[at] = changed;
        const bytes = chance === 1 ? body.subarray(0, at) : body;
        let expected: unknown;
        try {
          expected = JSON.parse(strict.decode(bytes));
        } catch {
          refused++;
          assert.throws(() => parseInParts(bytes), { message: 'Invalid JSON body' });
          return;
        }
        assert.deepEqual(parseInParts(bytes), expected);
      }),
      { seed: 8, numRuns: 600 },
    );
    assert.ok(refused > 100 && refused < 500, `${refused} refused`);
  });

  test('every malformed sequence of UTF-8 is refused, and every escape that does not exist', () => {
    const sequences = [
      '80',
      'bf',
      'c0af',
      'c1bf',
      'c2',
      'c3c3a9',
      'e0',
      'e08080',
      'e09fbf',
      'e697',
      'eda080',
      'edbfbf',
    ];
    sequences.push('f0808080', 'f08fbfbf', 'f09f98', 'f4908080', 'f5808080', 'f8888080', 'fe', 'ff');
    const escapes = ['\\x41', '\\u12', '\\u12g4', '\\U0041', "\\'", '\\', '\u0001', '\n'].map((text) =>
      Buffer.from(text),
    );
    for (const bad of [...sequences.map((hex) => Buffer.from(hex, 'hex')), ...escapes]) {
      for (const filler of ['x', 'é', '語']) {
        const bytes = Buffer.concat([Buffer.from(`{"input":"${filler.repeat(12_000)}`), bad, Buffer.from('"}')]);
        assert.throws(() => parseInParts(bytes), { message: 'Invalid JSON body' }, bad.toString('hex'));
      }
    }
  });

  test('wherever its name occurs', () => {
    const long = JSON.stringify('é\n'.repeat(10_000));
    const bodies = [
      `{"input":${long}}`,
      ` {\r\n\t"input" \n:\t ${long} , "steps":["a"]} `,
      `{"steps":[{"tool":"a","config":{"input":${long}}}],"input":"short"}`,
      `{"steps":[{"tool":"a","config":{"input":${long}}}]}`,
      `{"input":${long},"input":"last"}`,
      `{"input":"first","input":${long}}`,
      `{"input":${long},"input":${long.replaceAll('n', 't')}}`,
      `{"x\\"input":${long}}`,
      `{"x\\"input\\":":${long}}`,
      `{"in\\u0070ut":${long}}`,
      `{"other":${long},"input":${long}}`,
      `{"input":[${long}]}`,
      `{"input":null,"url":${long}}`,
      `{"__proto__":${long},"input":${long}}`,
    ];
    for (const body of bodies) {
      assert.deepEqual(parseInParts(Buffer.from(body)), JSON.parse(body), body.slice(0, 60));
      assert.deepEqual(parseInParts(Buffer.from(`\ufeff${body}`)), JSON.parse(body), body.slice(0, 60));
    }
    assert.throws(() => parseInParts(Buffer.from(`[{"input":${long}}]`)), {
      message: 'Request body must be a JSON object',
    });
    for (const body of [
      `{"input":${long}`,
      `{"input":${long},}`,
      `{"input":${long}}}`,
      `\ufeff\ufeff{"input":${long}}`,
    ]) {
      assert.throws(() => parseInParts(Buffer.from(body)), { message: 'Invalid JSON body' });
    }
  });
});

/** Escapes nothing more, what is beyond ASCII, or all letters. */
function escapedBy(escapes: number, json: string): string {
  if (escapes === 0) return json;
  const characters = escapes === 1 ? /[\x80-\uffff]/g : /[\x80-\uffff]|(?<=[^\\])[xw](?=[xo])/g;
  return json.replace(characters, (character) => {
    const hex = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${escapes === 1 ? hex : hex.toUpperCase()}`;
  });
}
