import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'slice-text';

export default {
  slug,
  cases: [
    ['', ''],
    ['', '', { start: 1, end: 2, unit: 'words' }],
    ['', '', { start: -1, unit: 'lines' }],
    ['abc', 'abc'],
    ['abcdef', 'bc', { start: 1, end: 3 }],
    ['abcdef', 'de', { start: -3, end: -1 }],
    ['abcdef', '', { end: 0 }],
    ['abcdef', '', { start: 4, end: 2 }],
    ['abc', '', { start: 3 }],
    ['abc', 'abc', { start: -10, end: 10 }],
    ['😀😁😂', '😁', { start: 1, end: 2 }],
    ['😀😁😂', '😁', { start: -2, end: -1 }],
    ['\ud83da\ude00', 'a\ude00', { start: 1 }, 'lone surrogates are characters'],
    ['a\r\nb', '\r\n', { start: 1, end: 3 }, 'line ends are characters'],
    [' one\n two  three ', 'one\n two  three', { unit: 'words' }],
    ['one two three', 'three', { start: -1, unit: 'words' }],
    ['one two three', 'one two', { end: -1, unit: 'words' }],
    ['one two', '', { start: 5, unit: 'words' }],
    ['one two', '', { start: 1, end: 1, unit: 'words' }],
    ['a\r\nb\r\nc', 'b\r\nc', { start: 1, unit: 'lines' }],
    ['a\nb\n', 'a\n', { end: 1, unit: 'lines' }, 'a final line end stays'],
    ['a\nb\n', '', { start: 2, unit: 'lines' }],
    ['a', { error: 'steps[0].config.start must be an integer' }, { start: 0.5 }],
    ['a', { error: 'steps[0].config.start must be at least -10000000' }, { start: -10_000_001 }],
    ['a', { error: 'steps[0].config.end must be at most 10000000' }, { end: 10_000_001 }],
    ['a', { error: 'steps[0].config.unit must be one of: chars, words, lines' }, { unit: 'bytes' }],
  ],
  checks: {
    'positions have the meaning of Array.prototype.slice': () => {
      const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '😀', '\ud83d', '\ude00'), maxLength: 15 });
      const position = fc.integer({ min: -18, max: 18 });
      fc.assert(
        fc.property(text, position, fc.option(position, { nil: undefined }), (given, start, end) => {
          const config = end === undefined ? { start } : { start, end };
          assert.equal(resultOf(slug, given, config), [...given].slice(start, end).join(''));
          const words = (from: string) => from.split(/\s+/).filter((word) => word !== '');
          assert.deepEqual(words(resultOf(slug, given, { ...config, unit: 'words' })), words(given).slice(start, end));
        }),
        { seed: 1, numRuns: sampleSize(1000) },
      );
    },
  },
} satisfies ToolCases;
