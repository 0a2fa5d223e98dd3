import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'head-lines';
const eleven = 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n';

function agreesWith(command: string, count: number): NonNullable<ToolCases['checks']>[string] {
  const line = fc.constantFrom('a', '', 'é', ' b', '🚀');
  const texts = fc.sample(
    fc.array(line, { maxLength: 15, size: 'max' }).map((lines) => lines.map((text) => `${text}\n`).join('')),
    { seed: 1, numRuns: sampleSize(50) },
  );
  return (t) => {
    shellOracle(t, command, texts)?.forEach((output, index) => {
      assert.equal(resultOf(slug, texts[index] ?? '', { count }), output);
    });
  };
}

export default {
  slug,
  cases: [
    ['', ''],
    ['', '', { count: -1 }],
    [eleven, eleven.slice(0, 20)],
    ['a\nb\nc', 'a\nb', { count: 2 }, 'without a final line end none is added'],
    ['a\r\nb\r\nc\r\n', 'a\r\nb\r\n', { count: 2 }, 'CRLF stays'],
    ['a\rb\nc\r\nd', 'a\rb\rc', { count: 3 }, 'mixed line ends become the first one'],
    ['\ud800\0\nb', '\ud800\0', { count: 1 }, 'lone surrogates and NUL survive'],
    ['a\nb\n', '', { count: 0 }],
    ['a\nb\n', 'a\nb\n', { count: 3 }, 'more than there are'],
    ['a\nb\n', '', { count: -3 }, 'all but more than there are'],
    ['a\nb', '', { count: -2 }, 'all but as many as there are'],
    ['\n\n\n', '\n\n', { count: 2 }, 'empty lines are lines'],
    ['a\u2028b', 'a\u2028b', { count: 1 }, 'U+2028 does not end a line'],
    ['\n'.repeat(500_000), '\n'.repeat(500_000), { count: 500_000 }],
    ['a', { error: 'steps[0].config.count must be at most 500000' }, { count: 500_001 }],
    ['a', { error: 'steps[0].config.count must be at least -500000' }, { count: -500_001 }],
    ['a', { error: 'steps[0].config.count must be an integer' }, { count: 1.5 }],
    ['a', { error: 'Unknown option for head-lines: lines. Did you mean count?' }, { lines: 1 }],
  ],
  checks: {
    'agrees with head -n': agreesWith('head -n 4', 4),
    'agrees with head -n 0': agreesWith('head -n 0', 0),
    'agrees with head -n -3': agreesWith('head -n -3', -3),
    'its output and that of tail-lines add up to the text': () => {
      fc.assert(
        fc.property(fc.array(fc.constantFrom('a', '', 'b')), fc.integer({ min: 0, max: 12 }), (lines, count) => {
          const text = lines.map((line) => `${line}\n`).join('');
          assert.equal(
            resultOf(slug, text, { count }) + (count === 0 ? text : resultOf('tail-lines', text, { count: -count })),
            text,
          );
        }),
        { seed: 2, numRuns: sampleSize(200) },
      );
    },
  },
} satisfies ToolCases;
