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
    { input: 'not used', config: { end: 3, ...spaced }, output: '1 2 3' },
    { input: '', config: { end: 1 }, output: '1' },
    { input: '', config: { end: 0, ...spaced }, output: '1 0' },
    { input: '', config: { start: 5, end: 1, step: 2, ...spaced }, output: '5 3 1' },
    {
      name: 'the sign of the step says nothing',
      input: '',
      config: { start: 5, end: 1, step: -2, ...spaced },
      output: '5 3 1',
    },
    { input: '', config: { start: 1, end: 5, step: -2, ...spaced }, output: '1 3 5' },
    {
      name: 'the end is not always reached',
      input: '',
      config: { start: 1, end: 6, step: 2, ...spaced },
      output: '1 3 5',
    },
    { input: '', config: { start: 1, end: 1.9, step: 0.5, ...spaced }, output: '1.0 1.5' },
    {
      name: 'decimals of the end alone are not written',
      input: '',
      config: { start: 1, end: 2.75, ...spaced },
      output: '1 2',
    },
    { input: '', config: { start: 0.5, end: -0.5, step: 0.25, ...spaced }, output: '0.50 0.25 0.00 -0.25 -0.50' },
    {
      name: 'a number written with an exponent',
      input: '',
      config: { start: 0, end: 3e-7, step: 1e-7, ...spaced },
      output: '0.0000000 0.0000001 0.0000002 0.0000003',
    },
    {
      input: '',
      config: { start: 999999999999998, end: 1e15, ...spaced },
      output: '999999999999998 999999999999999 1000000000000000',
    },
    { input: '', config: { start: -1.5, end: 1.5, step: 1.5, pad: 3, ...spaced }, output: '-001.5 000.0 001.5' },
    { input: '', config: { start: 99, end: 101, pad: 2, ...spaced }, output: '99 100 101' },
    { input: '', config: { end: 2, format: '{n}: <{n}>{N}' }, output: '1: <1>{N}\n2: <2>{N}' },
    { input: '', config: { end: 2, format: '$&{n}', separator: '$1' }, output: '$&1$1$&2' },
    { input: '', config: { end: 3, separator: '' }, output: '123' },
    { input: '', config: { end: 2, step: 0 }, error: 'step must not be 0' },
    { input: '', config: { end: 2, format: 'n' }, error: 'format has no {n}, which is replaced with the number' },
    { input: '', config: { end: 100_001 }, error: '100001 numbers are more than 100000; take a larger step' },
    {
      input: '',
      config: { start: -1e15, end: 1e15, step: 1e-12 },
      error: '2000000000000000000000000001 numbers are more than 100000; take a larger step',
    },
    { input: '', config: { start: 1e-13, end: 2 }, error: 'start has more than 12 decimals' },
    { input: '', config: { end: 1.0000000000001 }, error: 'end has more than 12 decimals' },
    { input: '', config: { end: 2, step: 5e-324 }, error: 'step has more than 12 decimals' },
    { input: '', error: 'steps[0].config.end is required' },
    { input: '', config: { end: '3' }, error: 'steps[0].config.end must be a number' },
    { input: '', config: { end: 1e16 }, error: 'steps[0].config.end must be at most 1000000000000000' },
    { input: '', config: { end: 1, pad: 21 }, error: 'steps[0].config.pad must be at most 20' },
    {
      input: '',
      config: { end: 1, format: 'a'.repeat(201) },
      error: 'steps[0].config.format must be at most 200 characters long',
    },
    {
      input: '',
      config: { end: 1, separator: '-'.repeat(11) },
      error: 'steps[0].config.separator must be at most 10 characters long',
    },
    {
      name: '100,000 numbers, 66 times each',
      input: '',
      config: { end: 100_000, format: '{n}'.repeat(66), pad: 20 },
      error: 'the output would be longer than 4000000 characters',
    },
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
