import { withoutLineEnds } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { joinLines, splitLines } from '../../text/lines/lines.js';
import { countCodePoints } from '../../text/unicode/code-points.js';

export default defineTool({
  slug: 'pad-lines',
  title: 'Pad lines',
  description:
    'Fills every line up to a width: at its end, at its start (which aligns it right) or at both (which centres it). Longer lines stay as they are. The width counts code points, so Chinese or emoji may look wider.',
  config: Type.Object({
    width: Type.Integer({
      default: 80,
      minimum: 1,
      maximum: 1000,
      description: 'Minimum number of characters in every line',
    }),
    side: Type.Enum(['start', 'end', 'both'], {
      default: 'end',
      description: 'Where to fill: start, end, or both, with one more at the end if the number is odd',
    }),
    char: Type.String({ default: ' ', minLength: 1, maxLength: 1, description: 'The character to fill with' }),
  }),
  examples: [
    { input: '7\n42\n1234', config: { width: 3, side: 'start', char: '0' }, output: '007\n042\n1234' },
    { input: 'Contents\nIndex\n', config: { width: 10, char: '.' }, output: 'Contents..\nIndex.....\n' },
    { input: 'a\nabcd', config: { width: 4, side: 'both', char: '-' }, output: '-a--\nabcd' },
    { input: '', config: { width: 4 }, output: '' },
  ],
  keepsLines: [{ char: withoutLineEnds }],
  run(input, { width, side, char }, limit) {
    const { lines, ...form } = splitLines(input);
    let length = (lines.length - (form.final ? 0 : 1)) * form.lineEnd.length;
    for (const line of lines) length += line.length + Math.max(0, width - countCodePoints(line)) * char.length;
    if (lines.length > 0) limit.check(length);
    const padded = lines.map((line) => {
      const missing = width - countCodePoints(line);
      if (missing <= 0) return line;
      const start = side === 'end' ? 0 : side === 'start' ? missing : Math.floor(missing / 2);
      return char.repeat(start) + line + char.repeat(missing - start);
    });
    return joinLines(padded, form);
  },
});
