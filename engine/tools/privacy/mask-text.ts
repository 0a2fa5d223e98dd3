import { withoutLineEnds } from '../../core/line-keeping.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { replaceMatches } from '../../text/replacement.js';
import { codePointAt, codePointBefore, unitsOf } from '../../text/unicode/code-points.js';
import { isWhiteSpace } from '../../text/unicode/white-space.js';

const config = Type.Object({
  showFirst: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 100,
    description: 'Characters to leave readable at the start of each line, word or text',
  }),
  showLast: Type.Integer({
    default: 4,
    minimum: 0,
    maximum: 100,
    description: 'Characters to leave readable at the end of each line, word or text',
  }),
  char: Type.String({
    default: '*',
    minLength: 1,
    maxLength: 1,
    description: 'The character to write for each hidden one',
  }),
  keepSpaces: Type.Boolean({
    default: true,
    description: 'Leaves white space as it is and does not count it; otherwise it is hidden like any other character',
  }),
  unit: Type.Enum(['line', 'word', 'text'], {
    default: 'line',
    description: 'What to mask separately: each line, each word (separated by white space), or the whole text',
  }),
});

export default defineTool({
  slug: 'mask-text',
  title: 'Mask text',
  description:
    'Hides all but the first and last characters of each line, each word or the whole text, such as all of a card number but its last four digits. A piece that is not longer than its readable part is hidden completely. Line breaks stay, and the length remains visible.',
  config,
  examples: [
    { input: '4111 1111 1111 1234\n378282246310005', output: '**** **** **** 1234\n***********0005' },
    {
      input: 'Ada Lovelace',
      config: { showFirst: 1, showLast: 0, unit: 'word', char: '•' },
      output: 'A•• L•••••••',
    },
    { input: 'my secret key', config: { showFirst: 2, showLast: 2, keepSpaces: false }, output: 'my*********ey' },
    { input: '1234\n12345', output: '****\n*2345' },
  ],
  lineByLine: ({ unit }) => unit !== 'text',
  keepsLines: [{ unit: { enum: ['line', 'word'] }, char: withoutLineEnds }],
  run(input, config) {
    return replaceMatches(input, pieces[config.unit], masker(config));
  },
});

/** Line breaks belong to no line and to no word. */
const pieces = { line: /[^\r\n]+/g, word: /\S+/g, text: /[\s\S]+/g };

/** Makes the function that masks a line, a word or a text. */
function masker({ showFirst, showLast, char, keepSpaces }: Static<typeof config>): (piece: string) => string {
  const hideable = keepSpaces ? /\S/gu : /[^\r\n]/gu;
  const counts: Counts = keepSpaces
    ? (codePoint) => !isWhiteSpace(codePoint)
    : (codePoint) => codePoint !== 0x0a && codePoint !== 0x0d;
  const mask = char.replace('$', '$$$$');
  return (piece) => {
    const start = endOfFirst(piece, showFirst, counts);
    const end = startOfLast(piece, showLast, counts);
    const hidden = piece.slice(start, end);
    // If nothing is hidden between the two parts, leaving them readable would show everything.
    if (hidden.search(hideable) === -1) return piece.replace(hideable, mask);
    return piece.slice(0, start) + hidden.replace(hideable, mask) + piece.slice(end);
  };
}

type Counts = (codePoint: number) => boolean;

/** Returns the offset after the first `count` characters that count. */
function endOfFirst(text: string, count: number, counts: Counts): number {
  let offset = 0;
  for (let left = count; left > 0 && offset < text.length; ) {
    const codePoint = codePointAt(text, offset);
    offset += unitsOf(codePoint);
    if (counts(codePoint)) left--;
  }
  return offset;
}

/** Returns the offset of the last `count` characters that count. */
function startOfLast(text: string, count: number, counts: Counts): number {
  let offset = text.length;
  for (let left = count; left > 0 && offset > 0; ) {
    const codePoint = codePointBefore(text, offset);
    offset -= unitsOf(codePoint);
    if (counts(codePoint)) left--;
  }
  return offset;
}
