import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'lorem-ipsum-generator';
const classic = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit.';

export default {
  slug,
  cases: [
    ['', classic, { paragraphs: 1, sentences: 1 }],
    ['any', classic, { paragraphs: 1, sentences: 1, seed: 'any' }],
    ['', `<p>${classic}</p>`, { paragraphs: 1, sentences: 1, html: true }],
    ['', { error: 'steps[0].config.paragraphs must be at least 1' }, { paragraphs: 0 }],
    ['', { error: 'steps[0].config.paragraphs must be at most 100' }, { paragraphs: 101 }],
    ['', { error: 'steps[0].config.sentences must be at least 1' }, { sentences: 0 }],
    ['', { error: 'steps[0].config.sentences must be at most 50' }, { sentences: 51 }],
    ['', { error: 'steps[0].config.seed must be at most 100 characters long' }, { seed: 's'.repeat(101) }],
  ],
  checks: {
    'writes as many paragraphs, sentences and words as it says': () => {
      const count = fc.integer({ min: 1, max: 12 });
      fc.assert(
        fc.property(count, count, fc.string(), fc.boolean(), (paragraphs, sentences, seed, startWithLorem) => {
          const text = resultOf(slug, '', { paragraphs, sentences, seed, startWithLorem });
          const written = text.split('\n\n');
          assert.equal(written.length, paragraphs);
          assert.equal(text.startsWith(`${classic}`), startWithLorem);
          for (const paragraph of written) {
            const all = paragraph.split(/(?<=\.) /);
            assert.equal(all.length, sentences);
            for (const sentence of all) assert.match(sentence, /^[A-Z][a-z]*(?:,? [a-z]+){5,14}\.$/);
          }
          const html = resultOf(slug, '', { paragraphs, sentences, seed, startWithLorem, html: true });
          assert.equal(html, written.map((paragraph) => `<p>${paragraph}</p>`).join('\n'));
        }),
        { seed: 1, numRuns: sampleSize(100) },
      );
    },
    'seed and input both choose the words': () => {
      const text = (input: string, seed: string) => resultOf(slug, input, { seed, startWithLorem: false });
      assert.equal(text('a', 'b'), text('a', 'b'));
      assert.equal(new Set([text('', ''), text('a', ''), text('', 'a'), text('b', 'a'), text('a', 'b')]).size, 5);
    },
    'the longest text is within the bounds of every step': () => {
      const text = resultOf(slug, '', { paragraphs: 100, sentences: 50 });
      assert.ok(text.length > 300_000 && text.length < 1_000_000);
    },
  },
} satisfies ToolCases;
