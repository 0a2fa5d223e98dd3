import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { foundTextOptions } from '../../text/lines/found-texts.js';
import { occurrences } from '../../text/patterns/literal-search.js';

const Marker = (description: string) => Type.String({ minLength: 1, maxLength: 2000, description });

export default defineTool({
  slug: 'extract-between',
  title: 'Extract text between markers',
  description:
    'Extracts the text between two markers, such as ( and ), or <b> and </b>. Each start marker goes with the nearest end marker after it, and the search continues after that; nesting is not understood.',
  config: Type.Object({
    start: Marker('The text before the wanted part, case-sensitive'),
    end: Marker('The text after the wanted part; may be the same as start'),
    limit: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 1_000_000,
      description: 'Returns at most this many pieces, from the start; 0 returns all',
    }),
    inclusive: Type.Boolean({ default: false, description: 'Returns the markers as well' }),
    separator: foundTextOptions('piece', 'pieces').separator,
  }),
  examples: [
    { input: 'a (b) c (d, e) f (g', config: { start: '(', end: ')' }, output: 'b\nd, e' },
    {
      input: '<b>one</b> and <b>two</b>',
      config: { start: '<b>', end: '</b>', inclusive: true, separator: ' ' },
      output: '<b>one</b> <b>two</b>',
    },
    { input: '"first" "second"', config: { start: '"', end: '"', limit: 1 }, output: 'first' },
    { input: 'name: Ada\nage: 36\n', config: { start: 'age: ', end: '\n' }, output: '36' },
  ],
  run(input, { start, end, limit: most, inclusive, separator }, limit) {
    const pieces: string[] = [];
    let length = -separator.length;
    for (const piece of piecesBetween(input, start, end)) {
      const text = inclusive ? start + piece + end : piece;
      pieces.push(text);
      length += text.length + separator.length;
      limit.check(length);
      if (pieces.length === most) break;
    }
    return pieces.join(separator);
  },
});

function* piecesBetween(text: string, start: string, end: string): Generator<string> {
  const ends = occurrences(text, end)[Symbol.iterator]();
  let nextEnd = ends.next();
  let free = 0;
  for (const opening of occurrences(text, start)) {
    if (opening < free) continue;
    const from = opening + start.length;
    while (!nextEnd.done && nextEnd.value < from) nextEnd = ends.next();
    if (nextEnd.done) return;
    yield text.slice(from, nextEnd.value);
    free = nextEnd.value + end.length;
  }
}
