import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { TrimCharacters, TrimSide, trimmer } from '../../text/lines/trim.js';
import { replaceMatches } from '../../text/replacement.js';

/**
 * Matches a line that is not empty, with its own line end. The pattern does not repeat line ends, because millions of
 * them overflow the stack.
 */
const filledLines = /[^\r\n]+(?:\r\n|[\r\n])?/g;
const lineBreak = /[\r\n]/;
const finalLineEnd = /(?:\r\n|\r|\n)$/;

export default defineTool({
  slug: 'trim-lines',
  title: 'Trim lines',
  description: 'Strips white space from the ends of every line. Line ends stay exactly as they are, even mixed ones.',
  config: Type.Object({
    side: TrimSide,
    removeBlank: Type.Boolean({
      default: false,
      description: 'Drops the lines that are then empty, together with their line ends',
    }),
    chars: TrimCharacters,
  }),
  examples: [
    { input: '  a  \n\n\tb', output: 'a\n\nb' },
    { input: '  a  \n', config: { side: 'end' }, output: '  a\n' },
    { input: 'a\n   \nb', config: { removeBlank: true }, output: 'a\nb' },
    { input: '- item *', config: { chars: '-*' }, output: 'item' },
  ],
  lineByLine: ({ removeBlank }) => !removeBlank,
  keepsLines: [{ removeBlank: { enum: [false] } }],
  run: (input, { side, removeBlank, chars }) => {
    const trim = trimmer(side, chars);
    const trimmed = lineBreak.test(input) ? replaceMatches(input, /[^\r\n]+/g, trim) : trim(input);
    if (!removeBlank) return trimmed;
    const kept = (trimmed.match(filledLines) ?? []).join('');
    // Dropping a last line without a line end must not leave the text with one.
    return finalLineEnd.test(input) ? kept : kept.replace(finalLineEnd, '');
  },
});
