import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'split-text';
const asIs = { trim: false };

export default {
  slug,
  cases: [
    ['', ''],
    ['a', 'a'],
    [',', '\n'],
    ['\n', '\n'],
    ['a,,b,', 'a\n\nb\n'],
    ['a,b\n', 'a\nb\n', asIs, 'a final line end stays and is not part of the last piece'],
    ['a,b\r\n', 'a\r\nb\r\n', asIs, 'a line end between pieces is as the text has it'],
    ['a,b\n\n', 'a\nb\n\n', asIs, 'the last line end only'],
    ['a,b\rc,d', 'a\rb\rc\rd', asIs, 'line ends inside pieces stay'],
    ['a\nb;c', 'a\nb\nc', { delimiter: ';' }, 'at line ends too'],
    [' a , b ', ' a \n b ', asIs, 'untrimmed'],
    ['\u00a0a\u3000,\u200b b', 'a\n\u200b b', {}, 'trimmed like String.prototype.trim'],
    ['aaaaa', '\n\na', { delimiter: 'aa' }, 'left to right, never overlapping'],
    ['a.*b|c', 'a\nb|c', { delimiter: '.*' }, 'no pattern'],
    ['aXbxc', 'aXb\nc', { delimiter: 'x' }, 'upper case is another text'],
    ['1😀2😀', '1\n2\n', { delimiter: '😀' }, 'astral delimiter'],
    ['😀\ud83d😀', '😀\n😀', { delimiter: '\ud83d' }, 'half a pair is not a delimiter'],
    ['😀\ude00', '😀\n', { delimiter: '\ude00' }, 'nor is the other half'],
    ['a\0b', 'a\nb', { delimiter: '\0' }, 'NUL'],
    ['a, ,b,', 'a\nb', { removeBlank: true }],
    ['a, ,b,', 'a\nb', { removeBlank: true, trim: false }],
    [' , \n', '', { removeBlank: true }],
    ['a,b,c', 'a,b,c', { limit: 1 }],
    ['a,b,c', 'a\nb\nc', { limit: 3 }],
    [',a,b,c', '\na\nb,c', { limit: 3 }],
    [',a,b', 'a,b', { limit: 2, removeBlank: true }, 'pieces are removed after splitting'],
    ['a,b,c', 'a', { pick: 1 }],
    ['a,b,c\n', 'c\n', { pick: 3 }],
    ['a,b,c', 'a', { pick: -3 }],
    ['a,b,c', '', { pick: 4 }],
    ['a,b,c\n', '', { pick: -4 }],
    [',a,b', 'a', { pick: 1, removeBlank: true }],
    ['a', { error: 'steps[0].config.delimiter must be at least 1 character long' }, { delimiter: '' }],
    ['a', { error: 'steps[0].config.delimiter must be at most 100 characters long' }, { delimiter: '-'.repeat(101) }],
    ['a', { error: 'steps[0].config.limit must be at least 0' }, { limit: -1 }],
    ['a', { error: 'steps[0].config.limit must be at most 500000' }, { limit: 500_001 }],
    ['a', { error: 'steps[0].config.pick must be at most 500000' }, { pick: 500_001 }],
    ['a', { error: 'steps[0].config.pick must be at least -500000' }, { pick: -500_001 }],
    ['a', { error: 'steps[0].config.pick must be an integer' }, { pick: '1' }],
    [','.repeat(499_999), '\n'.repeat(499_999)],
  ],
  checks: {
    'splits as String.prototype.split does': () => {
      const text = fc.array(fc.constantFrom('a', 'b', 'ab', ' ', '😀', '\t')).map((parts) => parts.join(''));
      const delimiter = fc.constantFrom('a', 'b', 'aa', 'aba', ' ', '😀', 'bb');
      fc.assert(
        fc.property(text, delimiter, (input, at) => {
          const config = { delimiter: at, trim: false };
          assert.equal(resultOf(slug, input, config), input.split(at).join('\n'));
          assert.equal(resultOf(slug, input, { ...config, limit: 2 }).replace('\n', at), input);
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'agrees with tr on one character': (t) => {
      const line = fc
        .array(fc.constantFrom('a', ',', ' ', 'é'), { minLength: 1 })
        .map((parts) => `${parts.join('')}\n`);
      const texts = fc.sample(line, { seed: 2, numRuns: sampleSize(50) });
      shellOracle(t, "tr , '\\n'", texts)?.forEach((output, index) => {
        assert.equal(resultOf(slug, texts[index] ?? '', asIs), output);
      });
    },
    'reserves exactly the size of its output': () => {
      assertAsksForItsSize(slug, 'a,b,,c\r\n', {});
      assertAsksForItsSize(slug, 'a,b,,c', { delimiter: 'b' });
    },
  },
} satisfies ToolCases;
