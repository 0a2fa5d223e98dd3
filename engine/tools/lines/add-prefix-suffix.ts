import { withoutLineEnds } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { joinedLength, joinLines, splitLines } from '../../text/lines/lines.js';

export default defineTool({
  slug: 'add-prefix-suffix',
  title: 'Add prefix and suffix',
  description: 'Writes a prefix before and a suffix after every line, such as a bullet, a quote sign or a comma.',
  config: Type.Object({
    prefix: Type.String({ default: '', maxLength: 1000, description: 'Text before each line' }),
    suffix: Type.String({ default: '', maxLength: 1000, description: 'Text after each line' }),
    skipBlank: Type.Boolean({
      default: true,
      description: 'Leaves blank lines (only white space) as they are',
    }),
  }),
  examples: [
    { input: 'apple\npear\n', config: { prefix: '- ' }, output: '- apple\n- pear\n' },
    { input: 'a\n\nb', config: { prefix: '<p>', suffix: '</p>' }, output: '<p>a</p>\n\n<p>b</p>' },
    { input: 'a\n\nb', config: { prefix: '> ', skipBlank: false }, output: '> a\n> \n> b' },
  ],
  keepsLines: [{ prefix: withoutLineEnds, suffix: withoutLineEnds }],
  run(input, { prefix, suffix, skipBlank }, limit) {
    const { lines, ...form } = splitLines(input);
    const staysAsItIs = (line: string) => skipBlank && line.trim() === '';
    const changed = lines.reduce((count, line) => count + (staysAsItIs(line) ? 0 : 1), 0);
    limit.check(joinedLength(lines, form) + changed * (prefix.length + suffix.length));
    return joinLines(
      lines.map((line) => (staysAsItIs(line) ? line : prefix + line + suffix)),
      form,
    );
  },
});
