import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'hex-converter';
const decode = { direction: 'decode' };

/** RFC 4648 section 10. */
const vectors: [text: string, hex: string][] = [
  ['', ''],
  ['f', '66'],
  ['fo', '666F'],
  ['foo', '666F6F'],
  ['foob', '666F6F62'],
  ['fooba', '666F6F6261'],
  ['foobar', '666F6F626172'],
];

export default {
  slug,
  cases: [
    ...vectors.map(([input, output]) => ({ name: `RFC 4648: ${input}`, input, config: { uppercase: true }, output })),
    ...vectors.map(([output, input]) => ({ name: `RFC 4648: ${input}`, input, config: decode, output })),
    { input: 'a\nz', config: { separator: ' ' }, output: '61 0a 7a' },
    { input: 'jz', config: { prefix: '\\x' }, output: '\\x6a\\x7a' },
    { input: 'jz', config: { prefix: '0x', separator: ', ', uppercase: true }, output: '0x6A, 0x7A' },
    { name: 'dollar signs are not references', input: 'jz', config: { separator: '$&' }, output: '6a$&7a' },
    { input: 'é漢😀', output: 'c3a9e6bca2f09f9880' },
    { name: 'a lone surrogate is encoded as U+FFFD', input: 'a\ud800', output: '61efbfbd' },
    { input: 'é', config: { charset: 'latin1' }, output: 'e9' },
    { input: 'é😀\ud800', config: { charset: 'utf-16le' }, output: 'e9003dd800de00d8' },
    { input: 'a\n€', config: { charset: 'latin1' }, error: 'line 2, column 1: Latin-1 does not have "€"' },
    { input: '48 c3:A9-21\n0x48,0X48;\\x48_48.48\u3000', config: decode, output: 'Hé!HHHHH' },
    { input: '0x480x49', config: decode, output: 'HI' },
    { input: '48|49', config: { ...decode, separator: '|' }, output: 'HI' },
    { input: '48|49', config: decode, error: 'line 1, column 3: "|" is not a hexadecimal digit' },
    { input: '48\n4', config: decode, error: 'line 2, column 1: every byte needs two digits, and this is one' },
    { input: '4 8', config: decode, error: 'line 1, column 1: every byte needs two digits, and this is one' },
    { input: '0x', config: decode, output: '' },
    { input: '0xfg', config: decode, error: 'line 1, column 3: every byte needs two digits, and this is one' },
    { input: '4😀', config: decode, error: 'line 1, column 1: every byte needs two digits, and this is one' },
    { input: '\ud800', config: decode, error: 'line 1, column 1: U+D800 is not a hexadecimal digit' },
    {
      input: '89504e47',
      config: decode,
      error:
        'the decoded data is not UTF-8 text (byte 0x89 at offset 0): it may be binary, or text in another charset; set charset to latin1 or utf-16le, or invalid to replace',
    },
    { input: '89504e47', config: { ...decode, invalid: 'replace' }, output: '\ufffdPNG' },
    { input: '89504e47', config: { ...decode, charset: 'latin1' }, output: '\x89PNG' },
    { input: '3dd800de', config: { ...decode, charset: 'utf-16le' }, output: '😀' },
    {
      input: '3dd800',
      config: { ...decode, charset: 'utf-16le' },
      error: 'the decoded data has 3 bytes, and UTF-16 takes two for each unit',
    },
    {
      input: 'a',
      config: { separator: '-a' },
      error: 'separator must not contain a hexadecimal digit: the bytes could not be told apart',
    },
    { input: 'a', config: { separator: '    ' }, error: 'steps[0].config.separator must be at most 3 characters long' },
    { input: 'a', config: { prefix: 'x' }, error: 'steps[0].config.prefix must be one of: "", 0x, \\x' },
  ],
  checks: {
    'decoding restores the text, whatever the options': () => {
      const config = fc.record(
        {
          separator: fc.constantFrom('', ' ', ':', ', ', '\n', '|', 'x', '\\', '🙂'),
          prefix: fc.constantFrom('', '0x', '\\x'),
          uppercase: fc.boolean(),
          charset: fc.constantFrom('utf-8', 'utf-16le'),
        },
        { noNullPrototype: true },
      );
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), config, (text, options) => {
          const hex = resultOf(slug, text, options);
          const expected = options.charset === 'utf-8' ? text.toWellFormed() : text;
          assert.equal(resultOf(slug, hex, { ...options, direction: 'decode' }), expected);
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'agrees with basenc': (t) => {
      const texts = fc.sample(fc.string({ unit: 'binary' }), { seed: 2, numRuns: 30 });
      shellOracle(t, 'basenc --base16 -w 0', texts)?.forEach((output, i) => {
        assert.equal(resultOf(slug, texts[i] ?? '', { uppercase: true }), output);
      });
    },
    'checks the limit before it builds its output': () => {
      for (const prefix of ['', '0x']) {
        for (const separator of ['', ', ']) assertAsksForItsSize(slug, 'aé😀\ud800', { prefix, separator });
      }
      assertAsksForItsSize(slug, '', { separator: ',' });
    },
    'hostile texts give a result or an error': () => {
      for (const piece of ['0', '0x', '\\x', ' ', ':', '4 '])
        runTool(slug, piece.repeat(500_000 / piece.length), decode);
    },
  },
} satisfies ToolCases;
