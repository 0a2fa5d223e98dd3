import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { replaceMatches } from '../../text/replacement.js';
import { lowerCaseIn } from '../../text/unicode/case-mapping.js';

export default defineTool({
  slug: 'alternating-case',
  title: 'Alternating case',
  description: 'Alternates small letters and capitals, starting again on every line.',
  config: Type.Object({
    start: Type.Enum(['lower', 'upper'], {
      default: 'lower',
      description: 'Case of the first letter of a line',
    }),
    countNonLetters: Type.Boolean({
      default: false,
      description: 'Counts every character when alternating, including blanks and punctuation; otherwise only letters',
    }),
  }),
  examples: [
    { input: 'hello World', output: 'hElLo WoRlD' },
    { input: 'hello World\nagain', config: { start: 'upper' }, output: 'HeLlO wOrLd\nAgAiN' },
    { input: 'hello World', config: { countNonLetters: true }, output: 'hElLo wOrLd' },
    { input: 'a1b2-e\u0301f', output: 'a1B2-e\u0301F' },
  ],
  lineByLine: true,
  keepsLines: true,
  run(input, { start, countNonLetters }) {
    const counted = countNonLetters ? /\P{M}|[\r\n]/gu : /\p{L}|[\r\n]/gu;
    let upper = start === 'upper';
    return replaceMatches(input, counted, (character) => {
      if (character === '\n' || character === '\r') {
        upper = start === 'upper';
        return character;
      }
      const written = upper ? character.toUpperCase() : lowerCaseIn(character, 'root');
      upper = !upper;
      return written;
    });
  },
});
