import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'pad-lines';

export default {
  slug,
  cases: [
    ['', ''],
    ['a', `a${' '.repeat(79)}`],
    ['a\r\n\r\nabc\r\n', 'a \r\n  \r\nabc\r\n', { width: 2 }],
    ['a\rb\n', 'a \rb \r', { width: 2 }, 'mixed line ends become the first one'],
    ['a\nabc', '  a\nabc', { width: 3, side: 'start' }],
    ['a\nab', ' a  \n ab ', { width: 4, side: 'both' }],
    ['😀', '😀😁', { width: 2, char: '😁' }],
    ['e\u0301\ud83d', 'e\u0301\ud83d.', { width: 4, char: '.' }],
    ['a', { error: 'steps[0].config.width must be at least 1' }, { width: 0 }],
    ['a', { error: 'steps[0].config.width must be at most 1000' }, { width: 1001 }],
    ['a', { error: 'steps[0].config.char must be at least 1 character long' }, { char: '' }],
    ['a', { error: 'steps[0].config.char must be at most 1 character long' }, { char: 'ab' }],
    ['a', { error: 'steps[0].config.side must be one of: start, end, both' }, { side: 'left' }],
    [
      '\n'.repeat(500_000),
      { error: 'the output would be longer than 4000000 characters' },
      { width: 1000 },
      '500,000 empty lines',
    ],
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
