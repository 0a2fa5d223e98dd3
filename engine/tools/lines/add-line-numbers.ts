import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { joinedLength, joinLines, splitLines } from '../../text/lines/lines.js';

export default defineTool({
  slug: 'add-line-numbers',
  title: 'Add line numbers',
  description: 'Writes a number before every line, or before every line that is not blank.',
  config: Type.Object({
    start: Type.Integer({
      default: 1,
      minimum: -1_000_000_000,
      maximum: 1_000_000_000,
      description: 'Number of the first line',
    }),
    step: Type.Integer({
      default: 1,
      minimum: -1_000_000,
      maximum: 1_000_000,
      description: 'Difference between two line numbers',
    }),
    pad: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 12,
      description: 'Minimum width of a number in characters, including its sign; 0 for no minimum',
    }),
    padWith: Type.Enum(['space', 'zero'], {
      default: 'space',
      description: 'Fills short numbers on the left: with spaces, or with zeros after the sign',
    }),
    separator: Type.String({ default: '. ', maxLength: 10, description: 'Text between number and line' }),
    skipBlank: Type.Boolean({
      default: false,
      description: 'Leaves blank lines (only white space) as they are, and does not count them',
    }),
  }),
  examples: [
    { input: 'red\n\nblue\n', output: '1. red\n2. \n3. blue\n' },
    { input: 'red\n\nblue', config: { skipBlank: true, separator: ') ' }, output: '1) red\n\n2) blue' },
    {
      input: 'a\nb\nc',
      config: { start: 90, step: 10, pad: 4, padWith: 'zero', separator: ' ' },
      output: '0090 a\n0100 b\n0110 c',
    },
    { input: 'a\nb', config: { start: -1, pad: 3 }, output: ' -1. a\n  0. b' },
  ],
  run(input, { start, step, pad, padWith, separator, skipBlank }, limit) {
    const { lines, ...form } = splitLines(input);
    let number = start;
    const numbered = lines.map((line) => {
      if (skipBlank && line.trim() === '') return line;
      const label = padNumber(number, pad, padWith) + separator;
      number += step;
      return label + line;
    });
    limit.check(joinedLength(numbered, form));
    return joinLines(numbered, form);
  },
});

function padNumber(number: number, width: number, padWith: 'space' | 'zero'): string {
  if (padWith === 'space') return `${number}`.padStart(width);
  const sign = number < 0 ? '-' : '';
  return sign + `${Math.abs(number)}`.padStart(width - sign.length, '0');
}
