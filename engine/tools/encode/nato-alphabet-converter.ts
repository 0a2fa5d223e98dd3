import { ToolError } from '../../core/errors.js';
import { withoutLineEnds } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { CharacterSpelling } from '../../text/encoding/plain-characters.js';
import { joinLines, splitLines } from '../../text/lines/lines.js';
import { describeCharacter } from '../../text/position.js';
import { TextWriter } from '../../text/text-writer.js';
import { countCodePoints } from '../../text/unicode/code-points.js';

/** The spelling alphabet of ICAO Annex 10 volume II, figure 5-1; figures have their plain English names. */
const words = `
A Alfa B Bravo C Charlie D Delta E Echo F Foxtrot G Golf H Hotel I India J Juliett K Kilo L Lima M Mike N November
O Oscar P Papa Q Quebec R Romeo S Sierra T Tango U Uniform V Victor W Whiskey X X-ray Y Yankee Z Zulu
0 Zero 1 One 2 Two 3 Three 4 Four 5 Five 6 Six 7 Seven 8 Eight 9 Nine`;

const alphabet: ReadonlyMap<string, string> = new Map(
  Array.from(words.matchAll(/(\S)\s(\S+)/g), ([, character = '', word = '']) => [character, word]),
);

export default defineTool({
  slug: 'nato-alphabet-converter',
  title: 'NATO alphabet',
  description:
    'Spells a text with the words of the NATO alphabet (Alfa, Bravo, Charlie), line by line. Digits get their English names, accents are dropped, and capitals and small letters are the same.',
  config: Type.Object({
    separator: Type.String({ default: ' ', maxLength: 20, description: 'Text between two characters' }),
    wordSeparator: Type.String({
      default: ' / ',
      maxLength: 20,
      description: 'Text between two words, in place of white space',
    }),
    unknown: Type.Enum(['drop', 'keep', 'error'], {
      default: 'keep',
      description:
        'What to do with a character that is neither a letter of the alphabet nor a digit: drop removes it, keep writes it as it is, error refuses the text',
    }),
  }),
  examples: [
    { input: 'NATO', output: 'November Alfa Tango Oscar' },
    { input: 'x7-é ß', output: 'X-ray Seven - Echo / Sierra Sierra' },
    { input: 'AB 1', config: { separator: ', ', wordSeparator: '; ' }, output: 'Alfa, Bravo; One' },
    { input: 'a.b\nc!\n', config: { unknown: 'drop' }, output: 'Alfa Bravo\nCharlie\n' },
  ],
  keepsLines: [{ separator: withoutLineEnds, wordSeparator: withoutLineEnds }],
  run(input, { separator, wordSeparator, unknown }, limit) {
    const spelling = new CharacterSpelling(alphabet, separator);
    const { lines, ...form } = splitLines(spelling.composed(input, limit));
    let length = 0;
    const spelled = lines.map((line, i) => {
      const result = new TextWriter();
      let between: string | undefined;
      let offset = 0;
      for (const character of line) {
        if (/\s/.test(character)) {
          if (between !== undefined) between = wordSeparator;
        } else {
          const word = spelling.spell(character, limit) ?? (unknown === 'keep' ? character : undefined);
          if (word === undefined && unknown === 'error') throw unknownCharacter(line, i, offset);
          if (word !== undefined && word !== '') {
            result.write((between ?? '') + word);
            between = separator;
            limit.check(length + result.length);
          }
        }
        offset += character.length;
      }
      length += result.length + form.lineEnd.length;
      return result.toString();
    });
    return joinLines(spelled, form);
  },
});

function unknownCharacter(line: string, index: number, offset: number): ToolError {
  const column = countCodePoints(line.slice(0, offset)) + 1;
  return ToolError.at(
    { line: index + 1, column: column },
    `the alphabet does not have ${describeCharacter(line, offset)}`,
  );
}
