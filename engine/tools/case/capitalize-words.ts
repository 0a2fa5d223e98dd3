import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { lowerCaseIn, type WordLanguage, WordLocale } from '../../text/unicode/case-mapping.js';
import { capitalizeName } from '../../text/unicode/letter-case.js';

export default defineTool({
  slug: 'capitalize-words',
  title: 'Capitalize words',
  description:
    "Starts every word with a capital, small words such as of and the included (title-case-converter leaves those in lower case). A letter after a digit is not capitalized: 2nd. The one after O', D' and L' is: O'Reilly.",
  config: Type.Object({
    lowerRest: Type.Boolean({
      default: false,
      description: 'Writes the letters after the first in lower case; otherwise they stay as they are',
    }),
    delimiters: Type.String({
      default: ' -/\t',
      maxLength: 20,
      description: 'The characters that end a word; line ends always do',
    }),
    locale: WordLocale,
  }),
  examples: [
    { input: 'the well-known iPhone\nand/or', output: 'The Well-Known IPhone\nAnd/Or' },
    { input: 'JOHN MCDONALD', config: { lowerRest: true }, output: 'John Mcdonald' },
    { input: 'mary-jane o’neill', config: { delimiters: ' ' }, output: 'Mary-jane O’Neill' },
    { input: 'ISPARTA ŞAHİN', config: { lowerRest: true, locale: 'tr' }, output: 'Isparta Şahin' },
    { input: '“hello” (world), 2nd ǆungla', output: '“Hello” (World), 2nd ǅungla' },
  ],
  lineByLine: true,
  keepsLines: true,
  run(input, { lowerRest, delimiters, locale }) {
    const ends = new Set(Array.from(`${delimiters}\r\n`, (character) => character.codePointAt(0)));
    const capitalized = (word: string) =>
      lowerRest ? capitalizeOnly(word, locale) : capitalizeName(word, 'keep', locale);
    let output = '';
    let start = 0;
    for (let offset = 0, units = 1; offset < input.length; offset += units) {
      const codePoint = input.codePointAt(offset) ?? 0;
      units = codePoint > 0xffff ? 2 : 1;
      if (!ends.has(codePoint)) continue;
      output += capitalized(input.slice(start, offset)) + input.slice(offset, offset + units);
      start = offset + units;
    }
    return output + capitalized(input.slice(start));
  },
});

const startsWithDigit = /^[^\p{L}\p{N}]*\p{N}/u;

function capitalizeOnly(word: string, locale: WordLanguage): string {
  return startsWithDigit.test(word) ? lowerCaseIn(word, locale) : capitalizeName(word, 'lower', locale);
}
