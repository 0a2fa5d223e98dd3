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
    ['', ''],
    ['\n', '1. \n', {}, 'a line end alone is one empty line'],
    ['a', '1. a'],
    ['a\r\nb\r\n', '1. a\r\n2. b\r\n', {}, 'CRLF stays'],
    ['a\rb\nc', '1. a\r2. b\r3. c', {}, 'mixed line ends become the first one'],
    ['a\u2028b', '1. a\u2028b', {}, 'U+2028 does not end a line'],
    ['\ud800\n\0\udc00', '1. \ud800\n2. \0\udc00', {}, 'lone surrogates and NUL survive'],
    ['a\nb\nc', '0. a\n0. b\n0. c', { start: 0, step: 0 }],
    ['a\nb\nc', '1. a\n0. b\n-1. c', { start: 1, step: -1 }],
    ['a\nb', '999999999. a\n1000000000. b', { start: 999_999_999, step: 1 }],
    ['a\nb', '1a\n2b', { separator: '' }],
    ['a\nb', ' 1\ta\n 2\tb', { separator: '\t', pad: 2 }],
    ['a', '1234. a', { start: 1234, pad: 2 }, 'a number wider than pad is not cut'],
    [
      'a\nb\nc',
      '-010. a\n0000. b\n0010. c',
      { start: -10, step: 10, pad: 4, padWith: 'zero' },
      'zeros stand after the sign',
    ],
    [
      '\na\n \t\nb\n\u3000\n',
      '\n1. a\n \t\n2. b\n\u3000\n',
      { skipBlank: true },
      'blank lines are not counted and not touched',
    ],
    ['a', { error: 'steps[0].config.start must be at most 1000000000' }, { start: 1_000_000_001 }],
    ['a', { error: 'steps[0].config.start must be at least -1000000000' }, { start: -1_000_000_001 }],
    ['a', { error: 'steps[0].config.step must be at most 1000000' }, { step: 1_000_001 }],
    ['a', { error: 'steps[0].config.step must be an integer' }, { step: 0.5 }],
    ['a', { error: 'steps[0].config.pad must be at most 12' }, { pad: 13 }],
    ['a', { error: 'steps[0].config.pad must be at least 0' }, { pad: -1 }],
    ['a', { error: 'steps[0].config.padWith must be one of: space, zero' }, { padWith: '0' }],
    ['a', { error: 'steps[0].config.separator must be at most 10 characters long' }, { separator: '-'.repeat(11) }],
    {
      long: [
        '\n'.repeat(500_000),
        { error: 'the output would be longer than 4000000 characters' },
        { pad: 12, separator: '-'.repeat(10) },
        '500,000 line feeds that ask for 11,500,000 characters',
      ],
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
