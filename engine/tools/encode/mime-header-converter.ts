import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { CodingDirection } from '../../text/encoding/coding-direction.js';
import { lineEndsOf } from '../../text/lines/lines.js';
import { decodeEncodedWords, encodeWords } from './mime-header-converter/encoded-words.js';

export default defineTool({
  slug: 'mime-header-converter',
  title: 'MIME headers',
  description:
    'Writes words with non-ASCII characters in e-mail headers, such as subjects and names, as encoded words (RFC 2047), or reads encoded words in any charset that browsers know. Names beside addresses lose and get quotes as they need; addresses stay. Everything else stays as it is. A lone surrogate, which UTF-8 cannot represent, is encoded as U+FFFD.',
  config: Type.Object({
    direction: CodingDirection,
    encoding: Type.Enum(['auto', 'q', 'b'], {
      default: 'auto',
      description: 'encode: Q, which is like quoted-printable, B, which is Base64, or the shorter one for each stretch',
    }),
    fold: Type.Boolean({
      default: false,
      description:
        'encode: folds lines with encoded words to at most 76 characters, as long headers need, by a line end before a blank; a word that is longer stays whole',
    }),
    invalid: Type.Enum(['error', 'keep'], {
      default: 'error',
      description:
        'decode: what to do with an encoded word that is malformed or in an unknown charset: error refuses the text, keep leaves it as it is',
    }),
  }),
  examples: [
    { input: 'Subject: Grüße aus Köln', output: 'Subject: =?UTF-8?B?R3LDvMOfZQ==?= aus =?UTF-8?B?S8O2bG4=?=' },
    {
      input: 'From: Jörg Müller <j@example.com>',
      config: { encoding: 'q' },
      output: 'From: =?UTF-8?Q?J=C3=B6rg_M=C3=BCller?= <j@example.com>',
    },
    {
      input: '=?ISO-8859-1?Q?Andr=E9?= Pirard, =?utf-8?B?0J/RgNC40LLQtdGC?=',
      config: { direction: 'decode' },
      output: 'André Pirard, Привет',
    },
    { input: '=?UTF-8?Q?a?=\n =?UTF-8?Q?b_c?=', config: { direction: 'decode' }, output: 'ab c' },
    { input: 'plain ASCII', output: 'plain ASCII' },
  ],
  run(input, { direction, encoding, fold, invalid }, limit) {
    if (direction === 'decode') return decodeEncodedWords(input, invalid === 'keep');
    const lineEnd = fold ? lineEndsOf(input).lineEnd : undefined;
    return encodeWords(input, encoding === 'auto' ? undefined : encoding, lineEnd, limit);
  },
});
