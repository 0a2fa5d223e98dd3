import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'text-similarity';
const metrics = ['dice', 'levenshtein', 'damerau-levenshtein', 'jaro-winkler', 'jaccard'] as const;
const anyText = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '😀'), { maxLength: 8 }).map((parts) => parts.join(''));
const jaroWinkler = { metric: 'jaro-winkler' };
const distance = { metric: 'levenshtein', output: 'distance' };
const alignment = { metric: 'damerau-levenshtein', output: 'distance' };
const hamming = { metric: 'hamming', output: 'distance' };
const tooLong = 'this metric compares texts of at most 10000 characters; use dice or jaccard';

export default {
  slug,
  cases: [
    { input: 'a', config: { other: 'b' }, output: '0.0000' },
    { input: 'a', config: { other: 'A', caseSensitive: false }, output: '1.0000' },
    { input: 'ς', config: { other: 'Σ', metric: 'levenshtein', caseSensitive: false }, output: '1.0000' },
    { input: 'ΟΔΟΣ', config: { other: 'οδοσ', metric: 'jaccard', caseSensitive: false }, output: '1.0000' },
    {
      name: 'a letter that is longer in lower case is one character',
      input: 'İ',
      config: { other: 'x', ...hamming, caseSensitive: false },
      output: '1',
    },
    { name: 'repeated pairs count each time', input: 'aaaa', config: { other: 'aa' }, output: '0.5000' },
    { input: 'context', config: { other: 'contact' }, output: '0.5000' },
    // Winkler (1990), table 1.
    { input: 'DWAYNE', config: { other: 'DUANE', ...jaroWinkler }, output: '0.8400' },
    { input: 'DIXON', config: { other: 'DICKSONX', ...jaroWinkler }, output: '0.8133' },
    { input: '', config: { other: 'a', ...jaroWinkler }, output: '0.0000' },
    { input: '', config: { other: 'abc', metric: 'levenshtein' }, output: '0.0000' },
    {
      name: 'an astral character is one',
      input: '😀b',
      config: { other: '😀c', metric: 'levenshtein' },
      output: '0.5000',
    },
    { input: '', config: { other: 'a😀', ...distance }, output: '2' },
    { input: 'Ab', config: { other: 'aB', ...distance }, output: '2' },
    { input: 'Ab', config: { other: 'aB', ...distance, caseSensitive: false }, output: '0' },
    {
      name: 'equal texts of any length have distance 0',
      input: 'a'.repeat(10_001),
      config: { other: 'a'.repeat(10_001), ...distance },
      output: '0',
    },
    { input: 'a'.repeat(10_001), config: { other: 'a', ...distance }, error: tooLong },
    {
      input: 'a',
      config: { other: 'b', output: 'distance' },
      error: 'output distance needs metric levenshtein, damerau-levenshtein or hamming',
    },
    { input: 'ca', config: { other: 'abc', ...alignment }, output: '3' },
    { input: '😀a', config: { other: 'a😀', metric: 'damerau-levenshtein' }, output: '0.5000' },
    { input: 'a'.repeat(10_001), config: { other: 'a', ...alignment }, error: tooLong },
    { input: 'toned', config: { other: 'roses', metric: 'hamming' }, output: '0.4000' },
    { input: '2173896', config: { other: '2233796', ...hamming }, output: '3' },
    { input: 'Ab', config: { other: 'aC', ...hamming, caseSensitive: false }, output: '1' },
    { input: '', config: { other: '', ...hamming }, output: '0' },
    { input: '', config: { other: '', metric: 'hamming' }, output: '1.0000' },
    { input: '😀😀', config: { other: '👍😀', ...hamming }, output: '1' },
    {
      input: 'a😀',
      config: { other: 'abc', metric: 'hamming' },
      error: 'hamming compares texts of one length; the input has 2 characters, other has 3',
    },
    { input: 'a b', config: { other: 'b, a!', metric: 'jaccard' }, output: '1.0000' },
    { name: 'no words in either text', input: '👍', config: { other: '👎', metric: 'jaccard' }, output: '0.0000' },
    { input: 'a'.repeat(10_001), config: { other: '', metric: 'levenshtein' }, error: tooLong },
    { input: '', config: { other: '😀'.repeat(10_001), ...jaroWinkler }, error: tooLong },
    { input: '😀'.repeat(10_000), config: { other: '😀', ...jaroWinkler }, output: '0.7000' },
  ],
  checks: {
    'levenshtein is the minimum number of changes': () => {
      const least = (a: string[], b: string[]): number => {
        const [head, ...tail] = a;
        const [other, ...rest] = b;
        if (head === undefined || other === undefined) return a.length + b.length;
        if (head === other) return least(tail, rest);
        return 1 + Math.min(least(tail, b), least(a, rest), least(tail, rest));
      };
      const short = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 });
      fc.assert(
        fc.property(short, short, (a, b) => {
          const longest = Math.max(a.length, b.length);
          const expected = longest === 0 ? 1 : 1 - least(a, b) / longest;
          assert.equal(resultOf(slug, a.join(''), { other: b.join(''), metric: 'levenshtein' }), expected.toFixed(4));
          assert.equal(resultOf(slug, a.join(''), { other: b.join(''), ...distance }), `${least(a, b)}`);
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'damerau-levenshtein is the minimum number of changes and exchanges, none at a place changed before': () => {
      const least = (a: string[], b: string[]): number => {
        const [head, second, ...rest] = a;
        const [other, otherSecond, ...otherRest] = b;
        if (head === undefined || other === undefined) return a.length + b.length;
        const [tail, otherTail] = [a.slice(1), b.slice(1)];
        const changed = least(tail, otherTail) + (head === other ? 0 : 1);
        const isSwapped = head === otherSecond && second === other;
        const swapped = isSwapped ? 1 + least(rest, otherRest) : Number.POSITIVE_INFINITY;
        return Math.min(changed, 1 + least(tail, b), 1 + least(a, otherTail), swapped);
      };
      const short = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 });
      fc.assert(
        fc.property(short, short, (a, b) => {
          const [input, other] = [a.join(''), b.join('')];
          const expected = least(a, b);
          assert.equal(resultOf(slug, input, { other, ...alignment }), `${expected}`);
          assert.ok(expected <= Number(resultOf(slug, input, { other, ...distance })));
          if (a.length !== b.length) return;
          const places = a.filter((character, i) => character !== b[i]).length;
          assert.equal(resultOf(slug, input, { other, ...hamming }), `${places}`);
          assert.ok(Number(resultOf(slug, input, { other, ...distance })) <= places);
        }),
        { seed: 3, numRuns: sampleSize(200) },
      );
    },
    'is symmetric, and 1 for equal texts': () => {
      fc.assert(
        fc.property(anyText, anyText, fc.constantFrom(...metrics), (a, b, metric) => {
          const there = Number(resultOf(slug, a, { other: b, metric }));
          assert.ok(there >= 0 && there <= 1);
          assert.equal(Number(resultOf(slug, a, { other: a, metric })), 1);
          // The matches of Jaro depend on which text is scanned.
          if (metric !== 'jaro-winkler') assert.equal(Number(resultOf(slug, b, { other: a, metric })), there);
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'handles the longest texts in time': () => {
      assertTakesAtMost(800, () => {
        const longest = 'ab'.repeat(5_000);
        for (const metric of ['levenshtein', 'damerau-levenshtein', 'jaro-winkler'])
          resultOf(slug, longest, { other: `${longest.slice(1)}a`, metric });
        resultOf(slug, 'a'.repeat(500_000), { other: 'b'.repeat(500_000), metric: 'hamming' });
        for (const metric of ['dice', 'jaccard'])
          resultOf(slug, 'ab '.repeat(166_000), { other: 'ba '.repeat(166_000), metric });
      });
    },
  },
} satisfies ToolCases;
