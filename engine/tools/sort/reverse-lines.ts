import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { joinLines, splitLines } from '../../text/lines/lines.js';

export default defineTool({
  slug: 'reverse-lines',
  title: 'Reverse lines',
  description: 'Reverses the order of the lines: puts the last line first and the first line last.',
  config: Type.Object({}),
  examples: [
    { input: 'first\nsecond\nthird', output: 'third\nsecond\nfirst' },
    { input: 'a\nb\n', output: 'b\na\n' },
    { input: '\na\n\n', output: '\na\n\n' },
  ],
  run(input) {
    const { lines, ...form } = splitLines(input);
    return joinLines(lines.reverse(), form);
  },
});
