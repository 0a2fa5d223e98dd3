import { Type } from '../../core/schema.js';
import { type ColumnRange, parseColumnList } from '../../text/csv/column-list.js';
import { defineLineTool } from '../../text/lines/line-tool.js';

export default defineLineTool({
  slug: 'extract-nth-lines',
  title: 'Extract nth lines',
  description: 'Keeps every n-th line, or the lines whose numbers you list. They keep their order.',
  config: Type.Object({
    every: Type.Integer({
      default: 2,
      minimum: 1,
      maximum: 100_000,
      description: 'The distance between two lines to keep: 2 keeps lines 1, 3, 5 and so on',
    }),
    offset: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 500_000,
      description: 'Number of lines to skip before the first one to keep: 1 makes that 2, 4, 6',
    }),
    lines: Type.String({
      default: '',
      maxLength: 1000,
      description:
        'Numbers and ranges of lines to keep, counted from 1: 1,4-9 or 20- (to the end) or -3 (the first three); every and offset then have no meaning',
    }),
  }),
  examples: [
    { input: '1\n2\n3\n4\n5\n', output: '1\n3\n5\n' },
    { input: '1\n2\n3\n4\n5\n6\n7', config: { every: 3, offset: 1 }, output: '2\n5' },
    { input: 'a\nb\nc\nd\ne\nf', config: { lines: '5-,1-2' }, output: 'a\nb\ne\nf' },
    { input: 'only one', config: { offset: 1 }, output: '' },
  ],
  transformLines: (lines, { every, offset, lines: list }) =>
    list.trim() === ''
      ? lines.filter((_, index) => index >= offset && (index - offset) % every === 0)
      : listedLines(lines, parseColumnList(list, 'lines', 'line')),
});

function listedLines(lines: readonly string[], ranges: readonly ColumnRange[]): string[] {
  const kept: string[] = [];
  let next = 1;
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    next = Math.max(next, from);
    for (; next <= Math.min(to, lines.length); next++) kept.push(lines[next - 1] ?? '');
  }
  return kept;
}
