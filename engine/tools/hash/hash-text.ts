import { hash } from 'node:crypto';
import { lazyLibrary } from '../../core/lazy-library.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { digestOptions, nodeHashes, writeDigests } from '../../text/encoding/digests.js';

const sha3 = lazyLibrary<typeof import('@noble/hashes/sha3.js')>('@noble/hashes/sha3.js');
const blake3 = lazyLibrary<typeof import('@noble/hashes/blake3.js')>('@noble/hashes/blake3.js');

/** The hash functions that Node.js does not have. */
const libraryHashes = {
  'keccak-256': (bytes: Uint8Array) => sha3().keccak_256(bytes),
  blake3: (bytes: Uint8Array) => blake3().blake3(bytes),
};

export default defineTool({
  slug: 'hash-text',
  title: 'Hash',
  description:
    'Calculates the hash (digest) of the UTF-8 bytes of the text, or of bytes written in hexadecimal or Base64. A lone surrogate, which UTF-8 cannot hold, counts as U+FFFD. MD5, SHA-1 and RIPEMD-160 are for checksums, not for security.',
  config: Type.Object({
    algorithm: Type.Enum([...nodeHashes, 'keccak-256', 'blake3'], {
      default: 'sha256',
      description:
        'The hash function; sha3-256 is that of FIPS 202, keccak-256 that of Ethereum, which pads differently; blake3 has 256 bits',
    }),
    ...digestOptions,
  }),
  examples: [
    { input: 'abc', output: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
    { input: '', config: { algorithm: 'md5', uppercase: true }, output: 'D41D8CD98F00B204E9800998ECF8427E' },
    { input: 'abc', config: { algorithm: 'sha1', encoding: 'base64' }, output: 'qZk+NkcGgWq6PiVxeFDCbJzQ2J0=' },
    {
      input: '61 62 63',
      config: { algorithm: 'blake3', inputEncoding: 'hex' },
      output: '6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85',
    },
    {
      input: 'a\nb\n',
      config: { algorithm: 'md5', perLine: true },
      output: '0cc175b9c0f1b6a831c399e269772661\n92eb5ffee6ae2fec3ad71c777531578f\n',
    },
  ],
  heavy: ({ perLine, algorithm }) => perLine || algorithm in libraryHashes,
  keepsLines: [{ perLine: { enum: [true] } }],
  run(input, config, limit) {
    const { algorithm, encoding } = config;
    const digest = (data: string | Uint8Array) => {
      if (algorithm !== 'keccak-256' && algorithm !== 'blake3') return hash(algorithm, data, encoding);
      const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
      return Buffer.from(libraryHashes[algorithm](bytes)).toString(encoding);
    };
    return writeDigests(input, config, digest, limit);
  },
});
