import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { OutputLimit } from '#engine/core/tool.js';
import { replaceMatches } from '#engine/text/replacement.js';
import { joinTexts, TextWriter } from '#engine/text/text-writer.js';

const patterns = [/a/g, /(a)|(b)/g, /(?<name>a)(b)?/g, /a*/g, /\P{M}/gu, /(?:)/gu, /^a/g, /a$/gm, /(?<=a)b/g, /(?=b)/g];

/** Longer than one pass replaces, and short enough for hundreds of runs. */
const longTexts = fc
  .array(fc.constantFrom('a', 'b', 'ab', 'é', '👍', '\ud800', '\n', '\u0301', 'xyz'), { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.join('').repeat(Math.ceil(40_000 / pieces.join('').length)));

describe('replaceMatches', () => {
  test('agrees with String.prototype.replace, whatever the length of the text', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 50 }), longTexts);
    fc.assert(
      fc.property(texts, fc.constantFrom(...patterns), (text, pattern) => {
        // Named groups follow the text, which is not passed.
        const shown = (...details: unknown[]) =>
          JSON.stringify(details.filter((detail) => detail !== text).slice(0, 4));
        const written = (...details: unknown[]) => shown(...details.filter((detail) => typeof detail !== 'object'));
        const expected = text.replace(pattern, written as never);
        assert.ok(replaceMatches(text, pattern, written as never) === expected);
      }),
      { numRuns: 60 },
    );
  });

  test('a function may use the pattern itself', () => {
    const pattern = /a/g;
    const text = 'ab'.repeat(20_000);
    const replaced = replaceMatches(text, pattern, () => 'xa'.replace(pattern, 'y'));
    assert.ok(replaced === 'xyb'.repeat(20_000));
  });
});

describe('TextWriter', () => {
  test('returns its pieces in order and their length, across chunks too', () => {
    const pieces = fc.array(
      fc.string({ maxLength: 9_000 }).map((text) => text.repeat(3)),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(pieces, (list) => {
        const writer = new TextWriter();
        let expected = '';
        for (const piece of list) {
          writer.write(piece);
          expected += piece;
          assert.equal(writer.length, expected.length);
          assert.ok(writer.toString() === expected);
        }
        assert.ok(joinTexts(list, ', ') === list.join(', '));
      }),
      { numRuns: 50 },
    );
  });

  test('stops at the piece that exceeds the limit', () => {
    const writer = new TextWriter(new OutputLimit(20_000));
    for (let i = 0; i < 20_000; i++) writer.write('a');
    assert.throws(() => writer.write('a'), { message: 'the output would be longer than 20000 characters' });
  });
});
