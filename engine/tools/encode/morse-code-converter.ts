import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { CharacterSpelling } from '../../text/encoding/plain-characters.js';
import { joinLines, splitLines } from '../../text/lines/lines.js';
import { describeCharacter } from '../../text/position.js';
import { TextWriter } from '../../text/text-writer.js';
import { countCodePoints } from '../../text/unicode/code-points.js';

type Unknown = 'drop' | 'keep' | 'error';

/** Returns the replacement for a character or code that is not in the table. */
type OnUnknown = (what: string, offset: number) => string;

export default defineTool({
  slug: 'morse-code-converter',
  title: 'Morse code converter',
  description:
    'Writes text in international Morse code (ITU-R M.1677-1), or reads it: blanks between letters, / or several blanks between words. Five signs that the code lacks (! & ; _ $) are written as they are usually sent. Capitals and small letters are the same, and accents other than that of é are lost.',
  config: Type.Object({
    direction: Type.Enum(['auto', 'encode', 'decode'], {
      default: 'auto',
      description: 'auto: a text that contains only dots, dashes, blanks and / or | is Morse code and is decoded',
    }),
    unknown: Type.Enum(['drop', 'keep', 'error'], {
      default: 'drop',
      description:
        'What to do with a character without a code, or a code without a character: drop removes it, keep writes it as it is, error refuses the text',
    }),
  }),
  examples: [
    { input: 'SOS, Zoë!', output: '... --- ... --..-- / --.. --- . -.-.--' },
    { input: '.... . .-.. .-.. --- / .-- --- .-. .-.. -..', output: 'HELLO WORLD' },
    { input: '··· −−− ···   • —\n', output: 'SOS ET\n' },
    { input: 'a 東 b', config: { unknown: 'keep' }, output: '.- / 東 / -...' },
    { input: '... ........ e', config: { direction: 'decode', unknown: 'keep' }, output: 'S........e' },
  ],
  keepsLines: [{ direction: { enum: ['encode', 'decode'] } }],
  run(input, { direction, unknown }, limit) {
    const decoding = direction === 'decode' || (direction === 'auto' && looksLikeMorse(input));
    const spelling = new CharacterSpelling(morseCodes, ' ');
    const { lines, ...form } = splitLines(decoding ? input : spelling.composed(input, limit));
    let length = 0;
    const converted = lines.map((line, i) => {
      const onUnknown = handlerOf(unknown, line, i + 1, decoding);
      const result = decoding ? decode(line, onUnknown) : encode(line, spelling, onUnknown, limit);
      length += result.length + form.lineEnd.length;
      limit.check(length - form.lineEnd.length);
      return result;
    });
    return joinLines(converted, form);
  },
});

function handlerOf(unknown: Unknown, line: string, lineNumber: number, decoding: boolean): OnUnknown {
  if (unknown !== 'error') return (what) => (unknown === 'keep' ? what : '');
  return (what, offset) => {
    const place = { line: lineNumber, column: countCodePoints(line.slice(0, offset)) + 1 };
    if (!decoding) throw ToolError.at(place, `Morse code does not have ${describeCharacter(line, offset)}`);
    const shown = countCodePoints(what) > 20 ? `${Array.from(what.slice(0, 40)).slice(0, 20).join('')}…` : what;
    throw ToolError.at(place, `"${shown}" is not a character in Morse code`);
  };
}

function encode(line: string, spelling: CharacterSpelling, onUnknown: OnUnknown, limit: OutputLimit): string {
  const result = new TextWriter(limit);
  let separator = '';
  let offset = 0;
  for (const character of line) {
    if (/\s/.test(character)) {
      if (result.length > 0) separator = ' / ';
    } else {
      const code = spelling.spell(character, limit) ?? onUnknown(character, offset);
      if (code !== '') {
        result.write(separator + code);
        separator = ' ';
      }
    }
    offset += character.length;
  }
  return result.toString();
}

function decode(line: string, onUnknown: OnUnknown): string {
  const result = new TextWriter();
  let wordEnded = false;
  for (const match of line.matchAll(/[/|]|\s+|[^\s/|]+/g)) {
    const [token] = match;
    if (token === '/' || token === '|') wordEnded = true;
    else if (token.trim() === '') wordEnded ||= token.length > 1;
    else {
      const character = morseCharacters.get(plainMorse(token)) ?? onUnknown(token, match.index);
      if (wordEnded && result.length > 0 && character !== '') result.write(' ');
      if (character !== '') wordEnded = false;
      result.write(character);
    }
  }
  return result.toString();
}

/** The letters, figures and signs of the code, each with its signal. @see ITU-R M.1677-1, annex 1, part I */
const international = `
A .-     B -...   C -.-.   D -..    E .      F ..-.   G --.    H ....   I ..     J .---
K -.-    L .-..   M --     N -.     O ---    P .--.   Q --.-   R .-.    S ...    T -
U ..-    V ...-   W .--    X -..-   Y -.--   Z --..   É ..-..
1 .----  2 ..---  3 ...--  4 ....-  5 .....  6 -....  7 --...  8 ---..  9 ----.  0 -----
. .-.-.- , --..-- : ---... ? ..--.. ' .----. - -....- / -..-.  ( -.--.  ) -.--.- " .-..-.
= -...-  + .-.-.  @ .--.-.`;

/** Not in the recommendation, but sent like this nearly everywhere. */
const customary = '! -.-.-- & .-... ; -.-.-. _ ..--.- $ ...-..-';

function codesOf(table: string): [character: string, code: string][] {
  return Array.from(table.matchAll(/(\S) ([.-]+)/g), ([, character = '', code = '']) => [character, code]);
}

const codes = [...codesOf(international), ...codesOf(customary)];

/** Codes by character (capitals). The multiplication sign is sent as X. */
const morseCodes: ReadonlyMap<string, string> = new Map([...codes, ['×', '-..-']]);

/** Characters by code. */
const morseCharacters: ReadonlyMap<string, string> = new Map(codes.map(([character, code]) => [code, character]));

/** Replaces the dots and dashes that people use with full stops and hyphens; the length may change. */
function plainMorse(token: string): string {
  return token
    .replace(/[·•∙⋅]/g, '.')
    .replace(/[−‐‑–—_]/g, '-')
    .replaceAll('…', '...');
}

/** Tests whether a text contains only dots, dashes, blanks and word separators, with at least one dot or dash. */
function looksLikeMorse(text: string): boolean {
  return /[.…·•∙⋅−‐‑–—_-]/.test(text) && /^[\s/|.…·•∙⋅−‐‑–—_-]*$/.test(text);
}
