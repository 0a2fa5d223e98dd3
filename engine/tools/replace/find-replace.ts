import { ToolError } from '../../core/errors.js';
import { type OptionCondition, withoutLineEnds } from '../../core/line-keeping.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { occurrences } from '../../text/patterns/literal-search.js';
import { foldCase } from '../../text/unicode/case-folding.js';
import { codePointAt, codePointBefore, splitsPair } from '../../text/unicode/code-points.js';
import { continuesWord } from '../../text/unicode/word-characters.js';

const config = Type.Object({
  find: Type.String({ minLength: 1, maxLength: 2000, description: 'The text to search for, character for character' }),
  replace: Type.String({
    default: '',
    maxLength: 10_000,
    description: 'The replacement, character for character ($& has no special meaning)',
  }),
  caseSensitive: Type.Boolean({
    default: true,
    description:
      'Distinguishes upper and lower case; otherwise characters are compared one by one, so ß equals ẞ but not SS',
  }),
  wholeWord: Type.Boolean({
    default: false,
    description:
      'Finds the text only where it does not continue a word: letters, digits and underscores of any script. In scripts without spaces, such as Chinese, Japanese and Thai, that is anywhere',
  }),
  occurrence: Type.Enum(['all', 'first', 'last'], {
    default: 'all',
    description: 'Which of the places to replace; all goes from left to right and never replaces its own output',
  }),
  escapes: Type.Boolean({
    default: false,
    description:
      'Reads \\n, \\t, \\r, \\\\, \\xHH and \\uHHHH in find and replace as the characters they stand for; a Windows line end is \\r\\n',
  }),
});

type Config = Static<typeof config>;

/** Excludes escapes that are or could be a line end. */
const noLineEndEscapes: OptionCondition = { pattern: '^(?:[^\\r\\n\\\\]|\\\\[t\\\\])*$' };

export default defineTool({
  slug: 'find-replace',
  title: 'Find and replace',
  description:
    'Replaces a word or any other literal text with another: everywhere, or only the first or the last occurrence.',
  config,
  examples: [
    { input: 'one fish, two fish', config: { find: 'fish', replace: 'cat' }, output: 'one cat, two cat' },
    {
      input: 'cat concat CAT',
      config: { find: 'cat', replace: '$&', caseSensitive: false, wholeWord: true },
      output: '$& concat $&',
    },
    { input: 'a\tb\tc', config: { find: '\\t', replace: '\\n', escapes: true, occurrence: 'last' }, output: 'a\tb\nc' },
    { input: 'aaa', config: { find: 'aa', replace: 'b' }, output: 'ba' },
  ],
  lineByLine: ({ find, occurrence, escapes }) => occurrence === 'all' && !(escapes ? /[\r\n\\]/ : /[\r\n]/).test(find),
  keepsLines: [
    { occurrence: { enum: ['all'] }, escapes: { enum: [false] }, find: withoutLineEnds, replace: withoutLineEnds },
    { occurrence: { enum: ['all'] }, find: noLineEndEscapes, replace: noLineEndEscapes },
  ],
  run(input, config, limit) {
    const read = (text: string, option: string) => (config.escapes ? unescapeBackslashes(text, option) : text);
    const find = read(config.find, 'find');
    const replacement = read(config.replace, 'replace');
    const places = placesOf(input, find, config);
    limit.check(input.length + places.length * (replacement.length - find.length));
    const pieces: string[] = [];
    let position = 0;
    for (const place of places) {
      pieces.push(input.slice(position, place));
      position = place + find.length;
    }
    pieces.push(input.slice(position));
    return pieces.join(replacement);
  },
});

/** Returns the offsets to replace at: ascending, without overlaps. */
function placesOf(input: string, find: string, { caseSensitive, wholeWord, occurrence }: Config): number[] {
  const found = caseSensitive ? occurrences(input, find) : occurrences(foldCase(input), foldCase(find));
  const places: number[] = [];
  let free = 0;
  for (const place of found) {
    const end = place + find.length;
    if (place < free || isWithin(input, place, wholeWord) || isWithin(input, end, wholeWord)) continue;
    if (occurrence === 'last') places.length = 0;
    else free = end;
    places.push(place);
    if (occurrence === 'first') break;
  }
  return places;
}

/** Tests whether an offset is inside a surrogate pair or, for whole words, inside a word. */
function isWithin(text: string, offset: number, wholeWord: boolean): boolean {
  if (splitsPair(text, offset)) return true;
  return wholeWord && continuesWord(codePointBefore(text, offset), codePointAt(text, offset));
}

const letters = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['\\', '\\'],
]);

/**
 * Replaces `\n`, `\t`, `\r`, `\\`, `\xHH` and `\uHHHH` with their characters.
 *
 * @param option - the name of the option that holds the text, for the message.
 * @throws {ToolError} on any other escape, and on a backslash at the end.
 */
function unescapeBackslashes(text: string, option: string): string {
  return text.replace(/\\(x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|[\s\S]|$)/gu, (written, escaped: string) => {
    if (escaped.length > 2) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    const letter = letters.get(escaped);
    if (letter !== undefined) return letter;
    throw new ToolError(`"${written}" in ${option} is not an escape; use \\n, \\t, \\r, \\\\, \\xHH or \\uHHHH`);
  });
}
