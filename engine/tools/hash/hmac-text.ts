import { createHmac } from 'node:crypto';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { digestOptions, nodeHashes, writeDigests } from '../../text/encoding/digests.js';
import { decodeKey, keyEncoding } from '../../text/encoding/secret-key.js';

export default defineTool({
  slug: 'hmac-text',
  title: 'HMAC',
  description:
    'Calculates the keyed digest (HMAC, RFC 2104) of the UTF-8 bytes of the text, or of bytes in hexadecimal or Base64: anyone with the key can check that they were not changed, as receivers of webhooks do. A lone surrogate, which UTF-8 cannot hold, counts as U+FFFD.',
  config: Type.Object({
    key: Type.String({ minLength: 1, maxLength: 4096, description: 'The secret key' }),
    keyEncoding: keyEncoding('key'),
    algorithm: Type.Enum([...nodeHashes], { default: 'sha256', description: 'The hash function' }),
    ...digestOptions,
  }),
  examples: [
    {
      input: 'what do ya want for nothing?',
      config: { key: 'Jefe' },
      output: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    },
    {
      input: 'Hi There',
      config: { key: '0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b', keyEncoding: 'hex', algorithm: 'md5' },
      output: '9294727a3638bb1c13f48ef8158bfc9d',
    },
    {
      input: '48 69 20 54 68 65 72 65',
      config: { key: 'CwsLCwsLCwsLCwsLCwsLCw==', keyEncoding: 'base64', algorithm: 'md5', inputEncoding: 'hex' },
      output: '9294727a3638bb1c13f48ef8158bfc9d',
    },
    {
      input: 'a\nb\n',
      config: { key: 'secret', algorithm: 'sha1', encoding: 'base64', perLine: true },
      output: 'zTPbWmToohhWWdpvCdx4Z2vFoZo=\n9yv2rWFijew8K8a5Uw9jxRJE53s=\n',
    },
    {
      input: '',
      config: { key: 'secret', algorithm: 'md5', uppercase: true },
      output: '5C8DB03F04CEC0F43BCB060023914190',
    },
  ],
  heavy: ({ perLine }) => perLine,
  keepsLines: [{ perLine: { enum: [true] } }],
  run(input, config, limit) {
    const key = decodeKey(config.key, config.keyEncoding, 'key');
    const digest = (data: string | Uint8Array) =>
      createHmac(config.algorithm, key).update(data).digest(config.encoding);
    return writeDigests(input, config, digest, limit);
  },
});
