import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'insert-text';
const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    ['', 'a', { text: 'a' }],
    ['', 'a', { text: 'a', at: 'start' }],
    ['', '', { text: 'a', at: 'every' }],
    ['', '', { text: 'a', at: 'before', anchor: 'b' }],
    ['a\n', 'a\nb', { text: 'b' }],
    ['abab', '-ab-ab', { text: '-', at: 'before', anchor: 'ab' }],
    ['abab', 'ab-ab-', { text: '-', at: 'after', anchor: 'ab' }],
    ['aaa', 'aa-a', { text: '-', at: 'after', anchor: 'aa' }, 'places do not overlap'],
    ['a.c abc', '$&a.c abc', { text: '$&', at: 'before', anchor: 'a.c' }, 'all characters are literal'],
    ['aA', 'a-A', { text: '-', at: 'after', anchor: 'a' }],
    ['a\r\nb', 'a\r\n>b', { text: '>', at: 'after', anchor: '\n' }],
    [
      '😀\ud83d',
      '😀-\ud83d',
      { text: '-', at: 'before', anchor: '\ud83d' },
      'half of a surrogate pair is not an anchor',
    ],
    ['abcde', 'ab-cd-e', { text: '-', at: 'every', every: 2 }],
    ['abcd', 'ab-cd', { text: '-', at: 'every', every: 2 }],
    ['😀😁😂', '😀-😁-😂', { text: '-', at: 'every' }],
    ['a\nb', 'a-\n-b', { text: '-', at: 'every' }],
    ['ab', 'ab', { text: '-', at: 'every', every: 100_000 }],
    ['ab', 'ab', { text: '' }],
    ['__proto__', 'x__proto__', { text: 'x', at: 'before', anchor: '__proto__' }],
    ['a', { error: 'steps[0].config.text is required' }],
    ['a', { error: 'anchor is empty: give the text to insert before' }, { text: 'b', at: 'before' }],
    ['a', { error: 'anchor is empty: give the text to insert after' }, { text: 'b', at: 'after' }],
    [
      'a',
      { error: 'steps[0].config.at must be one of: start, end, before, after, every' },
      { text: 'b', at: 'middle' },
    ],
    ['a', { error: 'steps[0].config.every must be at least 1' }, { text: 'b', every: 0 }],
    ['a', { error: 'steps[0].config.every must be at most 100000' }, { text: 'b', every: 100_001 }],
    ['a', { error: 'steps[0].config.text must be at most 10000 characters long' }, { text: 'b'.repeat(10_001) }],
    [
      'a',
      { error: 'steps[0].config.anchor must be at most 2000 characters long' },
      { text: 'b', anchor: 'b'.repeat(2001) },
    ],
    [
      'a'.repeat(500_000),
      { error: tooLong },
      { text: 'b'.repeat(10_000), at: 'every' },
      'five thousand million characters',
    ],
    ['a'.repeat(500_000), { error: tooLong }, { text: 'b'.repeat(10_000), at: 'after', anchor: 'a' }],
  ],
  checks: {
    'agrees with its definition': () => {
      const letters = (maxLength: number) =>
        fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀', '$', 'é'), maxLength });
      fc.assert(
        fc.property(
          letters(20),
          letters(3),
          letters(2),
          fc.integer({ min: 1, max: 5 }),
          (input, text, anchor, every) => {
            fc.pre(anchor !== '');
            const insert = (config: object) => resultOf(slug, input, { text, ...config });
            assert.equal(insert({ at: 'start' }), text + input);
            assert.equal(insert({ at: 'end' }), input + text);
            assert.equal(
              insert({ at: 'before', anchor }),
              input.replaceAll(anchor, () => text + anchor),
            );
            assert.equal(
              insert({ at: 'after', anchor }),
              input.replaceAll(anchor, () => anchor + text),
            );
            const groups = input.match(new RegExp(`[^]{1,${every}}`, 'gu')) ?? [];
            assert.equal(insert({ at: 'every', every }), groups.join(text));
            for (const at of ['start', 'end', 'before', 'after', 'every']) {
              assertAsksForItsSize(slug, input, { text, at, anchor, every });
            }
          },
        ),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'an anchor that nearly stands everywhere takes less than 2 s': () => {
      assertTakesAtMost(200, () => {
        const anchor = `${'a'.repeat(1000)}b${'a'.repeat(999)}`;
        assert.equal(resultOf(slug, 'a'.repeat(500_000), { text: '-', at: 'after', anchor }).length, 500_000);
      });
    },
  },
} satisfies ToolCases;
