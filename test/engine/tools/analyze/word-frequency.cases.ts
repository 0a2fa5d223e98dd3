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
    { input: '', output: '' },
    { input: '', config: { format: 'csv' }, output: 'word,count' },
    { input: '', config: { format: 'json' }, output: '[]' },
    { input: 'A a', config: { caseSensitive: true }, output: '1\tA\n1\ta' },
    { input: 'a bb ccc 👍', config: { minLength: 2 }, output: '1\tbb\n1\tccc' },
    {
      name: 'words that differ by the form of a sigma, or by the dot of a Turkish I, are told apart as their letters are',
      input: 'ΟΔΟΣ οδος οδοσ İstanbul istanbul İSTANBUL',
      output: '3\tοδος\n2\tİstanbul\n1\tistanbul',
    },
    { name: 'names of properties are words', input: '__proto__ constructor', output: '1\tproto\n1\tconstructor' },
    {
      name: 'stop words with either apostrophe',
      input: 'It’s I’m DON’T know',
      config: { stopWords: 'en' },
      output: '1\tknow',
    },
    { input: 'The the', config: { stopWords: 'en', caseSensitive: true }, output: '' },
    { input: 'a b a b a', config: { ngram: 3 }, output: '2\ta b a\n1\tb a b' },
    { name: 'fewer words than the length of a phrase', input: 'a b', config: { ngram: 3 }, output: '' },
    { input: 'a b', config: { ngram: 2, format: 'csv' }, output: 'words,count\na b,1' },
    { input: 'b a', config: { limit: 1 }, output: '1\tb' },
    { input: 'a', config: { limit: 0 }, error: 'steps[0].config.limit must be at least 1' },
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
