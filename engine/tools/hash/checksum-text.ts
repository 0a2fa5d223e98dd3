import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { luhnDigit } from '../../text/encoding/luhn.js';
import { joinLines, splitLines } from '../../text/lines/lines.js';
import { describeCharacter, positionAt } from '../../text/position.js';
import { adler32Checksum, type Checksum, crc32Checksum, fnv1a32Checksum } from './checksum-text/checksums.js';

export default defineTool({
  slug: 'checksum-text',
  title: 'Checksum',
  description:
    'CRC-32, Adler-32 or FNV-1a of the UTF-8 bytes of the text, against accidents and not against attackers; or the Luhn check digit that belongs behind a number, as card numbers have it.',
  config: Type.Object({
    algorithm: Type.Enum(['crc32', 'adler32', 'fnv1a32', 'luhn'], {
      default: 'crc32',
      description: 'The checksum; crc32 is that of zip and gzip, not that of the program cksum',
    }),
    format: Type.Enum(['hex', 'decimal'], {
      default: 'hex',
      description: 'Whether the 32 bits are written as eight hexadecimal digits or as a decimal number; not for luhn',
    }),
    perLine: Type.Boolean({
      default: false,
      description: 'Processes each line separately, without its line end, and writes one checksum per line',
    }),
  }),
  examples: [
    { input: '123456789', output: 'cbf43926' },
    { input: 'Wikipedia', config: { algorithm: 'adler32', format: 'decimal' }, output: '300286872' },
    {
      input: '4111 1111 1111 111\n7992739871\n',
      config: { algorithm: 'luhn', perLine: true },
      output: '1\n3\n',
    },
    { input: '', config: { algorithm: 'fnv1a32' }, output: '811c9dc5' },
  ],
  heavy: true,
  keepsLines: [{ perLine: { enum: [true] } }],
  run(input, { algorithm, format, perLine }) {
    if (algorithm === 'luhn') checkDigits(input);
    const checksum = algorithm === 'luhn' ? luhnOf : checksumWriter(checksums[algorithm], format);
    if (!perLine) return checksum(input);
    const { lines, ...form } = splitLines(input);
    return joinLines(lines.map(checksum), form);
  },
});

const checksums = { crc32: crc32Checksum, adler32: adler32Checksum, fnv1a32: fnv1a32Checksum };

/** A lone surrogate, which UTF-8 cannot hold, counts as U+FFFD. */
function checksumWriter(checksum: Checksum, format: 'hex' | 'decimal'): (text: string) => string {
  return (text) => {
    const sum = checksum(Buffer.from(text));
    return format === 'decimal' ? `${sum}` : sum.toString(16).padStart(8, '0');
  };
}

function checkDigits(text: string): void {
  const other = text.search(/[^\d\s-]/);
  if (other === -1) return;
  const reason = `${describeCharacter(text, other)} is no digit; luhn takes digits, blanks and hyphens`;
  throw ToolError.at(positionAt(text, other), reason);
}

/** Nothing for a text without digits. */
function luhnOf(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits === '' ? '' : luhnDigit(digits);
}
