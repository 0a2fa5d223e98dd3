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
    ['', ''],
    ['a', 'a'],
    ['\n', '\n'],
    ['a\nb', 'b\na', {}, 'without a line end at the end, none is added'],
    ['a\n\n\nb\n', 'b\n\n\na\n', {}, 'blank lines are lines'],
    ['a\r\nb\r\n', 'b\r\na\r\n'],
    ['a\rb', 'b\ra'],
    ['a\r\nb\nc\r', 'c\r\nb\r\na\r\n', {}, 'mixed line ends become the first one'],
    ['a\u2028b\nc', 'c\na\u2028b', {}, 'U+2028 does not end a line'],
    ['🚀\n\ud800\n\udc00', '\udc00\n\ud800\n🚀', {}, 'surrogates stay together, lone ones stay'],
    ['a', { error: 'Unknown option for reverse-lines: order' }, { order: 'asc' }],
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
