import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

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
    ...vectors.flatMap(([text, base32, base32hex]): ToolCase[] => [
      [text, base32, {}, `RFC 4648: ${text}`],
      [text, base32hex, { variant: 'hex' }, `RFC 4648, hex: ${text}`],
      [base32, text, decode, `RFC 4648: ${base32}`],
      [base32hex, text, { ...decode, variant: 'hex' }, `RFC 4648, hex: ${base32hex}`],
    ]),
    ['foob', 'MZXW6YQ', { padding: false }],
    ['foob', 'CSQPYRG', { variant: 'crockford', padding: true }, 'Crockford has no padding'],
    ['CSQP-yrg', 'foob', crockford],
    ['Ii-Ll Ooo', '\bB\x10\0', { ...crockford, charset: 'latin1' }, 'letters that look like digits'],
    ['U', { error: 'line 1, column 1: "U" is not a Base32 character' }, crockford],
    ['MZ-XQ', { error: 'line 1, column 3: "-" is not a Base32 character' }, decode],
    [' mz\r\nXq\u00a0', 'fo', decode, 'white space, small letters, no padding'],
    ['MZX1', { error: 'line 1, column 4: "1" is not a Base32 character' }, decode],
    ['MZ😀', { error: 'line 1, column 3: "😀" is not a Base32 character' }, decode],
    ['\u014d', { error: 'line 1, column 1: "ō" is not a Base32 character' }, decode],
    ['M', { error: `line 1, column 2: ${cutOff}` }, decode],
    ['MZX', { error: `line 1, column 4: ${cutOff}` }, decode],
    ['MZXW6Y', { error: `line 1, column 7: ${cutOff}` }, decode],
    ['MY=====', { error: 'line 1, column 3: the padding must be 6 "=", or be missing' }, decode],
    ['MZXW6YTB=', { error: 'line 1, column 9: the padding must be 0 "=", or be missing' }, decode],
    ['=', { error: 'line 1, column 1: the padding must be 0 "=", or be missing' }, decode],
    ['MY======MY', { error: 'line 1, column 9: nothing may follow the padding' }, decode],
    ['MZ', 'f', decode, 'bits left over do no harm'],
    [
      '74======',
      {
        error:
          'the decoded data is not UTF-8 text (byte 0xFF at offset 0): it may be binary, or text in another charset; set charset to latin1 or utf-16le, or invalid to replace',
      },
      decode,
    ],
    ['74', '\ufffd', { ...decode, invalid: 'replace' }],
    ['ÿ', '74======', { charset: 'latin1' }],
    ['\ud800', '56732===', {}, 'a lone surrogate is encoded as U+FFFD'],
    ['a', { error: 'steps[0].config.variant must be one of: rfc4648, hex, crockford' }, { variant: 'z' }],
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
