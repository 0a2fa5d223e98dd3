import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { engine, resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'word-frequency';
const anyWords = fc.array(fc.constantFrom('a', 'B', 'b', 'the', '__proto__', 'x-y', "don't"), { maxLength: 40 });

export default {
  slug,
  cases: [
    ['', ''],
    ['', 'word,count', { format: 'csv' }],
    ['', '[]', { format: 'json' }],
    ['A a', '1\tA\n1\ta', { caseSensitive: true }],
    ['a bb ccc 👍', '1\tbb\n1\tccc', { minLength: 2 }],
    [
      'ΟΔΟΣ οδος οδοσ İstanbul istanbul İSTANBUL',
      '3\tοδος\n2\tİstanbul\n1\tistanbul',
      {},
      'words that differ by the form of a sigma, or by the dot of a Turkish I, are told apart as their letters are',
    ],
    ['__proto__ constructor', '1\tproto\n1\tconstructor', {}, 'names of properties are words'],
    ['It’s I’m DON’T know', '1\tknow', { stopWords: 'en' }, 'stop words with either apostrophe'],
    ['The the', '', { stopWords: 'en', caseSensitive: true }],
    ['a b a b a', '2\ta b a\n1\tb a b', { ngram: 3 }],
    ['a b', '', { ngram: 3 }, 'fewer words than the length of a phrase'],
    ['a b', 'words,count\na b,1', { ngram: 2, format: 'csv' }],
    ['b a', '1\tb', { limit: 1 }],
    ['a', { error: 'steps[0].config.limit must be at least 1' }, { limit: 0 }],
  ],
  checks: {
    'handles a word of nearly the maximum text length': () => {
      // The count after the word must fit too.
      const steps = [{ toolSlug: 'repeat-text', config: { times: 3_999 } }, { toolSlug: slug }];
      const { status } = engine.execute('run', Buffer.from(JSON.stringify({ input: 'a'.repeat(1_000), steps })));
      assert.equal(status, 200);
    },
    'the counts add up, and are in descending order': () => {
      fc.assert(
        fc.property(anyWords, fc.boolean(), (words, caseSensitive) => {
          const report = resultOf(slug, words.join('. '), { format: 'json', limit: 10_000, caseSensitive });
          const listed = JSON.parse(report) as { word: string; count: number }[];
          const counts = listed.map(({ count }) => count);
          assert.equal(
            counts.reduce((sum, count) => sum + count, 0),
            words.length,
          );
          assert.deepEqual(
            counts,
            counts.toSorted((a, b) => b - a),
          );
          for (const { word, count } of listed) {
            const same = words.filter((other) => {
              const plain = other.replaceAll('_', '');
              return (caseSensitive ? plain : plain.toLowerCase()) === word;
            });
            assert.equal(count, same.length, word);
          }
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'long texts take linear time': () => {
      assertLinear('a ', (text) => resultOf(slug, text, { ngram: 3, stopWords: 'none' }));
      for (const piece of ["a'", 'é']) assertLinear(piece, (text) => resultOf(slug, text));
    },
  },
} satisfies ToolCases;
