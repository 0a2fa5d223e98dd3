import { createHmac } from 'node:crypto';
import { Type } from '../../schema.js';
import { joinLines, splitLines } from '../../text/lines.js';
import { decodeKey, keyEncoding } from '../../text/secret-key.js';
import { defineTool } from '../../tool.js';

export default defineTool({
  slug: 'hmac-text',
  title: 'HMAC',
  description:
    'The keyed digest (HMAC, RFC 2104) of the UTF-8 bytes of the text: whoever has the key can check that the text was not changed. A lone surrogate, which UTF-8 cannot hold, counts as U+FFFD.',
  config: Type.Object({
    key: Type.String({ minLength: 1, maxLength: 4096, description: 'The secret key' }),
    keyEncoding: keyEncoding('key'),
    algorithm: Type.Enum(
      [
        'md5',
        'sha1',
        'sha224',
        'sha256',
        'sha384',
        'sha512',
        'sha512-256',
        'sha3-256',
        'sha3-512',
        'ripemd160',
        'blake2b512',
        'blake2s256',
      ],
      { default: 'sha256', description: 'The hash function' },
    ),
    encoding: Type.Enum(['hex', 'base64', 'base64url'], { default: 'hex', description: 'How the digest is written' }),
    perLine: Type.Boolean({
      default: false,
      description: 'Takes every line for itself, without its line end, and writes one digest a line',
    }),
    uppercase: Type.Boolean({ default: false, description: 'Writes hex digits in upper case; Base64 is not changed' }),
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
  run(input, config, limit) {
    const { algorithm, encoding, perLine, uppercase } = config;
    const key = decodeKey(config.key, config.keyEncoding, 'key');
    const digest = (text: string): string => {
      const written = createHmac(algorithm, key).update(text, 'utf8').digest(encoding);
      return uppercase && encoding === 'hex' ? written.toUpperCase() : written;
    };
    if (!perLine) return digest(input);
    const { lines, lineEnd, final } = splitLines(input);
    const lineEnds = final ? lines.length : lines.length - 1;
    limit.check(lines.length * digest('').length + lineEnds * lineEnd.length);
    return joinLines(lines.map(digest), { lineEnd, final });
  },
});
