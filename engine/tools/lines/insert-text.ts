import { ToolError } from '../../errors.js';
import { Type } from '../../schema.js';
import { offsetForward } from '../../text/code-point-offsets.js';
import { occurrences } from '../../text/literal-search.js';
import { defineTool } from '../../tool.js';

export default defineTool({
  slug: 'insert-text',
  title: 'Insert text',
  description:
    'Puts a text at the start or the end, before or after every place where another text stands, or after every so many characters.',
  config: Type.Object({
    text: Type.String({ maxLength: 10_000, description: 'What to insert, character for character' }),
    at: Type.Enum(['start', 'end', 'before', 'after', 'every'], {
      default: 'end',
      description:
        'Where: at the start, at the end, before or after each anchor, or between groups of so many characters (every)',
    }),
    anchor: Type.String({
      default: '',
      maxLength: 2000,
      description: 'The text to look for, character for character; only for before and after',
    }),
    every: Type.Integer({
      default: 1,
      minimum: 1,
      maximum: 100_000,
      description: 'How many characters a group has, line breaks counted; only for every',
    }),
  }),
  examples: [
    { input: 'world', config: { text: 'Hello, ', at: 'start' }, output: 'Hello, world' },
    { input: 'a=1&b=2', config: { text: '\n', at: 'after', anchor: '&' }, output: 'a=1&\nb=2' },
    { input: '001122aabbcc', config: { text: ':', at: 'every', every: 2 }, output: '00:11:22:aa:bb:cc' },
    { input: 'abc', config: { text: '-', at: 'before', anchor: 'x' }, output: 'abc' },
  ],
  run(input, { text, at, anchor, every }, limit) {
    if ((at === 'before' || at === 'after') && anchor === '') {
      throw new ToolError(`anchor is empty: write the text to insert ${at}`);
    }
    const offsets = () => offsetsOf(input, at, anchor, every);
    let length = input.length;
    for (const _ of offsets()) length += text.length;
    limit.check(length);
    const pieces: string[] = [];
    let position = 0;
    for (const offset of offsets()) {
      pieces.push(input.slice(position, offset));
      position = offset;
    }
    pieces.push(input.slice(position));
    return pieces.join(text);
  },
});

/** Where to insert, ascending. */
function* offsetsOf(
  input: string,
  at: 'start' | 'end' | 'before' | 'after' | 'every',
  anchor: string,
  every: number,
): Generator<number> {
  switch (at) {
    case 'start':
      yield 0;
      break;
    case 'end':
      yield input.length;
      break;
    case 'before':
    case 'after':
      for (const place of placesOf(input, anchor)) yield at === 'before' ? place : place + anchor.length;
      break;
    case 'every':
      for (let offset = offsetForward(input, 0, every); offset < input.length; ) {
        yield offset;
        offset = offsetForward(input, offset, every);
      }
  }
}

/** Where the anchor stands, none inside the one before; half of a surrogate pair is no place. */
function* placesOf(input: string, anchor: string): Generator<number> {
  let free = 0;
  for (const place of occurrences(input, anchor)) {
    const end = place + anchor.length;
    if (place < free || isWithinPair(input, place) || isWithinPair(input, end)) continue;
    yield place;
    free = end;
  }
}

function isWithinPair(text: string, offset: number): boolean {
  return offset > 0 && (text.codePointAt(offset - 1) ?? 0) > 0xffff;
}
