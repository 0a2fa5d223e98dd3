import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { inputBytes, inputEncoding } from '../../text/encoding/input-bytes.js';
import { luhnDigit } from '../../text/encoding/luhn.js';
import { joinLines, splitLines } from '../../text/lines/lines.js';
import { describeCharacter, positionAt } from '../../text/position.js';
import { checksums } from './checksum-text/checksums.js';

const config = Type.Object({
  algorithm: Type.Enum(
    [
      ...(['crc32', 'crc32c', 'crc32-bzip2', 'crc32-mpeg2', 'cksum', 'crc64-xz'] as const),
      ...(['crc16', 'crc16-modbus', 'crc16-xmodem', 'crc16-ccitt-false', 'crc16-kermit', 'crc16-x25', 'crc8'] as const),
      ...(['adler32', 'fletcher16', 'fnv1a32', 'fnv1a64', 'luhn'] as const),
    ],
    {
      default: 'crc32',
      description:
        'The checksum. crc32 is that of zip and gzip, cksum that of the POSIX program, crc16 that of ARC (also known as CRC-16/IBM); crc16-ccitt-false starts with FFFF, crc16-xmodem with 0',
    },
  ),
  format: Type.Enum(['hex', 'decimal'], {
    default: 'hex',
    description:
      'Writes the checksum with all its hexadecimal digits, eight for 32 bits, or as a decimal number; not for luhn',
  }),
  inputEncoding,
  perLine: Type.Boolean({
    default: false,
    description: 'Processes each line separately, without its line end, and writes one checksum per line',
  }),
});
type Config = Static<typeof config>;

export default defineTool({
  slug: 'checksum-text',
  title: 'Checksum',
  description:
    'Calculates a CRC of 8 to 64 bits, Adler-32, Fletcher-16 or FNV-1a of the UTF-8 bytes of the text, or of bytes written in hexadecimal or Base64. These protect against accidents, not against attackers. Also calculates the Luhn check digit to append to a number, as in card numbers.',
  config,
  examples: [
    { input: '123456789', output: 'cbf43926' },
    {
      input: '01 03 00 00 00 0A',
      config: { algorithm: 'crc16-modbus', inputEncoding: 'hex' },
      output: 'cdc5',
    },
    { input: 'Wikipedia', config: { algorithm: 'adler32', format: 'decimal' }, output: '300286872' },
    {
      input: '4111 1111 1111 111\n7992739871\n',
      config: { algorithm: 'luhn', perLine: true },
      output: '1\n3\n',
    },
    { input: '', config: { algorithm: 'fnv1a32' }, output: '811c9dc5' },
  ],
  keepsLines: [{ perLine: { enum: [true] } }],
  run(input, config) {
    const write = config.algorithm === 'luhn' ? luhnWriter(input, config) : checksumWriter(config.algorithm, config);
    if (!config.perLine) return write(input);
    const { lines, ...form } = splitLines(input);
    return joinLines(
      lines.map((line, i) => write(line, i + 1)),
      form,
    );
  },
});

/** A lone surrogate, which UTF-8 cannot represent, counts as U+FFFD. */
function checksumWriter(algorithm: keyof typeof checksums, { format, inputEncoding }: Config) {
  const { bits, of: checksum } = checksums[algorithm];
  return (text: string, line?: number) => {
    const sum = checksum(inputBytes(text, inputEncoding, line));
    return format === 'decimal' ? `${sum}` : sum.toString(16).padStart(bits / 4, '0');
  };
}

function luhnWriter(text: string, { inputEncoding }: Config): (text: string) => string {
  if (inputEncoding !== 'utf8') throw new ToolError('luhn is the check digit of a number; set inputEncoding to utf8');
  const other = text.search(/[^\d\s-]/);
  if (other === -1) return luhnOf;
  const reason = `${describeCharacter(text, other)} is not a digit; luhn accepts digits, blanks and hyphens`;
  throw ToolError.at(positionAt(text, other), reason);
}

/** Returns nothing for a text without digits. */
function luhnOf(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits === '' ? '' : luhnDigit(digits);
}
