import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'hmac-text';
const key = 'secret';

/** RFC 4231 sections 4.2 to 4.8 (without 4.6, which is cut off): key and data in hexadecimal. */
const rfc4231: { key: string; data: string; digests: Record<string, string> }[] = [
  {
    key: '0b'.repeat(20),
    data: '4869205468657265',
    digests: {
      sha224: '896fb1128abbdf196832107cd49df33f47b4b1169912ba4f53684b22',
      sha256: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
      sha384: 'afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6',
      sha512:
        '87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854',
    },
  },
  {
    key: '4a656665',
    data: '7768617420646f2079612077616e7420666f72206e6f7468696e673f',
    digests: {
      sha224: 'a30e01098bc6dbbf45690f3a7e9e6d0f8bbea2a39e6148008fd05e44',
      sha256: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    },
  },
  {
    key: 'aa'.repeat(131),
    data: '54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374',
    digests: {
      sha256: '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
      sha512:
        '80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598',
    },
  },
];
/** The official vectors of BLAKE3: by length of the input, the first 32 bytes of `keyed_hash`. */
const blake3Vectors: Readonly<Record<number, string>> = {
  0: '92b2b75604ed3c761f9d6f62392c8a9227ad0ea3f09573e783f1498a4ed60d26',
  1: '6d7878dfff2f485635d39013278ae14f1454b8c0a3a2d34bc1ab38228a80c95b',
  1023: 'c951ecdf03288d0fcc96ee3413563d8a6d3589547f2c2fb36d9786470f1b9d6e',
  1024: '75c46f6f3d9eb4f55ecaaee480db732e6c2105546f1e675003687c31719c7ba4',
  1025: '357dc55de0c7e382c900fd6e320acc04146be01db6a8ce7210b7189bd664ea69',
  7169: 'ed9b1a922c046fdb3d423ae34e143b05ca1bf28b710432857bf738bcedbfa511',
};
const blake3Key = { key: 'whats the Elvish word for friend', algorithm: 'blake3' };
const algorithms = [
  ...['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha512-224', 'sha512-256', 'ripemd160'],
  ...['sha3-224', 'sha3-256', 'sha3-384', 'sha3-512', 'blake2b512', 'blake2s256'],
];
/** By algorithm, the length of the blocks that it works on, in bytes. */
const blockLength: Record<string, number> = {
  sha384: 128,
  sha512: 128,
  'sha512-224': 128,
  'sha512-256': 128,
  'sha3-224': 144,
  'sha3-256': 136,
  'sha3-384': 104,
  'sha3-512': 72,
  blake2b512: 128,
};

