import assert from 'node:assert/strict';
import { countSyllables } from '../../../../engine/tools/analyze/readability-score/syllables.js';
import { assertLinear } from '../../../support/growth.js';
import { engine, resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'readability-score';
const json = { format: 'json' };

export default {
  slug,
  cases: [
    { input: '', error: 'the text has no words to score' },
    { input: '... !?', error: 'the text has no words to score' },
    // 6 words, 1 sentence, 6 syllables: 206.835 - 6.09 - 84.6.
    { input: 'The cat sat on the mat.', config: { formula: 'flesch-reading-ease' }, output: '116.15' },
    { input: 'The cat sat on the mat.', config: { formula: 'flesch-kincaid' }, output: '-1.45' },
    {
      name: 'a text without an end is one sentence',
      input: 'The cat sat on the mat',
      config: { formula: 'flesch-kincaid' },
      output: '-1.45',
    },
    { name: 'no long word', input: 'The cat sat on the mat.', config: { formula: 'smog' }, output: '3.13' },
    // 1 word of 4 syllables in 1 sentence: 1.043 √30 + 3.1291.
    { input: 'Documentation.', config: { formula: 'smog' }, output: '8.84' },
    { input: 'Documentation.', config: { formula: 'gunning-fog' }, output: '40.40' },
    // 13 letters: 0.0588 · 1300 - 0.296 · 100 - 15.8.
    { input: 'Documentation.', config: { formula: 'coleman-liau' }, output: '31.04' },
    { input: 'Documentation.', config: { formula: 'ari', ...json }, output: '{\n  "ari": 40.3\n}' },
    {
      name: 'apostrophes and hyphens are not letters',
      input: "Don't re-do.",
      config: { formula: 'ari' },
      output: '-1.59',
    },
    {
      name: 'numbers are words of one syllable at least',
      input: '42 7',
      config: { formula: 'flesch-kincaid' },
      output: '-3.01',
    },
  ],
  checks: {
    'handles a word of the maximum text length': () => {
      const steps = [{ toolSlug: 'repeat-text', config: { times: 4_000 } }, { toolSlug: slug }];
      const { status } = engine.execute('run', Buffer.from(JSON.stringify({ input: 'a'.repeat(1_000), steps })));
      assert.equal(status, 200);
    },
    'every formula rates harder sentences as harder': () => {
      const easy = 'I see a dog. The dog is big. It ran to me.';
      const hard =
        'Notwithstanding considerable administrative complications, the international organisation subsequently established comprehensive regulatory frameworks.';
      const scores = (text: string) => JSON.parse(resultOf(slug, text, json)) as Record<string, number>;
      const [left, right] = [scores(easy), scores(hard)];
      assert.equal(Object.keys(left).length, 6);
      for (const [name, score] of Object.entries(left)) {
        const other = right[name] ?? Number.NaN;
        assert.ok(name === 'flesch-reading-ease' ? score > other : score < other, name);
      }
    },
    'counts syllables as spoken': () => {
      const words = [
        'large charge merge else prose through asked named eyes',
        'people table classes unique guesses baseline therefore handled marriage lawyer being quiet',
        'area linear addresses everything official radio important opinion',
        'society automatic necessary initiate coordinate reinstated recipient',
        'association elementary university coordinated automatically',
      ];
      const counts = words.map((line) => line.split(' ').map((word) => [word, countSyllables(word)]));
      const expected = words.map((line, i) => line.split(' ').map((word) => [word, i + 1]));
      assert.deepEqual(counts, expected);
    },
    'long texts take linear time': () => {
      for (const text of ['ae', 'beautiful world. ', '漢', "a'"]) {
        assertLinear(text, (text) => resultOf(slug, text));
      }
    },
  },
} satisfies ToolCases;
