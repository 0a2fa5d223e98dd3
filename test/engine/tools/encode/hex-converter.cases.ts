import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

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
    ...vectors.map(([input, output]): ToolCase => [input, output, { uppercase: true }, `RFC 4648: ${input}`]),
    ...vectors.map(([output, input]): ToolCase => [input, output, decode, `RFC 4648: ${input}`]),
    ['a\nz', '61 0a 7a', { separator: ' ' }],
    ['jz', '\\x6a\\x7a', { prefix: '\\x' }],
    ['jz', '0x6A, 0x7A', { prefix: '0x', separator: ', ', uppercase: true }],
    ['jz', '6a$&7a', { separator: '$&' }, 'dollar signs are not references'],
    ['é漢😀', 'c3a9e6bca2f09f9880'],
    ['a\ud800', '61efbfbd', {}, 'a lone surrogate is encoded as U+FFFD'],
    ['é', 'e9', { charset: 'latin1' }],
    ['é😀\ud800', 'e9003dd800de00d8', { charset: 'utf-16le' }],
    ['a\n€', { error: 'line 2, column 1: Latin-1 does not have "€"' }, { charset: 'latin1' }],
    ['48 c3:A9-21\n0x48,0X48;\\x48_48.48\u3000', 'Hé!HHHHH', decode],
    ['0x480x49', 'HI', decode],
    ['48|49', 'HI', { ...decode, separator: '|' }],
    ['48|49', { error: 'line 1, column 3: "|" is not a hexadecimal digit' }, decode],
    ['48\n4', { error: 'line 2, column 1: every byte needs two digits, and this is one' }, decode],
    ['4 8', { error: 'line 1, column 1: every byte needs two digits, and this is one' }, decode],
    ['0x', '', decode],
    ['0xfg', { error: 'line 1, column 3: every byte needs two digits, and this is one' }, decode],
    ['4😀', { error: 'line 1, column 1: every byte needs two digits, and this is one' }, decode],
    ['\ud800', { error: 'line 1, column 1: U+D800 is not a hexadecimal digit' }, decode],
    [
      '89504e47',
      {
        error:
          'the decoded data is not UTF-8 text (byte 0x89 at offset 0): it may be binary, or text in another charset; set charset to latin1 or utf-16le, or invalid to replace',
      },
      decode,
    ],
    ['89504e47', '\ufffdPNG', { ...decode, invalid: 'replace' }],
    ['89504e47', '\x89PNG', { ...decode, charset: 'latin1' }],
    ['3dd800de', '😀', { ...decode, charset: 'utf-16le' }],
    [
      '3dd800',
      { error: 'the decoded data has 3 bytes, and UTF-16 takes two for each unit' },
      { ...decode, charset: 'utf-16le' },
    ],
    [
      'a',
      { error: 'separator must not contain a hexadecimal digit: the bytes could not be told apart' },
      { separator: '-a' },
    ],
    ['a', { error: 'steps[0].config.separator must be at most 3 characters long' }, { separator: '    ' }],
    ['a', { error: 'steps[0].config.prefix must be one of: "", 0x, \\x' }, { prefix: 'x' }],
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
