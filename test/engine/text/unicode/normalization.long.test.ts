import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { OutputTooLongError } from '#engine/core/errors.js';
import { OutputLimit } from '#engine/core/tool.js';
import { normalize } from '#engine/text/unicode/normalization.js';
import { assertLinear, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';

const unlimited = new OutputLimit(Number.POSITIVE_INFINITY);
const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;

/** A mark of every combining class, marks that decompose, marks of class 0, and characters that become a mark. */
const marks = [
  ...'\u0334\u{16ff0}\u093c\u3099\u094d\u05b0\u05c2\ufb1e\u064b\u0670\u0711\u0c55\u0c56\u0e38\u0e48\u0eb8\u0ec8',
  ...'\u0f71\u0f72\u0f74\u0321\u1dce\u031b\u302a\u0323\u059a\u302e\u{1d16d}\u05ae\u0301\u0315\u035c\u035d\u0345',
  ...'\u0344\u0340\u0343\u0f73\u0f75\u0f81\u09be\u093f\u20dd\u034f\ufe0f\uff9e\uff9f\u0300\u0308\u0327',
];
const character = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...marks) },
  fc.constantFrom(...'aéＡﬁﷺ가한\u1100\u1161か\uff76\ud800Å', '\u{1d160}'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);

describe('normalisation', () => {
  for (const form of forms) {
    test(`to ${form} agrees with the native one`, () => {
      fc.assert(
        fc.property(fc.array(character, { maxLength: 150, size: 'max' }), (parts) => {
          const text = parts.join('');
          assert.equal(normalize(text, form, unlimited), text.normalize(form));
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    });

    test(`to ${form} takes linear time for runs of marks, in any form`, () => {
      // The native one takes most of a minute for nearly all of these.
      for (const run of ['\u0301\u0323', '\u0f73', '\u0344\u0323', '\u{1d165}\u0334', '\u0301\uff9e']) {
        assertLinear(
          (length) => `a${filled(run, length)}`,
          (text) => assert.ok(normalize(text, form, unlimited).length > text.length / 2),
        );
      }
    });
  }

  test('takes linear time for many runs that are just long enough to be sorted', () => {
    const run = `a${'\u0301\u0323'.repeat(16)}`;
    const inOrder = `a${'\u0323'.repeat(16)}${'\u0301'.repeat(16)}`;
    assertLinear(run, (text) => {
      assert.equal(normalize(text, 'NFD', unlimited), inOrder.repeat(text.length / run.length));
    });
  });

  test('of many different marks agrees with the native one', () => {
    let all = '';
    for (let codePoint = 0x300; codePoint < 0x20000; codePoint++) {
      const mark = String.fromCodePoint(codePoint);
      if (/[\p{M}]/u.test(mark)) all += mark;
    }
    for (const text of [`a${all}`, `a${[...all].reverse().join('')}`]) {
      for (const form of forms) assert.equal(normalize(text, form, unlimited), text.normalize(form));
    }
  });

  test('checks the limit before it decomposes', () => {
    const text = 'ﷺ'.repeat(100);
    assert.equal(normalize(text, 'NFKD', new OutputLimit(1800)).length, 1800);
    assert.throws(() => normalize(text, 'NFKD', new OutputLimit(1799)), OutputTooLongError);
    assert.throws(() => normalize(text, 'NFKC', new OutputLimit(449)), OutputTooLongError);
    assert.equal(normalize('a\u0301'.repeat(100), 'NFC', new OutputLimit(100)).length, 100);
  });
});
