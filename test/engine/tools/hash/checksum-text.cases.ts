import assert from 'node:assert/strict';
import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'checksum-text';
const decimal = { format: 'decimal' };
const adler32 = { algorithm: 'adler32' };
const fnv1a32 = { algorithm: 'fnv1a32' };
const luhn = { algorithm: 'luhn' };
/** The check values, of the text 123456789, in the published catalogues of CRCs. */
const checkValues: Record<string, string> = {
  crc32: 'cbf43926',
  crc32c: 'e3069283',
  'crc32-bzip2': 'fc891918',
  'crc32-mpeg2': '0376e6e7',
  'crc64-xz': '995dc9bbdf1939fa',
  crc16: 'bb3d',
  'crc16-modbus': '4b37',
  'crc16-xmodem': '31c3',
  'crc16-ccitt-false': '29b1',
  'crc16-kermit': '2189',
  'crc16-x25': '906e',
  crc8: 'f4',
};
const noDigit = 'is not a digit; luhn accepts digits, blanks and hyphens';

export default {
  slug,
  cases: [
    ['', '00000000'],
    ...Object.entries(checkValues).map(
      ([algorithm, output]): ToolCase => ['123456789', output, { algorithm }, `the check value of ${algorithm}`],
    ),
    ['123456789', '930766865', { ...decimal, algorithm: 'cksum' }, 'the result of cksum: the length counts too'],
    ['', '4294967295', { ...decimal, algorithm: 'cksum' }],
    ['', '0'.repeat(16), { algorithm: 'crc64-xz' }, 'hexadecimal has all digits of 64 bits'],
    ['123456789', '11051210869376104954', { ...decimal, algorithm: 'crc64-xz' }],
    ['abcde', 'c8f0', { algorithm: 'fletcher16' }],
    ['abcdef', '2057', { algorithm: 'fletcher16' }],
    ['abcdefgh', '0627', { algorithm: 'fletcher16' }],
    ['', 'cbf29ce484222325', { algorithm: 'fnv1a64' }],
    ['a', 'af63dc4c8601ec8c', { algorithm: 'fnv1a64' }],
    ['foobar', '85944171f73967e8', { algorithm: 'fnv1a64' }],
    [
      'ff'.repeat(32),
      '62a8ab43',
      { algorithm: 'crc32c', inputEncoding: 'hex' },
      'the test pattern of RFC 3720: 32 bytes that are not UTF-8',
    ],
    ['MTIzNDU2Nzg5\n\nMTIz', 'cbf43926\n00000000\n884863d2', { inputEncoding: 'base64', perLine: true }],
    [
      '00\n0',
      { error: 'line 2, column 1: every byte needs two digits, and this is one' },
      { inputEncoding: 'hex', perLine: true },
      'perLine: the error names the line of the text',
    ],
    [
      '12',
      { error: 'luhn is the check digit of a number; set inputEncoding to utf8' },
      { ...luhn, inputEncoding: 'hex' },
    ],
    ['123456789', '3421780262', decimal],
    ['a', 'e8b7be43'],
    ['The quick brown fox jumps over the lazy dog', '414fa339'],
    ['resulting', zeroPadded('resulting'), { format: 'hex' }, 'leading zeros stay'],
    ['', '00000001', adler32],
    ['a', '00620062', adler32],
    ['Wikipedia', '11e60398', adler32],
    ['', '1', { ...adler32, ...decimal }],
    // From the test vectors of the Internet-Draft.
    ['', '811c9dc5', fnv1a32],
    ['a', 'e40c292c', fnv1a32],
    ['foobar', 'bf9cf968', fnv1a32],
    ['foobar', '3214735720', { ...fnv1a32, ...decimal }],
    ['7992739871', '3', luhn],
    ['411111111111111', '1', luhn],
    ['4111-1111 1111\u00a0111\n', '1', luhn],
    ['0', '0', luhn],
    ['5', '9', luhn],
    ['', '', luhn],
    [' - ', '', luhn],
    ['12\n3x4', { error: `line 2, column 2: "x" ${noDigit}` }, luhn],
    ['12\n3.4', { error: `line 2, column 2: "." ${noDigit}` }, { ...luhn, perLine: true }],
    ['１２', { error: `line 1, column 1: "１" ${noDigit}` }, luhn],
    ['1\ud800', { error: `line 1, column 2: U+D800 ${noDigit}` }, luhn],
    ['7992739871\n\n5', '3\n\n9', { ...luhn, perLine: true }],
    ['a\n', 'ddeaa107', {}, 'line ends belong to the text'],
    [
      'a\r\n\n123456789\r',
      'e8b7be43\r\n00000000\r\ncbf43926\r\n',
      { perLine: true },
      'perLine: but not to the lines; the first is written, a final one is kept',
    ],
    ['', '', { perLine: true }],
    ['9'.repeat(500_000), '0', luhn, 'as many digits as there may be'],
    [
      '',
      {
        error:
          'steps[0].config.algorithm must be one of: crc32, crc32c, crc32-bzip2, crc32-mpeg2, cksum, crc64-xz, crc16, crc16-modbus, crc16-xmodem, crc16-ccitt-false, crc16-kermit, crc16-x25, crc8, adler32, fletcher16, fnv1a32, fnv1a64, luhn',
      },
      { algorithm: 'md5' },
    ],
    ['', { error: 'steps[0].config.format must be one of: hex, decimal' }, { format: 'base64' }],
  ],
  checks: {
    'a lone surrogate counts as U+FFFD': () => {
      assert.equal(resultOf(slug, 'a\ud800b\udc00'), resultOf(slug, 'a\ufffdb\ufffd'));
    },
    'agrees with the definitions': () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (text) => {
          const bytes = Buffer.from(text);
          assert.equal(resultOf(slug, text, decimal), `${bitwiseCrc32(bytes)}`);
          assert.equal(resultOf(slug, text, { ...adler32, ...decimal }), `${exactAdler32(bytes)}`);
          assert.equal(resultOf(slug, text, { ...fnv1a32, ...decimal }), `${exactFnv1a32(bytes)}`);
          assert.equal(resultOf(slug, text, { ...decimal, algorithm: 'fnv1a64' }), `${exactFnv1a64(bytes)}`);
          assert.equal(resultOf(slug, text, { ...decimal, algorithm: 'crc64-xz' }), `${bitwiseCrc64(bytes)}`);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'long texts do not overflow': () => {
      const text = '\u{10ffff}'.repeat(250_000);
      const bytes = Buffer.from(text);
      assert.equal(resultOf(slug, text, { ...adler32, ...decimal }), `${exactAdler32(bytes)}`);
      assert.equal(resultOf(slug, text, { ...fnv1a32, ...decimal }), `${exactFnv1a32(bytes)}`);
    },
    'cksum agrees with the program cksum': (t) => {
      const texts = ['', 'a', 'héllo 😀\n', 'x'.repeat(70_000)];
      shellOracle(t, 'cksum', texts)?.forEach((output, i) => {
        assert.equal(resultOf(slug, texts[i] ?? '', { ...decimal, algorithm: 'cksum' }), output.split(' ')[0]);
      });
    },
    'agrees with what zlib and gzip put at the end of their streams': () => {
      for (const text of ['', 'a', 'héllo 😀', 'x'.repeat(100_000)]) {
        assert.equal(zlib.deflateSync(text).subarray(-4).toString('hex'), resultOf(slug, text, adler32));
        assert.equal(
          zlib.gzipSync(text).readUInt32LE(zlib.gzipSync(text).length - 8),
          Number(resultOf(slug, text, decimal)),
        );
      }
    },
    'the Luhn digit makes the sum a multiple of ten, and detects one changed digit or swap': () => {
      const number = fc.array(fc.nat(9), { minLength: 1, maxLength: 30 });
      fc.assert(
        fc.property(number, fc.nat(), fc.integer({ min: 1, max: 9 }), (digits, index, more) => {
          const digit = Number(resultOf(slug, digits.join(''), luhn));
          assert.equal(luhnSum([...digits, digit]) % 10, 0);
          const wrong = digits.with(index % digits.length, ((digits[index % digits.length] ?? 0) + more) % 10);
          assert.notEqual(resultOf(slug, wrong.join(''), luhn), `${digit}`);
        }),
        { seed: 3, numRuns: sampleSize(300) },
      );
    },
  },
} satisfies ToolCases;

function zeroPadded(text: string): string {
  return bitwiseCrc32(Buffer.from(text)).toString(16).padStart(8, '0');
}

function bitwiseCrc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

function exactAdler32(bytes: Uint8Array): bigint {
  let a = 1n;
  let b = 0n;
  for (const byte of bytes) {
    a = (a + BigInt(byte)) % 65_521n;
    b = (b + a) % 65_521n;
  }
  return (b << 16n) | a;
}

function exactFnv1a32(bytes: Uint8Array): bigint {
  let hash = 0x811c9dc5n;
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x01000193n) & 0xffffffffn;
  return hash;
}

function exactFnv1a64(bytes: Uint8Array): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}

function bitwiseCrc64(bytes: Uint8Array): bigint {
  let crc = 0xffff_ffff_ffff_ffffn;
  for (const byte of bytes) {
    crc ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1n ? (crc >> 1n) ^ 0xc96c5795d7870f42n : crc >> 1n;
  }
  return crc ^ 0xffff_ffff_ffff_ffffn;
}

function luhnSum(digits: readonly number[]): number {
  return digits
    .toReversed()
    .reduce((sum, digit, i) => sum + (i % 2 === 0 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9), 0);
}
