import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { columnAfter, joinedLength, joinLines, splitLines } from '../../text/lines/lines.js';

export default defineTool({
  slug: 'dedent-lines',
  title: 'Remove common indentation',
  description:
    'Removes the indentation that all lines have in common, and keeps the rest. Blank lines do not count, and become empty.',
  config: Type.Object({
    tabWidth: Type.Integer({
      default: 8,
      minimum: 1,
      maximum: 16,
      description:
        'Columns between tab stops, for texts that mix indentation by tabs and by spaces; a partly removed tab becomes spaces',
    }),
  }),
  examples: [
    { input: '    if x:\n        return 1\n\n    return 2\n', output: 'if x:\n    return 1\n\nreturn 2\n' },
    { input: '\ta\n\t\tb', output: 'a\n\tb' },
    { input: '\ta\n    b', config: { tabWidth: 8 }, output: '    a\nb' },
    { input: 'a\n  b', output: 'a\n  b' },
  ],
  run(input, { tabWidth }, limit) {
    const { lines, ...form } = splitLines(input);
    let common = Number.POSITIVE_INFINITY;
    for (const line of lines) {
      if (line.trim() !== '') common = Math.min(common, columnAfter(indentOf(line), 0, tabWidth));
    }
    const dedented = lines.map((line) => (line.trim() === '' ? '' : withoutColumns(line, common, tabWidth)));
    limit.check(joinedLength(dedented, form));
    return joinLines(dedented, form);
  },
});

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** Returns a line without the first columns of its indent; the rest of the indent keeps its width. */
function withoutColumns(line: string, removed: number, tabWidth: number): string {
  const indent = indentOf(line);
  let column = 0;
  let offset = 0;
  while (column < removed) column = columnAfter(indent.charAt(offset++), column, tabWidth);
  const rest = indent.slice(offset);
  // A tab keeps its width only if it moves by whole tab stops.
  const tabsStay = column === removed && (removed % tabWidth === 0 || !rest.includes('\t'));
  return tabsStay
    ? line.slice(offset)
    : ' '.repeat(columnAfter(rest, column, tabWidth) - removed) + line.slice(indent.length);
}
