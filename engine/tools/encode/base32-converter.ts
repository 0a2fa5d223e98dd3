import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { Charset, decodeText, encodeText, InvalidUtf8 } from '../../text/encoding/charset.js';
import { CodingDirection } from '../../text/encoding/coding-direction.js';
import { base32Length, decodeBase32, encodeBase32 } from './base32-converter/base32.js';

export default defineTool({
  slug: 'base32-converter',
  title: 'Base32 converter',
  description:
    'Writes the bytes of a text in Base32 (RFC 4648, or the alphabet of Crockford), or reads Base32 as text. Decoding accepts small letters, white space and missing padding; other characters are errors. A lone surrogate, which UTF-8 cannot represent, is encoded as U+FFFD.',
  config: Type.Object({
    direction: CodingDirection,
    variant: Type.Enum(['rfc4648', 'hex', 'crockford'], {
      default: 'rfc4648',
      description:
        "The alphabet: rfc4648 A–Z 2–7, hex 0–9 A–V (base32hex), crockford 0–9 A–Z without I, L, O and U; decoding Crockford's also accepts hyphens, O for 0, and I or L for 1",
    }),
    padding: Type.Boolean({
      default: true,
      description: 'Fills the last group up to eight characters with =; Crockford’s alphabet has no padding',
    }),
    charset: Charset,
    invalid: InvalidUtf8,
  }),
  examples: [
    { input: 'foobar', output: 'MZXW6YTBOI======' },
    { input: 'foobar', config: { variant: 'crockford' }, output: 'CSQPYRK1E8' },
    { input: 'mzxw 6ytb oi', config: { direction: 'decode' }, output: 'foobar' },
    { input: 'é', config: { variant: 'hex', padding: false }, output: 'OEKG' },
    { input: '', output: '' },
  ],
  run(input, { direction, variant, padding, charset, invalid }, limit) {
    if (direction === 'decode') return decodeText(decodeBase32(input, variant), charset, invalid);
    const bytes = encodeText(input, charset);
    const padded = padding && variant !== 'crockford';
    limit.check(base32Length(bytes.length, padded));
    return encodeBase32(bytes, variant, padded);
  },
});
