import { createHmac } from 'node:crypto';
import { ToolError } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { digestOptions, nodeHashes, writeDigests } from '../../text/encoding/digests.js';
import { decodeKey, keyEncoding } from '../../text/encoding/secret-key.js';

const blake3 = lazyLibrary<typeof import('@noble/hashes/blake3.js')>('@noble/hashes/blake3.js');

/** The length of a key of BLAKE3, and the usual length of its digests, in bytes. */
const blake3Length = 32;

export default defineTool({
  slug: 'hmac-text',
  title: 'HMAC',
  description:
    'Calculates the keyed digest (HMAC, RFC 2104) of the UTF-8 bytes of the text, or of bytes in hexadecimal or Base64: anyone with the key can check that they were not changed, as receivers of webhooks do. A lone surrogate, which UTF-8 cannot represent, counts as U+FFFD.',
  config: Type.Object({
    key: Type.String({ minLength: 1, maxLength: 4096, description: 'The secret key' }),
    keyEncoding: keyEncoding('key'),
    algorithm: Type.Enum([...nodeHashes, 'blake3'], {
      default: 'sha256',
      description:
        'The hash function of the HMAC; blake3 is not an HMAC but the keyed mode of BLAKE3, whose key has exactly 32 bytes',
    }),
    length: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 10_000,
      description: 'Length of the digest in bytes, for blake3; 0 means 32',
    }),
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
      input: '',
      config: { key: 'whats the Elvish word for friend', algorithm: 'blake3' },
      output: '92b2b75604ed3c761f9d6f62392c8a9227ad0ea3f09573e783f1498a4ed60d26',
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
  costClasses: { library: ({ algorithm }) => algorithm === 'blake3', perLine: ({ perLine }) => perLine },
  keepsLines: [{ perLine: { enum: [true] } }],
  run(input, config, limit) {
    const { algorithm, encoding, length } = config;
    const key = decodeKey(config.key, config.keyEncoding, 'key');
    if (algorithm === 'blake3' && key.length !== blake3Length) {
      throw new ToolError(`a key of blake3 has ${blake3Length} bytes, and this one has ${key.length}`);
    }
    if (length !== 0 && algorithm !== 'blake3') throw new ToolError('length needs algorithm blake3');
    const digest = (data: string | Uint8Array) => {
      if (algorithm !== 'blake3') return createHmac(algorithm, key).update(data).digest(encoding);
      const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
      return Buffer.from(blake3().blake3(bytes, { key, dkLen: length || blake3Length })).toString(encoding);
    };
    return writeDigests(input, config, digest, limit);
  },
});
