import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'add-prefix-suffix';

export default {
  slug,
  cases: [
    ['', '', { prefix: 'x', skipBlank: false }],
    ['\n', '<>\n', { prefix: '<', suffix: '>', skipBlank: false }],
    ['a\n\nb\n', 'a\n\nb\n', {}, 'nothing to add changes nothing'],
    ['a', 'a;', { suffix: ';' }],
    ['a\r\nb\r\n', 'a,\r\nb,\r\n', { suffix: ',' }, 'CRLF stays'],
    ['a\rb\nc', '-a\r-b\r-c', { prefix: '-' }, 'mixed line ends become the first one'],
    ['a', "$&$'a$1", { prefix: "$&$'", suffix: '$1' }, 'dollar signs have no meaning'],
    [' a\n \t\u00a0\nb', '*  a\n \t\u00a0\n* b', { prefix: '* ' }],
    ['\ud800\n\udc00', '-\ud800\n-\udc00', { prefix: '-' }, 'lone surrogates survive'],
    ['a', { error: 'steps[0].config.prefix must be at most 1000 characters long' }, { prefix: 'x'.repeat(1001) }],
    ['a', { error: 'steps[0].config.suffix must be at most 1000 characters long' }, { suffix: 'x'.repeat(1001) }],
    ['a', { error: 'steps[0].config.skipBlank must be a boolean' }, { skipBlank: 0 }],
    [
      '\n'.repeat(500_000),
      { error: 'the output would be longer than 4000000 characters' },
      { prefix: 'x'.repeat(1000), suffix: 'x'.repeat(1000), skipBlank: false },
      '500,000 line feeds that ask for 1,000,000,000 characters',
    ],
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
