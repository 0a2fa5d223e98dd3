import assert from 'node:assert/strict';
import fc from 'fast-check';
import { maxOutputCharacters } from '#engine/core/limits.js';
import { OutputLimit } from '#engine/core/tool.js';
import trimLines from '#engine/tools/lines/trim-lines.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'trim-lines';
const anyText = fc
  .array(fc.constantFrom('a', ' ', '\t', '\u00a0', '-', '😀', '\n', '\r', '\r\n', '\u2028'))
  .map((parts) => parts.join(''));

export default {
  slug,
  cases: [
    ['', ''],
    ['  a  ', 'a  ', { side: 'start' }],
    [' a \r\n b \r c \n\r\n d ', 'a\r\nb\rc\n\r\nd', {}, 'mixed line ends stay'],
    [' a \r\n', 'a\r\n', {}, 'a final line end stays'],
    ['\u00a0\u3000\ufeffa\v\f\u1680', 'a', {}, 'white space as String.prototype.trim has it'],
    ['a\u2028 b\u2028\nc', 'a\u2028 b\nc', {}, 'U+2028 does not end a line, but is white space'],
    [' \u200b ', '\u200b', {}, 'a zero-width space is not white space'],
    ['-- a -\n*b', 'a -\nb', { chars: '-*', side: 'start' }],
    ['😀a😀\n😀', 'a\n', { chars: '😀' }, 'characters of two code units'],
    [' \ud800 \n \udc00 ', '\ud800\n\udc00', {}, 'lone surrogates survive'],
    ['\n \n\na\n\n \n', 'a\n', { removeBlank: true }],
    ['\r\na\r\n\r\n \r\nb\r\n', 'a\r\nb\r\n', { removeBlank: true }, 'CRLF is one line end'],
    ['a\r\n \nb\r\rc\n\r\nd', 'a\r\nb\rc\nd', { removeBlank: true }, 'a line goes with its own line end'],
    ['a\r\n  ', 'a', { removeBlank: true }, 'a dropped line adds no final line end'],
    [' \r\n \r', '', { removeBlank: true }, 'nothing is left'],
    ['-\na\n-*', 'a', { removeBlank: true, chars: '-*' }],
    ['a', { error: 'steps[0].config.side must be one of: both, start, end' }, { side: 'left' }],
    ['a', { error: 'steps[0].config.removeBlank must be a boolean' }, { removeBlank: 'yes' }],
    ['a', { error: 'steps[0].config.chars must be at most 50 characters long' }, { chars: '-'.repeat(51) }],
    ['a', { error: 'Unknown option for trim-lines: removeblank. Did you mean removeBlank?' }, { removeblank: true }],
  ],
  checks: {
    'every line is trimmed, and every line end is where it was': () => {
      fc.assert(
        fc.property(anyText, (input) => {
          const parts = input.split(/(\r\n|\n|\r)/);
          assert.equal(resultOf(slug, input), parts.map((part) => trimUnlessLineEnd(part)).join(''));
        }),
        { seed: 2, numRuns: sampleSize(500) },
      );
    },
    'removeBlank leaves the lines that hold something, in order, with the final line end as it was': () => {
      fc.assert(
        fc.property(anyText, (input) => {
          const output = resultOf(slug, input, { removeBlank: true });
          const lines = input.split(/\r\n|\n|\r/);
          const expected = lines.map((line) => line.trim()).filter((line) => line !== '');
          const final = /[\r\n]$/.test(input) && expected.length > 0;
          assert.deepEqual(output === '' ? [] : output.split(/\r\n|\n|\r/), final ? [...expected, ''] : expected);
        }),
        { seed: 3, numRuns: sampleSize(500) },
      );
    },
    'drops millions of empty lines, which another step may write': () => {
      const config = { side: 'both', removeBlank: true, chars: '' };
      const input = `a${'\n'.repeat(maxOutputCharacters - 1)}`;
      assert.equal(trimLines.run(input, config, new OutputLimit(maxOutputCharacters)), 'a\n');
      const line = 'a'.repeat(maxOutputCharacters);
      assert.equal(trimLines.run(line, config, new OutputLimit(maxOutputCharacters)), line);
    },
    'is idempotent': () => {
      fc.assert(
        fc.property(anyText, fc.boolean(), (input, removeBlank) => {
          const once = resultOf(slug, input, { removeBlank, chars: '-' });
          assert.equal(resultOf(slug, once, { removeBlank, chars: '-' }), once);
        }),
        { seed: 4, numRuns: sampleSize(300) },
      );
    },
  },
} satisfies ToolCases;

function trimUnlessLineEnd(part: string): string {
  return /^[\r\n]/.test(part) ? part : part.trim();
}
