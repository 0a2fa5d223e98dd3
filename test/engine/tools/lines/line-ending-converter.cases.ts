import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'line-ending-converter';
const anyText = fc.array(fc.constantFrom('a', '', ' ', '\n', '\r', '\r\n', '\u2028')).map((parts) => parts.join(''));
const lineEnds = { lf: '\n', crlf: '\r\n', cr: '\r' };

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: 'a\r\n\r\nb', output: 'a\n\nb' },
    { name: 'CR LF is one line end, LF CR are two', input: 'a\n\rb', output: 'a\n\nb' },
    { input: 'a\nb\r', config: { to: 'cr' }, output: 'a\rb\r' },
    { input: '\n\r\n\r', config: { to: 'crlf' }, output: '\r\n\r\n\r\n' },
    { name: 'U+2028 and U+2029 are not line ends', input: 'a\u2028b\u2029', output: 'a\u2028b\u2029' },
    { input: 'a\n', config: { ensureFinal: 'add', to: 'crlf' }, output: 'a\r\n' },
    { input: 'a\n\n', config: { ensureFinal: 'add' }, output: 'a\n\n' },
    { input: '', config: { ensureFinal: 'remove' }, output: '' },
    { input: 'a\r\n\r\n', config: { ensureFinal: 'remove' }, output: 'a' },
    { input: '\r\n\n', config: { ensureFinal: 'remove' }, output: '' },
    { name: 'only at the end', input: '\na\n', config: { ensureFinal: 'remove', to: 'cr' }, output: '\ra' },
    { name: 'lone surrogates survive', input: '\ud800\r\udc00', output: '\ud800\n\udc00' },
    { input: 'a', config: { to: 'LF' }, error: 'steps[0].config.to must be one of: lf, crlf, cr' },
    {
      input: 'a',
      config: { ensureFinal: true },
      error: 'steps[0].config.ensureFinal must be one of: keep, add, remove',
    },
    {
      input: 'a',
      config: { ensurefinal: 'add' },
      error: 'Unknown option for line-ending-converter: ensurefinal. Did you mean ensureFinal?',
    },
  ],
  checks: {
    'keeps the lines, and writes the requested line end': () => {
      fc.assert(
        fc.property(anyText, fc.constantFrom('lf', 'crlf', 'cr'), (input, to) => {
          const output = resultOf(slug, input, { to });
          assert.deepEqual(output.split(lineEnds[to]), input.split(/\r\n|\n|\r/));
        }),
        { seed: 8, numRuns: sampleSize(500) },
      );
    },
    'ensureFinal holds, and holds still when the tool runs again': () => {
      fc.assert(
        fc.property(anyText, fc.constantFrom('add', 'remove'), (input, ensureFinal) => {
          const output = resultOf(slug, input, { ensureFinal });
          assert.equal(output.endsWith('\n'), ensureFinal === 'add' && input !== '');
          assert.equal(resultOf(slug, output, { ensureFinal }), output);
        }),
        { seed: 9, numRuns: sampleSize(500) },
      );
    },
    'LF to CRLF agrees with sed': (t) => {
      if (spawnSync('sed', ['--version']).error) return t.skip('sed is not installed');
      const lines = fc.sample(fc.constantFrom('', 'a', 'b c', '\t'), { seed: 10, numRuns: sampleSize(2000) });
      const input = `${lines.join('\n')}\n`;
      const { stdout } = spawnSync('sed', ['s/$/\\r/'], { input, encoding: 'utf8' });
      assert.equal(resultOf(slug, input, { to: 'crlf' }), stdout);
    },
  },
} satisfies ToolCases;
