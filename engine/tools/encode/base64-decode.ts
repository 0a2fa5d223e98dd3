import { ToolError } from '../../errors.js';
import { Type } from '../../schema.js';
import { decodeBase64 } from '../../text/base64.js';
import { decodeUtf8 } from '../../text/utf8.js';
import { defineTool } from '../../tool.js';

export default defineTool({
  slug: 'base64-decode',
  title: 'Base64 decode',
  description:
    'Reads Base64 in the standard or the URL alphabet and gives the text it holds. Characters that are not Base64 and bytes that are not text are errors, never left out in silence.',
  config: Type.Object({
    strict: Type.Boolean({
      default: false,
      description:
        'Takes only what RFC 4648 allows: one alphabet, no white space, full padding, no bits left over at the end',
    }),
    charset: Type.Enum(['utf-8', 'latin1', 'utf-16le'], {
      default: 'utf-8',
      description: 'What the bytes stand for; latin1 reads any bytes, one character each',
    }),
    onInvalidUtf8: Type.Enum(['error', 'replace'], {
      default: 'error',
      description: 'Bytes that are not UTF-8: an error, or U+FFFD in their place',
    }),
  }),
  examples: [
    { input: 'SGVsbG8sIHdvcmxk', output: 'Hello, world' },
    { input: 'w7_Dvj8', output: 'ÿþ?' },
    { input: 'SGVsbG8s\nIHdvcmxk\n', output: 'Hello, world' },
    { input: '/+k=', config: { charset: 'latin1' }, output: 'ÿé' },
    { input: 'YQBiAA==', config: { charset: 'utf-16le', strict: true }, output: 'ab' },
  ],
  run(input, { strict, charset, onInvalidUtf8 }) {
    const bytes = decodeBase64(input, { strict });
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (charset === 'latin1') return buffer.toString('latin1');
    if (charset === 'utf-16le') {
      if (bytes.length % 2 === 1) {
        throw new ToolError(`the decoded data has ${bytes.length} bytes, and UTF-16 takes two for each unit`);
      }
      return buffer.toString('utf16le');
    }
    if (onInvalidUtf8 === 'replace') return buffer.toString('utf8');
    const text = decodeUtf8(bytes);
    if (typeof text === 'string') return text;
    const byte = buffer.toString('hex', text.malformedAt, text.malformedAt + 1).toUpperCase();
    throw new ToolError(
      `the decoded data is not UTF-8 text (byte 0x${byte} at offset ${text.malformedAt}): it may be binary, or text in another charset; set charset to latin1 or utf-16le, or onInvalidUtf8 to replace`,
    );
  },
});
