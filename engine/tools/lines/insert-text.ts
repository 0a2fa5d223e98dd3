import { ToolError } from '../../core/errors.js';
import { withoutLineEnds } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { piecesBetween } from '../../text/patterns/literal-search.js';
import { offsetForward } from '../../text/unicode/code-points.js';

export default defineTool({
  slug: 'insert-text',
  title: 'Insert text',
  description:
    'Inserts a text at the start or the end, before or after every occurrence of another text, or after every n characters.',
  config: Type.Object({
    text: Type.String({ maxLength: 10_000, description: 'What to insert, character for character' }),
    at: Type.Enum(['start', 'end', 'before', 'after', 'every'], {
      default: 'end',
      description:
        'Where: at the start, at the end, before or after each anchor, or between groups of a fixed number of characters (every)',
    }),
    anchor: Type.String({
      default: '',
      maxLength: 2000,
      description: 'The text to search for, character for character; only for before and after',
    }),
    every: Type.Integer({
      default: 1,
      minimum: 1,
      maximum: 100_000,
      description: 'Number of characters in a group, including line breaks; only for every',
    }),
  }),
  examples: [
    { input: 'world', config: { text: 'Hello, ', at: 'start' }, output: 'Hello, world' },
    { input: 'a=1&b=2', config: { text: '\n', at: 'after', anchor: '&' }, output: 'a=1&\nb=2' },
    { input: '001122aabbcc', config: { text: ':', at: 'every', every: 2 }, output: '00:11:22:aa:bb:cc' },
    { input: 'abc', config: { text: '-', at: 'before', anchor: 'x' }, output: 'abc' },
  ],
  lineByLine: ({ at, anchor }) => (at === 'before' || at === 'after') && !/[\r\n]/.test(anchor),
  keepsLines: [{ at: { enum: ['before', 'after'] }, anchor: withoutLineEnds, text: withoutLineEnds }],
  run(input, { text, at, anchor, every }, limit) {
    if ((at === 'before' || at === 'after') && anchor === '') {
      throw new ToolError(`anchor is empty: give the text to insert ${at}`);
    }
    const pieces = piecesOf(input, at, anchor, every);
    limit.check(input.length + (pieces.length - 1) * text.length);
    if (at === 'before') return pieces.join(text + anchor);
    return pieces.join(at === 'after' ? anchor + text : text);
  },
});

/** Splits the input at the places for the insertion; for `before` and `after` without the anchors. */
function piecesOf(
  input: string,
  at: 'start' | 'end' | 'before' | 'after' | 'every',
  anchor: string,
  every: number,
): string[] {
  switch (at) {
    case 'start':
      return ['', input];
    case 'end':
      return [input, ''];
    case 'before':
    case 'after':
      return piecesBetween(input, anchor);
    case 'every':
      return groupsOf(input, every);
  }
}

function groupsOf(input: string, size: number): string[] {
  const groups: string[] = [];
  let start = 0;
  do {
    const end = offsetForward(input, start, size);
    groups.push(input.slice(start, end));
    start = end;
  } while (start < input.length);
  return groups;
}
