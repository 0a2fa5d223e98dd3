import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { csvLine } from '../../text/csv/csv.js';
import { splitLines } from '../../text/lines/lines.js';
import { sortByText } from '../../text/order/alphabetical-order.js';

const config = Type.Object({
  sortBy: Type.Enum(['count', 'line', 'first'], {
    default: 'count',
    description:
      'What to order lines by: their count (equal counts in the order of appearance), the alphabet, or their first appearance',
  }),
  order: Type.Optional(
    Type.Enum(['asc', 'desc'], {
      description: 'Direction of sorting; if omitted, desc for counts and asc for all others',
    }),
  ),
  format: Type.Enum(['count-line', 'line-count', 'json', 'csv'], {
    default: 'count-line',
    description:
      'count-line and line-count write both on one line; json an array of objects; csv a table with a header line',
  }),
  separator: Type.String({
    default: '\t',
    maxLength: 10,
    description: 'Text between the count and the line in the formats count-line and line-count',
  }),
  minCount: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 500_000,
    description: 'Omits lines that occur less often',
  }),
  caseSensitive: Type.Boolean({
    default: true,
    description: 'When false, lines that differ only in case are equal; the first is shown',
  }),
  trim: Type.Boolean({ default: false, description: 'Strips white space at both ends of each line first' }),
});

type Config = Static<typeof config>;

/** A line as it occurred first, and its number of occurrences. */
interface Counted {
  readonly line: string;
  count: number;
}

export default defineTool({
  slug: 'count-duplicate-lines',
  title: 'Count duplicate lines',
  description: 'Lists each different line once, with the number of times it occurs.',
  config,
  examples: [
    { input: 'b\na\nb\nc\nb\nc', output: '3\tb\n2\tc\n1\ta' },
    {
      input: 'b\na\nB\n',
      config: { sortBy: 'line', format: 'line-count', separator: ': ', caseSensitive: false },
      output: 'a: 1\nb: 2\n',
    },
    { input: 'a\nb\na', config: { format: 'csv', minCount: 2 }, output: 'line,count\na,2' },
    {
      input: 'a\n\na',
      config: { format: 'json', sortBy: 'first' },
      output: '[\n  {\n    "line": "a",\n    "count": 2\n  },\n  {\n    "line": "",\n    "count": 1\n  }\n]',
    },
  ],
  run(input, config, limit) {
    const { lines, lineEnd, final } = splitLines(input);
    const counted = sortCounted(
      countLines(lines, config).filter(({ count }) => count >= config.minCount),
      config,
    );
    const write = writers[config.format];
    let text = '';
    for (const entry of counted) {
      const between = text === '' ? write.start : (write.between ?? lineEnd);
      text += between + write.entry(entry, config.separator);
      limit.check(text.length);
    }
    if (counted.length === 0) return write.nothing;
    text += write.end ?? (final ? lineEnd : '');
    limit.check(text.length);
    return text;
  },
});

/** Lines are compared as in the tools that remove duplicates: no folding but lower case, no normalization. */
function countLines(lines: readonly string[], { trim, caseSensitive }: Config): Counted[] {
  const counts = new Map<string, Counted>();
  for (const given of lines) {
    const line = trim ? given.trim() : given;
    const key = caseSensitive ? line : line.toLowerCase();
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { line, count: 1 });
    else known.count++;
  }
  return [...counts.values()];
}

/** @param counted - in the order of appearance. */
function sortCounted(counted: Counted[], { sortBy, order = sortBy === 'count' ? 'desc' : 'asc' }: Config): Counted[] {
  if (sortBy === 'count') {
    const sign = order === 'asc' ? 1 : -1;
    return counted.sort((a, b) => sign * (a.count - b.count));
  }
  const sorted = sortBy === 'line' ? sortByText(counted, ({ line }) => line) : counted;
  return order === 'asc' ? sorted : sorted.reverse();
}

/** How a format writes an entry, and what it writes before the first one, between two, after the last and for none. */
interface Writer {
  readonly entry: (counted: Counted, separator: string) => string;
  readonly start: string;
  /** The line end of the input if omitted. */
  readonly between?: string;
  /** The ending of the input if omitted. */
  readonly end?: string;
  readonly nothing: string;
}

const writers: Readonly<Record<Config['format'], Writer>> = {
  'count-line': { entry: ({ line, count }, separator) => `${count}${separator}${line}`, start: '', nothing: '' },
  'line-count': { entry: ({ line, count }, separator) => `${line}${separator}${count}`, start: '', nothing: '' },
  csv: {
    entry: ({ line, count }) => csvLine([line, `${count}`], ','),
    start: 'line,count\n',
    between: '\n',
    end: '',
    nothing: 'line,count',
  },
  json: {
    entry: ({ line, count }) => `  {\n    "line": ${JSON.stringify(line)},\n    "count": ${count}\n  }`,
    start: '[\n',
    between: ',\n',
    end: '\n]',
    nothing: '[]',
  },
};