export default {
  slug,
  cases: [
    ...rfc4231.flatMap((vector, i) =>
      Object.entries(vector.digests).map(
        ([algorithm, output]): ToolCase => [
          Buffer.from(vector.data, 'hex').toString(),
          output,
          { key: vector.key, keyEncoding: 'hex', algorithm },
          `RFC 4231, ${algorithm}, ${i + 1}`,
        ],
      ),
    ),
    ...Object.entries(blake3Vectors).map(
      ([length, output]): ToolCase => [
        Buffer.from(Array.from({ length: Number(length) }, (_, i) => i % 251)).toString('base64'),
        output,
        { ...blake3Key, inputEncoding: 'base64' },
        `the official vector of BLAKE3 for ${length} bytes`,
      ],
    ),
    ['a', { error: 'a key of blake3 has 32 bytes, and this one has 6' }, { key, algorithm: 'blake3' }],
    [
      '',
      '92b2b75604ed3c761f9d6f62392c8a9227ad0ea3f09573e783f1498a4ed60d26b18171a2f22a4b94822c701f107153dba24918c4bae4d2945c20ece13387627d3b73cbf97b797d5e59948c7ef788f54372df45e45e4293c7dc18c1d41144a9758be58960856be1eabbe22c2653190de560ca3b2ac4aa692a9210694254c371e851bc8f',
      { ...blake3Key, length: 131 },
      'a longer digest of BLAKE3, from the official vectors',
    ],
    ['a', { error: 'length needs algorithm blake3' }, { key, length: 16 }],
    ['a', { error: 'steps[0].config.key is required' }, {}],
    ['a', { error: 'steps[0].config.key must be at least 1 character long' }, { key: '' }],
    ['a', { error: 'steps[0].config.key must be at most 4096 characters long' }, { key: 'a'.repeat(4097) }],
    ['a', { error: 'key must not be empty' }, { key: ' ', keyEncoding: 'hex' }],
    ['a', { error: 'key is not hexadecimal' }, { key: 'xy', keyEncoding: 'hex' }],
    ['a', { error: 'key is not Base64' }, { key: 'a%', keyEncoding: 'base64' }],
    ['a', { error: 'steps[0].config.keyEncoding must be one of: utf8, hex, base64' }, { key, keyEncoding: 'latin1' }],
    [
      'Hello, World!',
      '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
      { key: "It's a Secret to Everybody" },
      'the signature of a webhook of GitHub, as its documentation has it',
    ],
    [
      'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}',
      'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      { key: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', keyEncoding: 'base64', encoding: 'base64' },
      'a signature of Standard Webhooks: the key in Base64, and so the digest',
    ],
    [
      'dd'.repeat(50),
      '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
      { key: 'aa'.repeat(20), keyEncoding: 'hex', inputEncoding: 'hex' },
      'bytes that are not UTF-8 can be signed when they are written in hexadecimal',
    ],
    ['a%', { error: 'line 1, column 2: "%" is not a Base64 character' }, { key, inputEncoding: 'base64' }],
    ['', '', { key, perLine: true }],
    [
      '\n'.repeat(500_000),
      { error: 'the output would be longer than 4000000 characters' },
      { key, perLine: true },
      '500,000 lines have too many digests',
    ],
  ],
  checks: {
    'every algorithm is the HMAC of RFC 2104 over the hash of that name': () => {
      const text = fc.string({ unit: 'binary' });
      const keys = fc.uint8Array({ minLength: 1, maxLength: 200 });
      fc.assert(
        fc.property(text, keys, fc.constantFrom(...algorithms), (input, bytes, algorithm) => {
          const block = Buffer.alloc(blockLength[algorithm] ?? 64);
          (bytes.length > block.length ? hash(algorithm, bytes, 'buffer') : Buffer.from(bytes)).copy(block);
          const pad = (byte: number) => Buffer.from(block.map((each) => each ^ byte));
          const inner = hash(algorithm, Buffer.concat([pad(0x36), Buffer.from(input)]), 'buffer');
          const expected = hash(algorithm, Buffer.concat([pad(0x5c), inner]), 'buffer');
          for (const keyEncoding of ['hex', 'base64'] as const) {
            const config = { key: Buffer.from(bytes).toString(keyEncoding), keyEncoding, algorithm };
            assert.equal(resultOf(slug, input, config), expected.toString('hex'));
            assert.equal(resultOf(slug, input, { ...config, uppercase: true }), expected.toString('hex').toUpperCase());
            const base64url = resultOf(slug, input, { ...config, encoding: 'base64url', uppercase: true });
            assert.equal(base64url, expected.toString('base64url'));
          }
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'a key that is text is its UTF-8': () => {
      const config = { key: 'schlüssel 🔑' };
      const hex = { key: Buffer.from(config.key).toString('hex'), keyEncoding: 'hex' };
      assert.equal(resultOf(slug, 'a', config), resultOf(slug, 'a', hex));
    },
    'perLine is the digest of each line, and the line ends stay': () => {
      const digest = (line: string) => resultOf(slug, line, { key });
      assert.equal(
        resultOf(slug, 'a\r\n\né\r', { key, perLine: true }),
        `${digest('a')}\r\n${digest('')}\r\n${digest('é')}\r\n`,
      );
    },
    'checks the limit before it builds its output': () => {
      for (const input of ['a', 'a\n', 'a\r\n\r\n', '\n\n\nb'])
        assertAsksForItsSize(slug, input, { key, perLine: true });
    },
  },
} satisfies ToolCases;
