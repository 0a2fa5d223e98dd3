import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { joinedLength, joinLines, splitLines } from '../../text/lines/lines.js';

export default defineTool({
  slug: 'indent-lines',
  title: 'Indent lines',
  description: 'Indents every line: writes spaces or tabs before it.',
  config: Type.Object({
    count: Type.Integer({
      default: 2,
      minimum: 0,
      maximum: 100,
      description: 'Number of spaces or tabs; 0 changes nothing',
    }),
    char: Type.Enum(['space', 'tab'], { default: 'space', description: 'The character to indent with' }),
    skipBlank: Type.Boolean({
      default: true,
      description: 'Leaves blank lines (only white space) as they are',
    }),
  }),
  examples: [
    { input: 'a\n  b\n\nc\n', output: '  a\n    b\n\n  c\n' },
    { input: 'a\nb', config: { count: 1, char: 'tab' }, output: '\ta\n\tb' },
    { input: 'a\n\nb', config: { count: 4, skipBlank: false }, output: '    a\n    \n    b' },
  ],
  keepsLines: true,
  run(input, { count, char, skipBlank }, limit) {
    const { lines, ...form } = splitLines(input);
    const indent = (char === 'tab' ? '\t' : ' ').repeat(count);
    const staysAsItIs = (line: string) => skipBlank && line.trim() === '';
    const indented = lines.reduce((total, line) => total + (staysAsItIs(line) ? 0 : 1), 0);
    limit.check(joinedLength(lines, form) + indented * indent.length);
    return joinLines(
      lines.map((line) => (staysAsItIs(line) ? line : indent + line)),
      form,
    );
  },
});
