import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'binary-converter';
const decode = { direction: 'decode' };
const codepoints = { unit: 'codepoints' };
const empty = 'separator must not be empty: only bytes in base 2 and 8 can be told apart without';

export default {
  slug,
  cases: [
    { input: 'a\n', output: '01100001 00001010' },
    { input: 'é', config: { separator: '' }, output: '1100001110101001' },
    { input: 'a\né', config: { base: 8 }, output: '141 012 303 251' },
    { input: 'a\né', config: { base: 10, separator: ', ' }, output: '97, 10, 195, 169' },
    { input: 'aé😀', config: codepoints, output: '01100001 11101001 11111011000000000' },
    { input: 'aé😀', config: { ...codepoints, base: 8, separator: '/' }, output: '141/351/373000' },
    { name: 'lone surrogates are code points', input: '\ud800', config: { ...codepoints, base: 10 }, output: '55296' },
    { name: 'but U+FFFD in UTF-8', input: '\ud800', config: { base: 10 }, output: '239 191 189' },
    { input: 'é', config: { charset: 'latin1', base: 10 }, output: '233' },
    { input: '€', config: { charset: 'latin1' }, error: 'line 1, column 1: Latin-1 does not have "€"' },
    { input: '01001000 1101001\n', config: decode, output: 'Hi' },
    {
      name: 'any separators',
      input: '1001000,1101001;1:0100_001\n',
      config: { ...decode, base: 2, invalid: 'replace' },
      output: 'Hi\x01\x04\x01',
    },
    { input: '141142', config: { ...decode, base: 8 }, output: 'ab' },
    { input: '97|98', config: { ...decode, base: 10, separator: '|' }, output: 'ab' },
    { input: '97|98', config: { ...decode, base: 10 }, error: 'line 1, column 3: "|" is not a digit of base 10' },
    { input: '0000000000128512', config: { ...decode, ...codepoints, base: 10 }, output: '😀' },
    { input: '01\n012', config: decode, error: 'line 2, column 3: "2" is not a digit of base 2' },
    { input: '141 8', config: { ...decode, base: 8 }, error: 'line 1, column 5: "8" is not a digit of base 8' },
    { input: '1 010101010', config: decode, error: 'line 1, column 3: 9 digits cannot be split into numbers of 8' },
    { input: '1 256', config: { ...decode, base: 10 }, error: 'line 1, column 3: the number is greater than 255' },
    { input: '400', config: { ...decode, base: 8 }, error: 'line 1, column 1: the number is greater than 255' },
    {
      input: '9'.repeat(1000),
      config: { ...decode, ...codepoints, base: 10 },
      error: 'line 1, column 1: the number is greater than 1114111',
    },
    {
      input: '11111111',
      config: decode,
      error:
        'the decoded data is not UTF-8 text (byte 0xFF at offset 0): it may be binary, or text in another charset; set charset to latin1 or utf-16le, or invalid to replace',
    },
    { input: '', config: decode, output: '' },
    { input: 'a', config: { separator: '', base: 10 }, error: empty },
    { input: 'a', config: { separator: '', ...codepoints }, error: empty },
    {
      input: 'a',
      config: { separator: ' 1' },
      error: 'separator must not contain a digit: the numbers could not be told apart',
    },
    { input: 'a', config: { base: 16 }, error: 'steps[0].config.base must be one of: 2, 8, 10' },
    {
      name: 'the output is refused before it is there',
      input: '漢'.repeat(500_000),
      config: { separator: '   ' },
      error: 'the output would be longer than 4000000 characters',
    },
  ],
  checks: {
    'decoding restores the text, whatever the options': () => {
      const config = fc.record(
        {
          base: fc.constantFrom(2, 8, 10),
          unit: fc.constantFrom('bytes', 'codepoints'),
          separator: fc.constantFrom(' ', ', ', '\n', '|'),
          charset: fc.constantFrom('utf-8', 'utf-16le'),
        },
        { noNullPrototype: true },
      );
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), config, (text, options) => {
          const numbers = resultOf(slug, text, options);
          const lossy = options.unit === 'bytes' && options.charset === 'utf-8';
          assert.equal(
            resultOf(slug, numbers, { ...options, direction: 'decode' }),
            lossy ? text.toWellFormed() : text,
          );
          if (options.unit === 'codepoints' || options.base === 10) return;
          const joined = resultOf(slug, text, { ...options, separator: '' });
          assert.equal(
            resultOf(slug, joined, { ...options, separator: '', direction: 'decode' }),
            lossy ? text.toWellFormed() : text,
          );
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'checks the limit while it builds its output': () => {
      for (const unit of ['bytes', 'codepoints']) assertAsksForItsSize(slug, 'aé😀\ud800', { unit });
    },
    'hostile texts take linear time': () => {
      for (const piece of ['0', '1', '0 ', ' ', '1234']) {
        for (const base of [2, 8, 10]) assertLinear(piece, (text) => runTool(slug, text, { ...decode, base }));
      }
    },
  },
} satisfies ToolCases;
