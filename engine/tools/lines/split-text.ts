import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { joinedLength, joinLines, splitLines } from '../../text/lines/lines.js';
import { piecesBetween } from '../../text/patterns/literal-search.js';
import { picked, pickOption } from '../../text/pick.js';

export default defineTool({
  slug: 'split-text',
  title: 'Split text',
  description:
    'Splits the whole text at every delimiter and writes each piece on a separate line, or returns one of the pieces. Quotes have no meaning: CSV is for csv-json-converter.',
  config: Type.Object({
    delimiter: Type.String({
      default: ',',
      minLength: 1,
      maxLength: 100,
      description: 'The text to split at, character for character',
    }),
    limit: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 500_000,
      description: 'Splits into at most this many pieces, the last of which contains the rest; 0 splits everywhere',
    }),
    trim: Type.Boolean({ default: true, description: 'Strips white space at both ends of each piece' }),
    removeBlank: Type.Boolean({
      default: false,
      description: 'Drops pieces that are empty or contain only white space',
    }),
    pick: pickOption('Returns only this piece, after the other options are applied, or nothing if it does not exist', {
      fallback: 0,
    }),
  }),
  examples: [
    { input: 'red, green,,blue\n', output: 'red\ngreen\n\nblue\n' },
    { input: 'a b  c', config: { delimiter: ' ', removeBlank: true }, output: 'a\nb\nc' },
    { input: 'key = a = b', config: { delimiter: '=', limit: 2 }, output: 'key\na = b' },
    { input: '/docs/ada/notes.txt', config: { delimiter: '/', pick: -1 }, output: 'notes.txt' },
  ],
  run(input, { delimiter, limit: most, trim, removeBlank, pick }, limit) {
    const form = splitLines(input);
    const text = form.final ? input.slice(0, input.endsWith('\r\n') ? -2 : -1) : input;
    let pieces = input === '' ? [] : piecesBetween(text, delimiter, most === 0 ? undefined : most);
    if (trim) pieces = pieces.map((piece) => piece.trim());
    if (removeBlank) pieces = pieces.filter((piece) => piece.trim() !== '');
    const given = picked(pieces, pick);
    limit.check(joinedLength(given, form));
    return joinLines(given, form);
  },
});
