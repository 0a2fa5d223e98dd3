import { Type } from '../../core/schema.js';
import { defineLineTool } from '../../text/lines/line-tool.js';

export default defineLineTool({
  slug: 'keep-duplicate-lines',
  title: 'Keep duplicate lines',
  description:
    'Keeps only the lines that occur more than once, each of them once, at its first occurrence, or only the lines that occur exactly once (unique). Equal lines need not be adjacent.',
  config: Type.Object({
    mode: Type.Enum(['duplicated', 'unique'], {
      default: 'duplicated',
      description: 'The lines to keep: those that occur more than once, or those that occur exactly once',
    }),
    caseSensitive: Type.Boolean({
      default: true,
      description: 'When false, lines that differ only in case are equal',
    }),
    trim: Type.Boolean({ default: false, description: 'Strips white space at both ends of each line first' }),
  }),
  examples: [
    { input: 'b\na\nb\nc\nb\n', output: 'b\n' },
    { input: 'b\na\nb\nc', config: { mode: 'unique' }, output: 'a\nc' },
    { input: ' Ada\nBob\nada', config: { caseSensitive: false, trim: true }, output: 'Ada' },
    { input: 'a\nb', output: '' },
  ],
  transformLines(given, { mode, caseSensitive, trim }) {
    const lines = trim ? given.map((line) => line.trim()) : given;
    const compared = caseSensitive ? lines : lines.map((line) => line.toLowerCase());
    const seen = new Set<string>();
    const repeated = new Set<string>();
    for (const line of compared) (seen.has(line) ? repeated : seen).add(line);
    return lines.filter((_, index) => {
      const line = compared[index] ?? '';
      // Deleted at its first place, a repeated line is kept there and nowhere else.
      return mode === 'unique' ? !repeated.has(line) : repeated.delete(line);
    });
  },
});
