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
    { input: '', config: { text: 'a' }, output: 'a' },
    { input: '', config: { text: 'a', at: 'start' }, output: 'a' },
    { input: '', config: { text: 'a', at: 'every' }, output: '' },
    { input: '', config: { text: 'a', at: 'before', anchor: 'b' }, output: '' },
    { input: 'a\n', config: { text: 'b' }, output: 'a\nb' },
    { input: 'abab', config: { text: '-', at: 'before', anchor: 'ab' }, output: '-ab-ab' },
    { input: 'abab', config: { text: '-', at: 'after', anchor: 'ab' }, output: 'ab-ab-' },
    { name: 'places do not overlap', input: 'aaa', config: { text: '-', at: 'after', anchor: 'aa' }, output: 'aa-a' },
    {
      name: 'all characters are literal',
      input: 'a.c abc',
      config: { text: '$&', at: 'before', anchor: 'a.c' },
      output: '$&a.c abc',
    },
    { input: 'aA', config: { text: '-', at: 'after', anchor: 'a' }, output: 'a-A' },
    { input: 'a\r\nb', config: { text: '>', at: 'after', anchor: '\n' }, output: 'a\r\n>b' },
    {
      name: 'half of a surrogate pair is not an anchor',
      input: '😀\ud83d',
      config: { text: '-', at: 'before', anchor: '\ud83d' },
      output: '😀-\ud83d',
    },
    { input: 'abcde', config: { text: '-', at: 'every', every: 2 }, output: 'ab-cd-e' },
    { input: 'abcd', config: { text: '-', at: 'every', every: 2 }, output: 'ab-cd' },
    { input: '😀😁😂', config: { text: '-', at: 'every' }, output: '😀-😁-😂' },
    { input: 'a\nb', config: { text: '-', at: 'every' }, output: 'a-\n-b' },
    { input: 'ab', config: { text: '-', at: 'every', every: 100_000 }, output: 'ab' },
    { input: 'ab', config: { text: '' }, output: 'ab' },
    { input: '__proto__', config: { text: 'x', at: 'before', anchor: '__proto__' }, output: 'x__proto__' },
    { input: 'a', error: 'steps[0].config.text is required' },
    { input: 'a', config: { text: 'b', at: 'before' }, error: 'anchor is empty: give the text to insert before' },
    { input: 'a', config: { text: 'b', at: 'after' }, error: 'anchor is empty: give the text to insert after' },
    {
      input: 'a',
      config: { text: 'b', at: 'middle' },
      error: 'steps[0].config.at must be one of: start, end, before, after, every',
    },
    { input: 'a', config: { text: 'b', every: 0 }, error: 'steps[0].config.every must be at least 1' },
    { input: 'a', config: { text: 'b', every: 100_001 }, error: 'steps[0].config.every must be at most 100000' },
    {
      input: 'a',
      config: { text: 'b'.repeat(10_001) },
      error: 'steps[0].config.text must be at most 10000 characters long',
    },
    {
      input: 'a',
      config: { text: 'b', anchor: 'b'.repeat(2001) },
      error: 'steps[0].config.anchor must be at most 2000 characters long',
    },
    {
      name: 'five thousand million characters',
      input: 'a'.repeat(500_000),
      config: { text: 'b'.repeat(10_000), at: 'every' },
      error: tooLong,
    },
    { input: 'a'.repeat(500_000), config: { text: 'b'.repeat(10_000), at: 'after', anchor: 'a' }, error: tooLong },
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
