import assert from 'node:assert/strict';
import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

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
    { input: '', output: '00000000' },
    ...Object.entries(checkValues).map(([algorithm, output]) => ({
      name: `the check value of ${algorithm}`,
      input: '123456789',
      config: { algorithm },
      output,
    })),
    {
      name: 'the result of cksum: the length counts too',
      input: '123456789',
      config: { ...decimal, algorithm: 'cksum' },
      output: '930766865',
    },
    { input: '', config: { ...decimal, algorithm: 'cksum' }, output: '4294967295' },
    {
      name: 'hexadecimal has all digits of 64 bits',
      input: '',
      config: { algorithm: 'crc64-xz' },
      output: '0'.repeat(16),
    },
    { input: '123456789', config: { ...decimal, algorithm: 'crc64-xz' }, output: '11051210869376104954' },
    { input: 'abcde', config: { algorithm: 'fletcher16' }, output: 'c8f0' },
    { input: 'abcdef', config: { algorithm: 'fletcher16' }, output: '2057' },
    { input: 'abcdefgh', config: { algorithm: 'fletcher16' }, output: '0627' },
    { input: '', config: { algorithm: 'fnv1a64' }, output: 'cbf29ce484222325' },
    { input: 'a', config: { algorithm: 'fnv1a64' }, output: 'af63dc4c8601ec8c' },
    { input: 'foobar', config: { algorithm: 'fnv1a64' }, output: '85944171f73967e8' },
    {
      name: 'the test pattern of RFC 3720: 32 bytes that are not UTF-8',
      input: 'ff'.repeat(32),
      config: { algorithm: 'crc32c', inputEncoding: 'hex' },
      output: '62a8ab43',
    },
    {
      input: 'MTIzNDU2Nzg5\n\nMTIz',
      config: { inputEncoding: 'base64', perLine: true },
      output: 'cbf43926\n00000000\n884863d2',
    },
    {
      name: 'perLine: the error names the line of the text',
      input: '00\n0',
      config: { inputEncoding: 'hex', perLine: true },
      error: 'line 2, column 1: every byte needs two digits, and this is one',
    },
    {
      input: '12',
      config: { ...luhn, inputEncoding: 'hex' },
      error: 'luhn is the check digit of a number; set inputEncoding to utf8',
    },
    { input: '123456789', config: decimal, output: '3421780262' },
    { input: 'a', output: 'e8b7be43' },
    { input: 'The quick brown fox jumps over the lazy dog', output: '414fa339' },
    { name: 'leading zeros stay', input: 'resulting', config: { format: 'hex' }, output: zeroPadded('resulting') },
    { input: '', config: adler32, output: '00000001' },
    { input: 'a', config: adler32, output: '00620062' },
    { input: 'Wikipedia', config: adler32, output: '11e60398' },
    { input: '', config: { ...adler32, ...decimal }, output: '1' },
    // From the test vectors of the Internet-Draft.
    { input: '', config: fnv1a32, output: '811c9dc5' },
    { input: 'a', config: fnv1a32, output: 'e40c292c' },
    { input: 'foobar', config: fnv1a32, output: 'bf9cf968' },
    { input: 'foobar', config: { ...fnv1a32, ...decimal }, output: '3214735720' },
    { input: '7992739871', config: luhn, output: '3' },
    { input: '411111111111111', config: luhn, output: '1' },
    { input: '4111-1111 1111\u00a0111\n', config: luhn, output: '1' },
    { input: '0', config: luhn, output: '0' },
    { input: '5', config: luhn, output: '9' },
    { input: '', config: luhn, output: '' },
    { input: ' - ', config: luhn, output: '' },
    { input: '12\n3x4', config: luhn, error: `line 2, column 2: "x" ${noDigit}` },
    { input: '12\n3.4', config: { ...luhn, perLine: true }, error: `line 2, column 2: "." ${noDigit}` },
    { input: '１２', config: luhn, error: `line 1, column 1: "１" ${noDigit}` },
    { input: '1\ud800', config: luhn, error: `line 1, column 2: U+D800 ${noDigit}` },
    { input: '7992739871\n\n5', config: { ...luhn, perLine: true }, output: '3\n\n9' },
    { name: 'line ends belong to the text', input: 'a\n', output: 'ddeaa107' },
    {
      name: 'perLine: but not to the lines; the first is written, a final one is kept',
      input: 'a\r\n\n123456789\r',
      config: { perLine: true },
      output: 'e8b7be43\r\n00000000\r\ncbf43926\r\n',
    },
    { input: '', config: { perLine: true }, output: '' },
    { name: 'as many digits as there may be', input: '9'.repeat(500_000), config: luhn, output: '0' },
    {
      input: '',
      config: { algorithm: 'md5' },
      error:
        'steps[0].config.algorithm must be one of: crc32, crc32c, crc32-bzip2, crc32-mpeg2, cksum, crc64-xz, crc16, crc16-modbus, crc16-xmodem, crc16-ccitt-false, crc16-kermit, crc16-x25, crc8, adler32, fletcher16, fnv1a32, fnv1a64, luhn',
    },
    { input: '', config: { format: 'base64' }, error: 'steps[0].config.format must be one of: hex, decimal' },
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
        fc.property(number, fc.nat(), fc.integer({ min: 1, max: 9 }), (digits, place, more) => {
          const digit = Number(resultOf(slug, digits.join(''), luhn));
          assert.equal(luhnSum([...digits, digit]) % 10, 0);
          const wrong = digits.with(place % digits.length, ((digits[place % digits.length] ?? 0) + more) % 10);
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
