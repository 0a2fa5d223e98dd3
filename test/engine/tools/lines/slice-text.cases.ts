import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'slice-text';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '', config: { start: 1, end: 2, unit: 'words' }, output: '' },
    { input: '', config: { start: -1, unit: 'lines' }, output: '' },
    { input: 'abc', output: 'abc' },
    { input: 'abcdef', config: { start: 1, end: 3 }, output: 'bc' },
    { input: 'abcdef', config: { start: -3, end: -1 }, output: 'de' },
    { input: 'abcdef', config: { end: 0 }, output: '' },
    { input: 'abcdef', config: { start: 4, end: 2 }, output: '' },
    { input: 'abc', config: { start: 3 }, output: '' },
    { input: 'abc', config: { start: -10, end: 10 }, output: 'abc' },
    { input: '😀😁😂', config: { start: 1, end: 2 }, output: '😁' },
    { input: '😀😁😂', config: { start: -2, end: -1 }, output: '😁' },
    { name: 'lone surrogates are characters', input: '\ud83da\ude00', config: { start: 1 }, output: 'a\ude00' },
    { name: 'line ends are characters', input: 'a\r\nb', config: { start: 1, end: 3 }, output: '\r\n' },
    { input: ' one\n two  three ', config: { unit: 'words' }, output: 'one\n two  three' },
    { input: 'one two three', config: { start: -1, unit: 'words' }, output: 'three' },
    { input: 'one two three', config: { end: -1, unit: 'words' }, output: 'one two' },
    { input: 'one two', config: { start: 5, unit: 'words' }, output: '' },
    { input: 'one two', config: { start: 1, end: 1, unit: 'words' }, output: '' },
    { input: 'a\r\nb\r\nc', config: { start: 1, unit: 'lines' }, output: 'b\r\nc' },
    { name: 'a final line end stays', input: 'a\nb\n', config: { end: 1, unit: 'lines' }, output: 'a\n' },
    { input: 'a\nb\n', config: { start: 2, unit: 'lines' }, output: '' },
    { input: 'a', config: { start: 0.5 }, error: 'steps[0].config.start must be an integer' },
    { input: 'a', config: { start: -10_000_001 }, error: 'steps[0].config.start must be at least -10000000' },
    { input: 'a', config: { end: 10_000_001 }, error: 'steps[0].config.end must be at most 10000000' },
    { input: 'a', config: { unit: 'bytes' }, error: 'steps[0].config.unit must be one of: chars, words, lines' },
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
