import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'rot-cipher';
const text = fc.string({ unit: 'binary' }).map((binary) => `${binary}Az09!~ `);

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: 'AMNZ amnz 0459', output: 'NZAM nzam 0459' },
    { input: 'az 0459', config: { variant: 'rot5' }, output: 'az 5904' },
    { input: 'az 0459', config: { variant: 'rot18' }, output: 'nm 5904' },
    { input: '!~ AZ az\n\x7f', config: { variant: 'rot47' }, output: 'PO p+ 2K\n\x7f' },
    { input: 'abc xyz', config: { variant: 'caesar', shift: -1 }, output: 'zab wxy' },
    { input: 'abz', config: { variant: 'caesar', shift: 25 }, output: 'zay' },
    { input: 'abz', config: { variant: 'caesar', shift: 0 }, output: 'abz' },
    { name: 'shift is for caesar alone', input: 'abc', config: { shift: 1 }, output: 'nop' },
    { name: 'characters beyond ASCII stay', input: 'éÀ\u0141\u4e41😀\ud800\0', output: 'éÀ\u0141\u4e41😀\ud800\0' },
    { input: 'a', config: { variant: 'caesar', shift: 26 }, error: 'steps[0].config.shift must be at most 25' },
    {
      input: 'a',
      config: { variant: 'rot14' },
      error: 'steps[0].config.variant must be one of: rot13, rot5, rot18, rot47, caesar',
    },
  ],
  checks: {
    'every variant is undone: by itself, caesar by the opposite shift': () => {
      const variants = fc.constantFrom('rot13', 'rot5', 'rot18', 'rot47', 'caesar');
      fc.assert(
        fc.property(text, variants, fc.integer({ min: -25, max: 25 }), (input, variant, shift) => {
          const secret = resultOf(slug, input, { variant, shift });
          assert.equal(resultOf(slug, secret, { variant, shift: 0 - shift }), input);
        }),
        { seed: 1, numRuns: 500 },
      );
    },
    'agrees with tr': (t) => {
      const texts = fc.sample(text, { seed: 2, numRuns: 20 });
      const expected = shellOracle(t, `tr '!-~' 'P-~!-O'`, texts);
      expected?.forEach((output, i) => {
        assert.equal(resultOf(slug, texts[i] ?? '', { variant: 'rot47' }).toWellFormed(), output);
      });
    },
  },
} satisfies ToolCases;
