import { Type } from '../../core/schema.js';
import { defineLineTool } from '../../text/lines/line-tool.js';

export default defineLineTool({
  slug: 'tail-lines',
  title: 'Last lines',
  description: 'Keeps the last lines of a text, or all but the first ones.',
  config: Type.Object({
    count: Type.Integer({
      default: 10,
      minimum: -500_000,
      maximum: 500_000,
      description: 'Number of lines to keep; -3 keeps all but the first 3, and 0 none',
    }),
  }),
  examples: [
    { input: 'a\nb\nc\nd\n', config: { count: 2 }, output: 'c\nd\n' },
    { input: 'a\nb\nc\nd', config: { count: -1 }, output: 'b\nc\nd' },
    { input: 'a\nb', output: 'a\nb' },
  ],
  onBytes:
    ({ count }) =>
    (text) =>
      text.slice(count === 0 ? text.count : -count),
  transformLines: (lines, { count }) => lines.slice(count === 0 ? lines.length : -count),
});
