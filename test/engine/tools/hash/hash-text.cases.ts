import assert from 'node:assert/strict';
import { shake128, shake256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'hash-text';

/**
 * The digest of `abc`: RFC 1321, FIPS 180-4, FIPS 202, RFC 7693 and the page of RIPEMD-160, which all have it as an
 * example.
 */
const abc: Record<string, string> = {
  md5: '900150983cd24fb0d6963f7d28e17f72',
  sha1: 'a9993e364706816aba3e25717850c26c9cd0d89d',
  sha224: '23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7',
  sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  sha384: 'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7',
  sha512:
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
  'sha512-224': '4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa',
  'sha512-256': '53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23',
  'sha3-224': 'e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf',
  'sha3-256': '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532',
  'sha3-384': 'ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25',
  'sha3-512':
    'b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0',
  ripemd160: '8eb208f7e05d987a9b044a8e98c6b087f15a0bfc',
  blake2b512:
    'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
  blake2s256: '508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982',
  'keccak-256': '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
  blake3: '6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85',
  shake128: '5881092dd818bf5cf8a3ddb793fbcba74097d5c526a6d35f97b83351940f2cc8',
  shake256:
    '483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739d5a15bef186a5386c75744c0527e1faa9f8726e462a12a4feb06bd8801e751e4',
};
/** The algorithms whose digests can have any length. */
const extendable = ['shake128', 'shake256', 'blake3'];

const programs: Record<string, string> = {
  md5: 'md5sum',
  sha1: 'sha1sum',
  sha224: 'sha224sum',
  sha256: 'sha256sum',
  sha384: 'sha384sum',
  sha512: 'sha512sum',
  blake2b512: 'b2sum',
};

export default {
  slug,
  cases: [
    ...Object.entries(abc).map(
      ([algorithm, output]): ToolCase => ['abc', output, { algorithm }, `${algorithm} of abc`],
    ),
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=', { encoding: 'base64' }],
    ['abc', 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0', { encoding: 'base64url' }],
    ['abc', '900150983CD24FB0D6963F7D28E17F72', { algorithm: 'md5', uppercase: true }],
    [
      'abc',
      'kAFQmDzST7DWlj99KOF/cg==',
      { algorithm: 'md5', encoding: 'base64', uppercase: true },
      'uppercase leaves Base64 alone',
    ],
    ['a\n', '60b725f10c9c85c70d97880dfe8191b3', { algorithm: 'md5' }, 'line ends belong to the text'],
    [
      'a\r\n\nabc\r',
      '0cc175b9c0f1b6a831c399e269772661\r\nd41d8cd98f00b204e9800998ecf8427e\r\n900150983cd24fb0d6963f7d28e17f72\r\n',
      { algorithm: 'md5', perLine: true },
      'perLine: line ends do not belong to the lines; the first is written, a final one is kept',
    ],
    ['', '', { perLine: true }],
    ['\n', 'D41D8CD98F00B204E9800998ECF8427E\n', { algorithm: 'md5', perLine: true, uppercase: true }],
    ['é漢😀', '006890831132b83cda149bfef4c905ec', { algorithm: 'md5' }, 'the text is hashed as UTF-8'],
    [
      '',
      'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
      { algorithm: 'keccak-256' },
      'keccak-256 of nothing is the hash that Ethereum has for an empty account',
    ],
    [
      '',
      'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262',
      { algorithm: 'blake3' },
      'blake3 of nothing',
    ],
    [
      '',
      '7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26',
      { algorithm: 'shake128' },
      'shake128 of nothing, from the page of Keccak',
    ],
    [
      '',
      '46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762fd75dc4ddd8c0f200cb05019d67b592f6fc821c49479ab48640292eacb3b7c4be',
      { algorithm: 'shake256' },
      'shake256 of nothing',
    ],
    [
      '',
      'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262e00f03e7b69af26b7faaf09fcd333050338ddfe085b8cc869ca98b206c08243a26f5487789e8f660afe6c99ef9e0c52b92e7393024a80459cf91f476f9ffdbda7001c22e159b402631f277ca96f2defdf1078282314e763699a31c5363165421cce14d',
      { algorithm: 'blake3', length: 131 },
      'blake3 of 131 bytes, from its official vectors',
    ],
    ['a', { error: 'length needs algorithm shake128, shake256 or blake3' }, { length: 16 }],
    [
      '\n'.repeat(250),
      { error: 'the output would be longer than 4000000 characters' },
      { algorithm: 'shake256', length: 10_000, perLine: true },
      'lines whose digests are long',
    ],
    [
      'ff fe\n',
      'f3b25701fe362ec84616a93a45ce9998',
      { algorithm: 'md5', inputEncoding: 'hex' },
      'bytes that are not UTF-8 can be hashed when they are written in hexadecimal',
    ],
    ['__4=\n', 'f3b25701fe362ec84616a93a45ce9998\n', { algorithm: 'md5', inputEncoding: 'base64', perLine: true }],
    ['ff\nfg', { error: 'line 2, column 1: every byte needs two digits, and this is one' }, { inputEncoding: 'hex' }],
    [
      'ff\n\nxf',
      { error: 'line 3, column 1: "x" is not a hexadecimal digit' },
      { inputEncoding: 'hex', perLine: true },
      'perLine: the error names the line of the text',
    ],
    [
      'YQ==\nY%',
      { error: 'line 2, column 2: "%" is not a Base64 character' },
      { inputEncoding: 'base64', perLine: true },
    ],
    ['', { error: 'steps[0].config.inputEncoding must be one of: utf8, hex, base64' }, { inputEncoding: 'utf-8' }],
    [
      '\n'.repeat(500_000),
      { error: 'the output would be longer than 4000000 characters' },
      { perLine: true },
      '500,000 lines have too many digests',
    ],
    [
      'a',
      {
        error:
          'steps[0].config.algorithm must be one of: md5, sha1, sha224, sha256, sha384, sha512, sha512-224, sha512-256, sha3-224, sha3-256, sha3-384, sha3-512, ripemd160, blake2b512, blake2s256, keccak-256, blake3, shake128, shake256',
      },
      { algorithm: 'sha-256' },
    ],
    ['a', { error: 'steps[0].config.encoding must be one of: hex, base64, base64url' }, { encoding: 'HEX' }],
    ['a', { error: 'Unknown option for hash-text: algoritm. Did you mean algorithm?' }, { algoritm: 'md5' }],
  ],
  checks: {
    'a lone surrogate counts as U+FFFD': () => {
      assert.equal(resultOf(slug, 'a\ud800b\udc00'), resultOf(slug, 'a\ufffdb\ufffd'));
    },
    'agrees with the programs of coreutils': (t) => {
      const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 200 }), { seed: 1, numRuns: 5 });
      for (const [algorithm, program] of Object.entries(programs)) {
        const expected = shellOracle(t, program, texts);
        expected?.forEach((output, i) => {
          assert.equal(resultOf(slug, texts[i] ?? '', { algorithm }), output.split(' ')[0], program);
        });
      }
    },
    'inputEncoding reads the bytes of which the text is another form': () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...Object.keys(abc)), (text, algorithm) => {
          const bytes = Buffer.from(text);
          const digest = resultOf(slug, text, { algorithm });
          assert.equal(resultOf(slug, bytes.toString('hex'), { algorithm, inputEncoding: 'hex' }), digest);
          assert.equal(resultOf(slug, bytes.toString('base64'), { algorithm, inputEncoding: 'base64' }), digest);
        }),
        { seed: 4, numRuns: sampleSize(100) },
      );
    },
    'perLine is the digest of each line': () => {
      const line = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\u2028') });
      fc.assert(
        fc.property(fc.array(line, { minLength: 1 }), fc.constantFrom(...Object.keys(abc)), (lines, algorithm) => {
          const expected = lines.map((text) => `${resultOf(slug, text, { algorithm, encoding: 'base64' })}\n`).join('');
          const text = lines.map((each) => `${each}\n`).join('');
          assert.equal(resultOf(slug, text, { algorithm, encoding: 'base64', perLine: true }), expected);
        }),
        { seed: 2, numRuns: sampleSize(100) },
      );
    },
    'a shorter digest of the same function is the start of a longer one': () => {
      const lengths = fc.integer({ min: 1, max: 500 });
      fc.assert(
        fc.property(fc.string(), lengths, lengths, fc.constantFrom(...extendable), (text, a, b, algorithm) => {
          const [shorter, longer] = [Math.min(a, b), Math.max(a, b)];
          const digest = resultOf(slug, text, { algorithm, length: longer });
          assert.equal(digest.length, 2 * longer);
          assert.equal(resultOf(slug, text, { algorithm, length: shorter }), digest.slice(0, 2 * shorter));
        }),
        { seed: 3, numRuns: sampleSize(100) },
      );
    },
    'the SHAKE of Node.js is that of @noble/hashes': () => {
      const functions = { shake128, shake256 };
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 400 }), fc.integer({ min: 1, max: 400 }), (bytes, length) => {
          for (const [algorithm, function_] of Object.entries(functions)) {
            const expected = Buffer.from(function_(bytes, { dkLen: length })).toString('hex');
            const input = Buffer.from(bytes).toString('hex');
            assert.equal(resultOf(slug, input, { algorithm, length, inputEncoding: 'hex' }), expected);
          }
        }),
        { seed: 5, numRuns: sampleSize(100) },
      );
    },
    'checks the limit before it builds its output': () => {
      assertAsksForItsSize(slug, 'a\nb', { perLine: true, algorithm: 'shake256', length: 100 });
      for (const input of ['a', 'a\n', 'a\r\n\r\n', '\n\n\nb']) assertAsksForItsSize(slug, input, { perLine: true });
    },
  },
} satisfies ToolCases;
