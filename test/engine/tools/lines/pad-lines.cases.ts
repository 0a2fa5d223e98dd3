import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'pad-lines';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: 'a', output: `a${' '.repeat(79)}` },
    { input: 'a\r\n\r\nabc\r\n', config: { width: 2 }, output: 'a \r\n  \r\nabc\r\n' },
    { name: 'mixed line ends become the first one', input: 'a\rb\n', config: { width: 2 }, output: 'a \rb \r' },
    { input: 'a\nabc', config: { width: 3, side: 'start' }, output: '  a\nabc' },
    { input: 'a\nab', config: { width: 4, side: 'both' }, output: ' a  \n ab ' },
    { input: '😀', config: { width: 2, char: '😁' }, output: '😀😁' },
    { input: 'e\u0301\ud83d', config: { width: 4, char: '.' }, output: 'e\u0301\ud83d.' },
    { input: 'a', config: { width: 0 }, error: 'steps[0].config.width must be at least 1' },
    { input: 'a', config: { width: 1001 }, error: 'steps[0].config.width must be at most 1000' },
    { input: 'a', config: { char: '' }, error: 'steps[0].config.char must be at least 1 character long' },
    { input: 'a', config: { char: 'ab' }, error: 'steps[0].config.char must be at most 1 character long' },
    { input: 'a', config: { side: 'left' }, error: 'steps[0].config.side must be one of: start, end, both' },
    {
      name: '500,000 empty lines',
      input: '\n'.repeat(500_000),
      config: { width: 1000 },
      error: 'the output would be longer than 4000000 characters',
    },
  ],
  checks: {
    'agrees with padStart and padEnd, and reserves its size': () => {
      const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', 'é'), maxLength: 20 });
      fc.assert(
        fc.property(text, fc.integer({ min: 1, max: 9 }), fc.constantFrom('x', '$', '-'), (input, width, char) => {
          const each = (pad: (line: string) => string) => {
            const lineEnd = /\r?\n/.exec(input)?.[0] ?? '\n';
            const lines = input.split(/\r?\n/);
            const last = lines.pop() ?? '';
            const whole = lines.map((line) => pad(line) + lineEnd).join('');
            return last === '' ? whole : whole + pad(last);
          };
          assert.equal(
            resultOf(slug, input, { width, char }),
            each((line) => line.padEnd(width, char)),
          );
          assert.equal(
            resultOf(slug, input, { width, char, side: 'start' }),
            each((line) => line.padStart(width, char)),
          );
          assert.equal(
            resultOf(slug, input, { width, char, side: 'both' }),
            each((line) => line.padStart(Math.floor((width + line.length) / 2), char).padEnd(width, char)),
          );
          assertAsksForItsSize(slug, input, { width, char, side: 'both' });
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
  },
} satisfies ToolCases;
