import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { countLines, joinLines, splitLines } from '../../text/lines/lines.js';
import { TrimCharacters, TrimSide, trimmer } from '../../text/lines/trim.js';
import { replaceMatches } from '../../text/replacement.js';

/**
 * Matches a line that is not empty, with its own line end. The pattern does not repeat line ends, because millions of
 * them overflow the stack.
 */
const filledLines = /[^\r\n]+(?:\r\n|[\r\n])?/g;
const finalLineEnd = /(?:\r\n|\r|\n)$/;

const config = Type.Object({
  side: TrimSide,
  removeBlank: Type.Boolean({
    default: false,
    description: 'Drops the lines that are then empty, together with their line ends',
  }),
  chars: TrimCharacters,
});
type Config = Static<typeof config>;

export default defineTool({
  slug: 'trim-lines',
  title: 'Trim lines',
  description: 'Strips white space from the ends of every line. Line ends stay exactly as they are, even mixed ones.',
  config,
  examples: [
    { input: '  a  \n\n\tb', output: 'a\n\nb' },
    { input: '  a  \n', config: { side: 'end' }, output: '  a\n' },
    { input: 'a\n   \nb', config: { removeBlank: true }, output: 'a\nb' },
    { input: '- item *', config: { chars: '-*' }, output: 'item' },
  ],
  lineByLine: ({ removeBlank }) => !removeBlank,
  keepsLines: [{ removeBlank: { enum: [false] } }],
  transformLines,
  keepsMixedLineEnds: true,
  onBytes: ({ side, removeBlank, chars }) => (chars === '' ? (text) => text.trim(side, removeBlank) : undefined),
  countItems: countLines,
  run(input, config) {
    if (input.includes('\r')) return trimmedWithLineEnds(input, config);
    const text = splitLines(input);
    return joinLines(transformLines(text.lines, config), text);
  },
});

function transformLines(lines: string[], { side, removeBlank, chars }: Config): string[] {
  const trim = trimmer(side, chars);
  const trimmed = lines.map((line) => trim(line));
  return removeBlank ? trimmed.filter((line) => line !== '') : trimmed;
}

function trimmedWithLineEnds(text: string, { side, removeBlank, chars }: Config): string {
  const trimmed = replaceMatches(text, /[^\r\n]+/g, trimmer(side, chars));
  if (!removeBlank) return trimmed;
  const kept = (trimmed.match(filledLines) ?? []).join('');
  // Dropping a last line without a line end must not leave the text with one.
  return finalLineEnd.test(text) ? kept : kept.replace(finalLineEnd, '');
}
