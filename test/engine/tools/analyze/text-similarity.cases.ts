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
    ['a', '0.0000', { other: 'b' }],
    ['night\n==\nnacht', '0.2500', { separatorLine: '==' }],
    ['a', '1.0000', { other: 'A', caseSensitive: false }],
    ['ς', '1.0000', { other: 'Σ', metric: 'levenshtein', caseSensitive: false }],
    ['ΟΔΟΣ', '1.0000', { other: 'οδοσ', metric: 'jaccard', caseSensitive: false }],
    [
      'İ',
      '1',
      { other: 'x', ...hamming, caseSensitive: false },
      'a letter that is longer in lower case is one character',
    ],
    ['aaaa', '0.5000', { other: 'aa' }, 'repeated pairs count each time'],
    ['context', '0.5000', { other: 'contact' }],
    // Winkler (1990), table 1.
    ['DWAYNE', '0.8400', { other: 'DUANE', ...jaroWinkler }],
    ['DIXON', '0.8133', { other: 'DICKSONX', ...jaroWinkler }],
    ['', '0.0000', { other: 'a', ...jaroWinkler }],
    ['', '0.0000', { other: 'abc', metric: 'levenshtein' }],
    ['😀b', '0.5000', { other: '😀c', metric: 'levenshtein' }, 'an astral character is one'],
    ['', '2', { other: 'a😀', ...distance }],
    ['Ab', '2', { other: 'aB', ...distance }],
    ['Ab', '0', { other: 'aB', ...distance, caseSensitive: false }],
    ['a'.repeat(10_001), '0', { other: 'a'.repeat(10_001), ...distance }, 'equal texts of any length have distance 0'],
    ['a'.repeat(10_001), { error: tooLong }, { other: 'a', ...distance }],
    [
      'a',
      { error: 'output distance needs metric levenshtein, damerau-levenshtein or hamming' },
      { other: 'b', output: 'distance' },
    ],
    ['ca', '3', { other: 'abc', ...alignment }],
    ['😀a', '0.5000', { other: 'a😀', metric: 'damerau-levenshtein' }],
    ['a'.repeat(10_001), { error: tooLong }, { other: 'a', ...alignment }],
    ['toned', '0.4000', { other: 'roses', metric: 'hamming' }],
    ['2173896', '3', { other: '2233796', ...hamming }],
    ['Ab', '1', { other: 'aC', ...hamming, caseSensitive: false }],
    ['', '0', { other: '', ...hamming }],
    ['', '1.0000', { other: '', metric: 'hamming' }],
    ['😀😀', '1', { other: '👍😀', ...hamming }],
    [
      'a😀',
      { error: 'hamming compares texts of one length; the input has 2 characters, other has 3' },
      { other: 'abc', metric: 'hamming' },
    ],
    ['a b', '1.0000', { other: 'b, a!', metric: 'jaccard' }],
    ['👍', '0.0000', { other: '👎', metric: 'jaccard' }, 'no words in either text'],
    ['a'.repeat(10_001), { error: tooLong }, { other: '', metric: 'levenshtein' }],
    ['', { error: tooLong }, { other: '😀'.repeat(10_001), ...jaroWinkler }],
    ['😀'.repeat(10_000), '0.7000', { other: '😀', ...jaroWinkler }],
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
