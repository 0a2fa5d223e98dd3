import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'tail-lines';
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
    [eleven, eleven.slice(2)],
    ['a\nb\nc', 'b\nc', { count: 2 }, 'without a final line end none is added'],
    ['a\r\nb\r\nc\r\n', 'b\r\nc\r\n', { count: 2 }, 'CRLF stays'],
    ['a\rb\nc\r\nd', 'b\rc\rd', { count: 3 }, 'mixed line ends become the first one'],
    ['b\n\ud800\0', '\ud800\0', { count: 1 }, 'lone surrogates and NUL survive'],
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
    ['a', { error: 'Unknown option for tail-lines: lines. Did you mean count?' }, { lines: 1 }],
  ],
  checks: {
    'agrees with tail -n': agreesWith('tail -n 4', 4),
    'agrees with tail -n 0': agreesWith('tail -n 0', 0),
    'agrees with tail -n +4': agreesWith('tail -n +4', -3),
  },
} satisfies ToolCases;
