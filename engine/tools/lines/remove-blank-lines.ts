import { Type } from '../../core/schema.js';
import { defineLineTool } from '../../text/lines/line-tool.js';

export default defineLineTool({
  slug: 'remove-blank-lines',
  title: 'Remove blank lines',
  description: 'Drops blank lines, or keeps one empty line of each run of them.',
  config: Type.Object({
    mode: Type.Enum(['remove', 'collapse'], {
      default: 'remove',
      description: 'remove drops every blank line; collapse turns each run of them into one empty line',
    }),
    whitespaceIsBlank: Type.Boolean({
      default: true,
      description: 'Also counts lines that contain only white space as blank',
    }),
  }),
  examples: [
    { input: 'a\n\n  \nb\n', output: 'a\nb\n' },
    { input: 'a\n\n\n\nb\n\nc', config: { mode: 'collapse' }, output: 'a\n\nb\n\nc' },
    { input: 'a\n\n  \nb', config: { whitespaceIsBlank: false }, output: 'a\n  \nb' },
    { input: '\n\n', output: '' },
  ],
  eachLineAlone: ({ mode }) => mode !== 'collapse',
  onBytes: ({ mode, whitespaceIsBlank }) =>
    mode === 'remove' && whitespaceIsBlank ? (text) => text.trim('none', true) : undefined,
  transformLines(lines, { mode, whitespaceIsBlank }) {
    const kept: string[] = [];
    let afterBlank = false;
    for (const line of lines) {
      const blank = (whitespaceIsBlank ? line.trimStart() : line) === '';
      if (!blank) kept.push(line);
      else if (mode === 'collapse' && !afterBlank) kept.push('');
      afterBlank = blank;
    }
    return kept;
  },
});
