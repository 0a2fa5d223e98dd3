import { withoutLineEnds } from '../../core/line-keeping.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { type ColumnRange, parseColumnList } from '../../text/csv/column-list.js';
import { joinLines, splitLines } from '../../text/lines/lines.js';
import { piecesBetween } from '../../text/patterns/literal-search.js';
import { offsetForward } from '../../text/unicode/code-points.js';

const config = Type.Object({
  columns: Type.String({
    default: '1',
    maxLength: 200,
    description: 'The columns to keep, counted from 1, in the order to write them: 3,1 or 2-4 or 5- or -3',
  }),
  mode: Type.Enum(['fields', 'chars'], {
    default: 'fields',
    description: 'What a column is: the text between two delimiters, or one character',
  }),
  delimiter: Type.String({
    default: '\t',
    maxLength: 10,
    description: 'The delimiter between columns; empty for any white space',
  }),
  outputDelimiter: Type.Optional(
    Type.String({
      maxLength: 10,
      description:
        'Text to write between columns, or between ranges of characters; if omitted, the delimiter (one space for white space), and nothing between characters',
    }),
  ),
  undelimited: Type.Enum(['empty', 'keep', 'drop'], {
    default: 'empty',
    description:
      'What to do with a line without the delimiter: empty treats it as a line of one column, as awk does; keep leaves it as it is, as cut does; drop removes it, as cut -s does',
  }),
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'extract-columns',
  title: 'Extract columns',
  description:
    'Keeps columns of every line by number: the text between delimiters, or characters. Columns that a line does not have are skipped. Quotes have no meaning: for CSV with quoted cells use a CSV tool.',
  config,
  examples: [
    {
      input: 'ada\t36\tLondon\nalan\t41\tWilmslow\n',
      config: { columns: '1,3' },
      output: 'ada\tLondon\nalan\tWilmslow\n',
    },
    {
      input: 'GET  /index.html 200\nPOST /login      302',
      config: { delimiter: '', columns: '3,1', outputDelimiter: ' ← ' },
      output: '200 ← GET\n302 ← POST',
    },
    { input: 'a;b;c;d\ne;f\ng', config: { delimiter: ';', columns: '2-' }, output: 'b;c;d\nf\n' },
    { input: '2026-11-21T09:30', config: { mode: 'chars', columns: '1-4,6-7' }, output: '202611' },
  ],
  keepsLines: [
    { mode: { enum: ['chars'] }, outputDelimiter: withoutLineEnds },
    { undelimited: { enum: ['empty', 'keep'] }, delimiter: withoutLineEnds, outputDelimiter: withoutLineEnds },
  ],
  run(input, config, limit) {
    const { lines, ...form } = splitLines(input);
    const ranges = parseColumnList(config.columns, 'columns');
    const select = config.mode === 'chars' ? characterSelector(ranges, config) : fieldSelector(ranges, config);
    const selected: string[] = [];
    let written = 0;
    for (const line of lines) {
      const columns = select(line, limit, written);
      if (columns === undefined) continue;
      selected.push(columns);
      written += columns.length + form.lineEnd.length;
    }
    limit.check(written - (form.final || written === 0 ? 0 : form.lineEnd.length));
    return joinLines(selected, form);
  },
});

/** Returns undefined for a line to drop. A list may name all of a line many times, so it checks the limit. */
type Selector = (line: string, limit: OutputLimit, written: number) => string | undefined;

function characterSelector(ranges: readonly ColumnRange[], { outputDelimiter = '' }: Config): Selector {
  return (line, limit, written) => {
    let text = '';
    for (const { from, to } of ranges) {
      const characters = sliceCodePoints(line, from - 1, to);
      if (characters === '') continue;
      text += (text === '' ? '' : outputDelimiter) + characters;
      limit.check(written + text.length);
    }
    return text;
  };
}

function fieldSelector(ranges: readonly ColumnRange[], config: Config): Selector {
  const { delimiter, undelimited, outputDelimiter = delimiter === '' ? ' ' : delimiter } = config;
  const last = ranges.reduce((most, { to }) => Math.max(most, to), 0);
  return (line, limit, written) => {
    const fields = delimiter === '' ? (line.match(/\S+/g) ?? []) : piecesBetween(line, delimiter, last + 1);
    if (fields.length < 2 && undelimited !== 'empty') return undelimited === 'keep' ? line : undefined;
    let text = '';
    let isFirst = true;
    for (const { from, to } of ranges) {
      for (let column = from; column <= Math.min(to, fields.length); column++) {
        text += (isFirst ? '' : outputDelimiter) + (fields[column - 1] ?? '');
        isFirst = false;
      }
      limit.check(written + text.length);
    }
    return text;
  };
}

/**
 * Returns the characters of a text from one to another, both counted in code points from 0 and the second one excluded.
 * Does the same as `Array.from(text).slice(from, to).join('')`, without the array.
 *
 * @param to - may be infinite.
 */
function sliceCodePoints(text: string, from: number, to: number): string {
  const start = offsetForward(text, 0, from);
  return text.slice(start, offsetForward(text, start, to - from));
}
