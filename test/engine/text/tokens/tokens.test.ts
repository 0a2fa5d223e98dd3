import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import fc from 'fast-check';
import { Tiktoken } from 'js-tiktoken/lite';
import { countTokens, tokenMeasure } from '#engine/text/tokens/tokens.js';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';

const require = createRequire(import.meta.url);
const encodings = ['o200k', 'cl100k'] as const;
/** The oracle: the encoder of js-tiktoken, which is quadratic in the length of a word. */
const oracles = Object.fromEntries(
  encodings.map((encoding) => {
    const tiktoken = new Tiktoken(require(`js-tiktoken/ranks/${encoding}_base`));
    return [encoding, (text: string) => tiktoken.encode(text, [], []).length];
  }),
);
const pieces = fc.oneof(
  fc.constantFrom(
    'the',
    'Word',
    "n't",
    "'LL",
    ' ',
    '  ',
    '\n',
    '\r\n',
    '\t',
    '1234',
    '漢字',
    'かな',
    'ญี่ปุ่น',
    '😀',
    '👩‍👩‍👧',
    'é',
    '\u0301',
  ),
  fc.constantFrom(
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    '          ',
    '!!!---',
    '<|endoftext|>',
    '\ud83d',
    'Übergrößenträger',
    'ＡＢ',
    '//',
    '_x_',
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const texts = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''));

for (const encoding of encodings) {
  test(`${encoding}: counts as js-tiktoken does`, () => {
    fc.assert(
      fc.property(texts, (text) => assert.equal(countTokens(text, encoding), oracles[encoding]?.(text))),
      { seed: 1, numRuns: sampleSize(1000) },
    );
  });

  test(`${encoding}: measures in both directions, and never within a character`, () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, count) => {
        const measure = tokenMeasure(text, encoding);
        const all = countTokens(text, encoding);
        assert.equal(measure.forward(0, all), text.length);
        if (all > 0) assert.ok(measure.forward(0, all - 1) < text.length);
        assert.equal(measure.back(text.length, all), 0);
        const end = measure.forward(0, count);
        assert.ok(!/^[\udc00-\udfff]/.test(text.slice(end)) || !/[\ud800-\udbff]$/.test(text.slice(0, end)));
        assert.equal(measure.forward(end, 0), end);
        // A character of several tokens can begin before.
        assert.ok(measure.back(end, count) === 0);
        assert.ok(measure.back(text.length, count) >= 0);
      }),
      { seed: 2, numRuns: sampleSize(1000) },
    );
  });
}

test('the number of tokens of some texts', () => {
  // As the documentation of tiktoken has it.
  assert.equal(countTokens('tiktoken is great!', 'cl100k'), 6);
  assert.equal(countTokens('antidisestablishmentarianism', 'cl100k'), 6);
  assert.equal(countTokens('2 + 2 = 4', 'cl100k'), 7);
  assert.equal(countTokens('お誕生日おめでとう', 'cl100k'), 9);
  assert.equal(countTokens('お誕生日おめでとう', 'o200k'), 8);
});

test('words of any length take linear time', () => {
  for (const encoding of encodings) {
    for (const piece of ['a', 'ab', 'A', ' ', '\n', '漢', '😀', '!', '1', '\u0301', 'Aa', 'xq', ' \n', '\t ']) {
      assertLinear(piece, (text) => countTokens(text, encoding));
    }
  }
});

test('a word that would need too much memory is refused', () => {
  assert.equal(countTokens('漢'.repeat(500_000), 'o200k'), 500_000);
  assert.throws(() => countTokens('漢'.repeat(500_001), 'o200k'), /a word of the text is too long/);
});
