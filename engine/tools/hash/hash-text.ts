import { createHash, hash } from 'node:crypto';
import { ToolError } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { digestOptions, nodeHashes, writeDigests } from '../../text/encoding/digests.js';

const sha3 = lazyLibrary<typeof import('@noble/hashes/sha3.js')>('@noble/hashes/sha3.js');
const blake3 = lazyLibrary<typeof import('@noble/hashes/blake3.js')>('@noble/hashes/blake3.js');

/** The usual length in bytes of the digests that can have any length: twice the strength of the function. */
const usualLengths = { shake128: 32, shake256: 64, blake3: 32 };

const config = Type.Object({
  algorithm: Type.Enum([...nodeHashes, 'keccak-256', 'blake3', 'shake128', 'shake256'], {
    default: 'sha256',
    description:
      'The hash function; sha3-256 is that of FIPS 202, keccak-256 that of Ethereum, which pads differently; shake128, shake256 and blake3 give digests of any length',
  }),
  length: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 10_000,
    description: 'Length of the digest in bytes, for shake128, shake256 and blake3; 0 means 32, 64 and 32 bytes',
  }),
  ...digestOptions,
});
type Config = Static<typeof config>;

export default defineTool({
  slug: 'hash-text',
  title: 'Hash',
  description:
    'Calculates the hash (digest) of the UTF-8 bytes of the text, or of bytes written in hexadecimal or Base64. A lone surrogate, which UTF-8 cannot represent, counts as U+FFFD. MD5, SHA-1 and RIPEMD-160 are for checksums, not for security.',
  config,
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
      input: 'abc',
      config: { algorithm: 'shake128', length: 16 },
      output: '5881092dd818bf5cf8a3ddb793fbcba7',
    },
    {
      input: 'a\nb\n',
      config: { algorithm: 'md5', perLine: true },
      output: '0cc175b9c0f1b6a831c399e269772661\n92eb5ffee6ae2fec3ad71c777531578f\n',
    },
  ],
  costClasses: {
    library: ({ algorithm }) => algorithm === 'keccak-256' || algorithm === 'blake3',
    perLine: ({ perLine }) => perLine,
  },
  keepsLines: [{ perLine: { enum: [true] } }],
  run: (input, config, limit) => writeDigests(input, config, digestWriter(config), limit),
});

function digestWriter({ algorithm, length, encoding }: Config): (data: string | Uint8Array) => string {
  switch (algorithm) {
    case 'shake128':
    case 'shake256': {
      const outputLength = length || usualLengths[algorithm];
      return (data) => createHash(algorithm, { outputLength }).update(data).digest(encoding);
    }
    case 'blake3': {
      const dkLen = length || usualLengths.blake3;
      return (data) => Buffer.from(blake3().blake3(bytesOf(data), { dkLen })).toString(encoding);
    }
    default:
      if (length !== 0) throw new ToolError('length needs algorithm shake128, shake256 or blake3');
      if (algorithm !== 'keccak-256') return (data) => hash(algorithm, data, encoding);
      return (data) => Buffer.from(sha3().keccak_256(bytesOf(data))).toString(encoding);
  }
}

function bytesOf(data: string | Uint8Array): Uint8Array {
  return typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
}
