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
    ['a\n', '01100001 00001010'],
    ['é', '1100001110101001', { separator: '' }],
    ['a\né', '141 012 303 251', { base: 8 }],
    ['a\né', '97, 10, 195, 169', { base: 10, separator: ', ' }],
    ['aé😀', '01100001 11101001 11111011000000000', codepoints],
    ['aé😀', '141/351/373000', { ...codepoints, base: 8, separator: '/' }],
    ['\ud800', '55296', { ...codepoints, base: 10 }, 'lone surrogates are code points'],
    ['\ud800', '239 191 189', { base: 10 }, 'but U+FFFD in UTF-8'],
    ['é', '233', { charset: 'latin1', base: 10 }],
    ['€', { error: 'line 1, column 1: Latin-1 does not have "€"' }, { charset: 'latin1' }],
    ['01001000 1101001\n', 'Hi', decode],
    ['1001000,1101001;1:0100_001\n', 'Hi\x01\x04\x01', { ...decode, base: 2, invalid: 'replace' }, 'any separators'],
    ['141142', 'ab', { ...decode, base: 8 }],
    ['97|98', 'ab', { ...decode, base: 10, separator: '|' }],
    ['97|98', { error: 'line 1, column 3: "|" is not a digit of base 10' }, { ...decode, base: 10 }],
    ['0000000000128512', '😀', { ...decode, ...codepoints, base: 10 }],
    ['01\n012', { error: 'line 2, column 3: "2" is not a digit of base 2' }, decode],
    ['141 8', { error: 'line 1, column 5: "8" is not a digit of base 8' }, { ...decode, base: 8 }],
    ['1 010101010', { error: 'line 1, column 3: 9 digits cannot be split into numbers of 8' }, decode],
    ['1 256', { error: 'line 1, column 3: the number is greater than 255' }, { ...decode, base: 10 }],
    ['400', { error: 'line 1, column 1: the number is greater than 255' }, { ...decode, base: 8 }],
    [
      '9'.repeat(1000),
      { error: 'line 1, column 1: the number is greater than 1114111' },
      { ...decode, ...codepoints, base: 10 },
    ],
    [
      '11111111',
      {
        error:
          'the decoded data is not UTF-8 text (byte 0xFF at offset 0): it may be binary, or text in another charset; set charset to latin1 or utf-16le, or invalid to replace',
      },
      decode,
    ],
    ['', '', decode],
    ['a', { error: empty }, { separator: '', base: 10 }],
    ['a', { error: empty }, { separator: '', ...codepoints }],
    ['a', { error: 'separator must not contain a digit: the numbers could not be told apart' }, { separator: ' 1' }],
    ['a', { error: 'steps[0].config.base must be one of: 2, 8, 10' }, { base: 16 }],
    [
      '漢'.repeat(500_000),
      { error: 'the output would be longer than 4000000 characters' },
      { separator: '   ' },
      'the output is refused before it is there',
    ],
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
