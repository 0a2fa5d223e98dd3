import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'add-line-numbers';
const texts = fc.sample(
  fc
    .array(fc.constantFrom('a', 'é', '🚀 b', '', '7', '\tc'), { maxLength: 20 })
    .map((lines) => `${lines.join('\n')}\n`),
  { seed: 1, numRuns: sampleSize(60) },
);

function agreesWith(command: string, config: object): NonNullable<ToolCases['checks']>[string] {
  return (t) => {
    shellOracle(t, command, texts)?.forEach((output, index) => {
      assert.equal(resultOf(slug, texts[index] ?? '', config), output);
    });
  };
}

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { name: 'a line end alone is one empty line', input: '\n', output: '1. \n' },
    { input: 'a', output: '1. a' },
    { name: 'CRLF stays', input: 'a\r\nb\r\n', output: '1. a\r\n2. b\r\n' },
    { name: 'mixed line ends become the first one', input: 'a\rb\nc', output: '1. a\r2. b\r3. c' },
    { name: 'U+2028 does not end a line', input: 'a\u2028b', output: '1. a\u2028b' },
    { name: 'lone surrogates and NUL survive', input: '\ud800\n\0\udc00', output: '1. \ud800\n2. \0\udc00' },
    { input: 'a\nb\nc', config: { start: 0, step: 0 }, output: '0. a\n0. b\n0. c' },
    { input: 'a\nb\nc', config: { start: 1, step: -1 }, output: '1. a\n0. b\n-1. c' },
    { input: 'a\nb', config: { start: 999_999_999, step: 1 }, output: '999999999. a\n1000000000. b' },
    { input: 'a\nb', config: { separator: '' }, output: '1a\n2b' },
    { input: 'a\nb', config: { separator: '\t', pad: 2 }, output: ' 1\ta\n 2\tb' },
    { name: 'a number wider than pad is not cut', input: 'a', config: { start: 1234, pad: 2 }, output: '1234. a' },
    {
      name: 'zeros stand after the sign',
      input: 'a\nb\nc',
      config: { start: -10, step: 10, pad: 4, padWith: 'zero' },
      output: '-010. a\n0000. b\n0010. c',
    },
    {
      name: 'blank lines are not counted and not touched',
      input: '\na\n \t\nb\n\u3000\n',
      config: { skipBlank: true },
      output: '\n1. a\n \t\n2. b\n\u3000\n',
    },
    { input: 'a', config: { start: 1_000_000_001 }, error: 'steps[0].config.start must be at most 1000000000' },
    { input: 'a', config: { start: -1_000_000_001 }, error: 'steps[0].config.start must be at least -1000000000' },
    { input: 'a', config: { step: 1_000_001 }, error: 'steps[0].config.step must be at most 1000000' },
    { input: 'a', config: { step: 0.5 }, error: 'steps[0].config.step must be an integer' },
    { input: 'a', config: { pad: 13 }, error: 'steps[0].config.pad must be at most 12' },
    { input: 'a', config: { pad: -1 }, error: 'steps[0].config.pad must be at least 0' },
    { input: 'a', config: { padWith: '0' }, error: 'steps[0].config.padWith must be one of: space, zero' },
    {
      input: 'a',
      config: { separator: '-'.repeat(11) },
      error: 'steps[0].config.separator must be at most 10 characters long',
    },
    {
      name: '500,000 line feeds that ask for 11,500,000 characters',
      isLong: true,
      input: '\n'.repeat(500_000),
      config: { pad: 12, separator: '-'.repeat(10) },
      error: 'the output would be longer than 4000000 characters',
    },
  ],
  checks: {
    'agrees with cat -n': agreesWith('cat -n', { pad: 6, separator: '\t' }),
    'agrees with cat -b': agreesWith('cat -b', { pad: 6, separator: '\t', skipBlank: true }),
    'agrees with nl, zeros and steps included': agreesWith("nl -b a -n rz -v -30 -i 17 -w 4 -s ': '", {
      start: -30,
      step: 17,
      pad: 4,
      padWith: 'zero',
      separator: ': ',
    }),
    'reserves exactly the size of its output': () => {
      assertAsksForItsSize(slug, 'a\r\n\r\n🚀\r\n', { start: 9, pad: 3, separator: '🚀' });
      assertAsksForItsSize(slug, 'a\n\nb', { skipBlank: true });
    },
  },
} satisfies ToolCases;
