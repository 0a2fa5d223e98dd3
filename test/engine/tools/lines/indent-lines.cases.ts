import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'indent-lines';

export default {
  slug,
  cases: [
    { input: '', config: { skipBlank: false }, output: '' },
    { input: 'a', output: '  a' },
    { input: '\n', config: { skipBlank: false }, output: '  \n' },
    { input: 'a\n', config: { count: 0 }, output: 'a\n' },
    { input: 'a', config: { count: 100 }, output: `${' '.repeat(100)}a` },
    { name: 'CRLF stays', input: 'a\r\nb\r\n', output: '  a\r\n  b\r\n' },
    { name: 'mixed line ends become the first one', input: 'a\rb\nc', output: '  a\r  b\r  c' },
    { input: 'a\n \t\n\nb', config: { count: 1, char: 'tab' }, output: '\ta\n \t\n\n\tb' },
    { input: 'a\n \n', config: { count: 1, char: 'tab', skipBlank: false }, output: '\ta\n\t \n' },
    { name: 'lone surrogates survive', input: '\ud800\n\udc00', output: '  \ud800\n  \udc00' },
    { input: 'a', config: { count: 101 }, error: 'steps[0].config.count must be at most 100' },
    { input: 'a', config: { count: -1 }, error: 'steps[0].config.count must be at least 0' },
    { input: 'a', config: { char: ' ' }, error: 'steps[0].config.char must be one of: space, tab' },
    { input: 'a', config: { skipBlank: 1 }, error: 'steps[0].config.skipBlank must be a boolean' },
    {
      name: '500,000 line feeds that ask for 50,500,000 characters',
      input: '\n'.repeat(500_000),
      config: { count: 100, skipBlank: false },
      error: 'the output would be longer than 4000000 characters',
    },
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
