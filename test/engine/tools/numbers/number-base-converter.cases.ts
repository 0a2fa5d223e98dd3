import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'number-base-converter';
const base = (from: number, to: number, more: object = {}) => ({ from, to, ...more });

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { name: 'blank lines and line ends stay', input: ' 10 \r\n\r\n16\r\n', output: 'a\r\n\r\n10\r\n' },
    { input: '+15\n-15\n\u221215\n-0\n007', output: 'f\n-f\n-f\n0\n7' },
    {
      input: 'ff\nFF\n0xff\n0XFF\n-0xff\n0x_',
      config: base(16, 10, { invalid: 'keep' }),
      output: '255\n255\n255\n255\n-255\n0x_',
    },
    {
      name: 'a prefix goes before the base',
      input: '0xff\n-0B101\n0o17\n12',
      config: base(10, 10),
      output: '255\n-5\n15\n12',
    },
    { name: 'but not where its letter is a digit', input: '0b1', config: base(16, 10), output: '177' },
    { input: '0b1\n0xb', config: base(12, 10), output: '133\n11' },
    { input: '0o7', config: base(25, 10), output: '607' },
    { input: '0x1', config: base(34, 10), output: '1123' },
    { input: '1_000\n0xdead_beef', output: '3e8\ndeadbeef' },
    { input: '_1', error: 'line 1, column 1: "_" is not a digit of base 10' },
    { input: '1_', error: 'line 1, column 2: "_" is not a digit of base 10' },
    { input: '1__0', error: 'line 1, column 3: "_" is not a digit of base 10' },
    { input: '0x_1', error: 'line 1, column 3: "_" is not a digit of base 16' },
    { input: '1\n\n  12a', error: 'line 3, column 5: "a" is not a digit of base 10' },
    { input: '12', config: base(2, 10), error: 'line 1, column 2: "2" is not a digit of base 2' },
    { input: '0b12', error: 'line 1, column 4: "2" is not a digit of base 2' },
    { input: '1.5', error: 'line 1, column 2: "." is not a digit of base 10' },
    { input: '1 000', error: 'line 1, column 2: U+0020 is not a digit of base 10' },
    { input: '1\ud800', error: 'line 1, column 2: U+D800 is not a digit of base 10' },
    { input: '\u0000', error: 'line 1, column 1: U+0000 is not a digit of base 10' },
    { input: '\u{1d7d9}', error: 'line 1, column 1: "\u{1d7d9}" is not a digit of base 10' },
    { input: '__proto__', config: base(36, 10), error: 'line 1, column 1: "_" is not a digit of base 36' },
    ...['-', '0x', '+0b'].map((input) => ({ input, error: 'line 1: a number has no digits' })),
    { input: '9'.repeat(10_001), error: 'line 1: a number has more than 10000 digits' },
    { name: '10,000 digits', input: `1${'0'.repeat(9999)}`, config: base(2, 16), output: `8${'0'.repeat(2499)}` },
    { input: '8\n-8', config: base(10, 8, { prefix: true, pad: 4 }), output: '0o0010\n-0o0010' },
    { input: '255', config: base(10, 16, { prefix: true, uppercase: true }), output: '0xFF' },
    { name: 'other bases have no prefix', input: '8', config: base(10, 7, { prefix: true }), output: '11' },
    { input: '123', config: base(10, 16, { pad: 2 }), output: '7b' },
    { input: 'x\n 7\n', config: { invalid: 'keep' }, output: 'x\n7\n' },
    { input: 'x\n7\n', config: { invalid: 'blank' }, output: '\n7\n' },
    {
      name: 'many short numbers that are padded',
      input: '1\n'.repeat(100_000),
      config: { pad: 256 },
      error: 'the output would be longer than 4000000 characters',
    },
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
