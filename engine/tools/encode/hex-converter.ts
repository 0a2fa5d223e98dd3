import { ToolError } from '../../core/errors.js';
import { type Static, type TObject, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { Charset, decodeText, encodeText, InvalidUtf8 } from '../../text/encoding/charset.js';
import { CodingDirection } from '../../text/encoding/coding-direction.js';
import { decodeHex } from '../../text/encoding/hex.js';
import { replaceMatches } from '../../text/replacement.js';

const options = {
  direction: CodingDirection,
  separator: Type.String({
    default: '',
    maxLength: 3,
    description:
      'Text between two bytes; when decoding, the characters that may separate them, in addition to white space and , ; : - _ .',
  }),
  uppercase: Type.Boolean({ default: false, description: 'Writes the digits a to f in upper case' }),
  prefix: Type.Enum(['', '0x', '\\x'], {
    default: '',
    description: 'Text before every byte when encoding; decoding understands both',
  }),
  charset: Charset,
  invalid: InvalidUtf8,
};

type Config = Static<TObject<typeof options>>;

export default defineTool({
  slug: 'hex-converter',
  title: 'Hex converter',
  description:
    'Writes the bytes of a text in hexadecimal, two digits each, or reads such bytes as text; for the base of a number use number-base-converter. A lone surrogate, which UTF-8 cannot represent, is encoded as U+FFFD.',
  config: Type.Object(options),
  examples: [
    { input: 'Hé!', output: '48c3a921' },
    { input: 'Hé!', config: { separator: ' ', uppercase: true }, output: '48 C3 A9 21' },
    { input: 'AZ', config: { separator: ', ', prefix: '0x' }, output: '0x41, 0x5a' },
    { input: '48:C3:A9 0x21', config: { direction: 'decode' }, output: 'Hé!' },
    { input: '', config: { direction: 'decode' }, output: '' },
  ],
  run(input, config, limit) {
    if (/[\da-f]/i.test(config.separator)) {
      throw new ToolError('separator must not contain a hexadecimal digit: the bytes could not be told apart');
    }
    if (config.direction === 'encode') return encodeHex(encodeText(input, config.charset), config, limit);
    return decodeText(decodeHex(input, config.separator), config.charset, config.invalid);
  },
});

function encodeHex(bytes: Buffer, config: Config, limit: OutputLimit): string {
  const { separator, prefix } = config;
  if (bytes.length === 0) return '';
  limit.check(bytes.length * (2 + prefix.length + separator.length) - separator.length);
  const hex = config.uppercase ? bytes.toString('hex').toUpperCase() : bytes.toString('hex');
  if (separator === '' && prefix === '') return hex;
  const written = replaceMatches(hex, /../g, (byte) => prefix + byte + separator);
  return written.slice(0, written.length - separator.length);
}
