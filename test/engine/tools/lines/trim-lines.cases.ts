import assert from 'node:assert/strict';
import fc from 'fast-check';
import { maxOutputCharacters } from '../../../../engine/core/limits.js';
import { OutputLimit } from '../../../../engine/core/tool.js';
import trimLines from '../../../../engine/tools/lines/trim-lines.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'trim-lines';
const anyText = fc
  .array(fc.constantFrom('a', ' ', '\t', '\u00a0', '-', '😀', '\n', '\r', '\r\n', '\u2028'))
  .map((parts) => parts.join(''));

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '  a  ', config: { side: 'start' }, output: 'a  ' },
    { name: 'mixed line ends stay', input: ' a \r\n b \r c \n\r\n d ', output: 'a\r\nb\rc\n\r\nd' },
    { name: 'a final line end stays', input: ' a \r\n', output: 'a\r\n' },
    { name: 'white space as String.prototype.trim has it', input: '\u00a0\u3000\ufeffa\v\f\u1680', output: 'a' },
    { name: 'U+2028 does not end a line, but is white space', input: 'a\u2028 b\u2028\nc', output: 'a\u2028 b\nc' },
    { name: 'a zero-width space is not white space', input: ' \u200b ', output: '\u200b' },
    { input: '-- a -\n*b', config: { chars: '-*', side: 'start' }, output: 'a -\nb' },
    { name: 'characters of two code units', input: '😀a😀\n😀', config: { chars: '😀' }, output: 'a\n' },
    { name: 'lone surrogates survive', input: ' \ud800 \n \udc00 ', output: '\ud800\n\udc00' },
    { input: '\n \n\na\n\n \n', config: { removeBlank: true }, output: 'a\n' },
    {
      name: 'CRLF is one line end',
      input: '\r\na\r\n\r\n \r\nb\r\n',
      config: { removeBlank: true },
      output: 'a\r\nb\r\n',
    },
    {
      name: 'a line goes with its own line end',
      input: 'a\r\n \nb\r\rc\n\r\nd',
      config: { removeBlank: true },
      output: 'a\r\nb\rc\nd',
    },
    { name: 'a dropped line adds no final line end', input: 'a\r\n  ', config: { removeBlank: true }, output: 'a' },
    { name: 'nothing is left', input: ' \r\n \r', config: { removeBlank: true }, output: '' },
    { input: '-\na\n-*', config: { removeBlank: true, chars: '-*' }, output: 'a' },
    { input: 'a', config: { side: 'left' }, error: 'steps[0].config.side must be one of: both, start, end' },
    { input: 'a', config: { removeBlank: 'yes' }, error: 'steps[0].config.removeBlank must be a boolean' },
    {
      input: 'a',
      config: { chars: '-'.repeat(51) },
      error: 'steps[0].config.chars must be at most 50 characters long',
    },
    {
      input: 'a',
      config: { removeblank: true },
      error: 'Unknown option for trim-lines: removeblank. Did you mean removeBlank?',
    },
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
