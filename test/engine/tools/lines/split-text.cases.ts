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
    { input: '', output: '' },
    { input: 'a', output: 'a' },
    { input: ',', output: '\n' },
    { input: '\n', output: '\n' },
    { input: 'a,,b,', output: 'a\n\nb\n' },
    {
      name: 'a final line end stays and is not part of the last piece',
      input: 'a,b\n',
      config: asIs,
      output: 'a\nb\n',
    },
    { name: 'a line end between pieces is as the text has it', input: 'a,b\r\n', config: asIs, output: 'a\r\nb\r\n' },
    { name: 'the last line end only', input: 'a,b\n\n', config: asIs, output: 'a\nb\n\n' },
    { name: 'line ends inside pieces stay', input: 'a,b\rc,d', config: asIs, output: 'a\rb\rc\rd' },
    { name: 'at line ends too', input: 'a\nb;c', config: { delimiter: ';' }, output: 'a\nb\nc' },
    { name: 'untrimmed', input: ' a , b ', config: asIs, output: ' a \n b ' },
    { name: 'trimmed like String.prototype.trim', input: '\u00a0a\u3000,\u200b b', output: 'a\n\u200b b' },
    { name: 'left to right, never overlapping', input: 'aaaaa', config: { delimiter: 'aa' }, output: '\n\na' },
    { name: 'no pattern', input: 'a.*b|c', config: { delimiter: '.*' }, output: 'a\nb|c' },
    { name: 'upper case is another text', input: 'aXbxc', config: { delimiter: 'x' }, output: 'aXb\nc' },
    { name: 'astral delimiter', input: '1😀2😀', config: { delimiter: '😀' }, output: '1\n2\n' },
    { name: 'half a pair is not a delimiter', input: '😀\ud83d😀', config: { delimiter: '\ud83d' }, output: '😀\n😀' },
    { name: 'nor is the other half', input: '😀\ude00', config: { delimiter: '\ude00' }, output: '😀\n' },
    { name: 'NUL', input: 'a\0b', config: { delimiter: '\0' }, output: 'a\nb' },
    { input: 'a, ,b,', config: { removeBlank: true }, output: 'a\nb' },
    { input: 'a, ,b,', config: { removeBlank: true, trim: false }, output: 'a\nb' },
    { input: ' , \n', config: { removeBlank: true }, output: '' },
    { input: 'a,b,c', config: { limit: 1 }, output: 'a,b,c' },
    { input: 'a,b,c', config: { limit: 3 }, output: 'a\nb\nc' },
    { input: ',a,b,c', config: { limit: 3 }, output: '\na\nb,c' },
    {
      name: 'pieces are removed after splitting',
      input: ',a,b',
      config: { limit: 2, removeBlank: true },
      output: 'a,b',
    },
    { input: 'a,b,c', config: { pick: 1 }, output: 'a' },
    { input: 'a,b,c\n', config: { pick: 3 }, output: 'c\n' },
    { input: 'a,b,c', config: { pick: -3 }, output: 'a' },
    { input: 'a,b,c', config: { pick: 4 }, output: '' },
    { input: 'a,b,c\n', config: { pick: -4 }, output: '' },
    { input: ',a,b', config: { pick: 1, removeBlank: true }, output: 'a' },
    { input: 'a', config: { delimiter: '' }, error: 'steps[0].config.delimiter must be at least 1 character long' },
    {
      input: 'a',
      config: { delimiter: '-'.repeat(101) },
      error: 'steps[0].config.delimiter must be at most 100 characters long',
    },
    { input: 'a', config: { limit: -1 }, error: 'steps[0].config.limit must be at least 0' },
    { input: 'a', config: { limit: 500_001 }, error: 'steps[0].config.limit must be at most 500000' },
    { input: 'a', config: { pick: 500_001 }, error: 'steps[0].config.pick must be at most 500000' },
    { input: 'a', config: { pick: -500_001 }, error: 'steps[0].config.pick must be at least -500000' },
    { input: 'a', config: { pick: '1' }, error: 'steps[0].config.pick must be an integer' },
    { input: ','.repeat(499_999), output: '\n'.repeat(499_999) },
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
