import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const line = fc.constantFrom('', 'a', 'b', ' ', 'é', '🚀', '__proto__', '\0');
const lines = fc.array(line, { maxLength: 8 });

export default {
  slug: 'reverse-lines',
  cases: [
    { input: '', output: '' },
    { input: 'a', output: 'a' },
    { input: '\n', output: '\n' },
    { name: 'without a line end at the end, none is added', input: 'a\nb', output: 'b\na' },
    { name: 'blank lines are lines', input: 'a\n\n\nb\n', output: 'b\n\n\na\n' },
    { input: 'a\r\nb\r\n', output: 'b\r\na\r\n' },
    { input: 'a\rb', output: 'b\ra' },
    { name: 'mixed line ends become the first one', input: 'a\r\nb\nc\r', output: 'c\r\nb\r\na\r\n' },
    { name: 'U+2028 does not end a line', input: 'a\u2028b\nc', output: 'c\na\u2028b' },
    { name: 'surrogates stay together, lone ones stay', input: '🚀\n\ud800\n\udc00', output: '\udc00\n\ud800\n🚀' },
    { input: 'a', config: { order: 'asc' }, error: 'Unknown option for reverse-lines: order' },
  ],
  checks: {
    'twice is the text itself'() {
      fc.assert(
        fc.property(lines, fc.constantFrom('\n', '\r\n', '\r'), fc.boolean(), (all, lineEnd, final) => {
          const text = all.join(lineEnd) + (final && all.length > 0 ? lineEnd : '');
          const once = resultOf('reverse-lines', text);
          // A blank first line becomes the last one, where nothing shows it unless a line end follows.
          if (final || all[0] !== '') assert.equal(resultOf('reverse-lines', once), text);
        }),
        { seed: 1 },
      );
    },
    'agrees with tac'(t) {
      const texts = fc
        .sample(lines, { seed: 2, numRuns: sampleSize(150) })
        .map((all) => all.map((text) => `${text}\n`).join(''));
      const expected = shellOracle(t, 'tac', texts);
      expected?.forEach((output, index) => {
        assert.equal(resultOf('reverse-lines', texts[index] ?? ''), output);
      });
    },
  },
} satisfies ToolCases;
