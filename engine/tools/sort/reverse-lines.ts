import { Type } from '../../core/schema.js';
import { defineLineTool } from '../../text/lines/line-tool.js';

export default defineLineTool({
  slug: 'reverse-lines',
  title: 'Reverse lines',
  description: 'Reverses the order of the lines: puts the last line first and the first line last.',
  config: Type.Object({}),
  examples: [
    { input: 'first\nsecond\nthird', output: 'third\nsecond\nfirst' },
    { input: 'a\nb\n', output: 'b\na\n' },
    { input: '\na\n\n', output: '\na\n\n' },
  ],
  onBytes: () => (text) => text.reverse(),
  transformLines: (lines) => lines.reverse(),
});
