import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'sequence-generator';
const spaced = { separator: ' ' };

export default {
  slug,
  cases: [
    ['not used', '1 2 3', { end: 3, ...spaced }],
    ['', '1', { end: 1 }],
    ['', '1 0', { end: 0, ...spaced }],
    ['', '5 3 1', { start: 5, end: 1, step: 2, ...spaced }],
    ['', '5 3 1', { start: 5, end: 1, step: -2, ...spaced }, 'the sign of the step says nothing'],
    ['', '1 3 5', { start: 1, end: 5, step: -2, ...spaced }],
    ['', '1 3 5', { start: 1, end: 6, step: 2, ...spaced }, 'the end is not always reached'],
    ['', '1.0 1.5', { start: 1, end: 1.9, step: 0.5, ...spaced }],
    ['', '1 2', { start: 1, end: 2.75, ...spaced }, 'decimals of the end alone are not written'],
    ['', '0.50 0.25 0.00 -0.25 -0.50', { start: 0.5, end: -0.5, step: 0.25, ...spaced }],
    [
      '',
      '0.0000000 0.0000001 0.0000002 0.0000003',
      { start: 0, end: 3e-7, step: 1e-7, ...spaced },
      'a number written with an exponent',
    ],
    ['', '999999999999998 999999999999999 1000000000000000', { start: 999999999999998, end: 1e15, ...spaced }],
    ['', '-001.5 000.0 001.5', { start: -1.5, end: 1.5, step: 1.5, pad: 3, ...spaced }],
    ['', '99 100 101', { start: 99, end: 101, pad: 2, ...spaced }],
    ['', '1: <1>{N}\n2: <2>{N}', { end: 2, format: '{n}: <{n}>{N}' }],
    ['', '$&1$1$&2', { end: 2, format: '$&{n}', separator: '$1' }],
    ['', '123', { end: 3, separator: '' }],
    ['', { error: 'step must not be 0' }, { end: 2, step: 0 }],
    ['', { error: 'format has no {n}, which is replaced with the number' }, { end: 2, format: 'n' }],
    ['', { error: '100001 numbers are more than 100000; take a larger step' }, { end: 100_001 }],
    [
      '',
      { error: '2000000000000000000000000001 numbers are more than 100000; take a larger step' },
      { start: -1e15, end: 1e15, step: 1e-12 },
    ],
    ['', { error: 'start has more than 12 decimals' }, { start: 1e-13, end: 2 }],
    ['', { error: 'end has more than 12 decimals' }, { end: 1.0000000000001 }],
    ['', { error: 'step has more than 12 decimals' }, { end: 2, step: 5e-324 }],
    ['', { error: 'steps[0].config.end is required' }],
    ['', { error: 'steps[0].config.end must be a number' }, { end: '3' }],
    ['', { error: 'steps[0].config.end must be at most 1000000000000000' }, { end: 1e16 }],
    ['', { error: 'steps[0].config.pad must be at most 20' }, { end: 1, pad: 21 }],
    ['', { error: 'steps[0].config.format must be at most 200 characters long' }, { end: 1, format: 'a'.repeat(201) }],
    [
      '',
      { error: 'steps[0].config.separator must be at most 10 characters long' },
      { end: 1, separator: '-'.repeat(11) },
    ],
    [
      '',
      { error: 'the output would be longer than 4000000 characters' },
      { end: 100_000, format: '{n}'.repeat(66), pad: 20 },
      '100,000 numbers, 66 times each',
    ],
  ],
  checks: {
    'agrees with seq'(t) {
      for (const [command, config] of [
        ['seq 1 20', { end: 20 }],
        ['seq 5 3 30', { start: 5, end: 30, step: 3 }],
        ['seq 10 -4 -10', { start: 10, end: -10, step: 4 }],
        ['seq 0 0.1 3', { start: 0, end: 3, step: 0.1 }],
        ['seq 0.25 0.5 4', { start: 0.25, end: 4, step: 0.5 }],
        ['seq -1.5 0.05 1', { start: -1.5, end: 1, step: 0.05 }],
        ['seq 2.5 -0.125 0', { start: 2.5, end: 0, step: 0.125 }],
        ['seq -f a%gb 3 6', { start: 3, end: 6, format: 'a{n}b' }],
        ['seq -w 8 12', { start: 8, end: 12, pad: 2 }],
        ['seq 99990 100000', { start: 99_990, end: 100_000 }],
      ] as const) {
        const expected = shellOracle(t, command, ['']);
        expected?.forEach((output) => void assert.equal(`${resultOf(slug, '', config)}\n`, output, command));
      }
    },
    'hundredths are exact': () => {
      const hundredths = fc.integer({ min: -100_000, max: 100_000 });
      fc.assert(
        fc.property(hundredths, fc.nat(300), fc.integer({ min: 1, max: 500 }), (first, count, step) => {
          const end = (first + count * step) / 100;
          const numbers = resultOf(slug, '', { start: first / 100, end, step: step / 100, ...spaced }).split(' ');
          assert.deepEqual(
            numbers.map((number) => Math.round(Number(number) * 100)),
            Array.from({ length: count + 1 }, (_, i) => first + i * step),
          );
          for (const number of numbers) assert.match(number, /^-?\d+(?:\.\d{1,2})?$/);
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'checks the limit while it writes its output': () => {
      assertAsksForItsSize(slug, '', { end: 30, format: '<{n}>', pad: 4 });
    },
  },
} satisfies ToolCases;
