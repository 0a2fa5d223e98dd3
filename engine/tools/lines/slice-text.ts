import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { joinLines, splitLines } from '../../text/lines/lines.js';
import { offsetBack, offsetForward } from '../../text/unicode/code-points.js';

const farthest = 10_000_000;

export default defineTool({
  slug: 'slice-text',
  title: 'Slice text',
  description:
    'Keeps a part of a text: characters, words or lines from one position up to another. Positions count from 0, negative ones from the end.',
  config: Type.Object({
    start: Type.Integer({
      default: 0,
      minimum: -farthest,
      maximum: farthest,
      description: 'Position of the first one to keep, counted from 0; -3 is the third from the end',
    }),
    end: Type.Optional(
      Type.Integer({
        minimum: -farthest,
        maximum: farthest,
        description: 'Position after the last one to keep, counted from 0; the end of the text if omitted',
      }),
    ),
    unit: Type.Enum(['chars', 'words', 'lines'], {
      default: 'chars',
      description: 'What to count: characters, words (separated by white space), or lines',
    }),
  }),
  examples: [
    { input: 'Hello, world', config: { start: 7 }, output: 'world' },
    { input: 'report.final.txt', config: { end: -4 }, output: 'report.final' },
    { input: 'one  two three four', config: { start: 1, end: 3, unit: 'words' }, output: 'two three' },
    { input: 'a\nb\nc\n', config: { start: -2, unit: 'lines' }, output: 'b\nc\n' },
    { input: 'abc', config: { start: 2, end: 1 }, output: '' },
  ],
  run(input, { start, end, unit }) {
    if (unit === 'chars')
      return input.slice(offsetAt(input, start), end === undefined ? undefined : offsetAt(input, end));
    if (unit === 'words') return sliceWords(input, start, end);
    const { lines, ...form } = splitLines(input);
    return joinLines(lines.slice(start, end), form);
  },
});

/** Returns the offset of a position in code points. */
function offsetAt(text: string, position: number): number {
  return position >= 0 ? offsetForward(text, 0, position) : offsetBack(text, text.length, -position);
}

/** Returns the text from the first word to the last, with the white space between them. */
function sliceWords(text: string, start: number, end: number | undefined): string {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const word = /\S+/g; ; ) {
    const match = word.exec(text);
    if (match === null) break;
    starts.push(match.index);
    ends.push(word.lastIndex);
  }
  const from = starts.slice(start, end)[0];
  const to = ends.slice(start, end).at(-1);
  return text.slice(from ?? 0, to ?? 0);
}
