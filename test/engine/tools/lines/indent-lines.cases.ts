import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'indent-lines';

export default {
  slug,
  cases: [
    ['', '', { skipBlank: false }],
    ['a', '  a'],
    ['\n', '  \n', { skipBlank: false }],
    ['a\n', 'a\n', { count: 0 }],
    ['a', `${' '.repeat(100)}a`, { count: 100 }],
    ['a\r\nb\r\n', '  a\r\n  b\r\n', {}, 'CRLF stays'],
    ['a\rb\nc', '  a\r  b\r  c', {}, 'mixed line ends become the first one'],
    ['a\n \t\n\nb', '\ta\n \t\n\n\tb', { count: 1, char: 'tab' }],
    ['a\n \n', '\ta\n\t \n', { count: 1, char: 'tab', skipBlank: false }],
    ['\ud800\n\udc00', '  \ud800\n  \udc00', {}, 'lone surrogates survive'],
    ['a', { error: 'steps[0].config.count must be at most 100' }, { count: 101 }],
    ['a', { error: 'steps[0].config.count must be at least 0' }, { count: -1 }],
    ['a', { error: 'steps[0].config.char must be one of: space, tab' }, { char: ' ' }],
    ['a', { error: 'steps[0].config.skipBlank must be a boolean' }, { skipBlank: 1 }],
    [
      '\n'.repeat(500_000),
      { error: 'the output would be longer than 4000000 characters' },
      { count: 100, skipBlank: false },
      '500,000 line feeds that ask for 50,500,000 characters',
    ],
  ],
  checks: {
    'dedent-lines takes away what was added': () => {
      const line = fc.constantFrom('a', ' b', '\tc', '', '  d', 'é');
      fc.assert(
        fc.property(
          fc.array(line),
          fc.constantFrom('space', 'tab'),
          fc.integer({ min: 0, max: 9 }),
          (lines, char, count) => {
            const text = ['e', ...lines].join('\n');
            assert.equal(resultOf('dedent-lines', resultOf(slug, text, { char, count: count * 8 })), text);
          },
        ),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'reserves exactly the size of its output': () => {
      assertAsksForItsSize(slug, 'a\r\n\r\nb\r\n', { count: 3 });
      assertAsksForItsSize(slug, 'a\n\nb', { skipBlank: false });
    },
  },
} satisfies ToolCases;
