import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { engine, resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'text-counter';

export default {
  slug,
  cases: [
    ["don't well-known 1,234.5", '3'],
    ['漢字かな', '4'],
    ['a b\tc\u00a0d\n', '8', { unit: 'chars' }],
    ['a b\tc\u00a0d\n', '4', { unit: 'chars-no-spaces' }],
    ['\ud800😀', '2', { unit: 'chars' }, 'a lone surrogate is a character'],
    ['a\r\nb\rc\n\n', '4', { unit: 'lines' }],
    ['é', '2', { unit: 'bytes' }],
    ['One. Two? Dr. Who!', '3', { unit: 'sentences' }],
    ['a\nb\n\n \nc', '2', { unit: 'paragraphs' }],
    ['', '0', { unit: 'paragraphs' }],
    ['', '0', { unit: 'lines' }],
    ['', '0', { unit: 'tokens' }],
    ['漢字 👍', '3', { unit: 'tokens' }],
    ['漢字 👍', '5', { unit: 'tokens', encoding: 'cl100k' }],
    ['<|endoftext|>', '7', { unit: 'tokens' }, 'special tokens are plain text'],
    ['a', { error: 'steps[0].config.encoding must be one of: o200k, cl100k' }, { encoding: 'gpt2' }],
  ],
  checks: {
    'handles a word of the maximum text length': () => {
      const steps = [{ toolSlug: 'repeat-text', config: { times: 4_000 } }, { toolSlug: slug }];
      const { status } = engine.execute('run', Buffer.from(JSON.stringify({ input: 'a'.repeat(1_000), steps })));
      assert.equal(status, 200);
    },
    'agrees with wc where both have the same definition': (t) => {
      const texts = fc.sample(
        fc
          .array(fc.constantFrom('ab', 'é', 'x', ' ', '  ', '\n', '\t'), { maxLength: 30 })
          .map((parts) => `${parts.join('')}\n`),
        { seed: 1, numRuns: sampleSize(80) },
      );
      for (const [option, unit] of [
        ['-c', 'bytes'],
        ['-l', 'lines'],
      ] as const) {
        const counts = shellOracle(t, `wc ${option}`, texts);
        if (counts === undefined) return;
        for (const [index, text] of texts.entries()) {
          assert.equal(resultOf(slug, text, { unit }), counts[index]?.trim(), JSON.stringify(text));
        }
      }
      const ascii = texts.map((text) => text.replaceAll('é', 'e'));
      const words = shellOracle(t, 'wc -w', ascii);
      if (words === undefined) return;
      for (const [index, text] of ascii.entries()) assert.equal(resultOf(slug, text), words[index]?.trim());
    },
    'counts what text-statistics counts': () => {
      const names = [
        ['characters', 'chars'],
        ['charactersWithoutWhiteSpace', 'chars-no-spaces'],
        ['words', 'words'],
        ['sentences', 'sentences'],
        ['lines', 'lines'],
        ['paragraphs', 'paragraphs'],
        ['bytes', 'bytes'],
      ] as const;
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (input) => {
          const all = JSON.parse(resultOf('text-statistics', input, { format: 'json' })) as Record<string, number>;
          for (const [name, unit] of names) assert.equal(resultOf(slug, input, { unit }), String(all[name]));
        }),
        { seed: 2, numRuns: sampleSize(100) },
      );
    },
  },
} satisfies ToolCases;
