import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { joinLines, splitLines } from '../../text/lines/lines.js';
import { distinctLines } from '../../text/order/line-sorting.js';
import { otherTextOptions, twoTexts } from '../../text/other-text.js';

export default defineTool({
  slug: 'compare-lists',
  title: 'Compare lists',
  description:
    'Compares the lines of the text with those of another list: the lines common to both, only in the text, only in one of them, or in either list. Every line occurs once, in the order of its first appearance.',
  config: Type.Object({
    ...otherTextOptions('The other list, one item per line'),
    operation: Type.Enum(['union', 'intersection', 'difference', 'symmetric'], {
      default: 'intersection',
      description:
        'union: the lines of either list; intersection: those of both; difference: those of the text that the other list lacks; symmetric: those that only one of the lists has',
    }),
    caseSensitive: Type.Boolean({
      default: true,
      description: 'When false, lines that differ only in case are equal',
    }),
    trim: Type.Boolean({ default: true, description: 'Strips white space at both ends of each line first' }),
    removeBlank: Type.Boolean({ default: true, description: 'Skips lines that contain only white space' }),
  }),
  examples: [
    { input: 'Ada\nBob\nCy', config: { other: 'Cy\nAda\nDee' }, output: 'Ada\nCy' },
    { input: 'Ada\nBob\nCy\n', config: { other: 'Cy\nAda\nDee', operation: 'difference' }, output: 'Bob\n' },
    { input: 'Ada\nBob\nCy', config: { other: 'Cy\nAda\nDee', operation: 'symmetric' }, output: 'Bob\nDee' },
    {
      input: 'Ada\n Bob\nada',
      config: { other: 'BOB\n\nCy', operation: 'union', caseSensitive: false },
      output: 'Ada\nBob\nCy',
    },
    {
      input: 'Ada\nBob\n---\nBob\nCy\n',
      config: { separatorLine: '---', operation: 'symmetric' },
      output: 'Ada\nCy\n',
    },
    { input: 'a\nb', config: { other: '' }, output: '' },
  ],
  run(input, { operation, caseSensitive, trim, removeBlank, ...texts }) {
    const { text, other } = twoTexts(input, texts);
    const { lines, ...form } = splitLines(text);
    const prepare = (given: readonly string[]) => {
      const trimmed = trim ? given.map((line) => line.trim()) : given;
      return removeBlank ? trimmed.filter((line) => line.trim() !== '') : trimmed;
    };
    const keyOf = (line: string) => (caseSensitive ? line : line.toLowerCase());
    const first = prepare(lines);
    const second = prepare(splitLines(other).lines);
    const inFirst = new Set(first.map(keyOf));
    const inSecond = new Set(second.map(keyOf));
    const kept = {
      union: () => [...first, ...second],
      intersection: () => first.filter((line) => inSecond.has(keyOf(line))),
      difference: () => first.filter((line) => !inSecond.has(keyOf(line))),
      symmetric: () => [
        ...first.filter((line) => !inSecond.has(keyOf(line))),
        ...second.filter((line) => !inFirst.has(keyOf(line))),
      ],
    }[operation]();
    return joinLines(distinctLines(kept, { caseSensitive }), form);
  },
});
