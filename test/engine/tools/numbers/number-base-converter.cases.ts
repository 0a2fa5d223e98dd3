import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'number-base-converter';
const base = (from: number, to: number, more: object = {}) => ({ from, to, ...more });

export default {
  slug,
  cases: [
    ['', ''],
    [' 10 \r\n\r\n16\r\n', 'a\r\n\r\n10\r\n', {}, 'blank lines and line ends stay'],
    ['+15\n-15\n\u221215\n-0\n007', 'f\n-f\n-f\n0\n7'],
    ['ff\nFF\n0xff\n0XFF\n-0xff\n0x_', '255\n255\n255\n255\n-255\n0x_', base(16, 10, { invalid: 'keep' })],
    ['0xff\n-0B101\n0o17\n12', '255\n-5\n15\n12', base(10, 10), 'a prefix goes before the base'],
    ['0b1', '177', base(16, 10), 'but not where its letter is a digit'],
    ['0b1\n0xb', '133\n11', base(12, 10)],
    ['0o7', '607', base(25, 10)],
    ['0x1', '1123', base(34, 10)],
    ['1_000\n0xdead_beef', '3e8\ndeadbeef'],
    ['_1', { error: 'line 1, column 1: "_" is not a digit of base 10' }],
    ['1_', { error: 'line 1, column 2: "_" is not a digit of base 10' }],
    ['1__0', { error: 'line 1, column 3: "_" is not a digit of base 10' }],
    ['0x_1', { error: 'line 1, column 3: "_" is not a digit of base 16' }],
    ['1\n\n  12a', { error: 'line 3, column 5: "a" is not a digit of base 10' }],
    ['12', { error: 'line 1, column 2: "2" is not a digit of base 2' }, base(2, 10)],
    ['0b12', { error: 'line 1, column 4: "2" is not a digit of base 2' }],
    ['1.5', { error: 'line 1, column 2: "." is not a digit of base 10' }],
    ['1 000', { error: 'line 1, column 2: U+0020 is not a digit of base 10' }],
    ['1\ud800', { error: 'line 1, column 2: U+D800 is not a digit of base 10' }],
    ['\u0000', { error: 'line 1, column 1: U+0000 is not a digit of base 10' }],
    ['\u{1d7d9}', { error: 'line 1, column 1: "\u{1d7d9}" is not a digit of base 10' }],
    ['__proto__', { error: 'line 1, column 1: "_" is not a digit of base 36' }, base(36, 10)],
    ...['-', '0x', '+0b'].map((input): ToolCase => [input, { error: 'line 1: a number has no digits' }]),
    ['9'.repeat(10_001), { error: 'line 1: a number has more than 10000 digits' }],
    [`1${'0'.repeat(9999)}`, `8${'0'.repeat(2499)}`, base(2, 16), '10,000 digits'],
    ['8\n-8', '0o0010\n-0o0010', base(10, 8, { prefix: true, pad: 4 })],
    ['255', '0xFF', base(10, 16, { prefix: true, uppercase: true })],
    ['8', '11', base(10, 7, { prefix: true }), 'other bases have no prefix'],
    ['123', '7b', base(10, 16, { pad: 2 })],
    ['x\n 7\n', 'x\n7\n', { invalid: 'keep' }],
    ['x\n7\n', '\n7\n', { invalid: 'blank' }],
    [
      '1\n'.repeat(100_000),
      { error: 'the output would be longer than 4000000 characters' },
      { pad: 256 },
      'many short numbers that are padded',
    ],
  ],
  checks: {
    'writes a number as BigInt writes it, and reads it again': () => {
      const anyBase = fc.integer({ min: 2, max: 36 });
      fc.assert(
        fc.property(fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n }), anyBase, (value, to) => {
          const written = resultOf(slug, String(value), base(10, to));
          assert.equal(written, value.toString(to));
          assert.equal(resultOf(slug, written, base(to, 10)), String(value));
        }),
        { seed: 1, numRuns: sampleSize(400) },
      );
    },
    'fifty numbers of 9,999 digits take less than two seconds': () => {
      assertTakesAtMost(200, () => {
        const input = `${'7'.repeat(9999)}\n`.repeat(49);
        assert.equal(resultOf(slug, resultOf(slug, input, base(10, 36)), base(36, 10)), input);
      });
    },
  },
} satisfies ToolCases;
