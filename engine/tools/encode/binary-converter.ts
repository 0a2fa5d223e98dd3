import { ToolError } from '../../core/errors.js';
import { type Static, type TObject, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { Charset, decodeText, encodeText, InvalidUtf8 } from '../../text/encoding/charset.js';
import { CodingDirection } from '../../text/encoding/coding-direction.js';
import { TextWriter } from '../../text/text-writer.js';
import { decodeNumbers, encodeNumbers, type NumberNotation } from './binary-converter/number-list.js';

const options = {
  direction: CodingDirection,
  base: Type.Enum([2, 8, 10], {
    default: 2,
    description: 'Base of the numbers: 2 with at least eight digits, 8 with at least three, 10',
  }),
  unit: Type.Enum(['bytes', 'codepoints'], {
    default: 'bytes',
    description: 'Meaning of a number: a byte of the text in charset, or the code point of a character',
  }),
  separator: Type.String({
    default: ' ',
    maxLength: 3,
    description:
      'Text between two numbers, empty only for bytes in base 2 and 8; when decoding, the characters that may separate them, in addition to white space and , ; : - _ .',
  }),
  charset: Charset,
  invalid: InvalidUtf8,
};

type Config = Static<TObject<typeof options>>;

export default defineTool({
  slug: 'binary-converter',
  title: 'Binary converter',
  description:
    'Writes a text as binary, octal or decimal numbers, one for each byte or character, or reads such numbers as text; for the base of a number use number-base-converter. A lone surrogate, which UTF-8 cannot represent, is encoded as U+FFFD in bytes.',
  config: Type.Object(options),
  examples: [
    { input: 'Hi', output: '01001000 01101001' },
    { input: 'é', config: { base: 10, separator: ',' }, output: '195,169' },
    { input: 'é😀', config: { base: 10, unit: 'codepoints' }, output: '233 128512' },
    { input: '0100100001101001', config: { direction: 'decode' }, output: 'Hi' },
    { input: '303 251', config: { direction: 'decode', base: 8 }, output: 'é' },
    { input: '', output: '' },
  ],
  run(input, config, limit) {
    const notation = notationOf(config);
    const { direction, unit, charset, invalid } = config;
    if (direction === 'encode') {
      const numbers = unit === 'bytes' ? encodeText(input, charset) : codePoints(input);
      return encodeNumbers(numbers, notation, limit);
    }
    const numbers = decodeNumbers(input, notation);
    if (unit === 'bytes') return decodeText(Uint8Array.from(numbers), charset, invalid);
    const text = new TextWriter(limit);
    for (const number of numbers) text.write(String.fromCodePoint(number));
    return text.toString();
  },
});

function* codePoints(text: string): Generator<number> {
  for (const character of text) yield character.codePointAt(0) ?? 0;
}

/** The minimum number of digits. */
const leastDigits = { 2: 8, 8: 3, 10: 1 } as const;

function notationOf({ base, unit, separator }: Config): NumberNotation {
  const fixedWidth = unit === 'bytes' && base !== 10;
  if (/\d/.test(separator))
    throw new ToolError('separator must not contain a digit: the numbers could not be told apart');
  if (separator === '' && !fixedWidth) {
    throw new ToolError('separator must not be empty: only bytes in base 2 and 8 can be told apart without');
  }
  return { base, digits: leastDigits[base], maximum: unit === 'bytes' ? 0xff : 0x10ffff, fixedWidth, separator };
}
