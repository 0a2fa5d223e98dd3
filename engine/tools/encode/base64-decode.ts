import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { decodeBase64 } from '../../text/encoding/base64.js';
import { Charset, decodeText, InvalidUtf8 } from '../../text/encoding/charset.js';

export default defineTool({
  slug: 'base64-decode',
  title: 'Base64 decode',
  description:
    'Decodes Base64 in the standard or the URL alphabet to text. Characters that are not Base64 and bytes that are not text are errors, never dropped silently.',
  config: Type.Object({
    strict: Type.Boolean({
      default: false,
      description:
        'Accepts only what RFC 4648 allows: one alphabet, no white space, full padding, no leftover bits at the end',
    }),
    charset: Charset,
    invalid: InvalidUtf8,
  }),
  examples: [
    { input: 'SGVsbG8sIHdvcmxk', output: 'Hello, world' },
    { input: 'w7_Dvj8', output: 'ÿþ?' },
    { input: 'SGVsbG8s\nIHdvcmxk\n', output: 'Hello, world' },
    { input: '/+k=', config: { charset: 'latin1' }, output: 'ÿé' },
    { input: 'YQBiAA==', config: { charset: 'utf-16le', strict: true }, output: 'ab' },
  ],
  run: (input, { strict, charset, invalid }) => decodeText(decodeBase64(input, { strict }), charset, invalid),
});
