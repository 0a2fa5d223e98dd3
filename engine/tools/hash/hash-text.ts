import { hash } from 'node:crypto';
import { Type } from '../../schema.js';
import { joinLines, splitLines } from '../../text/lines.js';
import { defineTool } from '../../tool.js';

export default defineTool({
  slug: 'hash-text',
  title: 'Hash',
  description:
    'The digest of the UTF-8 bytes of the text. A lone surrogate, which UTF-8 cannot hold, counts as U+FFFD. MD5, SHA-1 and RIPEMD-160 are for checksums, not for security.',
  config: Type.Object({
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
      description: 'Hashes every line for itself, without its line end, and writes one digest a line',
    }),
    uppercase: Type.Boolean({ default: false, description: 'Writes hex digits in upper case; Base64 is not changed' }),
  }),
  examples: [
    { input: 'abc', output: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
    { input: '', config: { algorithm: 'md5', uppercase: true }, output: 'D41D8CD98F00B204E9800998ECF8427E' },
    { input: 'abc', config: { algorithm: 'sha1', encoding: 'base64' }, output: 'qZk+NkcGgWq6PiVxeFDCbJzQ2J0=' },
    {
      input: 'a\nb\n',
      config: { algorithm: 'md5', perLine: true },
      output: '0cc175b9c0f1b6a831c399e269772661\n92eb5ffee6ae2fec3ad71c777531578f\n',
    },
  ],
  run(input, { algorithm, encoding, perLine, uppercase }, limit) {
    const digest = (text: string): string => {
      const written = hash(algorithm, text, encoding);
      return uppercase && encoding === 'hex' ? written.toUpperCase() : written;
    };
    if (!perLine) return digest(input);
    const { lines, lineEnd, final } = splitLines(input);
    const lineEnds = final ? lines.length : lines.length - 1;
    limit.check(lines.length * digest('').length + lineEnds * lineEnd.length);
    return joinLines(lines.map(digest), { lineEnd, final });
  },
});
