import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'add-prefix-suffix';

export default {
  slug,
  cases: [
    { input: '', config: { prefix: 'x', skipBlank: false }, output: '' },
    { input: '\n', config: { prefix: '<', suffix: '>', skipBlank: false }, output: '<>\n' },
    { name: 'nothing to add changes nothing', input: 'a\n\nb\n', output: 'a\n\nb\n' },
    { input: 'a', config: { suffix: ';' }, output: 'a;' },
    { name: 'CRLF stays', input: 'a\r\nb\r\n', config: { suffix: ',' }, output: 'a,\r\nb,\r\n' },
    { name: 'mixed line ends become the first one', input: 'a\rb\nc', config: { prefix: '-' }, output: '-a\r-b\r-c' },
    { name: 'dollar signs have no meaning', input: 'a', config: { prefix: "$&$'", suffix: '$1' }, output: "$&$'a$1" },
    { input: ' a\n \t\u00a0\nb', config: { prefix: '* ' }, output: '*  a\n \t\u00a0\n* b' },
    { name: 'lone surrogates survive', input: '\ud800\n\udc00', config: { prefix: '-' }, output: '-\ud800\n-\udc00' },
    {
      input: 'a',
      config: { prefix: 'x'.repeat(1001) },
      error: 'steps[0].config.prefix must be at most 1000 characters long',
    },
    {
      input: 'a',
      config: { suffix: 'x'.repeat(1001) },
      error: 'steps[0].config.suffix must be at most 1000 characters long',
    },
    { input: 'a', config: { skipBlank: 0 }, error: 'steps[0].config.skipBlank must be a boolean' },
    {
      name: '500,000 line feeds that ask for 1,000,000,000 characters',
      input: '\n'.repeat(500_000),
      config: { prefix: 'x'.repeat(1000), suffix: 'x'.repeat(1000), skipBlank: false },
      error: 'the output would be longer than 4000000 characters',
    },
  ],
  checks: {
    'every line is between prefix and suffix, and nothing else changes': () => {
      const line = fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\n]/g, ''));
      fc.assert(
        fc.property(fc.array(line), line, line, (lines, prefix, suffix) => {
          const output = resultOf(slug, lines.map((text) => `${text}\n`).join(''), {
            prefix,
            suffix,
            skipBlank: false,
          });
          assert.equal(output, lines.map((text) => `${prefix}${text}${suffix}\n`).join(''));
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'reserves exactly the size of its output': () => {
      assertAsksForItsSize(slug, 'a\r\n\r\n🚀\r\n', { prefix: '🚀', suffix: 'ab' });
      assertAsksForItsSize(slug, 'a\n\nb', { prefix: '- ', skipBlank: false });
    },
  },
} satisfies ToolCases;
