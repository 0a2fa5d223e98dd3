import assert from 'node:assert/strict';
import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'checksum-text';
const decimal = { format: 'decimal' };
const adler32 = { algorithm: 'adler32' };
const fnv1a32 = { algorithm: 'fnv1a32' };
const luhn = { algorithm: 'luhn' };
const noDigit = 'is no digit; luhn takes digits, blanks and hyphens';

export default {
  slug,
  cases: [
    { input: '', output: '00000000' },
    { name: 'the check value of the catalogue of CRCs', input: '123456789', output: 'cbf43926' },
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
      error: 'steps[0].config.algorithm must be one of: crc32, adler32, fnv1a32, luhn',
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
        }),
        { seed: 1, numRuns: 300 },
      );
    },
    'long texts do not overflow': () => {
      const text = '\u{10ffff}'.repeat(250_000);
      const bytes = Buffer.from(text);
      assert.equal(resultOf(slug, text, { ...adler32, ...decimal }), `${exactAdler32(bytes)}`);
      assert.equal(resultOf(slug, text, { ...fnv1a32, ...decimal }), `${exactFnv1a32(bytes)}`);
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
    'the Luhn digit makes the sum a multiple of ten, and one other digit or swap spoils it': () => {
      const number = fc.array(fc.nat(9), { minLength: 1, maxLength: 30 });
      fc.assert(
        fc.property(number, fc.nat(), fc.integer({ min: 1, max: 9 }), (digits, place, more) => {
          const digit = Number(resultOf(slug, digits.join(''), luhn));
          assert.equal(luhnSum([...digits, digit]) % 10, 0);
          const wrong = digits.with(place % digits.length, ((digits[place % digits.length] ?? 0) + more) % 10);
          assert.notEqual(resultOf(slug, wrong.join(''), luhn), `${digit}`);
        }),
        { seed: 3, numRuns: 300 },
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

function luhnSum(digits: readonly number[]): number {
  return digits
    .toReversed()
    .reduce((sum, digit, i) => sum + (i % 2 === 0 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9), 0);
}
