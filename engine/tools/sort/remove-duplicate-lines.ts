import { Type } from '../../core/schema.js';
import { defineLineTool } from '../../text/lines/line-tool.js';
import { distinctLines } from '../../text/order/line-sorting.js';

export default defineLineTool({
  slug: 'remove-duplicate-lines',
  title: 'Remove duplicate lines',
  description:
    'Keeps one of each line and leaves the order of the lines as it is. To sort them as well use dedupe-sort.',
  config: Type.Object({
    keep: Type.Enum(['first', 'last'], { default: 'first', description: 'Which of equal lines stays' }),
    caseSensitive: Type.Boolean({
      default: true,
      description: 'When false, lines that differ only in case are equal',
    }),
    trim: Type.Boolean({ default: false, description: 'Strips white space at both ends of each line first' }),
    adjacentOnly: Type.Boolean({
      default: false,
      description: 'Removes only lines that are equal to an adjacent line, as uniq does',
    }),
    skipBlank: Type.Boolean({ default: false, description: 'Let all blank lines stay' }),
  }),
  examples: [
    { input: 'b\na\nb\n', output: 'b\na\n' },
    { input: 'b\na\nB', config: { keep: 'last', caseSensitive: false }, output: 'a\nB' },
    { input: 'a\na\nb\na', config: { adjacentOnly: true }, output: 'a\nb\na' },
    { input: 'a\n\nb\n\na', config: { skipBlank: true }, output: 'a\n\nb\n' },
  ],
  onBytes({ keep, caseSensitive, trim, adjacentOnly, skipBlank }) {
    if (adjacentOnly || skipBlank) return undefined;
    return (text) => text.trim(trim ? 'both' : 'none', false) && text.distinct(keep, !caseSensitive);
  },
  transformLines: (lines, { trim, ...options }) =>
    distinctLines(trim ? lines.map((line) => line.trim()) : lines, options),
});
