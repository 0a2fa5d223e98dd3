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
    { input: '', output: '' },
    { input: '', config: { count: -1 }, output: '' },
    { input: eleven, output: eleven.slice(2) },
    { name: 'without a final line end none is added', input: 'a\nb\nc', config: { count: 2 }, output: 'b\nc' },
    { name: 'CRLF stays', input: 'a\r\nb\r\nc\r\n', config: { count: 2 }, output: 'b\r\nc\r\n' },
    { name: 'mixed line ends become the first one', input: 'a\rb\nc\r\nd', config: { count: 3 }, output: 'b\rc\rd' },
    { name: 'lone surrogates and NUL survive', input: 'b\n\ud800\0', config: { count: 1 }, output: '\ud800\0' },
    { input: 'a\nb\n', config: { count: 0 }, output: '' },
    { name: 'more than there are', input: 'a\nb\n', config: { count: 3 }, output: 'a\nb\n' },
    { name: 'all but more than there are', input: 'a\nb\n', config: { count: -3 }, output: '' },
    { name: 'all but as many as there are', input: 'a\nb', config: { count: -2 }, output: '' },
    { name: 'empty lines are lines', input: '\n\n\n', config: { count: 2 }, output: '\n\n' },
    { name: 'U+2028 does not end a line', input: 'a\u2028b', config: { count: 1 }, output: 'a\u2028b' },
    { input: '\n'.repeat(500_000), config: { count: 500_000 }, output: '\n'.repeat(500_000) },
    { input: 'a', config: { count: 500_001 }, error: 'steps[0].config.count must be at most 500000' },
    { input: 'a', config: { count: -500_001 }, error: 'steps[0].config.count must be at least -500000' },
    { input: 'a', config: { count: 1.5 }, error: 'steps[0].config.count must be an integer' },
    { input: 'a', config: { lines: 1 }, error: 'Unknown option for tail-lines: lines. Did you mean count?' },
  ],
  checks: {
    'agrees with tail -n': agreesWith('tail -n 4', 4),
    'agrees with tail -n 0': agreesWith('tail -n 0', 0),
    'agrees with tail -n +4': agreesWith('tail -n +4', -3),
  },
} satisfies ToolCases;
