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
    ['', ''],
    ['a\r\n\r\nb', 'a\n\nb'],
    ['a\n\rb', 'a\n\nb', {}, 'CR LF is one line end, LF CR are two'],
    ['a\nb\r', 'a\rb\r', { to: 'cr' }],
    ['\n\r\n\r', '\r\n\r\n\r\n', { to: 'crlf' }],
    ['a\u2028b\u2029', 'a\u2028b\u2029', {}, 'U+2028 and U+2029 are not line ends'],
    ['a\n', 'a\r\n', { ensureFinal: 'add', to: 'crlf' }],
    ['a\n\n', 'a\n\n', { ensureFinal: 'add' }],
    ['', '', { ensureFinal: 'remove' }],
    ['a\r\n\r\n', 'a', { ensureFinal: 'remove' }],
    ['\r\n\n', '', { ensureFinal: 'remove' }],
    ['\na\n', '\ra', { ensureFinal: 'remove', to: 'cr' }, 'only at the end'],
    ['\ud800\r\udc00', '\ud800\n\udc00', {}, 'lone surrogates survive'],
    ['a', { error: 'steps[0].config.to must be one of: lf, crlf, cr' }, { to: 'LF' }],
    ['a', { error: 'steps[0].config.ensureFinal must be one of: keep, add, remove' }, { ensureFinal: true }],
    [
      'a',
      { error: 'Unknown option for line-ending-converter: ensurefinal. Did you mean ensureFinal?' },
      { ensurefinal: 'add' },
    ],
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
