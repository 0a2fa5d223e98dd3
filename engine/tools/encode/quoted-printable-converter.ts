import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { decodeQuotedPrintable, encodeQuotedPrintable } from './quoted-printable-converter/quoted-printable.js';

export default defineTool({
  slug: 'quoted-printable-converter',
  title: 'Quoted-printable converter',
  description:
    'Writes text in the quoted-printable form of e-mail bodies (RFC 2045), or reads it. Line ends stay as they are, and blanks at the ends of encoded lines are dropped. A lone surrogate, which UTF-8 cannot represent, is encoded as U+FFFD.',
  config: Type.Object({
    direction: Type.Enum(['encode', 'decode'], {
      default: 'encode',
      description: 'encode: text to quoted-printable; decode: quoted-printable to text',
    }),
    charset: Type.Enum(['utf-8', 'latin1'], {
      default: 'utf-8',
      description: 'Character encoding of the bytes; latin1 reads any bytes, one character each',
    }),
    wrap: Type.Integer({
      default: 76,
      minimum: 20,
      maximum: 998,
      description: 'Maximum line length when encoding; e-mail allows 76',
    }),
    invalid: Type.Enum(['error', 'keep'], {
      default: 'error',
      description:
        'decode: what to do with an escape that is incomplete or not UTF-8: error refuses the text, keep leaves it as it is',
    }),
  }),
  examples: [
    { input: 'Zoë = 1 €', output: 'Zo=C3=AB =3D 1 =E2=82=AC' },
    { input: 'Zo=C3=\n=AB =3D 1 =\n=E2=82=AC', config: { direction: 'decode' }, output: 'Zoë = 1 €' },
    { input: 'A long line breaks.', config: { wrap: 20 }, output: 'A long line breaks.' },
    { input: 'A longer line breaks. \n', config: { wrap: 20 }, output: 'A longer line break=\ns.=20\n' },
    { input: 'caf=E9', config: { direction: 'decode', charset: 'latin1' }, output: 'café' },
  ],
  run: (input, { direction, charset, wrap, invalid }, limit) =>
    direction === 'encode'
      ? encodeQuotedPrintable(input, charset, wrap, limit)
      : decodeQuotedPrintable(input, charset, invalid === 'keep'),
});
