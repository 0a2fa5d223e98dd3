import { ToolError } from '../../errors.js';
import { type Static, type TObject, Type } from '../../schema.js';
import { removeAccents } from '../../text/accents.js';
import { joinLines, splitLines } from '../../text/lines.js';
import { morseCharacter, morseSignal } from '../../text/morse-code.js';
import { describeCharacter } from '../../text/position.js';
import { defineTool, type OutputLimit } from '../../tool.js';

const options = {
  direction: Type.Enum(['auto', 'encode', 'decode'], {
    default: 'auto',
    description:
      'encode writes text in Morse code, decode reads it; auto decodes what has only dots, dashes and / in it',
  }),
  unknown: Type.Enum(['skip', 'keep', 'error'], {
    default: 'skip',
    description: 'What has no counterpart: left out, kept as it is, or an error',
  }),
};

type Config = Static<TObject<typeof options>>;

export default defineTool({
  slug: 'morse-code-converter',
  title: 'Morse code converter',
  description:
    'Writes text in International Morse code (ITU-R M.1677), a space between letters and / between words, or reads it. Accents are left out, except that of É; capitals and small letters are the same.',
  config: Type.Object(options),
  examples: [
    { input: 'SOS now', output: '... --- ... / -. --- .--' },
    { input: '... --- ... / -. --- .--', output: 'SOS NOW' },
    { input: 'Ça va? #1', config: { unknown: 'keep' }, output: '-.-. .- / ...- .- ..--.. / # .----' },
    { input: '-', config: { direction: 'encode' }, output: '-....-' },
    { input: '', output: '' },
  ],
  run(input, config, limit) {
    const { direction } = config;
    const decodes = direction === 'decode' || (direction === 'auto' && /^[\s.\-/|·•−–—_]*$/.test(input));
    const { lines, lineEnd, final } = splitLines(input);
    let size = 0;
    const converted = lines.map((line, i) => {
      const result = decodes ? decodeLine(line, i + 1, config) : encodeLine(line, i + 1, config, limit);
      size += result.length + lineEnd.length;
      limit.check(size - lineEnd.length);
      return result;
    });
    return joinLines(converted, { lineEnd, final });
  },
});

function encodeLine(line: string, number: number, { unknown }: Config, limit: OutputLimit): string {
  let morse = '';
  let wordEnded = false;
  for (const character of plainCapitals(line, limit)) {
    if (character.trim() === '') {
      wordEnded = morse !== '';
      continue;
    }
    const signal = morseSignal(character) ?? (unknown === 'keep' ? character : '');
    if (signal === '' && unknown === 'error') {
      throw new ToolError(`line ${number}: there is no Morse code for ${describeCharacter(character, 0)}`);
    }
    if (signal === '') continue;
    const gap = wordEnded ? ' / ' : ' ';
    morse += morse === '' ? signal : gap + signal;
    limit.check(morse.length);
    wordEnded = false;
  }
  return morse;
}

/** É is the one letter with an accent that has a code. */
function plainCapitals(line: string, limit: OutputLimit): string {
  const capitals = line.toUpperCase();
  return capitals
    .split(/(É|E\u0301)/)
    .map((part) => (part === 'E\u0301' ? 'É' : part === 'É' ? part : removeAccents(part, limit)))
    .join('');
}

function decodeLine(line: string, number: number, { unknown }: Config): string {
  const words = line
    .replace(/[·•]/g, '.')
    .replace(/[−–—_]/g, '-')
    .split(/[/|]|[ \t]{3,}/);
  return words
    .map((word) => decodeWord(word, number, unknown))
    .filter((word) => word !== '')
    .join(' ');
}

function decodeWord(word: string, number: number, unknown: Config['unknown']): string {
  let text = '';
  for (const signal of word.split(/\s+/)) {
    if (signal === '') continue;
    const character = morseCharacter(signal);
    if (character === undefined && unknown === 'error') {
      throw new ToolError(`line ${number}: "${signal.slice(0, 20)}" is not Morse code`);
    }
    text += character ?? (unknown === 'keep' ? signal : '');
  }
  return text;
}
