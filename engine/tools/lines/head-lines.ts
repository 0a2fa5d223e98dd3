import { Type } from '../../core/schema.js';
import { defineLineTool } from '../../text/lines/line-tool.js';

export default defineLineTool({
  slug: 'head-lines',
  title: 'First lines',
  description: 'Keeps the first lines of a text, or all but the last ones.',
  config: Type.Object({
    count: Type.Integer({
      default: 10,
      minimum: -500_000,
      maximum: 500_000,
      description: 'Number of lines to keep; -3 keeps all but the last 3, and 0 none',
    }),
  }),
  examples: [
    { input: 'a\nb\nc\nd\n', config: { count: 2 }, output: 'a\nb\n' },
    { input: 'a\nb\nc\nd', config: { count: -1 }, output: 'a\nb\nc' },
    { input: 'a\nb', output: 'a\nb' },
  ],
  onBytes:
    ({ count }) =>
    (text) =>
      text.slice(0, count),
  transformLines: (lines, { count }) => lines.slice(0, count),
});
