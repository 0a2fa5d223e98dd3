import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { splitLines } from '../../text/lines/lines.js';

const letterOrMark = /^[\p{L}\p{M}]$/u;
const lowerCaseStart = /^\p{Ll}/u;

export default defineTool({
  slug: 'line-break-remover',
  title: 'Remove line breaks',
  description:
    'Joins the lines of wrapped text into running text, as one line or as one line per paragraph. For a list with separators or quotes use join-lines.',
  config: Type.Object({
    replacement: Type.String({
      default: ' ',
      maxLength: 20,
      description: 'Text between two joined lines',
    }),
    keepParagraphs: Type.Boolean({
      default: false,
      description: 'Joins only within paragraphs (lines between blank lines), with one empty line between them',
    }),
    collapseSpaces: Type.Boolean({
      default: true,
      description: 'Trims each line, collapses runs of spaces and tabs into one space, and skips blank lines',
    }),
    joinHyphens: Type.Boolean({
      default: false,
      description: 'Rejoins words that were hyphenated at a line end: inter- and national become international',
    }),
  }),
  examples: [
    {
      input: 'The quick\nbrown fox\n\njumps over\nthe dog.\n',
      output: 'The quick brown fox jumps over the dog.',
    },
    {
      input: 'The quick\nbrown fox\n\njumps over\nthe dog.\n',
      config: { keepParagraphs: true },
      output: 'The quick brown fox\n\njumps over the dog.',
    },
    {
      input: 'https://example.com/very/\nlong/path',
      config: { replacement: '' },
      output: 'https://example.com/very/long/path',
    },
    { input: 'a\nb\n\nc', config: { replacement: ', ' }, output: 'a, b, c' },
    { input: 'a\n\nb', config: { collapseSpaces: false }, output: 'a  b' },
    {
      input: 'inter-\nnational well-\nKnown',
      config: { joinHyphens: true },
      output: 'international well- Known',
    },
  ],
  run: (input, { replacement, keepParagraphs, collapseSpaces, joinHyphens }, limit) => {
    const { lines, lineEnd } = splitLines(input);
    const paragraphEnd = lineEnd + lineEnd;
    /** Lines and separators, alternating. */
    const parts: string[] = [];
    let afterBlank = false;
    for (const raw of lines) {
      const line = collapseSpaces ? raw.trim().replace(/[ \t]{2,}|\t/g, ' ') : raw;
      const blank = line.trimStart() === '';
      if (blank && (collapseSpaces || keepParagraphs)) {
        afterBlank = true;
        continue;
      }
      const previous = parts.at(-1);
      if (previous !== undefined) {
        if (keepParagraphs && afterBlank) parts.push(paragraphEnd);
        else if (joinHyphens && splitsWord(previous, line)) parts[parts.length - 1] = previous.slice(0, -1);
        else parts.push(replacement);
      }
      parts.push(line);
      afterBlank = false;
    }
    limit.check(parts.reduce((size, part) => size + part.length, 0));
    return parts.join('');
  },
});

/**
 * Tests whether a word continues from the end of one line, after a hyphen or a soft hyphen, to the start of the next.
 */
function splitsWord(line: string, next: string): boolean {
  if (!line.endsWith('-') && !line.endsWith('\u00ad')) return false;
  // Not by a pattern with $: that of Node.js 26 does not find characters beyond U+FFFF before the end.
  const [before = ''] = Array.from(line.slice(-3, -1)).slice(-1);
  return letterOrMark.test(before) && lowerCaseStart.test(next);
}
