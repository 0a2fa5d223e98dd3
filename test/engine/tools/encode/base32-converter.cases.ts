import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'base32-converter';
const decode = { direction: 'decode' };
const crockford = { ...decode, variant: 'crockford' };
const cutOff = 'the Base32 is cut off: its last character does not complete a byte';

/** RFC 4648 section 10. */
const vectors: [text: string, base32: string, base32hex: string][] = [
  ['', '', ''],
  ['f', 'MY======', 'CO======'],
  ['fo', 'MZXQ====', 'CPNG===='],
  ['foo', 'MZXW6===', 'CPNMU==='],
  ['foob', 'MZXW6YQ=', 'CPNMUOG='],
  ['fooba', 'MZXW6YTB', 'CPNMUOJ1'],
  ['foobar', 'MZXW6YTBOI======', 'CPNMUOJ1E8======'],
];

export default {
  slug,
  cases: [
    ...vectors.flatMap(([text, base32, base32hex]) => [
      { name: `RFC 4648: ${text}`, input: text, output: base32 },
      { name: `RFC 4648, hex: ${text}`, input: text, config: { variant: 'hex' }, output: base32hex },
      { name: `RFC 4648: ${base32}`, input: base32, config: decode, output: text },
      { name: `RFC 4648, hex: ${base32hex}`, input: base32hex, config: { ...decode, variant: 'hex' }, output: text },
    ]),
    { input: 'foob', config: { padding: false }, output: 'MZXW6YQ' },
    {
      name: 'Crockford has no padding',
      input: 'foob',
      config: { variant: 'crockford', padding: true },
      output: 'CSQPYRG',
    },
    { input: 'CSQP-yrg', config: crockford, output: 'foob' },
    {
      name: 'letters that look like digits',
      input: 'Ii-Ll Ooo',
      config: { ...crockford, charset: 'latin1' },
      output: '\bB\x10\0',
    },
    { input: 'U', config: crockford, error: 'line 1, column 1: "U" is not a Base32 character' },
    { input: 'MZ-XQ', config: decode, error: 'line 1, column 3: "-" is not a Base32 character' },
    { name: 'white space, small letters, no padding', input: ' mz\r\nXq\u00a0', config: decode, output: 'fo' },
    { input: 'MZX1', config: decode, error: 'line 1, column 4: "1" is not a Base32 character' },
    { input: 'MZ😀', config: decode, error: 'line 1, column 3: "😀" is not a Base32 character' },
    { input: '\u014d', config: decode, error: 'line 1, column 1: "ō" is not a Base32 character' },
    { input: 'M', config: decode, error: `line 1, column 2: ${cutOff}` },
    { input: 'MZX', config: decode, error: `line 1, column 4: ${cutOff}` },
    { input: 'MZXW6Y', config: decode, error: `line 1, column 7: ${cutOff}` },
    { input: 'MY=====', config: decode, error: 'line 1, column 3: the padding must be 6 "=", or be missing' },
    { input: 'MZXW6YTB=', config: decode, error: 'line 1, column 9: the padding must be 0 "=", or be missing' },
    { input: '=', config: decode, error: 'line 1, column 1: the padding must be 0 "=", or be missing' },
    { input: 'MY======MY', config: decode, error: 'line 1, column 9: nothing may follow the padding' },
    { name: 'bits left over do no harm', input: 'MZ', config: decode, output: 'f' },
    {
      input: '74======',
      config: decode,
      error:
        'the decoded data is not UTF-8 text (byte 0xFF at offset 0): it may be binary, or text in another charset; set charset to latin1 or utf-16le, or invalid to replace',
    },
    { input: '74', config: { ...decode, invalid: 'replace' }, output: '\ufffd' },
    { input: 'ÿ', config: { charset: 'latin1' }, output: '74======' },
    {
      name: 'a lone surrogate is encoded as U+FFFD',
      input: '\ud800',
      output: '56732===',
    },
    { input: 'a', config: { variant: 'z' }, error: 'steps[0].config.variant must be one of: rfc4648, hex, crockford' },
  ],
  checks: {
    'decoding restores the text, whatever the options': () => {
      const config = fc.record(
        { variant: fc.constantFrom('rfc4648', 'hex', 'crockford'), padding: fc.boolean() },
        { noNullPrototype: true },
      );
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), config, (text, options) => {
          const base32 = resultOf(slug, text, options);
          assert.equal(resultOf(slug, base32.toLowerCase(), { ...options, direction: 'decode' }), text.toWellFormed());
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'agrees with basenc': (t) => {
      const texts = fc.sample(fc.string({ unit: 'binary' }), { seed: 2, numRuns: 30 });
      for (const [variant, option] of [
        ['rfc4648', '--base32'],
        ['hex', '--base32hex'],
      ]) {
        shellOracle(t, `basenc ${option} -w 0`, texts)?.forEach((output, i) => {
          assert.equal(resultOf(slug, texts[i] ?? '', { variant }), output);
        });
      }
    },
    'checks the limit before it builds its output': () => {
      for (const padding of [true, false]) assertAsksForItsSize(slug, 'aé😀\ud800!', { padding });
    },
    'hostile texts give a result or an error': () => {
      for (const piece of ['=', 'A', ' ', '\u3000', '-']) runTool(slug, piece.repeat(500_000), crockford);
    },
  },
} satisfies ToolCases;
