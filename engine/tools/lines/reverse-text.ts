import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { replaceMatches } from '../../text/replacement.js';
import { reverseGraphemes } from './reverse-text/graphemes.js';

export default defineTool({
  slug: 'reverse-text',
  title: 'Reverse text',
  description:
    'Writes the characters or the words of each line, or of the whole text, in reverse order. Accents stay with their letters, and emoji and flags stay whole.',
  config: Type.Object({
    unit: Type.Enum(['chars', 'words'], {
      default: 'chars',
      description: 'What to reverse: characters, or words (separated by white space)',
    }),
    perLine: Type.Boolean({
      default: true,
      description: 'Reverses each line separately; otherwise the whole text, including the line breaks',
    }),
  }),
  examples: [
    { input: 'stressed\n12345\n', output: 'desserts\n54321\n' },
    { input: 'one two,  three', config: { unit: 'words' }, output: 'three  two, one' },
    { input: 'ab\ncd', config: { perLine: false }, output: 'dc\nba' },
    { input: 'cafe\u0301 👩‍👧!', output: '!👩‍👧 e\u0301fac' },
  ],
  lineByLine: ({ perLine }) => perLine,
  keepsLines: [{ perLine: { enum: [true] } }],
  run(input, { unit, perLine }) {
    const reverse = unit === 'chars' ? reverseGraphemes : reverseWords;
    return perLine ? replaceMatches(input, /[^\r\n]+/g, reverse) : reverse(input);
  },
});

/** The white space between two words stays between them. */
function reverseWords(text: string): string {
  return text.split(/(\s+)/).reverse().join('');
}
