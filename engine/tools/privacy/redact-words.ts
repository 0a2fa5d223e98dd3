import { withoutLineEnds } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { literalMatches, replaceMatches } from '../../text/patterns/literal-set.js';
import { countCodePoints } from '../../text/unicode/code-points.js';

export default defineTool({
  slug: 'redact-words',
  title: 'Redact words',
  description:
    'Blacks out the words, names and phrases of a list. Finds them only as they are written in the list, not in other forms or spellings.',
  config: Type.Object({
    words: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      minItems: 1,
      maxItems: 1000,
      description: 'The words and phrases to black out; if several start at the same place, the longest wins',
    }),
    replacement: Type.String({
      default: '█',
      maxLength: 50,
      description: 'Text to write instead of a word; empty removes it',
    }),
    sameLength: Type.Boolean({
      default: true,
      description:
        'Repeats the replacement until it has as many characters as the word; otherwise writes it once, which also hides the length',
    }),
    wholeWord: Type.Boolean({
      default: true,
      description:
        'Finds a text only where it does not continue a word: letters, digits and underscores of any script. In scripts without spaces, such as Chinese, Japanese and Thai, that is anywhere',
    }),
    caseSensitive: Type.Boolean({
      default: false,
      description:
        'Distinguishes upper and lower case; otherwise characters are compared one by one, so ß equals ẞ but not SS',
    }),
  }),
  examples: [
    { input: 'Ada met Bob. ADA left.', config: { words: ['ada', 'bob'] }, output: '███ met ███. ███ left.' },
    {
      input: 'Project Blue Sky, blueprint',
      config: { words: ['blue', 'blue sky'], replacement: '[redacted]', sameLength: false },
      output: 'Project [redacted], blueprint',
    },
    { input: 'blueprint', config: { words: ['blue'], replacement: '*', wholeWord: false }, output: '****print' },
    { input: 'a secret word', config: { words: ['secret'], replacement: '<>' }, output: 'a <><><> word' },
  ],
  lineByLine: ({ words }) => !words.some((word) => /[\r\n]/.test(word)),
  keepsLines: [{ words: withoutLineEnds, replacement: withoutLineEnds }],
  run(input, { words, replacement, sameLength, wholeWord, caseSensitive }, limit) {
    const matches = literalMatches(input, words, { caseSensitive, wholeWord, prefer: 'longest' });
    const replacements = words.map((word) => (sameLength ? fill(replacement, countCodePoints(word)) : replacement));
    return replaceMatches(input, matches, replacements, limit);
  },
});

/** Returns this many characters of a repeated text. */
function fill(text: string, length: number): string {
  const characters = Array.from(text);
  return Array.from({ length }, (_, index) => characters[index % characters.length] ?? '').join('');
}
